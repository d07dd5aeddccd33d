/* A lane's slots: taken over where a region begins, handed on where the lane leaves it. */
#include "emission.h"

/* ---- slots ---- */
/* The constant last: it is part of an instruction's address then, and all slots of a lane share the rest. */
LLVMValueRef emission_in_context(emission *e, const fuse_slot *slot, LLVMValueRef rank)
{
    if (slot->tile)
        return emission_in_tile(e, slot, rank);
    uint64_t array = (uint64_t)slot->at * e->kernel->stride;
    LLVMValueRef by_lane = LLVMBuildMul(e->builder, rank, emission_number(e, e->i64, slot->size), "");
    LLVMValueRef lane = emission_at_offset(e, emission_get_field(e, CONTEXT), by_lane);
    return emission_at_offset(e, lane, emission_number(e, e->i64, array));
}

/* Where the block keeps a uniform slot. */
static LLVMValueRef in_uniform(emission *e, int s)
{
    const fuse_kernel *kernel = e->kernel;
    if (e->extent == ALL)
        return kernel->in_block[s];
    return emission_at_offset(e, emission_get_field(e, UNIFORM), emission_number(e, e->i64, kernel->slot[s].at));
}

LLVMValueRef emission_load_uniform(emission *e, int s)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    LLVMValueRef load = LLVMBuildLoad2(e->builder, slot->type, in_uniform(e, s), "");
    LLVMSetAlignment(load, slot->alignment);
    return load;
}

static LLVMValueRef aligned(LLVMValueRef access, const fuse_slot *slot)
{
    LLVMSetAlignment(access, slot->alignment);
    return access;
}

/* At the lane's beginning: its slots as they were left, or anything. */
void emission_begin_slots(emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        bool alive = slot->alive[e->region];
        if (!slot->used[e->region] || map_get(&e->tiled, slot->alloca))
            continue;
        if (slot->memory && slot->crosses) {
            e->local[s] = emission_in_context(e, slot, e->rank);
            continue;
        }
        LLVMTypeRef type = slot->type;
        if (slot->memory && LLVMConstIntGetZExtValue(LLVMGetOperand(slot->alloca, 0)) != 1)
            type = LLVMArrayType2(e->i8, slot->size);
        if (!e->local[s]) /* one for both parts of a split loop */
            e->local[s] = emission_in_entry_alloca(e, type, slot->memory ? slot->alignment : 0);
        if (slot->memory)
            continue;
        LLVMValueRef value = LLVMConstNull(slot->type); /* not undefined: LLVM would take the lane's before for it */
        if (alive && slot->uniform) {
            LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
            if (e->extent != ALL)
                emission_get_field(e, UNIFORM);
            LLVMPositionBuilderAtEnd(e->builder, e->entry);
            value = emission_load_uniform(e, s);
            LLVMPositionBuilderAtEnd(e->builder, here);
        } else if (alive && (emission_own(e, s) || (e->strips && e->strips->array[s]))) {
            value = emission_load_kept(e, s);
        } else if (alive) {
            value = emission_mark(e, aligned(LLVMBuildLoad2(e->builder, slot->type, emission_in_context(e, slot, e->rank), ""), slot));
        }
        LLVMBuildStore(e->builder, value, e->local[s]);
        if (slot->uniform && slot->crosses && slot->written[e->region] && !e->leaving[s] &&
            !(e->together && emission_left_once(e, slot))) {
            e->leaving[s] = emission_in_entry_alloca(e, slot->type, 0);
            LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
            LLVMPositionBuilderAtEnd(e->builder, e->entry);
            LLVMBuildStore(e->builder, value, e->leaving[s]);
            LLVMPositionBuilderAtEnd(e->builder, here);
        }
    }
}

/* It is alive on several of the ways out of the region. */
static bool is_joined(const emission *e, const fuse_slot *slot)
{
    const bool *to = e->extent == ALL ? e->kernel->outcome[e->region].to : NULL;
    int ways = 0;
    for (int r = 0; to && r < e->kernel->regions; r++)
        ways += to[r] && slot->alive[r];
    return ways > 1 && !slot->uniform;
}

static void keep(emission *e, int s)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    if (map_get(&e->tiled, slot->alloca))
        return;
    LLVMValueRef value = LLVMBuildLoad2(e->builder, slot->type, e->local[s], "");
    if (e->leaving[s])
        LLVMBuildStore(e->builder, value, e->leaving[s]);
    else if (!slot->uniform && (emission_own(e, s) || (e->strips && e->strips->array[s])))
        emission_store_kept(e, s, value);
    else if (!slot->uniform)
        emission_mark(e, aligned(LLVMBuildStore(e->builder, value, emission_in_context(e, slot, e->rank)), slot));
}

/* On the way to region `to`: what is alive there and was written here. */
void emission_keep_slots(emission *e, int to)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!slot->memory && slot->alive[to] && slot->written[e->region] && !is_joined(e, slot))
            keep(e, s);
    }
}

/* Where the ways out meet: LLVM makes one store of those on several ways, too, but one that has lost its mark, so the
 * vectoriser would ask whether it meets what lanes read. */
void emission_keep_joined(emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!slot->memory && slot->written[e->region] && is_joined(e, slot))
            keep(e, s);
    }
}

/* Behind the loops: what the block keeps. */
void emission_keep_uniform(emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!slot->uniform || !slot->crosses || !slot->written[e->region])
            continue;
        LLVMValueRef value = e->leaving[s] ? LLVMBuildLoad2(e->builder, slot->type, e->leaving[s], "")
                                           : emission_left_once(e, slot);
        aligned(LLVMBuildStore(e->builder, value, in_uniform(e, s)), slot);
    }
}
