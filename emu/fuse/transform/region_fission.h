#ifndef FUSE_TRANSFORM_REGION_FISSION_H
#define FUSE_TRANSFORM_REGION_FISSION_H

#include "../support/kernel.h"

void fuse_split_regions(fuse_kernel *kernel);

#endif
