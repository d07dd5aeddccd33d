#ifndef FUSE_TRANSFORM_ATOMIC_INCREMENT_H
#define FUSE_TRANSFORM_ATOMIC_INCREMENT_H

#include "../support/kernel.h"

void fuse_replace_atomic_increments(fuse_kernel *kernel);

#endif
