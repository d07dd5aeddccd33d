#ifndef FUSE_CODEGEN_COARSENED_BLOCKS_H
#define FUSE_CODEGEN_COARSENED_BLOCKS_H

#include "emission.h"

/* In the function's first block, before the other functions below. */
void emission_begin_coarsening(emission *e);

/* Where the builder is: as many blocks begin as run as one, from the frame's block on; or a block goes on by itself. */
void emission_enter_coarsened(emission *e, bool begins);

/* How many blocks run as one, and how many threads of a row have not ended, in the entry: i32. Null: a block runs by
 * itself. */
LLVMValueRef emission_coarsening_factor(emission *e);

LLVMValueRef emission_row_remaining(emission *e);
/* Sets how many blocks run as one from here on. `alone`: one, which may return to the emulator. */
void emission_set_coarsened(emission *e, LLVMValueRef blocks, bool alone);

#endif
