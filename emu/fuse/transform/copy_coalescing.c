/* Merges slots between which values are only copied, as through the phis of a loop and its exit, if neither value is
 * needed while the other slot holds another. So a sum that a loop computes is one array of all threads, and copies
 * from region to region disappear.
 *
 * Invariant: the function computes what it did. */
#include "copy_coalescing.h"

#include <stdlib.h>

#include "../analysis/graph.h"
#include "../support/kernel.h"
#include "../support/memory.h"

/* Whether the slot is only loaded and stored. */
static bool is_plain(LLVMValueRef slot)
{
    if (!LLVMIsAAllocaInst(slot))
        return false;
    LLVMTypeRef type = LLVMGetAllocatedType(slot);
    bool plain = LLVMIsAConstantInt(LLVMGetOperand(slot, 0)) && LLVMConstIntGetZExtValue(LLVMGetOperand(slot, 0)) == 1;
    for (LLVMUseRef use = LLVMGetFirstUse(slot); use && plain; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        plain = (LLVMIsALoadInst(user) && LLVMTypeOf(user) == type && !LLVMGetVolatile(user)) ||
                (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != slot && !LLVMGetVolatile(user) &&
                 LLVMTypeOf(LLVMGetOperand(user, 0)) == type);
    }
    return plain;
}

static bool reads(LLVMValueRef at, LLVMValueRef slot)
{
    return LLVMIsALoadInst(at) && LLVMGetOperand(at, 0) == slot;
}

static bool writes(LLVMValueRef at, LLVMValueRef slot)
{
    return LLVMIsAStoreInst(at) && LLVMGetOperand(at, 1) == slot;
}

/* The first access from there on in the block: 1, the slot is read; 0, it is written; -1, none. */
static int next_access(LLVMValueRef at, LLVMValueRef slot)
{
    for (; at; at = LLVMGetNextInstruction(at))
        if (reads(at, slot) || writes(at, slot))
            return reads(at, slot);
    return -1;
}

/* alive[b]: the slot's value at the block's head may be read. */
static void find_live(const fuse_kernel *kernel, LLVMValueRef slot, bool *live)
{
    size_t blocks = (size_t)kernel->blocks;
    bool *written = fuse_allocate(blocks, sizeof *written);
    int *stack = fuse_allocate(blocks, sizeof *stack), depth = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
        int at = fuse_block_number(kernel, LLVMGetInstructionParent(LLVMGetUser(use)));
        written[at] = written[at] || LLVMIsAStoreInst(LLVMGetUser(use));
        if (!live[at] && next_access(LLVMGetFirstInstruction(kernel->block[at].block), slot) > 0)
            live[stack[depth++] = at] = true;
    }
    while (depth) {
        const fuse_block *block = &kernel->block[stack[--depth]];
        for (int i = 0; i < block->from_count; i++)
            if (!written[block->from[i]] && !live[block->from[i]])
                live[stack[depth++] = block->from[i]] = true;
    }
    free(written);
    free(stack);
}

/* Whether the slot holds the stored value before the store. */
static bool holds_it(LLVMValueRef store, LLVMValueRef slot)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), at = LLVMGetPreviousInstruction(store);
    while (at && !writes(at, slot) && !(at == value && reads(at, slot)))
        at = LLVMGetPreviousInstruction(at);
    return at && (at == value || LLVMGetOperand(at, 0) == value);
}

/* Whether one slot is written, with a different value, while the other one's value is live. */
static bool interfere(const fuse_kernel *kernel, LLVMValueRef one, LLVMValueRef other, const bool *other_alive)
{
    for (LLVMUseRef use = LLVMGetFirstUse(one); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        if (!LLVMIsAStoreInst(store))
            continue;
        const fuse_block *block = &kernel->block[fuse_block_number(kernel, LLVMGetInstructionParent(store))];
        int next = next_access(store, other);
        bool wanted = next > 0;
        for (int i = 0; i < block->to_count && next < 0; i++)
            wanted = wanted || other_alive[block->to[i]];
        if (wanted && !holds_it(store, other))
            return true;
    }
    return false;
}

/* Whether all values stored to `one` were loaded from `other`. */
static bool is_copy(LLVMValueRef one, LLVMValueRef other)
{
    for (LLVMUseRef use = LLVMGetFirstUse(one); use; use = LLVMGetNextUse(use))
        if (LLVMIsAStoreInst(LLVMGetUser(use)) && !reads(LLVMGetOperand(LLVMGetUser(use), 0), other))
            return false;
    return true;
}

/* A uniform slot is best known if it is written once: merging must not add stores to such a slot. */
static bool are_alike(const fuse_kernel *kernel, LLVMValueRef one, LLVMValueRef other)
{
    bool varies = fuse_is_divergent(kernel, one);
    return is_plain(one) && is_plain(other) && LLVMGetAllocatedType(one) == LLVMGetAllocatedType(other) &&
           varies == fuse_is_divergent(kernel, other) && (varies || is_copy(one, other) || is_copy(other, one));
}

/* Replaces `from` by `into`; false: impossible. */
static bool merge(fuse_kernel *kernel, LLVMValueRef from, LLVMValueRef into)
{
    if (from == into || !are_alike(kernel, from, into))
        return false;
    bool *from_alive = fuse_allocate((size_t)kernel->blocks, sizeof *from_alive);
    bool *into_alive = fuse_allocate((size_t)kernel->blocks, sizeof *into_alive);
    find_live(kernel, from, from_alive);
    find_live(kernel, into, into_alive);
    bool may = !interfere(kernel, from, into, into_alive) && !interfere(kernel, into, from, from_alive);
    if (may) {
        LLVMReplaceAllUsesWith(from, into);
        LLVMInstructionEraseFromParent(from);
    }
    free(from_alive);
    free(into_alive);
    return may;
}

/* Merges the store's slot with another one that holds the value: it was loaded from it, or is also stored to it. */
static bool merge_copies(fuse_kernel *kernel, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), into = LLVMGetOperand(store, 1);
    if (LLVMIsALoadInst(value) && merge(kernel, LLVMGetOperand(value, 0), into))
        return true;
    for (LLVMUseRef use = LLVMIsAInstruction(value) ? LLVMGetFirstUse(value) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value && merge(kernel, LLVMGetOperand(user, 1), into))
            return true;
    }
    return false;
}

void fuse_coalesce_copies(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = LLVMGetNextInstruction(at))
            while (LLVMIsAStoreInst(at) && merge_copies(kernel, at))
                continue;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef next, at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (!LLVMIsAStoreInst(at) || !is_plain(LLVMGetOperand(at, 1)) || !holds_it(at, LLVMGetOperand(at, 1)))
                continue;
            LLVMValueRef value = LLVMGetOperand(at, 0);
            LLVMInstructionEraseFromParent(at);
            if (LLVMIsALoadInst(value) && !LLVMGetFirstUse(value))
                LLVMInstructionEraseFromParent(value);
        }
}
