#ifndef FUSE_CODEGEN_PLAN_H
#define FUSE_CODEGEN_PLAN_H

#include "emission.h"

void fuse_plan(fuse_kernel *kernel);
void fuse_free_plan(fuse_kernel *kernel);

/* All blocks have strips, or rows of threads do as well: regions of strips need no rows for others. */
bool fuse_only_strips(const fuse_kernel *kernel);
/* Threads keep more in the region's strips than registers hold. */
bool fuse_exceeds_registers(const fuse_kernel *kernel, int region);
/* The target comes after the region: blocks that run as one may go on to it. */
bool fuse_is_further(const fuse_kernel *kernel, int region, int target);
/* The blocks run as one, and its guard split ends the last threads of a row. */
bool fuse_only_ends_threads(const fuse_kernel *kernel, int region);

#endif
