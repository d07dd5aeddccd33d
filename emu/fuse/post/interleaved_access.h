#ifndef FUSE_POST_INTERLEAVED_ACCESS_H
#define FUSE_POST_INTERLEAVED_ACCESS_H

#include "../support/kernel.h"

void fuse_join_interleaved_loads(const fuse_compilation *compilation);
void fuse_join_interleaved_stores(const fuse_compilation *compilation);

#endif
