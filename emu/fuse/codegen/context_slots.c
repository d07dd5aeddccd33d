/* A thread's slots: loaded where a region begins, stored where the thread leaves it. */
#include "context_slots.h"

#include "../support/map.h"
#include "emission.h"
#include "frame.h"
#include "register_tile_threads.h"
#include "slot_place.h"
#include "strip.h"
#include "strip_slots.h"
#include "uniform_hoist.h"

/* The address of the thread's own slot in the context. */
static LLVMValueRef own_place(emission *e, const fuse_slot *slot)
{
    return emission_in_context(e, slot, e->thread.linear_id);
}

static LLVMValueRef aligned(LLVMValueRef access, const fuse_slot *slot)
{
    LLVMSetAlignment(access, slot->alignment);
    return access;
}

/* At the thread's beginning: loads its slots, or gives them any value. */
void emission_begin_slots(emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        bool live = slot->live_in[e->region];
        if (!slot->used[e->region] || map_get(&e->tiles.made, slot->alloca))
            continue;
        if (slot->memory && slot->live_across) {
            e->slots.local[s] = emission_own_array(e, slot);
            continue;
        }
        LLVMTypeRef type = slot->type;
        if (slot->memory && LLVMConstIntGetZExtValue(LLVMGetOperand(slot->alloca, 0)) != 1)
            type = LLVMArrayType2(e->i8, slot->size);
        if (!e->slots.local[s]) /* one for both parts of a split loop */
            e->slots.local[s] = emission_in_entry_alloca(e, type, slot->memory ? slot->alignment : 0);
        if (slot->memory)
            continue;
        /* not undefined: LLVM would reuse the value of the thread before */
        LLVMValueRef value = LLVMConstNull(slot->type);
        if (live && slot->uniform) {
            LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
            if (e->extent != ALL)
                emission_get_field(e, UNIFORM);
            LLVMPositionBuilderAtEnd(e->builder, e->entry);
            value = emission_load_uniform(e, s);
            LLVMPositionBuilderAtEnd(e->builder, here);
        } else if (live && (emission_tile_values(e, s) || (e->strips && e->strips->array[s]))) {
            value = emission_load_strip_slot(e, s);
        } else if (live) {
            value = emission_mark(e, aligned(LLVMBuildLoad2(e->builder, slot->type, own_place(e, slot), ""), slot));
        }
        LLVMBuildStore(e->builder, value, e->slots.local[s]);
        if (slot->uniform && slot->live_across && slot->written[e->region] && !e->slots.leaving[s] &&
            !(e->all_threads && emission_uniform_at_exit(e, slot))) {
            e->slots.leaving[s] = emission_in_entry_alloca(e, slot->type, 0);
            LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
            if (e->extent != ALL)
                emission_get_field(e, UNIFORM);
            LLVMPositionBuilderAtEnd(e->builder, e->entry);
            /* If none of these threads writes it, while it is live where other threads stand, it keeps its value. */
            LLVMBuildStore(e->builder, emission_load_uniform(e, s), e->slots.leaving[s]);
            LLVMPositionBuilderAtEnd(e->builder, here);
        }
    }
}

/* Whether the slot is live on several ways out of the region. */
static bool is_joined(const emission *e, const fuse_slot *slot)
{
    const bool *to = e->extent == ALL ? e->kernel->plan[e->region].to : NULL;
    int exits = 0;
    for (int r = 0; to && r < e->kernel->regions; r++)
        exits += to[r] && slot->live_in[r];
    return exits > 1 && !slot->uniform;
}

static void keep(emission *e, int s)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    if (map_get(&e->tiles.made, slot->alloca))
        return;
    LLVMValueRef value = LLVMBuildLoad2(e->builder, slot->type, e->slots.local[s], "");
    if (e->slots.leaving[s])
        LLVMBuildStore(e->builder, value, e->slots.leaving[s]);
    else if (!slot->uniform && (emission_tile_values(e, s) || (e->strips && e->strips->array[s])))
        emission_store_strip_slot(e, s, value);
    else if (!slot->uniform)
        emission_mark(e, aligned(LLVMBuildStore(e->builder, value, own_place(e, slot)), slot));
}

/* On the way to region `to`: stores the slots that are live there and written here. */
void emission_store_slots(emission *e, int to)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!slot->memory && slot->live_in[to] && slot->written[e->region] && !is_joined(e, slot))
            keep(e, s);
    }
}

/* Where the ways out join. LLVM would also merge stores on several ways, but its merged store loses the access
 * group, and the vectoriser would test whether it overlaps the threads' loads. */
void emission_store_joined(emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!slot->memory && slot->written[e->region] && is_joined(e, slot))
            keep(e, s);
    }
}

/* After the loops: stores the block's uniform slots. */
void emission_store_uniform(emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!slot->uniform || !slot->live_across || !slot->written[e->region])
            continue;
        LLVMValueRef value = e->slots.leaving[s] ? LLVMBuildLoad2(e->builder, slot->type, e->slots.leaving[s], "")
                                                 : emission_uniform_at_exit(e, slot);
        aligned(LLVMBuildStore(e->builder, value, emission_in_uniform(e, s)), slot);
    }
}
