#ifndef FUSE_TRANSFORM_REG2MEM_H
#define FUSE_TRANSFORM_REG2MEM_H

#include "../support/kernel.h"

void fuse_registers_to_memory(fuse_kernel *kernel);
void fuse_find_live_slots(fuse_kernel *kernel);

#endif
