/* Where a thread leaves a region: what it keeps is stored, and it says where it goes. */
#include "region_exits.h"

#include "../../fused.h"
#include "atomic_reduction.h"
#include "context_slots.h"
#include "emission.h"
#include "frame.h"

unsigned emission_state_of(const emission *e, int block)
{
    return block == e->kernel->blocks ? EMU_FUSED_ENDED : EMU_FUSED_AT((unsigned)e->kernel->block[block].region);
}

int emission_target_of(const emission *e, int block)
{
    return e->kernel->block[block].returns ? e->kernel->blocks : block;
}

uint64_t emission_bit_of(const emission *e, int target)
{
    uint64_t bit = 1;
    for (int a = 0; a < target; a++)
        bit <<= e->targets[a];
    return bit;
}

void emission_record_exit(emission *e)
{
    if (!e->seen)
        return;
    LLVMValueRef before = LLVMBuildLoad2(e->builder, e->i32, e->seen, "");
    LLVMValueRef now = LLVMBuildLoad2(e->builder, e->i32, e->left_for, "");
    LLVMBuildStore(e->builder, LLVMBuildOr(e->builder, before, now, ""), e->seen);
}

/* Where the ways out of the region meet, before the thread's end, to which also those come that did not run. */
static LLVMBasicBlockRef joined(emission *e)
{
    if (e->joined)
        return e->joined;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    e->joined = LLVMAppendBasicBlockInContext(e->kernel->context, e->function, "");
    LLVMPositionBuilderAtEnd(e->builder, e->joined);
    emission_store_joined(e);
    emission_join_reductions(e);
    LLVMBuildBr(e->builder, e->thread_end);
    LLVMPositionBuilderAtEnd(e->builder, here);
    return e->joined;
}

/* The block through which threads leave for the start `target`, or for the end. */
LLVMBasicBlockRef emission_exit_to(emission *e, int target)
{
    if (e->way[target])
        return e->way[target];
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMBasicBlockRef way = LLVMAppendBasicBlockInContext(e->kernel->context, e->function, "");
    e->way[target] = way;
    LLVMPositionBuilderAtEnd(e->builder, way);
    if (target < e->kernel->blocks)
        emission_store_slots(e, e->kernel->block[target].region);
    unsigned state = emission_state_of(e, target);
    if (e->next && !e->chosen)
        LLVMBuildStore(e->builder, emission_number(e, e->i32, state), e->next);
    else if (e->extent != ALL || (!e->next && e->state == EMU_FUSED_MIXED && (!e->split.by_state || e->one_by_one)))
        emission_mark(e, LLVMBuildStore(e->builder, emission_number(e, e->i16, state), emission_element(e, STATE, e->i16)));
    if (e->seen)
        LLVMBuildStore(e->builder, emission_number(e, e->i32, emission_bit_of(e, target)), e->left_for);
    LLVMBuildBr(e->builder, joined(e));
    LLVMPositionBuilderAtEnd(e->builder, here);
    return way;
}
