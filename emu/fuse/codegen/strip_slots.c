/* Values of a strip's threads: arrays of the strip's width, for as long as the strip runs. Only whole vectors are
 * read and written there, so that LLVM makes registers of them. */
#include "strip_slots.h"

#include "register_tile_threads.h"
#include "slot_place.h"
#include "strip.h"

/* A bit is stored as a byte. */
LLVMTypeRef emission_kept_type(const emission *e, const fuse_slot *slot)
{
    bool bit = LLVMGetTypeKind(slot->type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(slot->type) == 1;
    return bit ? e->i8 : slot->type;
}

static LLVMValueRef kept(emission *e, int s)
{
    LLVMValueRef array = emission_tile_values(e, s) ? emission_tile_values(e, s) : e->strips->array[s];
    return LLVMBuildInBoundsGEP2(e->builder, emission_kept_type(e, &e->kernel->slot[s]), array, &e->thread.number, 1,
                                 "");
}

LLVMValueRef emission_load_strip_slot(emission *e, int s)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    LLVMTypeRef type = emission_kept_type(e, slot);
    LLVMValueRef value = emission_mark(e, LLVMBuildLoad2(e->builder, type, kept(e, s), ""));
    return type == slot->type ? value : LLVMBuildTrunc(e->builder, value, slot->type, "");
}

void emission_store_strip_slot(emission *e, int s, LLVMValueRef value)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    if (emission_kept_type(e, slot) != slot->type)
        value = LLVMBuildZExt(e->builder, value, e->i8, "");
    emission_mark(e, LLVMBuildStore(e->builder, value, kept(e, s)));
}

bool emission_used_in_strip(const emission *e, const strips *set, const bool *regions)
{
    for (int r = 0; r < e->kernel->regions; r++)
        if (set->member[r] && regions[r])
            return true;
    return false;
}

void emission_move_strip_slot(emission *e, const strips *set, int s, bool out)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    LLVMTypeRef vector = LLVMVectorType(emission_kept_type(e, slot), set->width);
    LLVMValueRef far = emission_in_context(e, slot, emission_first_id(e, set));
    LLVMValueRef value = LLVMBuildLoad2(e->builder, vector, out ? set->array[s] : far, "");
    LLVMSetAlignment(value, out ? 64 : slot->alignment);
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, out ? far : set->array[s]), out ? slot->alignment : 64);
}

void emission_spill_to_context(emission *e, const strips *set, int to)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (set->array[s] && slot->live_in[to] && emission_used_in_strip(e, set, slot->written))
            emission_move_strip_slot(e, set, s, true);
    }
}
