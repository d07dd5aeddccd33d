#ifndef FUSE_TRANSFORM_COPY_COALESCING_H
#define FUSE_TRANSFORM_COPY_COALESCING_H

#include "../support/kernel.h"

void fuse_coalesce_copies(fuse_kernel *kernel); /* of slots */

#endif
