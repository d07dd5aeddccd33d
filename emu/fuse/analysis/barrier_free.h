#ifndef FUSE_ANALYSIS_BARRIER_FREE_H
#define FUSE_ANALYSIS_BARRIER_FREE_H

#include "../support/kernel.h"

bool fuse_is_barrier_free(const fuse_kernel *kernel);
/* Whether the function for whole blocks goes on with the next one by itself. */
bool fuse_runs_next_block(const fuse_kernel *kernel);

#endif
