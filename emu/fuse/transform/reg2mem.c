/* Stores every value that another block uses where it is computed, and loads it where it is used; phis become such
 * pairs, too. So blocks can be copied one by one. Then finds which of these slots are live at the start of a region,
 * and places them.
 *
 * Invariant after: no phi is left, and no block uses another one's values, except local arrays and slots. */
#include "reg2mem.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/memory.h"

static LLVMValueRef new_slot(fuse_kernel *kernel, LLVMTypeRef type, bool uniform)
{
    LLVMPositionBuilderBefore(kernel->builder, LLVMGetFirstInstruction(kernel->block[0].block));
    LLVMValueRef alloca = LLVMBuildAlloca(kernel->builder, type, "");
    /* a deleted instruction may have had the same address */
    map_put(&kernel->divergent, alloca, uniform ? NULL : alloca);
    return alloca;
}

/* Drops a phi at a loop's exit, unless it holds the value of a thread's own last iteration. */
static bool drop_phi(fuse_kernel *kernel, LLVMValueRef phi)
{
    LLVMValueRef only = LLVMGetIncomingValue(phi, 0);
    if (LLVMCountIncoming(phi) != 1 || (fuse_is_divergent(kernel, phi) && !fuse_is_divergent(kernel, only)))
        return false;
    LLVMReplaceAllUsesWith(phi, only);
    LLVMInstructionEraseFromParent(phi);
    return true;
}

static void replace_phi(fuse_kernel *kernel, LLVMValueRef phi)
{
    LLVMTypeRef type = LLVMTypeOf(phi);
    bool uniform = !fuse_is_divergent(kernel, phi);
    LLVMValueRef alloca = new_slot(kernel, type, uniform);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMPositionBuilderBefore(kernel->builder, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
        LLVMBuildStore(kernel->builder, LLVMGetIncomingValue(phi, i), alloca);
    }
    LLVMValueRef at = phi;
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(kernel->builder, at);
    LLVMValueRef value = LLVMBuildLoad2(kernel->builder, type, alloca, "");
    map_put(&kernel->divergent, value, uniform ? NULL : value);
    LLVMReplaceAllUsesWith(phi, value);
    LLVMInstructionEraseFromParent(phi);
}

static bool used_elsewhere(LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMGetInstructionParent(LLVMGetUser(use)) != LLVMGetInstructionParent(value))
            return true;
    return false;
}

static void store_value(fuse_kernel *kernel, LLVMValueRef value)
{
    LLVMValueRef alloca = new_slot(kernel, LLVMTypeOf(value), !fuse_is_divergent(kernel, value));
    LLVMBasicBlockRef home = LLVMGetInstructionParent(value);
    size_t count = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        count++;
    LLVMValueRef *user = fuse_allocate(count, sizeof *user);
    count = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        user[count++] = LLVMGetUser(use);
    map loaded = {0}; /* by block */
    for (size_t i = 0; i < count; i++) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(user[i]);
        if (block == home)
            continue;
        LLVMValueRef load = map_get(&loaded, block);
        if (!load) {
            LLVMPositionBuilderBefore(kernel->builder, LLVMGetFirstInstruction(block));
            load = LLVMBuildLoad2(kernel->builder, LLVMTypeOf(value), alloca, "");
            map_put(&kernel->divergent, load, fuse_is_divergent(kernel, value) ? load : NULL);
            map_put(&loaded, block, load);
        }
        for (int k = 0; k < LLVMGetNumOperands(user[i]); k++)
            if (LLVMGetOperand(user[i], (unsigned)k) == value)
                LLVMSetOperand(user[i], (unsigned)k, load);
    }
    map_free(&loaded);
    free(user);
    LLVMPositionBuilderBefore(kernel->builder, LLVMGetNextInstruction(value));
    LLVMBuildStore(kernel->builder, value, alloca);
}

static void store_all(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); LLVMIsAPHINode(at);) {
            LLVMValueRef phi = at;
            at = LLVMGetNextInstruction(at);
            if (!drop_phi(kernel, phi))
                replace_phi(kernel, phi);
        }
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef next, at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (!LLVMIsAAllocaInst(at) && used_elsewhere(at))
                store_value(kernel, at);
        }
}

/* ---- liveness ---- */
/* For a block: does it read the slot before writing it? Else: does it write it? */
static void scan(const fuse_kernel *kernel, int number, const map *slots, bool *reads, bool *writes)
{
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[number].block); at; at = LLVMGetNextInstruction(at)) {
        for (int k = 0; k < LLVMGetNumOperands(at); k++) {
            int slot = (int)(intptr_t)map_get(slots, LLVMGetOperand(at, (unsigned)k)) - 1;
            if (slot < 0)
                continue;
            if (LLVMIsAStoreInst(at) && !kernel->slot[slot].memory)
                writes[slot] = true;
            else if (!writes[slot])
                reads[slot] = true;
        }
    }
}

/* in[b * slots + s]: the slot's value at the block's head may be read. An array is live from any block that may
 * follow a use to any block that may precede a use. */
static bool *find_live(const fuse_kernel *kernel, const bool *reads, const bool *writes)
{
    size_t row = (size_t)kernel->slots;
    bool *in = fuse_allocate((size_t)kernel->blocks * (row + 1), sizeof *in);
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = kernel->blocks - 1; k >= 0; k--) {
            int i = kernel->ordered[k];
            const fuse_block *block = &kernel->block[i];
            for (size_t s = 0; s < row; s++) {
                bool live = reads[(size_t)i * row + s];
                for (int e = 0; e < block->to_count && !live; e++)
                    live = in[(size_t)block->to[e] * row + s] && !writes[(size_t)i * row + s];
                if (live && !in[(size_t)i * row + s])
                    in[(size_t)i * row + s] = changed = true;
            }
        }
    }
    return in;
}

/* Forward: by[b * slots + s]: whether the slot may have been used before the block. */
static bool *find_used_before(const fuse_kernel *kernel, const bool *reads)
{
    size_t row = (size_t)kernel->slots;
    bool *by = fuse_allocate((size_t)kernel->blocks * (row + 1), sizeof *by);
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < kernel->blocks; k++) {
            int i = kernel->ordered[k];
            const fuse_block *block = &kernel->block[i];
            for (int e = 0; e < block->from_count; e++)
                for (size_t s = 0; s < row; s++) {
                    size_t from = (size_t)block->from[e] * row + s;
                    if ((by[from] || reads[from]) && !by[(size_t)i * row + s])
                        by[(size_t)i * row + s] = changed = true;
                }
        }
    }
    return by;
}

/* Collects the blocks of the region that starts at `number`. */
static void collect(fuse_kernel *kernel, map *numbers)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(kernel->module);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = LLVMGetNextInstruction(at)) {
            if (!LLVMIsAAllocaInst(at))
                continue;
            fuse_slot *more = realloc(kernel->slot, (size_t)(kernel->slots + 1) * sizeof *more);
            if (!more)
                abort();
            kernel->slot = more;
            LLVMTypeRef type = LLVMGetAllocatedType(at);
            fuse_slot *slot = &more[kernel->slots++];
            uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 0));
            *slot = (fuse_slot){.alloca = at,
                                .type = type,
                                .uniform = !fuse_is_divergent(kernel, at),
                                .size = (unsigned)(LLVMABISizeOfType(layout, type) * count),
                                .alignment = LLVMGetAlignment(at)};
            unsigned natural = LLVMABIAlignmentOfType(layout, type);
            slot->alignment = slot->alignment > natural ? slot->alignment : natural;
            for (LLVMUseRef use = LLVMGetFirstUse(at); use; use = LLVMGetNextUse(use)) {
                LLVMValueRef user = LLVMGetUser(use);
                bool plain = (LLVMIsALoadInst(user) && LLVMTypeOf(user) == type && !LLVMGetVolatile(user)) ||
                             (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != at && !LLVMGetVolatile(user) &&
                              LLVMTypeOf(LLVMGetOperand(user, 0)) == type);
                slot->memory = slot->memory || !plain || count != 1;
            }
            map_put(numbers, at, (void *)(intptr_t)kernel->slots);
        }
}

/* Whether the instruction may store an address that is its operand: a read-modify-write to memory, a barrier for
 * another thread. */
static bool may_store_address(LLVMValueRef user)
{
    fuse_call call = fuse_call_of(user, NULL);
    return LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user) ||
           (LLVMIsACallInst(user) && call != FUSE_LIFETIME && call != FUSE_OTHER_EMULATOR && call != FUSE_NO_MEMORY);
}

/* Marks the blocks that use the array through the address. True: an address in it is stored to memory, and any block
 * may load it. */
static bool use_through(const fuse_kernel *kernel, LLVMValueRef address, bool *reads, size_t slot)
{
    bool escapes = false;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !escapes; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        reads[(size_t)fuse_block_number(kernel, LLVMGetInstructionParent(user)) * (size_t)kernel->slots + slot] = true;
        if (LLVMIsAStoreInst(user))
            escapes = LLVMGetOperand(user, 0) == address;
        else if (!LLVMIsALoadInst(user) && !LLVMIsAICmpInst(user))
            escapes = may_store_address(user) || use_through(kernel, user, reads, slot);
    }
    return escapes;
}

void fuse_registers_to_memory(fuse_kernel *kernel)
{
    store_all(kernel);
}

void fuse_find_live_slots(fuse_kernel *kernel)
{
    map numbers = {0};
    collect(kernel, &numbers);
    size_t row = (size_t)kernel->slots;
    bool *reads = fuse_allocate((size_t)kernel->blocks * (row + 1), sizeof *reads);
    bool *writes = fuse_allocate((size_t)kernel->blocks * (row + 1), sizeof *writes);
    for (int i = 0; i < kernel->blocks; i++)
        scan(kernel, i, &numbers, reads + (size_t)i * row, writes + (size_t)i * row);
    for (size_t s = 0; s < row; s++)
        if (kernel->slot[s].memory && use_through(kernel, kernel->slot[s].alloca, reads, s))
            for (int i = 0; i < kernel->blocks; i++)
                reads[(size_t)i * row + s] = true;
    bool *in = find_live(kernel, reads, writes), *before = find_used_before(kernel, reads);
    for (size_t s = 0; s < row; s++) {
        fuse_slot *slot = &kernel->slot[s];
        slot->live_in = fuse_allocate((size_t)kernel->regions, sizeof *slot->live_in);
        slot->written = fuse_allocate((size_t)kernel->regions, sizeof *slot->written);
        slot->used = fuse_allocate((size_t)kernel->regions, sizeof *slot->used);
    }
    for (int r = 0; r < kernel->regions; r++) {
        bool *has = fuse_allocate((size_t)kernel->blocks, sizeof *has);
        fuse_region_blocks(kernel, kernel->region[r], has);
        for (size_t s = 0; s < row; s++) {
            fuse_slot *slot = &kernel->slot[s];
            size_t start = (size_t)kernel->region[r] * row + s;
            slot->live_in[r] = in[start] && (!slot->memory || before[start]);
            slot->live_across = slot->live_across || slot->live_in[r];
            for (int i = 0; i < kernel->blocks; i++) {
                slot->written[r] = slot->written[r] || (has[i] && writes[(size_t)i * row + s]);
                slot->used[r] =
                    slot->used[r] || (has[i] && (writes[(size_t)i * row + s] || reads[(size_t)i * row + s]));
            }
        }
        free(has);
    }
    for (size_t s = 0; s < row; s++)
        if (kernel->slot[s].live_across)
            fuse_place_slot(kernel, &kernel->slot[s]);
    free(in);
    free(before);
    free(reads);
    free(writes);
    map_free(&numbers);
}
