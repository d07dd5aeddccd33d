/* Where threads go from a region, all of them or each its own way: found before their loops are made. */
#include "region_targets.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused.h"
#include "../analysis/graph.h"
#include "../support/memory.h"
#include "guard_splitting.h"
#include "region_exits.h"
#include "uniform_hoist.h"

enum { MOST_SEEN = 8 }; /* targets of a region that threads are watched to leave for */

/* Whether threads may take the way, given what the split condition is: 1 or 0; -1 where that is not known. */
static bool may_go(const emission *e, const fuse_block *block, int to, int holds)
{
    if (holds < 0 || block->to_count != 2 || LLVMGetOperand(block->end, 0) != e->split.condition)
        return true;
    return fuse_block_number(e->kernel, LLVMGetSuccessor(block->end, !holds)) == to;
}

/* For each block of the region, the starts (or the end) that threads come to from it. */
static bool *find_targets(const emission *e, int holds)
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
                if (!may_go(e, block, next, holds))
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

/* The state that all threads come to from the block, by conditions that they share, in the entry; null: not by such.
 * `to`: by find_targets. */
static LLVMValueRef choose_state(emission *e, const bool *to, int at, int depth)
{
    enum { MOST_DEPTH = 40 };
    const fuse_kernel *kernel = e->kernel;
    if (kernel->block[at].start && depth > 0)
        return emission_number(e, e->i32, emission_state_of(e, at));
    if (kernel->block[at].returns || kernel->block[at].to_count == 0)
        return emission_number(e, e->i32, EMU_FUSED_ENDED);
    const fuse_block *block = &kernel->block[at];
    const bool *mine = to + (size_t)at * ((size_t)kernel->blocks + 1);
    int only = FUSE_NONE, count = 0;
    for (int a = 0; a <= kernel->blocks; a++)
        if (mine[a]) {
            only = a;
            count++;
        }
    if (count == 1)
        return emission_number(e, e->i32, emission_state_of(e, only));
    if (depth == MOST_DEPTH || block->to_count > 2)
        return NULL;
    if (block->to_count == 1)
        return choose_state(e, to, block->to[0], depth + 1);
    if (block->divergent_branch)
        return block->postdominator == FUSE_NONE ? NULL : choose_state(e, to, block->postdominator, depth + 1);
    LLVMValueRef condition = emission_hoist_uniform(e, LLVMGetOperand(block->end, 0)), way[2];
    for (unsigned i = 0; i < 2 && condition; i++) {
        way[i] = choose_state(e, to, fuse_block_number(kernel, LLVMGetSuccessor(block->end, i)), depth + 1);
        condition = way[i] ? condition : NULL;
    }
    if (!condition)
        return NULL;
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    return LLVMBuildSelect(e->builder, condition, way[0], way[1], "");
}

/* The region is one block, which turns to itself. */
static bool is_turn(const emission *e)
{
    int start = e->kernel->region[e->region], blocks = 0;
    bool turns = false;
    for (int i = 0; i < e->kernel->blocks; i++)
        blocks += e->contains[i];
    for (int k = 0; k < e->kernel->block[start].to_count; k++)
        turns = turns || e->kernel->block[start].to[k] == start;
    return turns && blocks == 1;
}

/* Before the threads run, where that is possible. LLVM sees the choice only in a plain loop: where threads do other
 * things for the same reason, it would cut their loops by that. */
static void choose_before(emission *e)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    bool *to = find_targets(e, -1);
    LLVMValueRef state = choose_state(e, to, e->kernel->region[e->region], 0);
    free(to);
    if (state) {
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
        e->targets.hidden = !is_turn(e);
        LLVMSetVolatile(LLVMBuildStore(e->builder, state, e->targets.next), e->targets.hidden);
        e->targets.chosen = true;
    }
    LLVMPositionBuilderAtEnd(e->builder, here);
}

/* Threads that part at the block are together again before any leaves the region: what they do next is another's
 * choice. */
static bool meet_within(const emission *e, int from)
{
    const fuse_kernel *kernel = e->kernel;
    int meeting = kernel->block[from].postdominator, depth = 0;
    if (meeting == FUSE_NONE || meeting == kernel->blocks || !e->contains[meeting] || kernel->block[meeting].start)
        return false;
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen), within = true;
    int *stack = fuse_allocate((size_t)kernel->blocks + 1, sizeof *stack);
    for (int at = from; within; at = stack[--depth]) {
        const fuse_block *block = &kernel->block[at];
        within = block->to_count > 0;
        for (int i = 0; i < block->to_count; i++) {
            int to = block->to[i];
            if (to == meeting || seen[to])
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

/* How many regions (or the end) threads leave this one for, one of them in `only`; `together`: always all for the
 * same. */
static int count_targets(const emission *e, int holds, int *only, bool *together)
{
    const fuse_kernel *kernel = e->kernel;
    size_t row = (size_t)kernel->blocks + 1;
    bool *to = find_targets(e, holds);
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
        bool decided = holds >= 0 && LLVMGetNumOperands(kernel->block[i].end) > 0 &&
                       LLVMGetOperand(kernel->block[i].end, 0) == e->split.condition;
        if (e->contains[i] && count > 1 && kernel->block[i].divergent_branch && !decided && !meet_within(e, i))
            *together = false;
    }
    free(to);
    return targets;
}

/* What strip_mining.c is to know of the region. */
static void note_outcome(const emission *e, bool known)
{
    const fuse_kernel *kernel = e->kernel;
    fuse_outcome *outcome = &kernel->outcome[e->region];
    bool *to = find_targets(e, -1);
    size_t row = (size_t)kernel->blocks + 1;
    const bool *mine = to + (size_t)kernel->region[e->region] * row;
    *outcome = (fuse_outcome){.known = known || e->split.by_state, .by_split = e->split.by_state,
                              .to = fuse_allocate((size_t)kernel->regions + 1, sizeof *outcome->to)};
    for (int a = 0; a <= kernel->blocks; a++)
        if (mine[a])
            outcome->to[a < kernel->blocks ? kernel->block[a].region : kernel->regions] = true;
    free(to);
}

static void watch_targets(emission *e)
{
    bool *to = find_targets(e, -1);
    size_t row = (size_t)e->kernel->blocks + 1;
    e->targets.watched = fuse_allocate(row, sizeof *e->targets.watched);
    memcpy(e->targets.watched, to + (size_t)e->kernel->region[e->region] * row, row * sizeof *to);
    free(to);
    e->targets.seen = emission_in_entry_alloca(e, e->i32, 0);
    e->targets.left_for = emission_in_entry_alloca(e, e->i32, 0);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMBuildStore(e->builder, emission_number(e, e->i32, 0), e->targets.seen);
    LLVMPositionBuilderAtEnd(e->builder, here);
}

void emission_find_state(emission *e)
{
    int only = 0;
    bool together;
    int targets = count_targets(e, -1, &only, &together);
    e->targets.state = targets == 1 ? emission_state_of(e, only) : EMU_FUSED_MIXED;
    e->targets.next = NULL;
    if (e->extent != ALL)
        return;
    if (!e->diverged)
        emission_split_rows(e, emission_choose_guard(e, e->strips != NULL, &(bool){false}));
    if (targets > 1 && together) {
        e->targets.next = emission_in_entry_alloca(e, e->i32, 0);
        choose_before(e);
    }
    if (targets > 1 && !together && e->split.condition) {
        int first = 0, second = 0;
        bool all = true;
        int holds = e->split.first_holds;
        e->split.by_state = count_targets(e, holds, &first, &all) == 1 && count_targets(e, !holds, &second, &all) == 1;
        e->split.first_state = emission_state_of(e, first);
        e->split.second_state = emission_state_of(e, second);
    }
    if (e->kernel->coarsened && !e->split.by_state) /* pieces do as well, without a sum that must not wrap around */
        e->split = (emission_split){0};
    if (!e->strips && !e->within && !e->diverged)
        note_outcome(e, targets == 1 || together);
    if (targets > 1 && targets <= MOST_SEEN && !e->targets.next && !e->split.by_state) {
        watch_targets(e);
        e->kernel->outcome[e->region].is_seen = true;
    }
}
