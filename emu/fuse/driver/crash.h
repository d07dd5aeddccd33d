#ifndef FUSE_DRIVER_CRASH_H
#define FUSE_DRIVER_CRASH_H

#include "../support/kernel.h"

void fuse_crash_begin(const char *file); /* from here on a crash is said of the file, too */

#endif
