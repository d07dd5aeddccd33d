/* Where threads go from a region in the function for whole blocks, and how that is known. It is decided before
 * anything is made: all threads go to one region, as the block decides; or each by its side of a guard; or each its
 * own way.
 *
 * Invariant: nothing is made; fuse_exit_plan.how is right for all threads of the copy. */
#include "exit_plan.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "guard_splitting.h"
#include "region_blocks.h"
#include "row.h"
#include "uniform_hoist.h"

enum { MOST_SEEN = 8 }; /* targets of a region, at most, for which exits are recorded */

unsigned emission_state_of(const emission *e, int target)
{
    return target == e->kernel->blocks ? EMU_FUSED_ENDED : EMU_FUSED_AT((unsigned)e->kernel->block[target].region);
}

int emission_target_of(const emission *e, int block)
{
    return e->kernel->block[block].returns ? e->kernel->blocks : block;
}

/* Whether threads may go that way, if the guard holds or does not; null: unknown. */
static bool may_go(const emission *e, const fuse_block *block, int to, LLVMValueRef guard, bool holds)
{
    if (!guard || block->to_count != 2 || LLVMGetOperand(block->end, 0) != guard)
        return true;
    return fuse_block_number(e->kernel, LLVMGetSuccessor(block->end, !holds)) == to;
}

bool *emission_find_targets(const emission *e, LLVMValueRef guard, bool holds)
{
    const fuse_kernel *kernel = e->kernel;
    size_t row = (size_t)kernel->blocks + 1;
    bool *to = fuse_allocate(row * (size_t)kernel->blocks, sizeof *to);
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = kernel->blocks - 1; k >= 0; k--) {
            int i = kernel->ordered[k];
            const fuse_block *block = &kernel->block[i];
            bool *mine = to + (size_t)i * row;
            if (!e->contains[i])
                continue;
            if (block->to_count == 0 && !mine[kernel->blocks])
                mine[kernel->blocks] = changed = true;
            for (int s = 0; s < block->to_count; s++) {
                int next = block->to[s];
                if (!may_go(e, block, next, guard, holds))
                    continue;
                if (kernel->block[next].start || kernel->block[next].returns) {
                    changed = changed || !mine[emission_target_of(e, next)];
                    mine[emission_target_of(e, next)] = true;
                    continue;
                }
                for (size_t a = 0; a < row; a++)
                    if (to[(size_t)next * row + a] && !mine[a])
                        mine[a] = changed = true;
            }
        }
    }
    return to;
}

/* Whether threads that diverge at the block are together again before any leaves the region, so that this branch
 * does not decide where they go. */
static bool rejoins_within(const emission *e, int from)
{
    const fuse_kernel *kernel = e->kernel;
    int join = kernel->block[from].postdominator, depth = 0;
    if (join == FUSE_NONE || join == kernel->blocks || !e->contains[join] || kernel->block[join].start)
        return false;
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen), within = true;
    int *stack = fuse_allocate((size_t)kernel->blocks + 1, sizeof *stack);
    for (int at = from; within; at = stack[--depth]) {
        const fuse_block *block = &kernel->block[at];
        within = block->to_count > 0;
        for (int i = 0; i < block->to_count; i++) {
            int to = block->to[i];
            if (to == join || seen[to])
                continue;
            within = within && e->contains[to] && !kernel->block[to].start && !kernel->block[to].returns;
            seen[to] = true;
            stack[depth++] = to;
        }
        if (depth == 0)
            break;
    }
    free(seen);
    free(stack);
    return within;
}

/* Counts the regions (or the end) that threads leave this one for, with one of them in `only`. `together`: all
 * threads always go to the same one. */
static int count_targets(const emission *e, LLVMValueRef guard, bool holds, int *only, bool *together)
{
    const fuse_kernel *kernel = e->kernel;
    size_t row = (size_t)kernel->blocks + 1;
    bool *to = emission_find_targets(e, guard, holds);
    int start = kernel->region[e->region], targets = 0;
    *together = true;
    for (int a = 0; a <= kernel->blocks; a++)
        if (to[(size_t)start * row + (size_t)a]) {
            targets++;
            *only = a;
        }
    for (int i = 0; i < kernel->blocks; i++) {
        int count = 0;
        for (size_t a = 0; a < row; a++)
            count += to[(size_t)i * row + a];
        bool decided =
            guard && LLVMGetNumOperands(kernel->block[i].end) > 0 && LLVMGetOperand(kernel->block[i].end, 0) == guard;
        if (e->contains[i] && count > 1 && kernel->block[i].divergent_branch && !decided && !rejoins_within(e, i))
            *together = false;
    }
    free(to);
    return targets;
}

/* ---- what the block decides ---- */
enum { MOST_DEPTH = 40 };

choice emission_choice_at(const emission *e, const bool *to, int at, int depth, int *next)
{
    const fuse_kernel *kernel = e->kernel;
    const fuse_block *block = &kernel->block[at];
    *next = at;
    if (block->start && depth > 0)
        return CHOICE_TARGET;
    *next = kernel->blocks;
    if (block->returns || block->to_count == 0)
        return CHOICE_TARGET;
    const bool *mine = to + (size_t)at * ((size_t)kernel->blocks + 1);
    int count = 0;
    for (int a = 0; a <= kernel->blocks; a++)
        if (mine[a]) {
            *next = a;
            count++;
        }
    if (count == 1)
        return CHOICE_TARGET;
    if (depth == MOST_DEPTH || block->to_count > 2)
        return CHOICE_UNKNOWN;
    if (block->to_count == 2 && !block->divergent_branch)
        return CHOICE_BRANCH;
    *next = block->to_count == 1 ? block->to[0] : block->postdominator;
    return *next == FUSE_NONE ? CHOICE_UNKNOWN : CHOICE_ON;
}

static bool may_choose(emission *e, const bool *to, int at, int depth)
{
    int next;
    LLVMValueRef end = e->kernel->block[at].end;
    switch (emission_choice_at(e, to, at, depth, &next)) {
    case CHOICE_TARGET: return true;
    case CHOICE_ON: return may_choose(e, to, next, depth + 1);
    case CHOICE_BRANCH:
        return emission_may_hoist(e, LLVMGetOperand(end, 0)) &&
               may_choose(e, to, fuse_block_number(e->kernel, LLVMGetSuccessor(end, 0)), depth + 1) &&
               may_choose(e, to, fuse_block_number(e->kernel, LLVMGetSuccessor(end, 1)), depth + 1);
    default: return false;
    }
}

/* ---- a copy of a region ---- */
static fuse_exit_plan plan_exits(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    fuse_exit_plan plan = {0};
    bool together, all, first_holds = false;
    int targets = count_targets(e, NULL, false, &plan.first, &together);
    if (!e->diverged || e->of_prefix)
        plan.guard = emission_choose_guard(e, e->strips != NULL, &first_holds);
    if (targets <= 1) {
        plan.how = targets ? LEAVE_ONE : LEAVE_NEVER;
    } else if (together) {
        bool *to = emission_find_targets(e, NULL, false);
        plan.how = may_choose(e, to, kernel->region[e->region], 0) ? LEAVE_CHOSEN : LEAVE_FOUND;
        free(to);
    } else if (plan.guard && count_targets(e, plan.guard, first_holds, &plan.first, &all) == 1 &&
               count_targets(e, plan.guard, !first_holds, &plan.second, &all) == 1) {
        plan.how = LEAVE_SPLIT;
    } else {
        plan.how = targets <= MOST_SEEN ? LEAVE_RECORDED : LEAVE_ANYWHERE;
    }
    /* pieces serve as well, without a sum that must not wrap around */
    if (kernel->coarsened && plan.how != LEAVE_SPLIT)
        plan.guard = NULL;
    return plan;
}

void emission_begin_query(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    e->contains = fuse_allocate((size_t)kernel->blocks, sizeof *e->contains);
    fuse_region_blocks(kernel, kernel->region[e->region], e->contains);
    emission_find_unconditional(e);
    emission_find_flat(e);
}

void emission_end_query(emission *e)
{
    map_free(&e->hoisted.possible);
    free(e->contains);
    free(e->unconditional);
}

fuse_exit_plan emission_plan_exits(fuse_kernel *kernel, int region, strips *set, bool diverged)
{
    emission e = {.kernel = kernel,
                  .region = region,
                  .extent = ALL,
                  .all_threads = true,
                  .strips = set,
                  .diverged = diverged,
                  .of_prefix = diverged && kernel->plan[region].of_prefix};
    emission_begin_query(&e);
    fuse_exit_plan plan = plan_exits(&e);
    fuse_region_plan *of = &kernel->plan[region];
    if (!of->target) {
        bool *to = emission_find_targets(&e, NULL, false);
        size_t row = (size_t)kernel->blocks + 1;
        of->target = fuse_allocate(row, sizeof *of->target);
        of->to = fuse_allocate((size_t)kernel->regions + 1, sizeof *of->to);
        memcpy(of->target, to + (size_t)kernel->region[region] * row, row * sizeof *to);
        for (int a = 0; a <= kernel->blocks; a++)
            if (of->target[a])
                of->to[a < kernel->blocks ? kernel->block[a].region : kernel->regions] = true;
        free(to);
    }
    of->is_recorded = of->is_recorded || plan.how == LEAVE_RECORDED;
    emission_end_query(&e);
    return plan;
}

bool emission_iterates_diverged(const fuse_kernel *kernel, int region)
{
    const bool *target = kernel->plan[region].target;
    int start = kernel->region[region], after = FUSE_NONE, others = 0;
    const fuse_block *block = &kernel->block[start];
    for (int a = 0; a <= kernel->blocks; a++)
        if (target[a] && a != start) {
            after = a;
            others++;
        }
    return target[start] && others == 1 && after != kernel->blocks && block->loop != FUSE_NONE &&
           kernel->loop[block->loop].header == start && kernel->loop[block->loop].lockstep && !block->sync.kind &&
           kernel->block[after].order > block->order;
}
