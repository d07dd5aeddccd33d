#ifndef FUSE_CODEGEN_STRIP_LOOPS_H
#define FUSE_CODEGEN_STRIP_LOOPS_H

#include "strip.h"

/* At kernel->entry[set->head], for blocks that have such strips; else on to `otherwise`. */
void emission_strips(fuse_kernel *kernel, strips *set, LLVMBasicBlockRef otherwise);

#endif
