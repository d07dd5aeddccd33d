#ifndef FUSE_CODEGEN_REGION_TARGETS_H
#define FUSE_CODEGEN_REGION_TARGETS_H

#include "emission.h"

/* Before the region's loops are made: makes what the plan of its exits needs. */
void emission_begin_exits(emission *e);

#endif
