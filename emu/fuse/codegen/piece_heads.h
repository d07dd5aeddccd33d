#ifndef FUSE_CODEGEN_PIECE_HEADS_H
#define FUSE_CODEGEN_PIECE_HEADS_H

#include "piece.h"

/* The value of the piece's first thread. */
LLVMValueRef piece_head(emission_piece *piece, LLVMValueRef value);
/* Whether the value can be made from the first thread's. */
bool piece_is_made(emission_piece *piece, LLVMValueRef value);
/* What replaces the value while e->pieces.current is made; null: a copy. */
LLVMValueRef emission_in_piece(emission *e, LLVMValueRef value);

#endif
