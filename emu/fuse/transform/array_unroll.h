#ifndef FUSE_TRANSFORM_ARRAY_UNROLL_H
#define FUSE_TRANSFORM_ARRAY_UNROLL_H

#include "../support/kernel.h"

/* Lets LLVM unroll short loops that index arrays of the thread's own. */
void fuse_allow_array_unroll(LLVMModuleRef module);
/* Has it unroll longer loops over small arrays; and over arrays of sums, in the kernels of `of` that are not in
 * `except`. */
void fuse_mark_array_loops(LLVMModuleRef module, const fuse_names *of, const fuse_names *except);
bool fuse_has_array_sums(const fuse_kernel *kernel);

#endif
