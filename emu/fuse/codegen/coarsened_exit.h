#ifndef FUSE_CODEGEN_COARSENED_EXIT_H
#define FUSE_CODEGEN_COARSENED_EXIT_H

#include "emission.h"

/* Whether the threads after the split end, and the others go on under no other condition. */
bool emission_only_ends_threads(const emission *e);

/* At the end of the entry, where the builder is: goes on with the region if all threads of the blocks that do not
 * end come to one later region. Else the first block begins again by itself. */
void emission_leave_coarsened(emission *e);

#endif
