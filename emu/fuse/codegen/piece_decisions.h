#ifndef FUSE_CODEGEN_PIECE_DECISIONS_H
#define FUSE_CODEGEN_PIECE_DECISIONS_H

#include "piece.h"

/* Has the copy be one for that outcome; false: there are too many. */
bool piece_decide(emission_piece *piece, LLVMValueRef condition, int outcome);
/* Whether the first thread's conditions are the copy's; for how many threads they stay so, in piece->left or
 * piece->whole. The builder stands at the end of piece->open. */
LLVMValueRef piece_holds(emission_piece *piece);

#endif
