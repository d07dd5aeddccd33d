/* Where slots lie: in the context, by thread; or in the function for whole blocks, and in the frame while it does
 * not run. */
#include "slot_place.h"

#include "../../fused/fused.h"
#include "../support/memory.h"
#include "frame.h"
#include "register_tile_threads.h"
#include "strip.h"

/* The constant is added last: it becomes part of an instruction's address, and all slots of a thread share the rest. */
LLVMValueRef emission_in_context(emission *e, const fuse_slot *slot, LLVMValueRef linear_id)
{
    if (slot->tile)
        return emission_in_tile(e, slot, linear_id);
    uint64_t array = (uint64_t)slot->offset * e->kernel->stride;
    LLVMValueRef by_thread = LLVMBuildMul(e->builder, linear_id, emission_number(e, e->i64, slot->size), "");
    LLVMValueRef thread = emission_at_offset(e, emission_get_field(e, CONTEXT), by_thread);
    return emission_at_offset(e, thread, emission_number(e, e->i64, array));
}

/* The first element of the thread. A strip's threads are in one group: LLVM must see that they are neighbours. */
static LLVMValueRef interleaved_array(emission *e, const fuse_slot *slot)
{
    bool in_strip = e->strips && e->strips->width <= slot->interleaved;
    LLVMValueRef threads = emission_number(e, e->i64, slot->interleaved);
    LLVMValueRef first = in_strip ? emission_first_id(e, e->strips) : e->thread.linear_id;
    LLVMValueRef group = LLVMBuildUDiv(e->builder, first, threads, ""),
                 place = LLVMBuildURem(e->builder, first, threads, "");
    if (in_strip)
        place = LLVMBuildNUWAdd(e->builder, place, e->thread.number, "");
    uint64_t array = (uint64_t)slot->offset * e->kernel->stride, bytes = (uint64_t)slot->interleaved * slot->size;
    LLVMValueRef by_group = LLVMBuildNUWMul(e->builder, group, emission_number(e, e->i64, bytes), ""),
                 by_thread = LLVMBuildNUWMul(e->builder, place, emission_number(e, e->i64, slot->element), "");
    LLVMValueRef at = emission_at_offset(e, emission_get_field(e, CONTEXT), by_group);
    at = emission_at_offset(e, at, emission_number(e, e->i64, array));
    return emission_at_offset(e, at, by_thread);
}

LLVMValueRef emission_own_array(emission *e, const fuse_slot *slot)
{
    return slot->interleaved ? interleaved_array(e, slot) : emission_in_context(e, slot, e->thread.linear_id);
}

LLVMValueRef emission_in_uniform(emission *e, int s)
{
    const fuse_kernel *kernel = e->kernel;
    if (e->extent == ALL)
        return kernel->in_block[s];
    return emission_at_offset(e, emission_get_field(e, UNIFORM), emission_number(e, e->i64, kernel->slot[s].offset));
}

LLVMValueRef emission_load_uniform(emission *e, int s)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    LLVMValueRef load = LLVMBuildLoad2(e->builder, slot->type, emission_in_uniform(e, s), "");
    LLVMSetAlignment(load, slot->alignment);
    return load;
}

static LLVMValueRef in_frame(emission *e, LLVMValueRef uniform, const fuse_slot *slot)
{
    return emission_at_offset(e, uniform, emission_number(e, e->i64, slot->offset));
}

/* Copies slots between the frame and the function's own variables. `in`: those live where `region` starts;
 * FUSE_NONE: all of them. */
static void move_slots(emission *e, bool in, int region)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef uniform = NULL;
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        if (!kernel->in_block[s] || (in && region != FUSE_NONE && !slot->live_in[region]))
            continue;
        if (!uniform) {
            LLVMValueRef offset = emission_number(e, e->i64, offsetof(emu_fused_frame, uniform));
            uniform = LLVMBuildLoad2(e->builder, e->pointer, emission_at_offset(e, e->frame, offset), "");
        }
        LLVMValueRef far = in_frame(e, uniform, slot), near = kernel->in_block[s];
        LLVMValueRef value = LLVMBuildLoad2(e->builder, slot->type, in ? far : near, "");
        LLVMSetAlignment(value, slot->alignment);
        LLVMSetAlignment(LLVMBuildStore(e->builder, value, in ? near : far), slot->alignment);
    }
}

void emission_save_uniform(emission *e)
{
    move_slots(e, false, FUSE_NONE);
}

void emission_restore_uniform(emission *e, int region)
{
    move_slots(e, true, region);
}

void emission_begin_places(emission *e)
{
    fuse_kernel *kernel = e->kernel;
    kernel->allocas = emission_append(e);
    kernel->in_block = fuse_allocate((size_t)kernel->slots + 1, sizeof *kernel->in_block);
    LLVMPositionBuilderAtEnd(e->builder, kernel->allocas);
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        if (!slot->uniform || !slot->live_across)
            continue;
        kernel->in_block[s] = LLVMBuildAlloca(e->builder, slot->type, "");
        LLVMSetAlignment(kernel->in_block[s], slot->alignment);
    }
}
