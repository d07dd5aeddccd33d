/* Copies of a loop over threads, in which a branch may be gone or lead elsewhere. */
#ifndef FUSE_POST_LOOP_COPY_H
#define FUSE_POST_LOOP_COPY_H

#include "../support/map.h"
#include "thread_loop.h"

/* A way of a branch in the loop. */
typedef struct loop_way {
    int block;
    unsigned way;
    block_set without; /* the blocks that are reached without it, the latch included */
} loop_way;

typedef struct loop_copy {
    const thread_loop *loop;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    block_set blocks; /* that are copied */
    const loop_way *closed;
    LLVMBasicBlockRef closed_to, latch_to;     /* where the closed way leads, and ways to a latch that is not copied */
    LLVMBasicBlockRef block[MOST_LOOP_BLOCKS]; /* by number: the copy */
    map copied;                                /* the loop's values -> the copy's */
} loop_copy;

/* Makes empty blocks. `closed`: a way that the copy does not go; null: none. */
void fuse_begin_copy(loop_copy *copy, block_set blocks, const loop_way *closed);
/* Adds the instructions behind what the blocks have. Before that the caller has made x in the header, by
 * fuse_set_number(); afterwards it ends the latch's copy, and sees to phis of what the ways that lead elsewhere reach. */
void fuse_fill_copy(loop_copy *copy, const thread_counter *counter);
void fuse_set_number(loop_copy *copy, const thread_counter *counter, LLVMValueRef x);
/* Whether the copy of the block goes on to `to`. */
bool fuse_copy_leads(const loop_copy *copy, int block, LLVMBasicBlockRef to);
void fuse_end_copy(loop_copy *copy);

#endif
