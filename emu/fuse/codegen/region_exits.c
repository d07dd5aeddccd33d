/* Where a thread leaves a region: it stores its slots, and records where it goes. */
#include "region_exits.h"

#include "../../fused/fused.h"
#include "atomic_reduction.h"
#include "context_slots.h"
#include "emission.h"
#include "exit_plan.h"
#include "frame.h"

uint64_t emission_bit_of(const emission *e, int target)
{
    uint64_t bit = 1;
    for (int a = 0; a < target; a++)
        bit <<= e->targets.recorded[a];
    return bit;
}

void emission_record_exit(emission *e)
{
    if (!e->targets.seen)
        return;
    LLVMValueRef before = LLVMBuildLoad2(e->builder, e->i32, e->targets.seen, "");
    LLVMValueRef now = LLVMBuildLoad2(e->builder, e->i32, e->targets.left_for, "");
    LLVMBuildStore(e->builder, LLVMBuildOr(e->builder, before, now, ""), e->targets.seen);
}

/* Where the exits of the region join, before the thread's end; threads that did not run go to the end, too. */
static LLVMBasicBlockRef joined(emission *e)
{
    if (e->exits.join)
        return e->exits.join;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    e->exits.join = LLVMAppendBasicBlockInContext(e->kernel->context, e->function, "");
    LLVMPositionBuilderAtEnd(e->builder, e->exits.join);
    emission_store_joined(e);
    emission_join_reductions(e);
    LLVMBuildBr(e->builder, e->thread.end);
    LLVMPositionBuilderAtEnd(e->builder, here);
    return e->exits.join;
}

LLVMBasicBlockRef emission_exit_to(emission *e, int target)
{
    if (e->exits.exit[target])
        return e->exits.exit[target];
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMBasicBlockRef exit_block = LLVMAppendBasicBlockInContext(e->kernel->context, e->function, "");
    e->exits.exit[target] = exit_block;
    LLVMPositionBuilderAtEnd(e->builder, exit_block);
    if (target < e->kernel->blocks)
        emission_store_slots(e, e->kernel->block[target].region);
    unsigned state = emission_state_of(e, target);
    if (e->targets.next && !e->targets.chosen)
        LLVMBuildStore(e->builder, emission_number(e, e->i32, state), e->targets.next);
    else if (e->extent != ALL ||
             (!e->targets.next && e->targets.state == EMU_FUSED_MIXED && (!e->split.by_state || e->part.one_by_one)))
        emission_mark(
            e, LLVMBuildStore(e->builder, emission_number(e, e->i16, state), emission_element(e, STATE, e->i16)));
    if (e->targets.seen)
        LLVMBuildStore(e->builder, emission_number(e, e->i32, emission_bit_of(e, target)), e->targets.left_for);
    LLVMBuildBr(e->builder, joined(e));
    LLVMPositionBuilderAtEnd(e->builder, here);
    return exit_block;
}
