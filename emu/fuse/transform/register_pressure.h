#ifndef FUSE_TRANSFORM_REGISTER_PRESSURE_H
#define FUSE_TRANSFORM_REGISTER_PRESSURE_H

#include "../support/kernel.h"

void fuse_split_register_pressure(fuse_kernel *kernel);

#endif
