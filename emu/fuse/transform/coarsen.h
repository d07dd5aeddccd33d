#ifndef FUSE_TRANSFORM_COARSEN_H
#define FUSE_TRANSFORM_COARSEN_H

#include "../support/kernel.h"

void fuse_find_coarsening(fuse_kernel *kernel);

#endif
