/* The loops over threads in emitted code. */
#ifndef FUSE_POST_THREAD_LOOP_H
#define FUSE_POST_THREAD_LOOP_H

#include "../support/kernel.h"

enum { MOST_LOOP_BLOCKS = 64 };

/* A loop whose iterations do not depend on each other (llvm.loop.parallel_accesses). It has one latch, its only
 * exit. */
typedef struct thread_loop {
    LLVMValueRef jump; /* the latch's branch */
    LLVMBasicBlockRef header, latch, exit;
    LLVMBasicBlockRef block[MOST_LOOP_BLOCKS]; /* the header first */
    int blocks;
} thread_loop;

/* The loop over threads with that latch. False: the block is no such latch, or the loop has too many blocks. */
bool fuse_find_thread_loop(LLVMBasicBlockRef latch, thread_loop *found);
int fuse_loop_block(const thread_loop *loop, LLVMBasicBlockRef block); /* its number; FUSE_NONE: not in the loop */
LLVMValueRef fuse_loop_hint(LLVMValueRef jump, const char *name);      /* null: no hint of that name */

#endif
