#ifndef FUSE_TRANSFORM_REMATERIALISE_H
#define FUSE_TRANSFORM_REMATERIALISE_H

#include "../support/kernel.h"

void fuse_rematerialise(fuse_kernel *kernel);

#endif
