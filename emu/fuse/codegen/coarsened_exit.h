#ifndef FUSE_CODEGEN_COARSENED_EXIT_H
#define FUSE_CODEGEN_COARSENED_EXIT_H

#include "emission.h"

/* Those after the split end, and that is all that it takes for the others to go on. */
bool emission_only_ends_threads(const emission *e);

/* At the end of the entry, where the builder is then: on with the region if all threads of the blocks that do not end
 * come to one other that is further on; else the first block begins again by itself. */
void emission_leave_coarsened(emission *e);

#endif
