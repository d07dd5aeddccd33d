#ifndef FUSE_CODEGEN_REGION_TARGETS_H
#define FUSE_CODEGEN_REGION_TARGETS_H

#include "emission.h"

/* Before the region's loops are made: where its threads go, and how that is known. */
void emission_find_state(emission *e);

#endif
