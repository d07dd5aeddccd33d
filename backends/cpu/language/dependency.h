/* Programmatic dependent launches. On the CPU a grid begins when the one ahead of it in its stream has ended, also if the launch
 * allows it to begin earlier. So there is nothing to wait for. */
#ifndef LW_CPU_DEPENDENCY_H
#define LW_CPU_DEPENDENCY_H

#include "qualifiers.h"

LW_CPU_INLINE void cudaGridDependencySynchronize(void) {}
LW_CPU_INLINE void cudaTriggerProgrammaticLaunchCompletion(void) {}

#endif
