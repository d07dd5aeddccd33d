/* Which store to a slot reaches a load of it, within the region. */
#include "reaching_store.h"

#include <stdlib.h>

#include "../analysis/graph.h"
#include "../support/memory.h"
#include "region_blocks.h"

LLVMValueRef emission_only_store(const emission *e, const fuse_slot *slot)
{
    LLVMValueRef found = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(slot->alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        int at = LLVMIsAStoreInst(user) ? fuse_block_number(e->kernel, LLVMGetInstructionParent(user)) : FUSE_NONE;
        if (at < 0 || !e->contains[at])
            continue;
        if (found)
            return NULL;
        found = user;
    }
    return found;
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b)
{
    while (a && a != b)
        a = LLVMGetNextInstruction(a);
    return a == b;
}

LLVMValueRef emission_reaching_store(const emission *e, LLVMValueRef load, const fuse_slot *slot, bool *kept)
{
    const fuse_kernel *kernel = e->kernel;
    *kept = false;
    if (slot->memory || !slot->uniform)
        return NULL;
    int at = fuse_block_number(kernel, LLVMGetInstructionParent(load));
    if (slot->written[e->region]) {
        LLVMValueRef store = emission_only_store(e, slot);
        if (!store)
            return NULL;
        int from = fuse_block_number(kernel, LLVMGetInstructionParent(store));
        bool *after = fuse_allocate((size_t)kernel->blocks, sizeof *after), later;
        for (int i = 0; i < kernel->block[from].to_count; i++)
            if (e->contains[kernel->block[from].to[i]] && !kernel->block[kernel->block[from].to[i]].start)
                fuse_reach(kernel, kernel->block[from].to[i], kernel->region[e->region], after);
        later = after[at] || (from == at && comes_before(store, load));
        bool loops = after[from];
        free(after);
        if (loops)
            return NULL;
        if (later)
            return emission_dominates(e, from, at) ? store : NULL;
    }
    *kept = slot->live_in[e->region];
    return NULL;
}

const fuse_slot *emission_slot_of_load(const emission *e, LLVMValueRef load)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        bool kept = false;
        if (slot->alloca == LLVMGetOperand(load, 0))
            emission_reaching_store(e, load, slot, &kept);
        if (kept)
            return slot;
    }
    return NULL;
}

LLVMValueRef emission_stored_value(emission *e, LLVMValueRef load)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        LLVMValueRef store = slot->alloca == pointer && !slot->memory ? emission_only_store(e, slot) : NULL;
        if (!store)
            continue;
        int from = fuse_block_number(kernel, LLVMGetInstructionParent(store));
        int at = fuse_block_number(kernel, LLVMGetInstructionParent(load));
        /* In a loop within the region the value may come from an earlier iteration. */
        if (kernel->block[at].loop != kernel->block[from].loop || from == at)
            return NULL;
        return emission_dominates(e, from, at) ? LLVMGetOperand(store, 0) : NULL;
    }
    return NULL;
}
