#ifndef FUSE_POST_TARGET_MACHINE_H
#define FUSE_POST_TARGET_MACHINE_H

#include "../support/kernel.h"

bool fuse_is_x86(const fuse_compilation *compilation);
unsigned fuse_register_bytes(const fuse_compilation *compilation); /* of a vector register */
/* reads the kernels' target features, while the module has kernels */
void fuse_find_target_features(fuse_compilation *compilation);
/* For the module's target and level; its code is position-independent if the module asks for that. Null: an error
 * was reported. */
LLVMTargetMachineRef fuse_create_target_machine(const fuse_compilation *compilation);

#endif
