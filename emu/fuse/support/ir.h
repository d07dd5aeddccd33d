#ifndef FUSE_SUPPORT_IR_H
#define FUSE_SUPPORT_IR_H

#include "kernel.h"

LLVMValueRef fuse_incoming_value(LLVMValueRef phi, LLVMBasicBlockRef block); /* null: the block is no predecessor */
LLVMValueRef fuse_new_access_group(fuse_kernel *kernel);
void fuse_build_prefetch(LLVMBuilderRef builder, LLVMValueRef address); /* for a load, where the builder is */
/* Moves the instructions before `at` into a new block, which goes on to the block of `at`. Phis of later blocks stay
 * right. */
LLVMBasicBlockRef fuse_split_block(LLVMBuilderRef builder, LLVMValueRef at);

#endif
