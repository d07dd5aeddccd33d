#ifndef FUSE_CODEGEN_INDEX_SET_SPLITTING_H
#define FUSE_CODEGEN_INDEX_SET_SPLITTING_H

#include "piece.h"

/* The loop over x of one row in pieces; `rest` makes it whole. False: it is not worth it, nothing is made. */
bool emission_for_pieces(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *rest);

/* Has a flat block be made in rows where pieces would be cut by a quotient. */
void emission_find_rows(emission *e);

#endif
