#ifndef FUSE_POST_MASKED_CALL_H
#define FUSE_POST_MASKED_CALL_H

#include "../support/kernel.h"

void fuse_mask_calls(const fuse_compilation *compilation);

#endif
