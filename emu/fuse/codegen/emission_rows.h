/* Of an emission: the rows of a block, and the part of the threads whose loop is being made. */
#ifndef FUSE_CODEGEN_EMISSION_ROWS_H
#define FUSE_CODEGEN_EMISSION_ROWS_H

#include "../support/kernel.h"

enum { MOST_RANGES = 4 };

/* The places along x or y in ranges: each ends where the next begins. */
typedef struct emission_ranges {
    unsigned count, end[MOST_RANGES];
} emission_ranges;

typedef struct emission_range {
    unsigned first, end; /* end 0: all of them */
} emission_range;

/* row.c writes the length, and whether the block is one row; constant_ranges.c how rows are cut. Loops over threads, and what
 * knows values by their place, read it. */
typedef struct emission_rows {
    LLVMValueRef length;    /* of a row; null: not yet known */
    bool flat;              /* nothing asks for a coordinate: all threads are one row */
    unsigned period, phase; /* of a flat block: made in rows of so many threads, of which so many would come before the
                                   first; 0: it is one row */
    emission_ranges ranges[2]; /* along x and y */
} emission_rows;

/* Each loop writes what its threads are while it is made, and takes it back; what clones a thread's instructions reads it. */
typedef struct emission_part {
    emission_range range[2]; /* thread_loops.c */
    LLVMValueRef
        assumed;     /* thread_loops.c, strip_threads.c: the value of the split's condition; null: it is not known */
    bool in_halo;    /* thread_loops.c: blocks that meet a border */
    bool all_here;   /* diverged_iteration.c: none of these threads has left the region */
    bool one_by_one; /* strip_threads.c: a strip's threads, as without it */
    bool scalar;     /* no vectors are wanted of the loop */
    unsigned note;   /* loop_notes.c: the number of the loop; 0: it has none */
} emission_part;

#endif
