#ifndef FUSE_POST_OBJECT_H
#define FUSE_POST_OBJECT_H

#include "../support/kernel.h"

int fuse_write_object(const fuse_compilation *compilation, const char *output); /* returns the exit status */

#endif
