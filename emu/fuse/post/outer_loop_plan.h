/* A loop over threads with loops in it, while outer_loop*.c turn it inside out. */
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

typedef uint64_t block_set; /* by number of block */
#define BLOCK_BIT(block) ((block_set)1 << (block))

typedef struct inner_loop {
    int header, outer; /* outer: the inner loop around it, or FUSE_NONE */
    block_set blocks;
} inner_loop;

typedef struct outer_plan {
    thread_loop loop;
    unsigned level, width;                   /* threads of a strip */
    LLVMValueRef counter, next;              /* the thread's number x, and x + 1 */
    LLVMValueRef first, end;                 /* of x */
    LLVMValueRef reduction[MOST_REDUCTIONS]; /* phis of the header that gather bits of all threads */
    int reductions;
    int to[MOST_LOOP_BLOCKS][MOST_WAYS], ways[MOST_LOOP_BLOCKS]; /* the latch leads nowhere */
    block_set from[MOST_LOOP_BLOCKS];
    int order[MOST_LOOP_BLOCKS]; /* blocks, topologically without the ways back */
    inner_loop inner[MOST_INNER_LOOPS];
    int inners, loop_of[MOST_LOOP_BLOCKS]; /* innermost, or FUSE_NONE */
    block_set starts;                      /* blocks at which phases start */
    map counters;                          /* phis of inner loops that all threads in the loop share */
    bool disorderly;                       /* threads of a strip mostly go different ways, by what they have loaded */
    bool masked;                           /* each thread has its own next phase; else the strip has */
} outer_plan;

/* outer_loop_graph.c */
bool fuse_plan_graph(outer_plan *plan);
block_set fuse_phase_blocks(const outer_plan *plan, int start);
/* The starts of the inner loop, or of the whole (FUSE_NONE), in which no inner one of it is, except its header, in
 * the order in which threads come to them. */
int fuse_ordered_starts(const outer_plan *plan, int inner, int *start);
/* Where the ways from the block in the phase meet again before they leave it; FUSE_NONE: they do not. */
int fuse_phase_collective(const outer_plan *plan, block_set phase, int block);

/* The one start, or ALL_ENDED, that all ways on from the block lead to; FUSE_NONE: there are several. */
int fuse_only_target(const outer_plan *plan, block_set phase, int block);

/* outer_loop_values.c */
void fuse_plan_counters(outer_plan *plan);
bool fuse_is_pure(LLVMValueRef value); /* an instruction that may be computed again anywhere */
/* Computed from what is outside the loop and counters alone. */
bool fuse_is_strip_uniform(const outer_plan *plan, LLVMValueRef value);
/* Computed from x, too. */
bool fuse_is_recomputable(const outer_plan *plan, LLVMValueRef value);
/* An integer: the value is a uniform part plus *factor times x, if nothing wraps around. */
bool fuse_is_linear(const outer_plan *plan, LLVMValueRef value, int64_t *factor);
/* Whether neighbours' addresses are `size` bytes apart, or one (*uniform). */
bool fuse_is_consecutive(const outer_plan *plan, LLVMValueRef address, uint64_t size, bool *uniform);

/* outer_loop_cost.c */
bool fuse_outer_loop_is_legal(outer_plan *plan);
void fuse_fit_outer_width(outer_plan *plan);
/* The processor has masks for all accesses of the phase. */
bool fuse_phase_has_masks(const outer_plan *plan, block_set phase);
bool fuse_outer_loop_pays(const outer_plan *plan);

/* outer_loop_demote.c: a copy of the loop's blocks in which no value but x and counters is used in another block than its
 * own: there are variables instead. */
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
