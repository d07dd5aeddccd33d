/* Of an emission: conditions that rows are cut by. */
#ifndef FUSE_CODEGEN_EMISSION_GUARDS_H
#define FUSE_CODEGEN_EMISSION_GUARDS_H

#include "../support/kernel.h"

/* The loop over x in two: x below `count`, and the others. guard_splitting.c writes it, and region_targets.c the states.
 * Loops over threads, and the exits, read it. */
typedef struct emission_split {
    LLVMValueRef condition; /* null: it is in one */
    LLVMValueRef count;     /* i64 */
    LLVMValueRef valid;     /* an i1: the condition is as it was taken; null: always */
    bool first_holds;       /* it holds below `count`, else from there on */
    bool by_state;          /* each part leaves for one region */
    unsigned first_state, second_state;
} emission_split;

/* A branch by `i == k`, or `i % 64 == k`, which at most one thread takes of a strip's part of a row. guard_splitting.c writes it;
 * strip_threads.c writes `outcome`, and constant_ranges.c reads it. */
typedef struct emission_lone_thread {
    LLVMValueRef condition; /* null: there is none such */
    LLVMValueRef
        number; /* i64: that thread's in the strip's part of a row; as many as that has or more: it has no such thread */
    LLVMValueRef valid; /* an i1: `number` is right; null: always */
    bool is_linear;     /* in the strip, of all its rows */
    bool is_fixed;      /* where the strip has such a thread it is `place` */
    unsigned place;
    LLVMValueRef outcome; /* while threads are made for which it is known; null */
} emission_lone_thread;

/* Only every stride-th thread of a row does anything. strided_guard.c writes it; constant_ranges.c reads it, too. */
typedef struct emission_strided {
    LLVMValueRef condition;      /* null: there is none such */
    LLVMValueRef stride, before; /* i32; of the threads for which it holds, x + before is a multiple of the stride */
    LLVMValueRef valid;          /* an i1: that is so, and pays */
    bool is_power;               /* the stride is a power of two */
    bool holds;                  /* while their loop is made */
} emission_strided;

/* Pieces of rows. interior.c writes the block's, index_set_splitting.c that of a row, and likely_path.c the outcomes; piece*.c
 * and clone.c read them. */
struct emission_piece; /* piece.h */
typedef struct emission_pieces {
    struct emission_piece *interior; /* of the whole block, while threads are made that are all within its bounds */
    struct emission_piece *current;  /* while the copy of the loop for a piece of a row is made */
    map preferred;                   /* comparisons -> 1 + the outcome by which threads come to what the region does */
} emission_pieces;

#endif
