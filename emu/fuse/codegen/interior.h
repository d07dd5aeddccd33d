#ifndef FUSE_CODEGEN_INTERIOR_H
#define FUSE_CODEGEN_INTERIOR_H

#include "emission.h"

/* Whether the conditions that depend on x alone have their usual outcomes in the whole block, an i1, where the
 * builder is; until the end they are constants. Null: there are none. */
LLVMValueRef emission_begin_interior(emission *e, LLVMValueRef width);

void emission_end_interior(emission *e);
/* A row with borders in it: threads between them, at least one, and those beside. False: it has none, nothing is
 * made. */
bool emission_for_interior(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                           emission_row_loop *between, emission_row_loop *beside);

#endif
