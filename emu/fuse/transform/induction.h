#ifndef FUSE_TRANSFORM_INDUCTION_H
#define FUSE_TRANSFORM_INDUCTION_H

#include "../support/kernel.h"

void fuse_normalise_induction(fuse_kernel *kernel);

#endif
