#ifndef FUSE_TRANSFORM_SHIFTED_SUM_H
#define FUSE_TRANSFORM_SHIFTED_SUM_H

#include <llvm-c/Core.h>

void fuse_undo_shifted_sums(LLVMModuleRef module);

#endif
