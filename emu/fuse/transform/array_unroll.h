#ifndef FUSE_TRANSFORM_ARRAY_UNROLL_H
#define FUSE_TRANSFORM_ARRAY_UNROLL_H

#include "../support/kernel.h"

/* Lets LLVM unroll short loops that index arrays of the thread's own. */
void fuse_allow_array_unroll(LLVMModuleRef module);
/* Finds arrays of sums, and has LLVM unroll loops over those of the kernels in `of` that are not in `except`. */
void fuse_find_array_sums(LLVMModuleRef module, const fuse_names *of, const fuse_names *except);
bool fuse_has_array_sums(const fuse_kernel *kernel);

#endif
