#ifndef FUSE_TRANSFORM_LINEAR_ID_H
#define FUSE_TRANSFORM_LINEAR_ID_H

#include "../support/kernel.h"

void fuse_recognise_linear_id(fuse_kernel *kernel);

#endif
