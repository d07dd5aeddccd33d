#ifndef FUSE_DRIVER_CRASH_H
#define FUSE_DRIVER_CRASH_H

#include "../support/kernel.h"

void fuse_crash_begin(const char *file); /* from here on a crash is reported for the file */

#endif
