#ifndef FUSE_CODEGEN_STRIP_LOOPS_H
#define FUSE_CODEGEN_STRIP_LOOPS_H

#include "strip.h"

/* Makes the strips at kernel->entry[set->head], for blocks that have such strips; other blocks go on to `otherwise`. */
void emission_strips(fuse_kernel *kernel, strips *set, LLVMBasicBlockRef otherwise);

#endif
