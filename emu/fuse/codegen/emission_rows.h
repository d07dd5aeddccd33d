/* Part of an emission: the rows of a block, and the part of the threads whose loop is being made. */
#ifndef FUSE_CODEGEN_EMISSION_ROWS_H
#define FUSE_CODEGEN_EMISSION_ROWS_H

#include "../support/kernel.h"

enum { MOST_RANGES = 4 };

/* Ranges of places along x or y: each ends where the next begins. */
typedef struct emission_ranges {
    unsigned count, end[MOST_RANGES];
} emission_ranges;

typedef struct emission_range {
    unsigned first, end; /* end 0: all of them */
} emission_range;

/* row.c writes the length, and whether the block is one row; constant_ranges.c how rows are split. Loops over
 * threads, and units that know values by their place, read it. */
typedef struct emission_rows {
    LLVMValueRef length; /* of a row; null: not yet known */
    bool flat;           /* the region uses no coordinate: all threads are one row */
    /* of a flat block: it runs in rows of `period` threads, and `phase` of them would come before the first; 0: it
     * is one row */
    unsigned period, phase;
    emission_ranges ranges[2]; /* along x and y */
} emission_rows;

/* Each loop writes which threads it runs while it is made, and restores it; the units that clone a thread's
 * instructions read it. */
typedef struct emission_part {
    emission_range range[2]; /* thread_loops.c */
    LLVMValueRef assumed;    /* thread_loops.c, strip_threads.c: the value of the split's condition; null: unknown */
    bool in_halo;            /* thread_loops.c: blocks at a border */
    bool all_here;           /* diverged_iteration.c: none of these threads has left the region */
    bool one_by_one;         /* strip_threads.c: threads run as without a strip */
    bool scalar;             /* the loop should not become vectors */
    unsigned note;           /* loop_notes.c: the number of the loop; 0: none */
} emission_part;

#endif
