/* A turn of a loop that some lanes have left: where all lanes turn a loop together, but not all equally often, those that
 * have come to its end wait there while the others turn on. It is the order in which the emulator would run them, lane by
 * lane; here they stay in the loops over x: of a row those that turn on are run as any row, or, where they are not side by
 * side, each asks for its state.
 *
 * The states of all lanes are in frame->state then: that of the region, or that of the one behind the loop. */
#include "emission.h"

#include <stdlib.h>

#include "../fused.h"

/* The one region other than itself that lanes leave this one for, or FUSE_NONE: there is none or more. */
static int behind_loop(const fuse_kernel *kernel, int region)
{
    int start = kernel->region[region], found = FUSE_NONE;
    bool *has = fuse_allocate((size_t)kernel->blocks, sizeof *has), again = false, good = true;
    fuse_region_blocks(kernel, start, has);
    for (int i = 0; i < kernel->blocks; i++) {
        if (!has[i])
            continue;
        good = good && kernel->block[i].to_count > 0;
        for (int k = 0; k < kernel->block[i].to_count; k++) {
            int to = kernel->block[i].to[k];
            if (!kernel->block[to].start && !kernel->block[to].leaves)
                continue;
            again = again || to == start;
            good = good && (to == start || found == FUSE_NONE || found == to) && !kernel->block[to].leaves;
            found = to == start ? found : to;
        }
    }
    free(has);
    return good && again ? found : FUSE_NONE;
}

bool fuse_turns_apart(const fuse_kernel *kernel, int region)
{
    const fuse_block *block = &kernel->block[kernel->region[region]];
    int behind = behind_loop(kernel, region);
    return block->loop != FUSE_NONE && kernel->loop[block->loop].header == kernel->region[region] &&
           kernel->loop[block->loop].lockstep && !block->wait.kind && behind != FUSE_NONE &&
           kernel->block[behind].order > block->order;
}

static LLVMValueRef is_here(emission *e)
{
    LLVMValueRef state = emission_mark(e, LLVMBuildLoad2(e->builder, e->i16, emission_element(e, STATE, e->i16), ""));
    LLVMValueRef here = emission_number(e, e->i16, EMU_FUSED_AT((unsigned)e->region));
    return LLVMBuildICmp(e->builder, LLVMIntEQ, state, here, "");
}

/* for (x = from; ...; x++), begun. */
static LLVMValueRef begin_scan(emission *e, LLVMValueRef from)
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder), head = emission_append(e);
    LLVMBuildBr(e->builder, head);
    LLVMPositionBuilderAtEnd(e->builder, head);
    LLVMValueRef x = LLVMBuildPhi(e->builder, e->i64, "");
    LLVMAddIncoming(x, &from, &before, 1);
    return x;
}

/* How many of the row's lanes from .. end - 1 turn on. */
static LLVMValueRef count_here(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder), behind = emission_append(e);
    LLVMValueRef x = begin_scan(e, from), sum = LLVMBuildPhi(e->builder, e->i16, "");
    e->rank = LLVMBuildNUWAdd(e->builder, row, x, "");
    LLVMBasicBlockRef head = LLVMGetInsertBlock(e->builder), blocks[2] = {before, head};
    LLVMValueRef more = LLVMBuildAdd(e->builder, sum, LLVMBuildZExt(e->builder, is_here(e), e->i16, ""), "");
    LLVMValueRef next = LLVMBuildNUWAdd(e->builder, x, emission_number(e, e->i64, 1), "");
    LLVMAddIncoming(x, &next, &head, 1);
    LLVMAddIncoming(sum, (LLVMValueRef[]){emission_number(e, e->i16, 0), more}, blocks, 2);
    LLVMValueRef again = LLVMBuildICmp(e->builder, LLVMIntULT, next, end, "");
    emission_mark_loop(e, LLVMBuildCondBr(e->builder, again, head, behind), e->parallel ? ANY_WIDTH : 0);
    LLVMPositionBuilderAtEnd(e->builder, behind);
    return LLVMBuildZExt(e->builder, more, e->i64, "");
}

/* The x of the first that does: there is one. */
static LLVMValueRef first_here(emission *e, LLVMValueRef row, LLVMValueRef from)
{
    LLVMValueRef x = begin_scan(e, from);
    e->rank = LLVMBuildNUWAdd(e->builder, row, x, "");
    LLVMBasicBlockRef head = LLVMGetInsertBlock(e->builder), behind = emission_append(e);
    LLVMValueRef next = LLVMBuildNUWAdd(e->builder, x, emission_number(e, e->i64, 1), "");
    LLVMAddIncoming(x, &next, &head, 1);
    LLVMBuildCondBr(e->builder, is_here(e), behind, head);
    LLVMPositionBuilderAtEnd(e->builder, behind);
    return x;
}

void emission_for_apart(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *usual,
                        emission_row_loop *asking)
{
    LLVMBasicBlockRef any = emission_append(e), all = emission_append(e), some = emission_append(e);
    LLVMBasicBlockRef behind = emission_append(e);
    LLVMValueRef count = count_here(e, row, from, end);
    LLVMValueRef none = LLVMBuildICmp(e->builder, LLVMIntEQ, count, emission_number(e, e->i64, 0), "");
    LLVMBuildCondBr(e->builder, none, behind, any);
    LLVMPositionBuilderAtEnd(e->builder, any);
    LLVMValueRef first = first_here(e, row, from), last = LLVMBuildAdd(e->builder, first, count, "");
    LLVMValueRef side_by_side = LLVMBuildICmp(e->builder, LLVMIntEQ, count_here(e, row, first, last), count, "");
    LLVMBuildCondBr(e->builder, side_by_side, all, some);
    LLVMPositionBuilderAtEnd(e->builder, all);
    usual(e, row, first, last);
    LLVMBuildBr(e->builder, behind);
    LLVMPositionBuilderAtEnd(e->builder, some);
    e->asks = true;
    asking(e, row, first, end);
    e->asks = false;
    LLVMBuildBr(e->builder, behind);
    LLVMPositionBuilderAtEnd(e->builder, behind);
}

/* Where a lane begins: on to e->lane_end, if it does not turn on. */
void emission_ask(emission *e)
{
    if (!e->asks)
        return;
    if (e->seen)
        LLVMBuildStore(e->builder, emission_number(e, e->i32, 0), e->left_for);
    LLVMBasicBlockRef on = emission_append(e);
    LLVMBuildCondBr(e->builder, is_here(e), on, e->lane_end);
    LLVMPositionBuilderAtEnd(e->builder, on);
}
