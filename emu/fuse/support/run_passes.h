#ifndef FUSE_SUPPORT_RUN_PASSES_H
#define FUSE_SUPPORT_RUN_PASSES_H

#include "kernel.h"

/* false: an error was reported. `machine` may be null. */
bool fuse_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine);

#endif
