#ifndef FUSE_TRANSFORM_FULL_UNROLL_H
#define FUSE_TRANSFORM_FULL_UNROLL_H

#include "../support/kernel.h"

/* `except`, by the kernel's name, those that are to stay as they are. */
void fuse_mark_full_unroll(LLVMModuleRef module, const fuse_names *except);
/* Lets LLVM unroll loops that index arrays of the thread's own, if they are short. */
void fuse_allow_array_unroll(LLVMModuleRef module);

bool fuse_is_unrolled_barrier(LLVMValueRef wait);
/* Blocks from which `to` is reached without passing `from`, and these two. */
void fuse_blocks_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to, map *found);

bool fuse_is_among(const char *name, const fuse_names *names);
/* The kernel's loops were unrolled for nothing. */
bool fuse_unrolled_in_vain(const fuse_kernel *kernel);

#endif
