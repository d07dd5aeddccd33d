/* A loop over threads with loops inside it, while outer_loop*.c exchange them. */
#ifndef FUSE_POST_OUTER_LOOP_PLAN_H
#define FUSE_POST_OUTER_LOOP_PLAN_H

#include "../support/map.h"
#include "thread_loop.h"

enum {
    MOST_INNER_LOOPS = 16,
    MOST_WAYS = 2,
    MOST_REDUCTIONS = 2,
    MOST_OPERANDS = 8,
    MOST_WIDTH = 64,
    ALL_ENDED = MOST_LOOP_BLOCKS
};

typedef struct inner_loop {
    int header, outer; /* outer: the next enclosing inner loop, or FUSE_NONE */
    block_set blocks;
} inner_loop;

typedef struct outer_plan {
    thread_loop loop;
    unsigned level, width;                   /* width: threads of a strip */
    LLVMValueRef counter, next;              /* the thread's number x, and x + 1 */
    LLVMValueRef first, end;                 /* of x */
    LLVMValueRef reduction[MOST_REDUCTIONS]; /* phis of the header that combine bits of all threads */
    int reductions;
    int to[MOST_LOOP_BLOCKS][MOST_WAYS], to_count[MOST_LOOP_BLOCKS]; /* the latch has no successor */
    block_set from[MOST_LOOP_BLOCKS];
    int order[MOST_LOOP_BLOCKS]; /* blocks, topologically without back edges */
    inner_loop inner[MOST_INNER_LOOPS];
    int inners, loop_of[MOST_LOOP_BLOCKS]; /* loop_of: the innermost loop, or FUSE_NONE */
    block_set starts;                      /* blocks at which phases start */
    /* phis of inner loops that have the same value for all threads in the loop */
    map counters;
    /* threads of a strip mostly go different ways, by values that they have loaded */
    bool disorderly;
    bool masked; /* each thread has its own next phase; else the strip has one */
} outer_plan;

/* outer_loop_graph.c */
bool fuse_plan_graph(outer_plan *plan);
block_set fuse_phase_blocks(const outer_plan *plan, int start);
/* The starts of the inner loop, or of the whole loop (FUSE_NONE), in the order in which threads reach them. Loops
 * inside it contribute only their headers. */
int fuse_ordered_starts(const outer_plan *plan, int inner, int *start);
/* The block in the phase where all paths from the block join; FUSE_NONE: they leave the phase before. */
int fuse_phase_join(const outer_plan *plan, block_set phase, int block);

/* The only start, or ALL_ENDED, that the paths from the block lead to; FUSE_NONE: there are several. */
int fuse_only_target(const outer_plan *plan, block_set phase, int block);

/* outer_loop_values.c */
void fuse_plan_counters(outer_plan *plan);
/* Whether the value depends only on values from outside the loop, and on counters. */
bool fuse_is_strip_uniform(const outer_plan *plan, LLVMValueRef value);
/* Whether it may depend on x, too. */
bool fuse_is_recomputable(const outer_plan *plan, LLVMValueRef value);
/* Whether an integer value is a uniform part plus *factor times x, if nothing wraps around. */
bool fuse_is_linear(const outer_plan *plan, LLVMValueRef value, int64_t *factor);
/* Whether neighbours' addresses are `size` bytes apart, or equal (*uniform). */
bool fuse_is_consecutive(const outer_plan *plan, LLVMValueRef address, uint64_t size, bool *uniform);

/* outer_loop_cost.c */
bool fuse_outer_loop_is_legal(outer_plan *plan);
void fuse_limit_outer_width(outer_plan *plan);
/* Whether the processor has masked forms of all accesses in the phase. */
bool fuse_phase_has_masks(const outer_plan *plan, block_set phase);
bool fuse_outer_loop_pays(const outer_plan *plan);

/* outer_loop_demote.c: a copy of the loop's blocks in which only x and counters are used in another block than their
 * own. Other values go through variables. */
typedef struct outer_copy {
    LLVMBasicBlockRef block[MOST_LOOP_BLOCKS];
    LLVMValueRef *variable; /* allocas */
    int variables, capacity;
    map copied; /* the loop's values -> the copy's */
} outer_copy;
void fuse_copy_outer_loop(const outer_plan *plan, outer_copy *copy);
void fuse_drop_outer_copy(const outer_plan *plan, outer_copy *copy);

/* outer_loop_emit.c */
void fuse_emit_outer_loop(const outer_plan *plan, outer_copy *copy);

#endif
