/* A row: threads that are neighbours in x; or all threads of a block, if nothing uses a coordinate. */
#include "row.h"

#include "../analysis/calls.h"
#include "coarsened_blocks.h"
#include "frame.h"

void emission_find_flat(emission *e)
{
    bool linear_ids = false, coordinates = false;
    for (int i = 0; i < e->kernel->blocks && e->extent == ALL && !e->strips; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            linear_ids = linear_ids || fuse_call_of(at, NULL) == FUSE_LINEAR_ID;
            coordinates = coordinates || fuse_call_of(at, NULL) == FUSE_THREAD;
        }
    e->rows.flat = linear_ids && !coordinates;
}

LLVMValueRef emission_whole_row_length(emission *e)
{
    LLVMValueRef shape[3];
    for (int i = 0; i < 3; i++)
        shape[i] = emission_get_field(e, (field)(EXTENT + i));
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef length = shape[0];
    for (int i = 1; i < 3 && e->rows.flat; i++)
        length = LLVMBuildNUWMul(e->builder, length, shape[i], "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    return length;
}

static LLVMValueRef prefix_length(emission *e)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef length = LLVMBuildLoad2(e->builder, e->i32, e->kernel->prefix_length, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    return length;
}

/* Threads in a row: of the block if it is one row; of all blocks that run as one; of those that iterate again. */
LLVMValueRef emission_row_length(emission *e)
{
    if (!e->rows.length && e->of_prefix)
        e->rows.length = prefix_length(e);
    if (!e->rows.length)
        e->rows.length = emission_row_remaining(e);
    if (!e->rows.length)
        e->rows.length = emission_whole_row_length(e);
    return e->rows.length;
}

LLVMValueRef emission_row(emission *e)
{
    LLVMValueRef row = LLVMBuildMul(e->builder, e->thread.z, emission_get_field(e, BLOCK_DIM + 1), "");
    row =
        LLVMBuildMul(e->builder, LLVMBuildAdd(e->builder, row, e->thread.y, ""), emission_get_field(e, BLOCK_DIM), "");
    return LLVMBuildZExt(e->builder, row, e->i64, "");
}
