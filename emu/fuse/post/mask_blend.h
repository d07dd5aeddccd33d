#ifndef FUSE_POST_MASK_BLEND_H
#define FUSE_POST_MASK_BLEND_H

#include "../support/kernel.h"

void fuse_blend_by_masks(LLVMModuleRef module); /* for processors with masks, in optimised code */

#endif
