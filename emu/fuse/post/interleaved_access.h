#ifndef FUSE_POST_INTERLEAVED_ACCESS_H
#define FUSE_POST_INTERLEAVED_ACCESS_H

#include "../support/kernel.h"

void fuse_join_interleaved_loads(const fuse_module *whole);
void fuse_join_interleaved_stores(const fuse_module *whole);

#endif
