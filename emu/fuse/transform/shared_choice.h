#ifndef FUSE_TRANSFORM_SHARED_CHOICE_H
#define FUSE_TRANSFORM_SHARED_CHOICE_H

#include "prepare.h"

bool fuse_split_shared_choices(const fuse_preparation *of);

#endif
