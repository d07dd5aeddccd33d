/* Blocks that run as one (coarsen.c): how many they are, and how many threads of their rows have not ended. */
#include "coarsened_blocks.h"

#include "../../fused/fused.h"
#include "frame.h"

enum { MOST_THREADS = 65536 }; /* of blocks that run as one */

void emission_begin_coarsening(emission *e)
{
    fuse_kernel *kernel = e->kernel;
    kernel->coarsening_factor = kernel->row_remaining = kernel->single_block = NULL;
    if (!kernel->coarsened)
        return;
    kernel->coarsening_factor = LLVMBuildAlloca(e->builder, e->i32, "");
    kernel->row_remaining = LLVMBuildAlloca(e->builder, e->i32, "");
    kernel->single_block = LLVMBuildAlloca(e->builder, LLVMInt1TypeInContext(kernel->context), "");
}

void emission_set_coarsened(emission *e, LLVMValueRef blocks, bool alone)
{
    fuse_kernel *kernel = e->kernel;
    LLVMValueRef offset = emission_number(e, e->i64, offsetof(emu_fused_frame, coarsened));
    LLVMBuildStore(e->builder, blocks, kernel->coarsening_factor);
    LLVMBuildStore(e->builder, LLVMBuildNUWMul(e->builder, emission_get_field(e, EXTENT), blocks, ""),
                   kernel->row_remaining);
    LLVMBuildStore(e->builder, LLVMConstInt(LLVMInt1TypeInContext(kernel->context), alone, false),
                   kernel->single_block);
    LLVMValueRef store = LLVMBuildStore(e->builder, blocks, emission_at_offset(e, e->frame, offset));
    LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic); /* for reports of faults */
    LLVMSetAlignment(store, 4);
}

/* Before the first block. */
static LLVMValueRef largest_factor(emission *e)
{
    LLVMValueRef threads = emission_get_field(e, BLOCK_DIM);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    for (int i = 1; i < 3; i++) {
        LLVMValueRef size = emission_get_field(e, (field)(BLOCK_DIM + i));
        LLVMPositionBuilderBefore(e->builder, LLVMGetBasicBlockTerminator(e->kernel->allocas));
        threads = LLVMBuildNUWMul(e->builder, threads, size, "");
    }
    LLVMValueRef most = LLVMBuildUDiv(e->builder, emission_number(e, e->i32, MOST_THREADS), threads, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    return most;
}

void emission_enter_coarsened(emission *e, bool begins)
{
    if (!e->kernel->coarsening_factor)
        return;
    if (!begins) {
        emission_set_coarsened(e, emission_number(e, e->i32, 1), true);
        return;
    }
    LLVMValueRef most = largest_factor(e);
    e->entry = LLVMGetInsertBlock(e->builder);
    LLVMValueRef left = LLVMBuildSub(e->builder, emission_get_field(e, END), emission_get_field(e, BLOCK), "");
    LLVMValueRef fewer = LLVMBuildICmp(e->builder, LLVMIntULT, left, most, "");
    emission_set_coarsened(e, LLVMBuildSelect(e->builder, fewer, left, most, ""), false);
    e->fields[BLOCK] = NULL; /* elsewhere it is the field of another block */
}

static LLVMValueRef load(emission *e, LLVMValueRef from)
{
    if (!from || e->extent != ALL)
        return NULL;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef value = LLVMBuildLoad2(e->builder, e->i32, from, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    return value;
}

LLVMValueRef emission_coarsening_factor(emission *e)
{
    return load(e, e->kernel->coarsening_factor);
}

LLVMValueRef emission_row_remaining(emission *e)
{
    return load(e, e->kernel->row_remaining);
}
