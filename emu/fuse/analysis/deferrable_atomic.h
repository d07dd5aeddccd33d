#ifndef FUSE_ANALYSIS_DEFERRABLE_ATOMIC_H
#define FUSE_ANALYSIS_DEFERRABLE_ATOMIC_H

#include "../support/kernel.h"

/* Leaves of the candidates, a region's atomics, those that may be done after all its threads have left it, if all of these
 * are. A candidate has no result that is used. `contains`: by block, that it is in the region. */
void fuse_keep_deferrable_atomics(const fuse_kernel *kernel, const bool *contains, map *candidates);

#endif
