#ifndef FUSE_TRANSFORM_LOWER_SWITCH_H
#define FUSE_TRANSFORM_LOWER_SWITCH_H

#include "../support/kernel.h"

void fuse_lower_small_switches(LLVMModuleRef module);

#endif
