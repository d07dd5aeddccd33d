#ifndef FUSE_CODEGEN_INDEX_SET_SPLITTING_H
#define FUSE_CODEGEN_INDEX_SET_SPLITTING_H

#include "piece.h"

/* Makes the loop over x of one row in pieces; `rest` makes a whole loop. False: pieces do not pay, and nothing is
 * made. */
bool emission_for_pieces(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *rest);

/* For a flat block: lets it run in rows if quotients would split pieces. */
void emission_find_rows(emission *e);

#endif
