#ifndef FUSE_TRANSFORM_FULL_UNROLL_H
#define FUSE_TRANSFORM_FULL_UNROLL_H

#include "../support/kernel.h"

/* `except`: names of kernels that must stay unchanged. */
void fuse_mark_full_unroll(LLVMModuleRef module, const fuse_names *except);
void fuse_mark_loop(LLVMValueRef branch); /* the loop that the branch repeats */

bool fuse_is_unrolled_barrier(LLVMValueRef wait);
/* `from`, `to`, and the blocks from which `to` is reached without passing `from`. */
void fuse_blocks_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to, map *found);

bool fuse_is_kernel_among(LLVMValueRef function, const fuse_names *names);
bool fuse_is_among(const char *name, const fuse_names *names);
/* Whether unrolling the kernel's loops gained nothing. */
bool fuse_unrolled_in_vain(const fuse_kernel *kernel);

#endif
