/* A loop over threads with a branch that is filtered. */
#ifndef FUSE_POST_BRANCH_FILTER_PLAN_H
#define FUSE_POST_BRANCH_FILTER_PLAN_H

#include "loop_copy.h"

typedef struct branch_filter {
    unsigned level;
    bool costly; /* the loop can be vectors, too */
    thread_loop loop;
    thread_counter counter;
    loop_way taken;
    bool others_do; /* threads that do not take the branch have effects */
    LLVMTypeRef i1, i32, i64;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef base, count; /* of the group: the first thread, and how many there are */
} branch_filter;

/* branch_filter.c: the blocks from which the branch is reached, with its own */
block_set fuse_blocks_before(const branch_filter *of);

/* branch_filter_emit.c */
void fuse_emit_filter(branch_filter *of);

#endif
