/* The loops over threads in emitted code. */
#ifndef FUSE_POST_THREAD_LOOP_H
#define FUSE_POST_THREAD_LOOP_H

#include "../support/kernel.h"

enum { MOST_LOOP_BLOCKS = 64 };

typedef uint64_t block_set; /* by number of block */
#define BLOCK_BIT(block) ((block_set)1 << (block))

/* A loop whose iterations do not depend on each other (llvm.loop.parallel_accesses). It has one latch, its only
 * exit. */
typedef struct thread_loop {
    LLVMValueRef jump; /* the latch's branch */
    LLVMBasicBlockRef header, latch, exit;
    LLVMBasicBlockRef block[MOST_LOOP_BLOCKS]; /* the header first */
    int blocks;
} thread_loop;

/* A loop's thread number x, from `first` to before `end` in steps of one. */
typedef struct thread_counter {
    LLVMValueRef x, next, first, end; /* next: x + 1 */
    bool is_exact;                    /* `first` is less than `end`; else the first thread runs even if it is not */
} thread_counter;

/* Offers each loop's latch to a pass, which says whether it has changed the loop. All latches are found before: the loops that
 * take a loop's place are loops over threads as well. */
typedef bool fuse_loop_change(const fuse_compilation *compilation, LLVMBasicBlockRef latch);
bool fuse_change_thread_loops(const fuse_compilation *compilation, fuse_loop_change *change);

/* The loop over threads with that latch. False: the block is no such latch, or the loop has too many blocks. */
bool fuse_find_thread_loop(LLVMBasicBlockRef latch, thread_loop *found);
int fuse_loop_block(const thread_loop *loop, LLVMBasicBlockRef block); /* its number; FUSE_NONE: not in the loop */
bool fuse_find_thread_counter(const thread_loop *loop, thread_counter *found);
/* Ways on from a block, within an iteration: the latch has none. */
unsigned fuse_ways(const thread_loop *loop, int block);
int fuse_next_block(const thread_loop *loop, int block, unsigned way);
/* The blocks that are reached from the block `from`, itself included, without the way `without` of the block `closed`. */
block_set fuse_reached_blocks(const thread_loop *loop, int from, int closed, unsigned without);
bool fuse_wants_vectors(LLVMValueRef jump);                       /* no hint of the loop's forbids it */
LLVMValueRef fuse_loop_hint(LLVMValueRef jump, const char *name); /* null: no hint of that name */

#endif
