/* The frame that a region's function gets as its argument. The function's entry loads its fields. */
#include "frame.h"

#include "../../fused/fused.h"
#include "../analysis/barrier_free.h"
#include "emission.h"
#include "launch_arguments.h"

static const struct {
    size_t offset;
    char type;
} layout[] = {
    [ARGUMENTS] = {offsetof(emu_fused_frame, arguments), 'p'},
    [SHARED] = {offsetof(emu_fused_frame, shared), 'p'},
    [SHARED_SIZE] = {offsetof(emu_fused_frame, shared_size), 'l'},
    [DYNAMIC] = {offsetof(emu_fused_frame, dynamic_shared), 'p'},
    [TILE_SLOTS] = {offsetof(emu_fused_frame, tile_slots), 'p'},
    [CONTEXT] = {offsetof(emu_fused_frame, context), 'p'},
    [UNIFORM] = {offsetof(emu_fused_frame, uniform), 'p'},
    [STATE] = {offsetof(emu_fused_frame, state), 'p'},
    [MASK] = {offsetof(emu_fused_frame, mask), 'p'},
    [VALUE] = {offsetof(emu_fused_frame, value), 'p'},
    [OPERAND] = {offsetof(emu_fused_frame, operand), 'p'},
    [RUNNING] = {offsetof(emu_fused_frame, running), 'p'},
    [THREADS] = {offsetof(emu_fused_frame, threads), 'p'},
    [BARRIER] = {offsetof(emu_fused_frame, barrier), 'l'},
    [BLOCK] = {offsetof(emu_fused_frame, block[0]), 'i'},
    {offsetof(emu_fused_frame, block[1]), 'i'},
    {offsetof(emu_fused_frame, block[2]), 'i'},
    [BLOCK_DIM] = {offsetof(emu_fused_frame, block_dim[0]), 'i'},
    {offsetof(emu_fused_frame, block_dim[1]), 'i'},
    {offsetof(emu_fused_frame, block_dim[2]), 'i'},
    [EXTENT] = {offsetof(emu_fused_frame, extent[0]), 'i'},
    {offsetof(emu_fused_frame, extent[1]), 'i'},
    {offsetof(emu_fused_frame, extent[2]), 'i'},
    [GRID_DIM] = {offsetof(emu_fused_frame, grid_dim[0]), 'i'},
    {offsetof(emu_fused_frame, grid_dim[1]), 'i'},
    {offsetof(emu_fused_frame, grid_dim[2]), 'i'},
    [END] = {offsetof(emu_fused_frame, end), 'i'},
    [BLOCKS_BEGUN] = {offsetof(emu_fused_frame, blocks_begun), 'p'},
    [FAILED] = {offsetof(emu_fused_frame, failed), 'p'},
};

/* Blocks and grids have at least 1 in each direction, so a vectoriser need not test whether its loops run at all. */
static void limit_shape(emission *e, LLVMValueRef load, field which)
{
    LLVMContextRef context = e->kernel->context;
    enum { MOST_THREADS = 1024 };
    LLVMMetadataRef ends[] = {
        LLVMValueAsMetadata(emission_number(e, e->i32, 1)),
        LLVMValueAsMetadata(emission_number(e, e->i32, which < GRID_DIM ? MOST_THREADS + 1 : 1u << 31))};
    LLVMMetadataRef range = LLVMMDNodeInContext2(context, ends, 2);
    LLVMSetMetadata(load, LLVMGetMDKindIDInContext(context, "range", 5), LLVMMetadataAsValue(context, range));
}

/* Loads it in the entry, or before the first block if it is the same for all, wherever the builder is. */
LLVMValueRef emission_get_field(emission *e, field which)
{
    if (e->fields[which])
        return e->fields[which];
    if (which >= BLOCK_DIM && which < GRID_DIM && e->kernel->shape[(which - BLOCK_DIM) % 3])
        return emission_number(e, e->i32, e->kernel->shape[(which - BLOCK_DIM) % 3]);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    bool once = which != BLOCK && e->extent == ALL && fuse_runs_next_block(e->kernel);
    if (once)
        LLVMPositionBuilderBefore(e->builder, LLVMGetBasicBlockTerminator(e->kernel->allocas));
    else
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMTypeRef type = layout[which].type == 'p' ? e->pointer : layout[which].type == 'l' ? e->i64 : e->i32;
    LLVMValueRef from = emission_at_offset(e, e->frame, emission_number(e, e->i64, layout[which].offset));
    e->fields[which] = LLVMBuildLoad2(e->builder, type, from, "");
    if (which != BLOCK || !fuse_runs_next_block(e->kernel))
        emission_mark_invariant(e, e->fields[which]);
    if (which == ARGUMENTS && once)
        emission_mark_dereferenceable(e, e->fields[which]);
    if (which >= BLOCK_DIM && which <= END)
        limit_shape(e, e->fields[which], which);
    LLVMPositionBuilderAtEnd(e->builder, here);
    return e->fields[which];
}

/* An element of one of the frame's arrays by linear thread id. */
LLVMValueRef emission_element(emission *e, field array, LLVMTypeRef type)
{
    LLVMValueRef base = emission_get_field(e, array);
    return LLVMBuildInBoundsGEP2(e->builder, type, base, &e->thread.linear_id, 1, "");
}
