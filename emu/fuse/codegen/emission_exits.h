/* Part of an emission: where threads go from the region. */
#ifndef FUSE_CODEGEN_EMISSION_EXITS_H
#define FUSE_CODEGEN_EMISSION_EXITS_H

#include "../support/kernel.h"

/* region_targets.c writes it by the plan, before the loops are made. region_exits.c, region_continue.c and those
 * that ask whether threads leave together read it. */
typedef struct emission_targets {
    unsigned state;              /* of all threads, if it is only one; else MIXED */
    LLVMValueRef next;           /* address of the state of all threads, or null */
    bool chosen, is_opaque;      /* it is there before the threads run; LLVM cannot see its value */
    const bool *recorded;        /* by block, [blocks] is the end: targets that are recorded */
    LLVMValueRef seen, left_for; /* addresses of a bit for each target: of all threads; of one. Null: not recorded */
} emission_targets;

/* region_exits.c writes the blocks, anew for each thread that clone.c clones, and strip_threads.c the state.
 * region_continue.c and coarsened_exit.c read them. */
typedef struct emission_exits {
    LLVMBasicBlockRef *exit;  /* by block that starts a region: the exit to it; [blocks]: to the end */
    LLVMBasicBlockRef join;   /* where the exits join; null: not made yet */
    LLVMValueRef strip_state; /* the state in which a strip leaves, if the split decides it */
} emission_exits;

#endif
