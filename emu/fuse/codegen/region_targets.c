/* Where threads go from a region, all of them or each its own way: makes what the plan's exits (exit_plan.c) need
 * before the loops. */
#include "region_targets.h"

#include <stdlib.h>

#include "../../fused/fused.h"
#include "../analysis/graph.h"
#include "exit_plan.h"
#include "guard_splitting.h"
#include "uniform_hoist.h"

/* The state that all threads reach from the block: made in the entry. */
static LLVMValueRef make_state(emission *e, const bool *to, int at, int depth)
{
    int next;
    LLVMValueRef end = e->kernel->block[at].end, way[2];
    choice how = emission_choice_at(e, to, at, depth, &next);
    if (how != CHOICE_BRANCH)
        return how == CHOICE_ON ? make_state(e, to, next, depth + 1)
                                : emission_number(e, e->i32, emission_state_of(e, next));
    LLVMValueRef condition = emission_hoist_uniform(e, LLVMGetOperand(end, 0));
    for (unsigned i = 0; i < 2; i++)
        way[i] = make_state(e, to, fuse_block_number(e->kernel, LLVMGetSuccessor(end, i)), depth + 1);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    return LLVMBuildSelect(e->builder, condition, way[0], way[1], "");
}

/* Whether the region is one block, a loop of its own. */
static bool is_loop_block(const emission *e)
{
    int start = e->kernel->region[e->region], blocks = 0;
    bool loops_back = false;
    for (int i = 0; i < e->kernel->blocks; i++)
        blocks += e->contains[i];
    for (int k = 0; k < e->kernel->block[start].to_count; k++)
        loops_back = loops_back || e->kernel->block[start].to[k] == start;
    return loops_back && blocks == 1;
}

/* Before the threads run. LLVM may see the choice only in a plain loop: if threads also do other things by the same
 * condition, it would unswitch their loops. */
static void choose_target(emission *e)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    bool *to = emission_find_targets(e, NULL, false);
    LLVMValueRef state = make_state(e, to, e->kernel->region[e->region], 0);
    free(to);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    e->targets.is_opaque = !is_loop_block(e);
    LLVMSetVolatile(LLVMBuildStore(e->builder, state, e->targets.next), e->targets.is_opaque);
    e->targets.chosen = true;
    LLVMPositionBuilderAtEnd(e->builder, here);
}

static void record_targets(emission *e)
{
    e->targets.recorded = e->kernel->plan[e->region].target;
    e->targets.seen = emission_in_entry_alloca(e, e->i32, 0);
    e->targets.left_for = emission_in_entry_alloca(e, e->i32, 0);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMBuildStore(e->builder, emission_number(e, e->i32, 0), e->targets.seen);
    LLVMPositionBuilderAtEnd(e->builder, here);
}

void emission_begin_exits(emission *e)
{
    fuse_copy copy = e->diverged ? COPY_DIVERGED : e->strips ? COPY_STRIP : COPY_ROWS;
    const fuse_exit_plan *plan = &e->kernel->plan[e->region].exits[copy];
    e->targets.state = plan->how == LEAVE_ONE ? emission_state_of(e, plan->first) : EMU_FUSED_MIXED;
    if (e->extent != ALL)
        return;
    if (!e->diverged || e->of_prefix)
        emission_split_rows(e, plan->guard);
    switch (plan->how) {
    case LEAVE_CHOSEN:
    case LEAVE_FOUND:
        e->targets.next = emission_in_entry_alloca(e, e->i32, 0);
        if (plan->how == LEAVE_CHOSEN)
            choose_target(e);
        break;
    case LEAVE_SPLIT:
        e->split.by_state = true;
        e->split.first_state = emission_state_of(e, plan->first);
        e->split.second_state = emission_state_of(e, plan->second);
        break;
    case LEAVE_RECORDED: record_targets(e); break;
    default: break;
    }
}
