/* Allocation that ends the program when memory runs out: no caller could go on. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

void *fuse_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fputs("lanewise-fuse: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}
