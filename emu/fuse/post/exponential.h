#ifndef FUSE_POST_EXPONENTIAL_H
#define FUSE_POST_EXPONENTIAL_H

#include "../support/kernel.h"

/* Calls of expf's forms for vectors become instructions, for x86 with fused multiply-adds. */
void fuse_inline_exponentials(LLVMModuleRef module);

#endif
