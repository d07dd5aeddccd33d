#ifndef FUSE_CODEGEN_COARSENED_BLOCKS_H
#define FUSE_CODEGEN_COARSENED_BLOCKS_H

#include "emission.h"

/* In the function's first block, before any other of these. */
void emission_begin_coarsening(emission *e);

/* The blocks from the frame's on begin, where the builder is: as many as run as one; or a block goes on, by itself. */
void emission_enter_coarsened(emission *e, bool begins);

/* How many run as one, and how many threads of a row have not ended, in the entry: i32; null: a block runs by itself. */
LLVMValueRef emission_coarsening_factor(emission *e);

LLVMValueRef emission_row_remaining(emission *e);
/* Those after the split end, and that is all that it takes for the others to go on. */
bool emission_only_ends_threads(const emission *e);

/* At the end of the entry, where the builder is then: on with the region if all threads of the blocks that do not end
 * come to one other that is further on; else the first block begins again by itself. */
void emission_leave_coarsened(emission *e);

#endif
