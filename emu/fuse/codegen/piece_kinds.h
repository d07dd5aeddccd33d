#ifndef FUSE_CODEGEN_PIECE_KINDS_H
#define FUSE_CODEGEN_PIECE_KINDS_H

#include "piece.h"

piece_kind piece_kind_of(emission_piece *piece, LLVMValueRef value);
/* For the kind PIECE_SCALED: how much the value grows from thread to thread, 2 or more. */
uint64_t piece_scale(const emission_piece *piece, LLVMValueRef value);
/* The kind of a comparison of the two. */
piece_kind piece_compared(emission_piece *piece, LLVMValueRef left, LLVMValueRef right);

/* A quotient or remainder with one divisor for the whole piece. */
typedef struct piece_division {
    bool is_signed, rest;
    uint64_t constant; /* the divisor; 0: it is a uniform value */
} piece_division;
bool piece_divides(const emission_piece *piece, LLVMValueRef value, piece_division *found);

/* A condition's likely outcome, 1 or 0; -1: pieces are not split by it. */
int piece_outcome(emission_piece *piece, LLVMValueRef condition);
/* Whether the other outcome is to be expected as well. */
bool piece_outcome_is_open(emission_piece *piece, LLVMValueRef condition);
/* Whether the value is one of its operands, chosen by a condition that splits pieces; *outcome is the likely one. */
bool piece_is_choice(emission_piece *piece, LLVMValueRef value, int *outcome);
/* Whether all threads have the same value whichever operand is chosen: then it is no decision. */
bool piece_is_uniform_choice(emission_piece *piece, LLVMValueRef choice);

#endif
