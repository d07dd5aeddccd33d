#ifndef FUSE_SUPPORT_IR_H
#define FUSE_SUPPORT_IR_H

#include "kernel.h"

LLVMValueRef fuse_incoming_value(LLVMValueRef phi, LLVMBasicBlockRef block); /* null: it does not come from there */
LLVMValueRef fuse_new_access_group(fuse_kernel *kernel);
void fuse_build_prefetch(LLVMBuilderRef builder, LLVMValueRef address); /* that it will be read, where the builder is */
/* Moves what stands before the instruction into a new block, which goes on to the instruction's. Phis of blocks further
 * on stay right. */
LLVMBasicBlockRef fuse_split_block(LLVMBuilderRef builder, LLVMValueRef at);

#endif
