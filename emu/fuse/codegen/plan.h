#ifndef FUSE_CODEGEN_PLAN_H
#define FUSE_CODEGEN_PLAN_H

#include "emission.h"

void fuse_plan(fuse_kernel *kernel);
void fuse_free_plan(fuse_kernel *kernel);

/* Whether all blocks have strips, or rows serve as well: then regions of strips need no rows for other blocks. */
bool fuse_only_strips(const fuse_kernel *kernel);
/* Whether threads keep more in the region's strips than registers hold. */
bool fuse_exceeds_registers(const fuse_kernel *kernel, int region);
/* Whether the target comes after the region: blocks that run as one may go on to it. */
bool fuse_is_later(const fuse_kernel *kernel, int region, int target);
/* Whether blocks run as one, and the region's guard split ends the last threads of a row. */
bool fuse_only_ends_threads(const fuse_kernel *kernel, int region);

#endif
