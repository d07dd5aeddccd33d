#ifndef FUSE_TRANSFORM_ARRAY_INTERLEAVING_H
#define FUSE_TRANSFORM_ARRAY_INTERLEAVING_H

#include "../support/kernel.h"

/* Sets slot->interleaved and slot->element. */
void fuse_interleave_arrays(fuse_kernel *kernel);

#endif
