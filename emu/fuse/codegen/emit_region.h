#ifndef FUSE_CODEGEN_EMIT_REGION_H
#define FUSE_CODEGEN_EMIT_REGION_H

#include "emission.h"

/* Emits the region into e->function, from the block e->entry on. */
void emission_region(emission *e);

#endif
