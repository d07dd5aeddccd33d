#ifndef FUSE_TRANSFORM_REGION_FORMATION_H
#define FUSE_TRANSFORM_REGION_FORMATION_H

#include "../support/kernel.h"

void fuse_form_regions(fuse_kernel *kernel);
int fuse_recompute_cost(const fuse_kernel *kernel, LLVMValueRef value, int limit);

#endif
