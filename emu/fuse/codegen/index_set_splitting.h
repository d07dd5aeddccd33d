/* Pieces of a row: neighbours in x for whom the conditions that the loop over x depends on have one outcome. */
#ifndef FUSE_EMIT_PIECE_H
#define FUSE_EMIT_PIECE_H

#include "emission.h"

/* What a value is to the threads of a piece: the same for all; the first thread's plus the distance from it, or minus
 * that, or plus a multiple of that (piece_scale); anything. */
typedef enum piece_kind { PIECE_OTHER, PIECE_SAME, PIECE_STEP, PIECE_FALL, PIECE_SCALED } piece_kind;

enum { PIECE_DECISIONS = 16 };

/* A copy of the loop over x for pieces in which each of these conditions has the outcome that is named. */
typedef struct emission_piece {
    emission *e;
    LLVMValueRef row;     /* linear_id of the row's first thread */
    LLVMValueRef flipped; /* the condition that has not its usual outcome here; null: none */
    bool *reached;        /* by block: under these outcomes */
    map kinds;            /* value -> its kind + 1 */
    map scales;           /* values of the kind PIECE_SCALED -> piece_scale */
    map periodic;         /* values that are of their kind only up to the next multiple of some number */
    map wanted;           /* values of which an address of neighbours is made */
    bool turns;           /* rows are cut by quotients */
    LLVMValueRef decided[PIECE_DECISIONS];
    bool outcome[PIECE_DECISIONS];
    int decisions;
    /* While it is made: */
    LLVMBasicBlockRef open;   /* where what the piece shares is computed */
    LLVMValueRef first, left; /* i64: the first thread's x; how many threads are in the piece, as far as is known */
    LLVMValueRef pays;    /* i1: divisors are so large that pieces are long; null: all are constants */
    LLVMValueRef whole;       /* where only that is asked: that it does not end before `left`; else null */
    LLVMValueRef behind;      /* i64: of a whole block, the x after the threads between its borders; null: it has none */
    int by_x;                 /* so many of the decisions are not for all rows */
    bool beside;              /* while threads beside those are made */
    LLVMValueRef distance;    /* i64: of the thread from the first */
    map heads;                /* the first thread's values */
    map cuts;                 /* values that are of their kind in the first `left` threads */
} emission_piece;

/* ---- piece_values.c ---- */
piece_kind piece_kind_of(emission_piece *piece, LLVMValueRef value);
/* Of a value of the kind PIECE_SCALED: by how much it grows from thread to thread, 2 or more. */
uint64_t piece_scale(const emission_piece *piece, LLVMValueRef value);
/* Of a comparison of the two. */
piece_kind piece_compared(emission_piece *piece, LLVMValueRef left, LLVMValueRef right);
/* The value of the piece's first thread. */
LLVMValueRef piece_head(emission_piece *piece, LLVMValueRef value);
bool piece_is_periodic(const emission_piece *piece, LLVMValueRef value);
/* The number that it is divided by, or whose multiples are taken from it (`rest`); 0: it is no such quotient or rest. */
uint64_t piece_period(LLVMValueRef value, bool *rest);

/* A quotient or remainder by one number for the whole piece. */
typedef struct piece_division {
    bool is_signed, rest;
    uint64_t constant; /* the divisor; 0: it is a uniform value */
} piece_division;
enum { LEAST_PERIOD = 32 }; /* of a quotient that pieces are cut by: less is better done by vectors of divisions */
bool piece_divides(const emission_piece *piece, LLVMValueRef value, piece_division *found);
bool piece_is_number(const emission *e, LLVMTypeRef type); /* of at most 64 bits, or an address */
unsigned piece_width(LLVMValueRef value);                  /* in bits; 0: it is no integer */

/* ---- likely_path.c ---- */
/* A condition's usual outcome, 1 or 0; -1: it is none that pieces are cut by. */
int piece_outcome(emission_piece *piece, LLVMValueRef condition);
/* Whether its other outcome is to be expected as well. */
bool piece_outcome_is_open(emission_piece *piece, LLVMValueRef condition);
/* Whether the value is that of one of its operands, by a condition that pieces are cut by; its usual outcome. */
bool piece_is_choice(emission_piece *piece, LLVMValueRef value, int *outcome);
/* Whichever operand the choice is of, all threads have the same: it is no decision. */
bool piece_is_uniform_choice(emission_piece *piece, LLVMValueRef choice);
/* llvm.umin or the like as a comparison: its first operand is chosen where that holds. False: it is something else. */
bool piece_is_minimum(LLVMValueRef call, LLVMIntPredicate *predicate);
bool piece_is_below(LLVMIntPredicate predicate);

/* ---- index_set_splitting.c ---- */
/* Has the copy be one for that outcome; false: there are too many. */
bool piece_decide(emission_piece *piece, LLVMValueRef condition, int outcome);
/* Whether the first thread's conditions are the copy's; for how many threads they stay so, in piece->left or
 * piece->whole. The builder stands at the end of piece->open. */
LLVMValueRef piece_holds(emission_piece *piece);
void piece_free(emission_piece *piece);

/* ---- piece_bounds.c ---- */
/* Has the piece end where the value would no longer be of its kind, or the condition have another outcome. */
void piece_bound(emission_piece *piece, LLVMValueRef value);
/* Where rows are long, pieces end at a multiple of a vector's lanes, counted from the row's first, or with the row,
 * and what is between two is made by the rest as one vector: so a piece leaves no threads over, and its stores lie as
 * the row does. Has the piece end so; an i1, whether any thread is left in it. */
LLVMValueRef piece_end_with_vector(emission_piece *piece, LLVMValueRef end);
/* The same of the rest's threads from the first on: at least so many, if the row has them. */
LLVMValueRef piece_rest_to_vector(emission *e, LLVMValueRef first, LLVMValueRef threads, LLVMValueRef end);

/* The loop over x of one row in pieces; `rest` makes it whole. False: it is not worth it, nothing is made. */
bool emission_for_pieces(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *rest);

/* Has a flat block be made in rows where pieces would be cut by a quotient. */
void emission_find_rows(emission *e);

/* What stands for the value while e->piece is made; null: a copy. */
LLVMValueRef emission_in_piece(emission *e, LLVMValueRef value);

#endif
