#ifndef FUSE_CODEGEN_PIECE_KINDS_H
#define FUSE_CODEGEN_PIECE_KINDS_H

#include "piece.h"

piece_kind piece_kind_of(emission_piece *piece, LLVMValueRef value);
/* Of a value of the kind PIECE_SCALED: by how much it grows from thread to thread, 2 or more. */
uint64_t piece_scale(const emission_piece *piece, LLVMValueRef value);
/* Of a comparison of the two. */
piece_kind piece_compared(emission_piece *piece, LLVMValueRef left, LLVMValueRef right);

/* A quotient or remainder by one number for the whole piece. */
typedef struct piece_division {
    bool is_signed, rest;
    uint64_t constant; /* the divisor; 0: it is a uniform value */
} piece_division;
bool piece_divides(const emission_piece *piece, LLVMValueRef value, piece_division *found);

/* A condition's usual outcome, 1 or 0; -1: it is none that pieces are cut by. */
int piece_outcome(emission_piece *piece, LLVMValueRef condition);
/* Whether its other outcome is to be expected as well. */
bool piece_outcome_is_open(emission_piece *piece, LLVMValueRef condition);
/* Whether the value is that of one of its operands, by a condition that pieces are cut by; its usual outcome. */
bool piece_is_choice(emission_piece *piece, LLVMValueRef value, int *outcome);
/* Whichever operand the choice is of, all threads have the same: it is no decision. */
bool piece_is_uniform_choice(emission_piece *piece, LLVMValueRef choice);

#endif
