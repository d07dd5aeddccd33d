#ifndef FUSE_POST_OUTER_LOOP_H
#define FUSE_POST_OUTER_LOOP_H

#include "../support/kernel.h"

/* Returns whether it changed any loop. */
bool fuse_vectorise_outer_loops(const fuse_compilation *compilation);

#endif
