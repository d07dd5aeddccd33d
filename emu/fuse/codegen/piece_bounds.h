#ifndef FUSE_CODEGEN_PIECE_BOUNDS_H
#define FUSE_CODEGEN_PIECE_BOUNDS_H

#include "piece.h"

/* Has the piece end where the value would no longer be of its kind, or the condition have another outcome. */
void piece_bound(emission_piece *piece, LLVMValueRef value);
/* Where rows are long, pieces end at a multiple of a vector's lanes, counted from the row's first, or with the row,
 * and what is between two is made by the rest as one vector: so a piece leaves no threads over, and its stores lie as
 * the row does. Has the piece end so; an i1, whether any thread is left in it. */
LLVMValueRef piece_end_with_vector(emission_piece *piece, LLVMValueRef end);
/* The same of the rest's threads from the first on: at least so many, if the row has them. */
LLVMValueRef piece_rest_to_vector(emission *e, LLVMValueRef first, LLVMValueRef threads, LLVMValueRef end);

#endif
