/* Pieces of a row: neighbours in x for which the conditions that the loop over x depends on have one outcome. */
#ifndef FUSE_CODEGEN_PIECE_H
#define FUSE_CODEGEN_PIECE_H

#include "emission.h"

/* How a value differs among the threads of a piece: the same for all; the first thread's plus the distance from it,
 * or minus the distance, or plus a multiple of it (piece_scale); anything. */
typedef enum piece_kind { PIECE_OTHER, PIECE_SAME, PIECE_STEP, PIECE_FALL, PIECE_SCALED } piece_kind;

enum { PIECE_DECISIONS = 16 };

/* A copy of the loop over x for pieces in which each of these conditions has the named outcome. */
typedef struct emission_piece {
    emission *e;
    LLVMValueRef row;        /* linear_id of the row's first thread */
    LLVMValueRef flipped;    /* the condition that has its unlikely outcome here; null: none */
    bool *reached;           /* by block: reachable under these outcomes */
    map kinds;               /* value -> its kind + 1 */
    map scales;              /* values of the kind PIECE_SCALED -> piece_scale */
    map periodic;            /* values that have their kind only up to the next multiple of some number */
    map wanted;              /* values that an address of neighbours is made of */
    bool split_by_quotients; /* quotients split the rows */
    LLVMValueRef decided[PIECE_DECISIONS];
    bool outcome[PIECE_DECISIONS];
    int decisions;
    /* While it is made: */
    LLVMBasicBlockRef open;     /* the block for what the piece shares */
    LLVMValueRef first, length; /* i64: the first thread's x; the number of threads in the piece, as far as is known */
    LLVMValueRef pays;          /* i1: divisors are so large that pieces are long; null: all are constants */
    LLVMValueRef unbroken;      /* i1, if only that is asked: that the piece does not end before `length`; else null */
    /* i64: of a whole block, the x after the threads between its borders; null: none */
    LLVMValueRef after_interior;
    int by_x;              /* how many of the decisions are not for all rows */
    bool at_border;        /* while threads beside the interior are made */
    LLVMValueRef distance; /* i64: the thread's distance from the first */
    map heads;             /* values -> the first thread's */
    map bounds;            /* values that have their kind in the first `length` threads */
} emission_piece;

bool piece_is_periodic(const emission_piece *piece, LLVMValueRef value);
void piece_free(emission_piece *piece);

/* The known outcome of a condition in blocks that meet no border (interior.c); -1: unknown. */
int emission_interior_outcome(const emission *e, LLVMValueRef condition);

/* ---- values, whatever the piece ---- */
/* of a quotient that splits pieces: shorter periods are better computed by vector divisions */
enum { LEAST_PERIOD = 32 };
/* The divisor of a quotient, or of a remainder (`rest`), by which rows may be split; 0: it is neither. */
uint64_t piece_period(LLVMValueRef value, bool *rest);
bool piece_is_number(const emission *e, LLVMTypeRef type); /* of at most 64 bits, or an address */
unsigned piece_width(LLVMValueRef value);                  /* in bits; 0: it is no integer */
/* llvm.umin or the like as a comparison: it yields its first operand if that holds. False: it is something else. */
bool piece_is_minimum(LLVMValueRef call, LLVMIntPredicate *predicate);
bool piece_is_below(LLVMIntPredicate predicate);

#endif
