#ifndef FUSE_CODEGEN_PIECE_DECISIONS_H
#define FUSE_CODEGEN_PIECE_DECISIONS_H

#include "piece.h"

/* Makes the copy one for that outcome; false: there are too many decisions. */
bool piece_decide(emission_piece *piece, LLVMValueRef condition, int outcome);
/* Whether the first thread's conditions have the copy's outcomes; piece->length or piece->unbroken gets the number of
 * threads for which they hold. The builder is at the end of piece->open. */
LLVMValueRef piece_holds(emission_piece *piece);

#endif
