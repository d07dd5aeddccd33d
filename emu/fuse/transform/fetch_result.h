#ifndef FUSE_TRANSFORM_FETCH_RESULT_H
#define FUSE_TRANSFORM_FETCH_RESULT_H

#include "prepare.h"

bool fuse_number_fetch_results(const fuse_preparation *of);

#endif
