#ifndef FUSE_TRANSFORM_COPY_CHECKS_H
#define FUSE_TRANSFORM_COPY_CHECKS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* False: there are no checks. */
bool fuse_reduce_copy_checks(LLVMModuleRef module);

#endif
