#ifndef FUSE_CODEGEN_EXIT_PLAN_H
#define FUSE_CODEGEN_EXIT_PLAN_H

#include "emission.h"

/* Of a copy of the region: of all its threads, of a strip's (`set`), or of those that iterate a loop again. */
fuse_exit_plan emission_plan_exits(fuse_kernel *kernel, int region, strips *set, bool diverged);

/* Whether the region, whose targets are planned, is a loop that threads may leave before others, which then iterate again. */
bool emission_iterates_diverged(const fuse_kernel *kernel, int region);

/* A target is a block that starts a region, or kernel->blocks for the end: where threads leave for. */
int emission_target_of(const emission *e, int block);
unsigned emission_state_of(const emission *e, int target);

/* For each block of the region, the targets that threads come to from it; of those for which the guard holds or does not. */
bool *emission_find_targets(const emission *e, LLVMValueRef guard, bool holds);

/* How all threads at a block of the region come to one target. `to`: by emission_find_targets. */
typedef enum choice {
    CHOICE_TARGET, /* it is *next */
    CHOICE_ON,     /* as at block *next */
    CHOICE_BRANCH, /* by the block's branch, whose condition they share */
    CHOICE_UNKNOWN
} choice;
choice emission_choice_at(const emission *e, const bool *to, int at, int depth, int *next);

/* Sets what is asked of a region of which nothing is made: its blocks. */
void emission_begin_look(emission *e);
void emission_end_look(emission *e);

#endif
