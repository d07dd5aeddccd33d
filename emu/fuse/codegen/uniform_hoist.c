/* What is the same for all threads is made once, at the function's entry, instead of in the loop: so a vectoriser
 * sees what addresses and conditions have in common. */
#include "uniform_hoist.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/integer.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "clone.h"
#include "context_slots.h"
#include "division.h"
#include "frame.h"

LLVMValueRef emission_only_store(const emission *e, const fuse_slot *slot)
{
    LLVMValueRef found = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(slot->alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        int integer_fold = LLVMIsAStoreInst(user) ? fuse_block_number(e->kernel, LLVMGetInstructionParent(user)) : FUSE_NONE;
        if (integer_fold < 0 || !e->contains[integer_fold])
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

/* The kernel's dominators say something else: a loop's head is in the region before the loop, too; and a region that
 * begins in the middle of a loop has blocks before it. */
static bool *find_reached_without(const emission *e, int from)
{
    const fuse_kernel *kernel = e->kernel;
    int start = kernel->region[e->region], depth = 0;
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen);
    int *stack = fuse_allocate((size_t)kernel->blocks + 1, sizeof *stack);
    seen[start] = true;
    stack[depth++] = start;
    while (depth > 0) {
        const fuse_block *block = &kernel->block[stack[--depth]];
        for (int i = 0; i < block->to_count; i++) {
            int to = block->to[i];
            if (seen[to] || to == from || !e->contains[to] || kernel->block[to].start)
                continue;
            seen[to] = true;
            stack[depth++] = to;
        }
    }
    free(stack);
    return seen;
}

bool emission_dominates(const emission *e, int from, int at)
{
    fuse_dominance *known = &e->kernel->dominance;
    if (from == e->kernel->region[e->region] || from == at)
        return true;
    if (!known->reached_without || known->region != e->region) { /* asked for each load of large kernels */
        fuse_forget_dominance(e->kernel);
        known->region = e->region;
        known->reached_without = fuse_allocate((size_t)e->kernel->blocks, sizeof *known->reached_without);
    }
    if (!known->reached_without[from])
        known->reached_without[from] = find_reached_without(e, from);
    return !known->reached_without[from][at];
}

/* The store whose value a load of the uniform slot reads; null with `kept`: what the block kept, else not known. */
static LLVMValueRef read_by(const emission *e, LLVMValueRef load, const fuse_slot *slot, bool *kept)
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
        bool *behind = fuse_allocate((size_t)kernel->blocks, sizeof *behind), later;
        for (int i = 0; i < kernel->block[from].to_count; i++)
            if (e->contains[kernel->block[from].to[i]] && !kernel->block[kernel->block[from].to[i]].start)
                fuse_reach(kernel, kernel->block[from].to[i], kernel->region[e->region], behind);
        later = behind[at] || (from == at && comes_before(store, load));
        bool loops = behind[from];
        free(behind);
        if (loops)
            return NULL;
        if (later)
            return emission_dominates(e, from, at) ? store : NULL;
    }
    *kept = slot->live_in[e->region];
    return NULL;
}

/* What a load of the slot reads: the value of the one store before it, or what the block kept. */
static LLVMValueRef slot_once(emission *e, LLVMValueRef load, const fuse_slot *slot)
{
    bool kept;
    LLVMValueRef store = read_by(e, load, slot, &kept);
    if (store)
        return emission_hoist_uniform(e, LLVMGetOperand(store, 0));
    if (!kept)
        return NULL;
    if (slot == e->known_slot && e->known_slot_value)
        return e->known_slot_value;
    if (e->extent != ALL)
        emission_get_field(e, UNIFORM);
    return emission_load_uniform(e, (int)(slot - e->kernel->slot));
}

const fuse_slot *emission_slot_of_load(const emission *e, LLVMValueRef load)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        bool kept = false;
        if (slot->alloca == LLVMGetOperand(load, 0))
            read_by(e, load, slot, &kept);
        if (kept)
            return slot;
    }
    return NULL;
}

/* Whether what is loaded after it may be another than before it: it writes what has an address, or orders. */
static bool may_matter(const emission *e, LLVMValueRef before)
{
    if (LLVMIsALoadInst(before))
        return !fuse_is_simple_access(before);
    if (!LLVMIsAStoreInst(before))
        return LLVMIsAAtomicRMWInst(before) || LLVMIsAAtomicCmpXchgInst(before) || LLVMIsAFenceInst(before) ||
               (LLVMIsACallInst(before) && fuse_call_of(before, NULL) >= FUSE_LIFETIME);
    for (int s = 0; s < e->kernel->slots; s++)
        if (e->kernel->slot[s].alloca == LLVMGetOperand(before, 1))
            return e->kernel->slot[s].memory;
    return true;
}

static LLVMValueRef load_once(emission *e, LLVMValueRef load)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    for (int s = 0; s < e->kernel->slots; s++)
        if (e->kernel->slot[s].alloca == pointer)
            return slot_once(e, load, &e->kernel->slot[s]);
    bool argument = emission_is_argument(e, pointer);
    int at = fuse_block_number(e->kernel, LLVMGetInstructionParent(load));
    if (!argument && !e->first[at])
        return NULL;
    /* Not before what writes memory. */
    for (int i = 0; i < e->kernel->blocks && !argument; i++)
        for (LLVMValueRef before = e->first[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL;
             before && before != load; before = LLVMGetNextInstruction(before)) {
            if (i != at && e->kernel->block[i].order > e->kernel->block[at].order)
                break;
            if (may_matter(e, before))
                return NULL;
        }
    pointer = emission_hoist_uniform(e, pointer);
    if (!pointer)
        return NULL;
    LLVMValueRef made = LLVMInstructionClone(load);
    LLVMSetOperand(made, 0, pointer);
    LLVMInsertIntoBuilder(e->builder, made);
    fuse_debug_line(e->kernel, e->lines, made, load);
    if (argument)
        emission_mark_invariant(e, made);
    return made;
}

static LLVMValueRef make_once(emission *e, LLVMValueRef value)
{
    fuse_call call = fuse_call_of(value, NULL);
    switch (call) {
    case FUSE_BLOCK: case FUSE_BLOCK_DIM: case FUSE_GRID_DIM: case FUSE_SHARED: case FUSE_DYNAMIC_SHARED: case FUSE_RESULT:
        return emission_replace_call(e, value);
    default:
        break;
    }
    if (LLVMIsALoadInst(value))
        return LLVMGetVolatile(value) ? NULL : load_once(e, value);
    if (emission_is_division(value))
        return emission_hoist_division(e, value);
    if (!fuse_is_speculatable(value) && call != FUSE_NO_MEMORY)
        return NULL;
    int count = LLVMGetNumOperands(value);
    LLVMValueRef *operand = fuse_allocate((size_t)count, sizeof *operand), made = NULL;
    bool all = true;
    for (int i = 0; i < count && all; i++)
        all = (operand[i] = emission_hoist_uniform(e, LLVMGetOperand(value, (unsigned)i))) != NULL;
    if (all) {
        made = LLVMInstructionClone(value);
        for (int i = 0; i < count; i++)
            LLVMSetOperand(made, (unsigned)i, operand[i]);
        LLVMInsertIntoBuilder(e->builder, made);
        fuse_debug_line(e->kernel, e->lines, made, value);
    }
    free(operand);
    return made;
}

/* The value for all threads, at the end of the entry, where the builder is then; null: it is not known there. */
LLVMValueRef emission_hoist_uniform(emission *e, LLVMValueRef value)
{
    static int refused;
    if (value == LLVMGetParam(e->kernel->function, 0))
        return emission_get_field(e, ARGUMENTS);
    if (!LLVMIsAInstruction(value))
        return value;
    void *known = map_get(&e->hoisted, value);
    if (known)
        return known == &refused ? NULL : known;
    LLVMValueRef made = NULL;
    if (!fuse_is_divergent(e->kernel, value) && e->contains[fuse_block_number(e->kernel, LLVMGetInstructionParent(value))]) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
        made = make_once(e, value);
        LLVMPositionBuilderAtEnd(e->builder, here);
    }
    map_put(&e->hoisted, value, made ? (void *)made : (void *)&refused);
    return made;
}

/* Blocks that every thread runs, one after the other, from the region's start. */
void emission_find_unconditional(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    int at = kernel->region[e->region];
    e->first = fuse_allocate((size_t)kernel->blocks, sizeof *e->first);
    while (!e->first[at]) {
        e->first[at] = true;
        const fuse_block *block = &kernel->block[at];
        if (block->to_count != 1 || !e->contains[block->to[0]] || kernel->block[block->to[0]].from_count != 1)
            return;
        at = block->to[0];
    }
}

/* What a uniform slot holds after the region, wherever threads go where it is alive; null: that depends. */
LLVMValueRef emission_uniform_at_exit(emission *e, const fuse_slot *slot)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef store = emission_only_store(e, slot);
    if (!store)
        return NULL;
    int from = fuse_block_number(kernel, LLVMGetInstructionParent(store));
    for (int i = 0; i < kernel->blocks; i++)
        for (int k = 0; e->contains[i] && k < kernel->block[i].to_count; k++) {
            const fuse_block *to = &kernel->block[kernel->block[i].to[k]];
            if (!to->start || !slot->live_in[to->region])
                continue;
            if (!emission_dominates(e, from, i))
                return NULL;
        }
    return emission_hoist_uniform(e, LLVMGetOperand(store, 0));
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
        /* In a loop within the region the value may be an earlier iteration's. */
        if (kernel->block[at].loop != kernel->block[from].loop || from == at)
            return NULL;
        return emission_dominates(e, from, at) ? LLVMGetOperand(store, 0) : NULL;
    }
    return NULL;
}
