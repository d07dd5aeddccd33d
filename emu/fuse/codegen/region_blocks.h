#ifndef FUSE_CODEGEN_REGION_BLOCKS_H
#define FUSE_CODEGEN_REGION_BLOCKS_H

#include "emission.h"

int emission_instructions(const emission *e);
bool emission_uses_rows(const emission *e); /* the region uses y or z */

/* Finds e->unconditional. */
void emission_find_unconditional(emission *e);
/* Whether every path from the region's start to block `at` passes block `from`. */
bool emission_dominates(const emission *e, int from, int at);

#endif
