/* Programmatic dependent launches. On the CPU a grid begins when the one ahead of it in its stream has ended, also if the launch
 * allows it to begin earlier. So there is nothing to wait for. Checked mode finds threads that do not wait. */
#ifndef LW_CPU_DEPENDENCY_H
#define LW_CPU_DEPENDENCY_H

#include "../../../emu/device/device.h"
#include "qualifiers.h"

#ifdef LW_CPU_CHECKED
#define cudaGridDependencySynchronize() emu_checked_wait_ahead()
#else
LW_CPU_INLINE void cudaGridDependencySynchronize(void) {}
#endif
LW_CPU_INLINE void cudaTriggerProgrammaticLaunchCompletion(void) {}

#endif
