#ifndef FUSE_TRANSFORM_BARRIER_ISOLATION_H
#define FUSE_TRANSFORM_BARRIER_ISOLATION_H

#include "../support/kernel.h"

bool fuse_isolate_barriers(fuse_kernel *kernel);
/* Moves the instructions before `at` into a new block in front, which it returns. */
LLVMBasicBlockRef fuse_split_before(fuse_kernel *kernel, LLVMValueRef at);

#endif
