#ifndef FUSE_POST_TARGET_MACHINE_H
#define FUSE_POST_TARGET_MACHINE_H

#include "../support/kernel.h"

bool fuse_is_x86(const fuse_module *whole);
unsigned fuse_register_bytes(const fuse_module *whole); /* of a vector register */
void fuse_find_target_features(fuse_module *whole);     /* as kernels say them, while there are any */
/* Of the module's target and level, in code that can be moved where the module asks for that. Null: it has said why. */
LLVMTargetMachineRef fuse_create_target_machine(const fuse_module *whole);

#endif
