#ifndef FUSE_CODEGEN_DIVERGED_ITERATION_H
#define FUSE_CODEGEN_DIVERGED_ITERATION_H

#include "emission.h"

/* Whether the region is an iteration of a loop that all threads run together, some perhaps longer than others. */
bool fuse_iterates_diverged(const fuse_kernel *kernel, int region);

/* Where a thread begins: on to e->lane_end, if it is for those alone that stand before the region and it does not. */
void emission_test_state(emission *e);

#endif
