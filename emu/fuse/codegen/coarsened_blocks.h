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
/* So many blocks run as one from here on; `alone`: one, which may return to the emulator. */
void emission_set_coarsened(emission *e, LLVMValueRef blocks, bool alone);

#endif
