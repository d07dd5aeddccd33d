/* Of an emission: where threads go from the region. */
#ifndef FUSE_CODEGEN_EMISSION_EXITS_H
#define FUSE_CODEGEN_EMISSION_EXITS_H

#include "../support/kernel.h"

/* region_targets.c writes it by the plan, before the loops are made. region_exits.c, region_continue.c and what asks whether
 * threads leave together read it. */
typedef struct emission_targets {
    unsigned state;      /* of all threads, where it is only one; else MIXED */
    LLVMValueRef next;   /* where the state of all is, or null */
    bool chosen, hidden; /* and it is there before the threads run; LLVM does not see which it is */
    const bool *watched; /* by block, [blocks] is the end: where ways are seen */
    LLVMValueRef seen,
        left_for; /* where there is a bit for each target, of all threads and of one; null: nobody asks */
} emission_targets;

/* region_exits.c writes the blocks, anew for each thread that clone.c clones, and strip_threads.c the state; region_continue.c
 * and coarsened_exit.c read them. */
typedef struct emission_exits {
    LLVMBasicBlockRef *way;   /* by block that starts a region: on the way there; [blocks]: to the end */
    LLVMBasicBlockRef joined; /* where the ways meet; null: there is none yet */
    LLVMValueRef strip_state; /* the state in which a strip leaves, where that is by the split */
} emission_exits;

#endif
