#ifndef FUSE_TRANSFORM_UNDO_PIPELINING_H
#define FUSE_TRANSFORM_UNDO_PIPELINING_H

#include "../support/kernel.h"

void fuse_undo_pipelining(fuse_kernel *kernel);

#endif
