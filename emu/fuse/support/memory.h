#ifndef FUSE_SUPPORT_MEMORY_H
#define FUSE_SUPPORT_MEMORY_H

#include <stddef.h>

void *fuse_allocate(size_t count, size_t size); /* zeroed; ends the program when memory runs out */

#endif
