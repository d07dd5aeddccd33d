#ifndef FUSE_TRANSFORM_ARRAY_FILL_H
#define FUSE_TRANSFORM_ARRAY_FILL_H

#include "prepare.h"

bool fuse_fill_by_element(const fuse_preparation *of);

#endif
