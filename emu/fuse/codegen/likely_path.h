#ifndef FUSE_CODEGEN_LIKELY_PATH_H
#define FUSE_CODEGEN_LIKELY_PATH_H

#include "emission.h"

/* Before the region's loops are made: of a guard, outside of which threads access no memory, the comparisons are expected
 * to let threads through, whatever they compare. */
void emission_find_preferred(emission *e);

#endif
