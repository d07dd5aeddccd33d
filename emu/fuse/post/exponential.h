#ifndef FUSE_POST_EXPONENTIAL_H
#define FUSE_POST_EXPONENTIAL_H

#include "../support/kernel.h"

/* Inlines calls of expf's vector forms, for x86 with fused multiply-adds. */
void fuse_inline_exponentials(LLVMModuleRef module);

#endif
