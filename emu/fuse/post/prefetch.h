#ifndef FUSE_POST_PREFETCH_H
#define FUSE_POST_PREFETCH_H

#include "../support/kernel.h"

void fuse_insert_prefetches(LLVMModuleRef module);

#endif
