#ifndef FUSE_ANALYSIS_UNIFORMITY_H
#define FUSE_ANALYSIS_UNIFORMITY_H

#include "../support/kernel.h"

void fuse_find_uniformity(fuse_kernel *kernel);

#endif
