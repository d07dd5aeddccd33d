#ifndef FUSE_CODEGEN_INTERIOR_H
#define FUSE_CODEGEN_INTERIOR_H

#include "emission.h"

/* Whether the conditions on x alone have their likely outcomes in the whole block: an i1, where the builder is.
 * Until emission_end_interior they count as constants. Null: there are none. */
LLVMValueRef emission_begin_interior(emission *e, LLVMValueRef width);

void emission_end_interior(emission *e);
/* Makes a row with borders in it: the threads between them, at least one, and those beside. False: the row has none,
 * and nothing is made. */
bool emission_for_interior(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                           emission_row_loop *between, emission_row_loop *beside);

#endif
