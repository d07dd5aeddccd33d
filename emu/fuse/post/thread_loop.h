/* The loops over threads in emitted code. */
#ifndef FUSE_POST_THREAD_LOOP_H
#define FUSE_POST_THREAD_LOOP_H

#include "../support/kernel.h"

enum { MOST_LOOP_BLOCKS = 64 };

/* A loop whose iterations do not depend on each other (llvm.loop.parallel_accesses). It has one latch, which alone
 * leaves it. */
typedef struct thread_loop {
    LLVMValueRef jump; /* the latch's branch */
    LLVMBasicBlockRef header, latch, exit;
    LLVMBasicBlockRef block[MOST_LOOP_BLOCKS]; /* the header first */
    int blocks;
} thread_loop;

/* The loop over threads whose latch the block is. False: it is no such latch, or the loop has more blocks. */
bool fuse_find_thread_loop(LLVMBasicBlockRef latch, thread_loop *found);
int fuse_loop_block(const thread_loop *loop, LLVMBasicBlockRef block); /* its number; FUSE_NONE: it is not in it */
LLVMValueRef fuse_loop_hint(LLVMValueRef jump, const char *name);      /* null: it has no hint of that name */

#endif
