/* Between two barriers a kernel may do independent things: its threads load a tile, then some of them its halo. As
 * regions of their own each is a loop over threads with few conditions, instead of one loop with all of them. So the
 * kernel is also divided before a branch on the thread's place that all threads reach, if they keep no values there
 * except cheap ones.
 *
 * All threads run the first part before any runs the second: one of the orders for which the kernel must be right.
 * But operations whose order between threads may be visible, such as atomics and volatile accesses, keep the fibers'
 * order.
 *
 * Invariant after: the function computes what it did; each split is followed by a block that starts a region. */
#include "region_fission.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../analysis/uniformity.h"
#include "../support/kernel.h"
#include "../support/memory.h"
#include "barrier_isolation.h"
#include "region_formation.h"

enum { DEAREST = 24 };

/* Memory effects of the code between two barriers. */
typedef struct effects {
    bool stores, ordered;
} effects;

static void note(effects *found, LLVMValueRef at)
{
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMStore:
        found->stores = found->stores || !LLVMIsAAllocaInst(LLVMGetOperand(at, 1));
        found->ordered = found->ordered || !fuse_is_simple_access(at);
        break;
    case LLVMLoad: found->ordered = found->ordered || !fuse_is_simple_access(at); break;
    case LLVMCall: found->ordered = found->ordered || !fuse_touches_no_memory(at); break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMInvoke:
    case LLVMUnreachable: found->ordered = true; break;
    default: break;
    }
}

/* Looks back from `at` in the block to the preceding synchronisation points. False: threads diverge on the way, and
 * some do not reach the block. */
static bool look_back(const fuse_kernel *kernel, int number, LLVMValueRef at, effects *found)
{
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen), all = true;
    int *stack = fuse_allocate((size_t)kernel->blocks, sizeof *stack), depth = 0;
    seen[stack[depth++] = number] = true;
    while (depth && all) {
        int i = stack[--depth];
        const fuse_block *block = &kernel->block[i];
        for (LLVMValueRef before = LLVMGetFirstInstruction(block->block); before && (i != number || before != at);
             before = LLVMGetNextInstruction(before))
            note(found, before);
        all = !block->divergent_branch || i == number || !fuse_may_bypass(kernel, i, number);
        for (int k = 0; k < block->from_count && !block->sync.kind; k++)
            if (!seen[block->from[k]])
                seen[stack[depth++] = block->from[k]] = true;
    }
    free(seen);
    free(stack);
    return all;
}

static void look_ahead(const fuse_kernel *kernel, int number, effects *found)
{
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen);
    int *stack = fuse_allocate((size_t)kernel->blocks + 1, sizeof *stack), depth = 0;
    stack[depth++] = number;
    while (depth) {
        const fuse_block *block = &kernel->block[stack[--depth]];
        for (int k = 0; k < block->to_count; k++) {
            const fuse_block *to = &kernel->block[block->to[k]];
            if (seen[block->to[k]] || to->sync.kind)
                continue;
            seen[stack[depth++] = block->to[k]] = true;
            for (LLVMValueRef at = LLVMGetFirstInstruction(to->block); at; at = LLVMGetNextInstruction(at))
                note(found, at);
        }
    }
    free(seen);
    free(stack);
}

/* After the block's last instruction that must not be repeated. */
static LLVMValueRef place_of_split(const fuse_block *block)
{
    LLVMValueRef at = block->end;
    for (LLVMValueRef before; (before = LLVMGetPreviousInstruction(at)); at = before) {
        effects found = {0};
        note(&found, before);
        if (found.stores || found.ordered || LLVMIsAPHINode(before) || fuse_call_of(before, NULL) == FUSE_RESULT)
            break;
    }
    return at;
}

static bool is_after(LLVMValueRef at, LLVMValueRef split)
{
    while (split && split != at)
        split = LLVMGetNextInstruction(split);
    return split == at;
}

/* Whether the value is used after the split, before it is computed again. */
static bool is_live(const fuse_kernel *kernel, LLVMValueRef value, int number, LLVMValueRef split)
{
    int home = fuse_block_number(kernel, LLVMGetInstructionParent(value));
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen), live = false;
    for (int k = 0; k < kernel->block[number].to_count; k++)
        fuse_reach(kernel, kernel->block[number].to[k], home, seen);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use && !live; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAPHINode(user)) {
            int at = fuse_block_number(kernel, LLVMGetInstructionParent(user));
            live = at == number ? is_after(user, split) : seen[at];
            continue;
        }
        for (unsigned i = 0; i < LLVMCountIncoming(user); i++) {
            int from = fuse_block_number(kernel, LLVMGetIncomingBlock(user, i));
            live = live || (LLVMGetIncomingValue(user, i) == value && (from == number || seen[from]));
        }
    }
    free(seen);
    return live;
}

/* Whether no thread keeps a value of its own across the split, except those that are cheap to recompute. */
static bool keeps_nothing(const fuse_kernel *kernel, int number, LLVMValueRef split)
{
    for (int up = number; up != FUSE_NONE; up = kernel->block[up].dominator) {
        LLVMValueRef at =
            up == number ? LLVMGetPreviousInstruction(split) : LLVMGetLastInstruction(kernel->block[up].block);
        for (; at; at = LLVMGetPreviousInstruction(at))
            if (fuse_is_divergent(kernel, at) && fuse_recompute_cost(kernel, at, DEAREST) > DEAREST &&
                is_live(kernel, at, number, split))
                return false;
    }
    return true;
}

static LLVMValueRef find_split(const fuse_kernel *kernel, int number)
{
    const fuse_block *block = &kernel->block[number];
    bool again = block->loop != FUSE_NONE && !kernel->loop[block->loop].has_barrier;
    if (!block->divergent_branch || block->diverged || block->temporal_divergence || again ||
        fuse_recompute_cost(kernel, LLVMGetOperand(block->end, 0), DEAREST) > DEAREST)
        return NULL;
    LLVMValueRef split = place_of_split(block);
    effects before = {0}, after = {0};
    bool all = look_back(kernel, number, split, &before);
    look_ahead(kernel, number, &after);
    return all && before.stores && after.stores && !before.ordered && !after.ordered &&
                   keeps_nothing(kernel, number, split)
               ? split
               : NULL;
}

void fuse_split_regions(fuse_kernel *kernel)
{
    LLVMValueRef *split = fuse_allocate((size_t)kernel->blocks, sizeof *split);
    int count = 0;
    for (int i = 0; i < kernel->blocks; i++)
        if ((split[count] = find_split(kernel, i)))
            count++;
    for (int i = 0; i < count; i++)
        if (LLVMGetPreviousInstruction(split[i]))
            fuse_split_before(kernel, split[i]);
    if (count > 0) {
        fuse_graph_free(kernel);
        fuse_graph(kernel); /* the same graph with more blocks */
        fuse_find_uniformity(kernel);
    }
    for (int i = 0; i < count; i++)
        kernel->block[fuse_block_number(kernel, LLVMGetInstructionParent(split[i]))].start = true;
    free(split);
}
