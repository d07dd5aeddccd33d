/* Pieces of a row: neighbours in x for whom the conditions that the loop over x depends on have one outcome. */
#ifndef FUSE_CODEGEN_PIECE_H
#define FUSE_CODEGEN_PIECE_H

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
    LLVMValueRef pays;        /* i1: divisors are so large that pieces are long; null: all are constants */
    LLVMValueRef whole;       /* where only that is asked: that it does not end before `left`; else null */
    LLVMValueRef behind;   /* i64: of a whole block, the x after the threads between its borders; null: it has none */
    int by_x;              /* so many of the decisions are not for all rows */
    bool beside;           /* while threads beside those are made */
    LLVMValueRef distance; /* i64: of the thread from the first */
    map heads;             /* the first thread's values */
    map cuts;              /* values that are of their kind in the first `left` threads */
} emission_piece;

bool piece_is_periodic(const emission_piece *piece, LLVMValueRef value);
void piece_free(emission_piece *piece);

/* What a condition is known to be in blocks that meet no border (interior.c); -1: it is not. */
int emission_interior_outcome(const emission *e, LLVMValueRef condition);

/* ---- of values, whatever the piece ---- */
enum { LEAST_PERIOD = 32 }; /* of a quotient that pieces are cut by: less is better done by vectors of divisions */
/* The number that it is divided by, or whose multiples are taken from it (`rest`); 0: it is no such quotient or rest. */
uint64_t piece_period(LLVMValueRef value, bool *rest);
bool piece_is_number(const emission *e, LLVMTypeRef type); /* of at most 64 bits, or an address */
unsigned piece_width(LLVMValueRef value);                  /* in bits; 0: it is no integer */
/* llvm.umin or the like as a comparison: its first operand is chosen where that holds. False: it is something else. */
bool piece_is_minimum(LLVMValueRef call, LLVMIntPredicate *predicate);
bool piece_is_below(LLVMIntPredicate predicate);

#endif
