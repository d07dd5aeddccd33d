/* Calls of this tool's own, such as lw_fused_thread_x: what replaces them in the copy for a thread, or for a block. */
#include "builtin_call.h"

#include <lanewise/descriptor.h>

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "frame.h"
#include "strip.h"
#include "warp_collective.h"

static LLVMValueRef result(emission *e, LLVMValueRef call)
{
    const fuse_block *block = &e->kernel->block[fuse_block_number(e->kernel, LLVMGetInstructionParent(call))];
    if (block->sync.kind != EMU_FUSED_COLLECTIVE)
        return emission_get_field(e, BARRIER);
    if (e->strips && e->region != e->strips->head)
        return emission_collective_result(e);
    return emission_mark(e, LLVMBuildLoad2(e->builder, e->i64, emission_element(e, VALUE, e->i64), ""));
}

LLVMValueRef emission_shared(emission *e, LLVMValueRef record)
{
    LLVMValueRef base = emission_get_field(e, SHARED);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef from = emission_at_offset(e, record, emission_number(e, e->i64, offsetof(lw_shared_variable, offset)));
    LLVMValueRef made = emission_at_offset(e, base, LLVMBuildLoad2(e->builder, e->i64, from, ""));
    LLVMPositionBuilderAtEnd(e->builder, here);
    return made;
}

LLVMValueRef emission_replace_call(emission *e, LLVMValueRef call)
{
    int axis = 0;
    switch (fuse_call_of(call, &axis)) {
    case FUSE_THREAD: return axis == 0 ? e->thread.x : axis == 1 ? e->thread.y : e->thread.z;
    case FUSE_LINEAR_ID: return LLVMBuildTrunc(e->builder, e->thread.linear_id, e->i32, "");
    case FUSE_BLOCK: return emission_get_field(e, (field)(BLOCK + axis));
    case FUSE_BLOCK_DIM: return emission_get_field(e, (field)(BLOCK_DIM + axis));
    case FUSE_GRID_DIM: return emission_get_field(e, (field)(GRID_DIM + axis));
    case FUSE_SHARED: return emission_shared(e, LLVMGetOperand(call, 0));
    case FUSE_DYNAMIC_SHARED: return emission_get_field(e, DYNAMIC);
    case FUSE_TILE_SLOTS: return emission_get_field(e, TILE_SLOTS);
    case FUSE_RESULT: return result(e, call);
    default: return NULL;
    }
}
