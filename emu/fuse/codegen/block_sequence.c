/* Runs the blocks of a row in one call. Values that are the same for all of them (arguments, constants in vectors,
 * strides) are then made before the first block, so a short block costs little more than its loops. In long kernels
 * whose threads wait this would keep too many values live over too much code. */
#include "block_sequence.h"

#include "../../fused/fused.h"
#include "../analysis/barrier_free.h"
#include "coarsened_blocks.h"
#include "emission.h"
#include "frame.h"

static LLVMValueRef read(emission *e, LLVMTypeRef type, LLVMValueRef from)
{
    LLVMValueRef load = LLVMBuildLoad2(e->builder, type, from, "");
    LLVMSetOrdering(load, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(load, 4);
    return load;
}

/* Does what emu_enter_block() does. */
static void count_block(emission *e, LLVMValueRef blocks_begun)
{
    LLVMValueRef next = LLVMBuildAdd(e->builder, read(e, e->i32, blocks_begun), emission_number(e, e->i32, 1), "");
    LLVMValueRef one = emission_number(e, e->i32, 1), zero = emission_number(e, e->i32, 0);
    next = LLVMBuildSelect(e->builder, LLVMBuildICmp(e->builder, LLVMIntEQ, next, zero, ""), one, next, "");
    LLVMValueRef store = LLVMBuildStore(e->builder, next, blocks_begun);
    LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(store, 4);
}

/* Sets emu_here, whose first member is the thread. Reports of faults read it too, so it is stored each time. */
static void set_block(emission *e, LLVMValueRef block)
{
    LLVMValueRef offset = emission_number(e, e->i64, offsetof(emu_place, block));
    LLVMValueRef store =
        LLVMBuildStore(e->builder, block, emission_at_offset(e, emission_get_field(e, RUNNING), offset));
    LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(store, 4);
    offset = emission_number(e, e->i64, offsetof(emu_fused_frame, block));
    LLVMBuildStore(e->builder, block, emission_at_offset(e, e->frame, offset));
}

void emission_end_block(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef ended = emission_number(e, e->i32, EMU_FUSED_ENDED);
    LLVMPositionBuilderAtEnd(e->builder, kernel->ended);
    if (!fuse_runs_next_block(kernel)) {
        LLVMBuildRet(e->builder, ended);
        return;
    }
    e->entry = kernel->ended;
    LLVMValueRef one = emission_number(e, e->i32, 1), coarsened = emission_coarsening_factor(e);
    LLVMValueRef next = LLVMBuildAdd(e->builder, emission_get_field(e, BLOCK), coarsened ? coarsened : one, "");
    LLVMValueRef failed = read(e, e->i32, emission_get_field(e, FAILED));
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntULT, next, emission_get_field(e, END), "");
    LLVMValueRef sound = LLVMBuildICmp(e->builder, LLVMIntEQ, failed, emission_number(e, e->i32, 0), "");
    LLVMBasicBlockRef on = emission_append(e), back = emission_append(e);
    LLVMBuildCondBr(e->builder, LLVMBuildAnd(e->builder, more, sound, ""), on, back);
    LLVMPositionBuilderAtEnd(e->builder, back);
    if (coarsened)
        set_block(e, LLVMBuildSub(e->builder, next, one, ""));
    LLVMBuildRet(e->builder, ended);
    e->entry = on;
    LLVMPositionBuilderAtEnd(e->builder, on);
    count_block(e, emission_get_field(e, BLOCKS_BEGUN));
    LLVMBuildStore(e->builder, emission_get_field(e, THREADS), emission_get_field(e, RUNNING));
    set_block(e, next);
    LLVMValueRef state = emission_number(e, e->i32, EMU_FUSED_READY(0));
    LLVMBuildBr(e->builder, kernel->dispatch);
    LLVMAddIncoming(kernel->begin_state, &state, &on, 1);
}
