#ifndef FUSE_CODEGEN_LIKELY_PATH_H
#define FUSE_CODEGEN_LIKELY_PATH_H

#include "emission.h"

/* Before the region's loops are made. If threads outside a guard access no memory, its comparisons are expected to
 * let threads through, whatever they compare. */
void emission_find_preferred(emission *e);

#endif
