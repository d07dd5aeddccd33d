#ifndef FUSE_TRANSFORM_EMPTY_LOOPS_H
#define FUSE_TRANSFORM_EMPTY_LOOPS_H

#include "prepare.h"

bool fuse_delete_empty_loops(const fuse_preparation *of); /* returns true */

#endif
