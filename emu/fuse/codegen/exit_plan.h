#ifndef FUSE_CODEGEN_EXIT_PLAN_H
#define FUSE_CODEGEN_EXIT_PLAN_H

#include "emission.h"

/* Plans the exits of a copy of the region: for all its threads, for a strip's (`set`), or for those that iterate a
 * loop again. */
fuse_exit_plan emission_plan_exits(fuse_kernel *kernel, int region, strips *set, bool diverged);

/* Whether the region, with planned targets, is a loop that threads may leave before others, which then iterate
 * again. */
bool emission_iterates_diverged(const fuse_kernel *kernel, int region);

/* The target that the block is: a block that starts a region, or kernel->blocks for the end. */
int emission_target_of(const emission *e, int block);
unsigned emission_state_of(const emission *e, int target);

/* For each block of the region, the targets that threads reach from it if the guard holds, or does not. */
bool *emission_find_targets(const emission *e, LLVMValueRef guard, bool holds);

/* How all threads at a block of the region reach one target. `to`: from emission_find_targets. */
typedef enum choice {
    CHOICE_TARGET, /* it is *next */
    CHOICE_ON,     /* as at block *next */
    CHOICE_BRANCH, /* by the block's branch, whose condition they share */
    CHOICE_UNKNOWN
} choice;
choice emission_choice_at(const emission *e, const bool *to, int at, int depth, int *next);

/* Finds the region's blocks, for questions about a region of which nothing is made. */
void emission_begin_query(emission *e);
void emission_end_query(emission *e);

#endif
