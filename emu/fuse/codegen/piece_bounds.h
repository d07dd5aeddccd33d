#ifndef FUSE_CODEGEN_PIECE_BOUNDS_H
#define FUSE_CODEGEN_PIECE_BOUNDS_H

#include "piece.h"

/* Ends the piece before the value changes its kind, or the condition its outcome. */
void piece_bound(emission_piece *piece, LLVMValueRef value);
/* In long rows pieces end at a multiple of a vector's threads, counted from the row's first, or with the row. The
 * rest makes what lies between two pieces as one vector. So a piece leaves no threads over, and its stores keep the
 * row's alignment. Ends the piece so; returns an i1: whether any thread is left in it. */
LLVMValueRef piece_end_with_vector(emission_piece *piece, LLVMValueRef end);
/* The same for the rest's threads from `first` on: at least `threads`, if the row has them. */
LLVMValueRef piece_rest_to_vector(emission *e, LLVMValueRef first, LLVMValueRef threads, LLVMValueRef end);

#endif
