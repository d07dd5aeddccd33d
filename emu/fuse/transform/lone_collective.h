#ifndef FUSE_TRANSFORM_LONE_COLLECTIVE_H
#define FUSE_TRANSFORM_LONE_COLLECTIVE_H

#include "../support/kernel.h"

void fuse_replace_lone_collectives(fuse_kernel *kernel);

#endif
