/* Part of an emission: conditions by which rows are split. */
#ifndef FUSE_CODEGEN_EMISSION_GUARDS_H
#define FUSE_CODEGEN_EMISSION_GUARDS_H

#include "../support/kernel.h"

/* Splits the loop over x in two: x below `count`, and the others. guard_splitting.c writes it, and region_targets.c
 * the states. Loops over threads, and the exits, read it. */
typedef struct emission_split {
    LLVMValueRef condition; /* null: there is no split */
    LLVMValueRef count;     /* i64 */
    LLVMValueRef valid;     /* an i1: the split is right; null: always */
    bool first_holds;       /* the condition holds below `count`, else from there on */
    bool by_state;          /* each part leaves for one region */
    unsigned first_state, second_state;
} emission_split;

/* A branch by `i == k`, or `i % 64 == k`, which at most one thread takes of a strip's part of a row.
 * guard_splitting.c writes it; strip_threads.c writes `outcome`, and constant_ranges.c reads it. */
typedef struct emission_lone_thread {
    LLVMValueRef condition; /* null: there is none */
    /* i64: that thread's number in the strip's part of a row; the part's length or more if it has no such thread */
    LLVMValueRef number;
    LLVMValueRef valid; /* an i1: `number` is right; null: always */
    bool is_linear;     /* the number counts all rows of the strip */
    bool is_fixed;      /* if the strip has such a thread, it is `place` */
    unsigned place;
    LLVMValueRef outcome; /* the known outcome for the threads being made; null: unknown */
} emission_lone_thread;

/* Only every stride-th thread of a row does anything. strided_guard.c writes it; constant_ranges.c reads it, too. */
typedef struct emission_strided {
    LLVMValueRef condition;      /* null: there is none */
    LLVMValueRef stride, before; /* i32; for the threads for which it holds, x + before is a multiple of the stride */
    LLVMValueRef valid;          /* an i1: the stride is right, and pays */
    bool is_power;               /* the stride is a power of two */
    bool holds;                  /* while the loop over these threads is made */
} emission_strided;

/* Pieces of rows. interior.c writes the block's piece, index_set_splitting.c the row's, and likely_path.c the
 * outcomes; piece*.c and clone.c read them. */
struct emission_piece; /* piece.h */
typedef struct emission_pieces {
    struct emission_piece *interior; /* of the whole block, while threads are made that are all within its bounds */
    struct emission_piece *current;  /* while the copy of the loop for a piece of a row is made */
    map preferred;                   /* comparisons -> 1 + the outcome by which threads reach the region's work */
} emission_pieces;

#endif
