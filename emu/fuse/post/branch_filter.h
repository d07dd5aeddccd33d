#ifndef FUSE_POST_BRANCH_FILTER_H
#define FUSE_POST_BRANCH_FILTER_H

#include "../support/kernel.h"

/* Before the vectoriser: loops that it can take, with a costly branch. Returns whether it has changed any. */
bool fuse_filter_costly_branches(const fuse_compilation *compilation);
/* After it: loops that it has left. */
bool fuse_filter_branches(const fuse_compilation *compilation);

#endif
