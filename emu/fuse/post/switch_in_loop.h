#ifndef FUSE_POST_SWITCH_IN_LOOP_H
#define FUSE_POST_SWITCH_IN_LOOP_H

#include "../support/kernel.h"

void fuse_lower_switches_in_loops(LLVMModuleRef module);

#endif
