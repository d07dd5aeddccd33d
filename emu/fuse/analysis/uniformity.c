/* Which values are the same for every thread of the block that computes them, and where threads may diverge.
 *
 * A load from one address gives all threads one value: between two barriers nobody else writes there, or the kernel
 * has a race. Under temporal divergence (threads arrive at different times) neither that nor a loop's counter can be
 * relied on. The exception is a loop without a barrier: threads in it run it to the end before any others resume.
 *
 * Invariant: the function is unchanged. A value that is not in kernel->divergent is the same for all threads that
 * compute it together. */
#include "uniformity.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "calls.h"
#include "graph.h"

static bool of_thread(const fuse_kernel *kernel, LLVMValueRef pointer)
{
    if (fuse_is_divergent(kernel, pointer))
        return true;
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer);
}

static bool any_operand(const fuse_kernel *kernel, LLVMValueRef at)
{
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (fuse_is_divergent(kernel, LLVMGetOperand(at, i)))
            return true;
    return false;
}

static bool is_divergent_call(const fuse_kernel *kernel, LLVMValueRef at, const fuse_block *block)
{
    switch (fuse_call_of(at, NULL)) {
    case FUSE_BLOCK:
    case FUSE_BLOCK_DIM:
    case FUSE_GRID_DIM:
    case FUSE_SHARED:
    case FUSE_DYNAMIC_SHARED:
    case FUSE_TILE_SLOTS: return false;
    case FUSE_NO_MEMORY: return any_operand(kernel, at);
    case FUSE_RESULT: return block->sync.kind == EMU_FUSED_COLLECTIVE || block->diverged || block->temporal_divergence;
    default: return true;
    }
}

static bool is_divergent_phi(const fuse_kernel *kernel, LLVMValueRef at, int number)
{
    const fuse_block *block = &kernel->block[number];
    bool counter = block->loop != FUSE_NONE && kernel->loop[block->loop].header == number &&
                   !kernel->loop[block->loop].has_barrier;
    return block->join || (block->temporal_divergence && !counter) || any_operand(kernel, at);
}

static bool is_divergent_value(const fuse_kernel *kernel, LLVMValueRef at, int number)
{
    const fuse_block *block = &kernel->block[number];
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return true;
    case LLVMLoad:
        return !fuse_is_simple_access(at) || block->temporal_divergence || of_thread(kernel, LLVMGetOperand(at, 0));
    case LLVMPHI: return is_divergent_phi(kernel, at, number);
    case LLVMCall: return is_divergent_call(kernel, at, block);
    default: return any_operand(kernel, at);
    }
}

static bool spread_values(fuse_kernel *kernel)
{
    bool changed = false;
    for (int k = 0; k < kernel->blocks; k++) {
        int i = kernel->ordered[k];
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = LLVMGetNextInstruction(at))
            if (!fuse_is_divergent(kernel, at) && is_divergent_value(kernel, at, i)) {
                map_put(&kernel->divergent, at, at);
                changed = true;
            }
    }
    return changed;
}

/* Counts the blocks on the path that the branch takes to `to`, up to the block where all paths join. From there on
 * threads go together, even around a loop and past the branch again. The path also ends at the branch itself: what
 * follows it belongs to a later iteration. */
static void mark_path(const fuse_kernel *kernel, int number, int to, int *paths)
{
    int join = kernel->block[number].postdominator;
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen), joins = to == join;
    seen[number] = true;
    fuse_reach(kernel, to, join, seen);
    seen[number] = false;
    for (int k = 0; k < kernel->blocks; k++)
        paths[k] += seen[k];
    for (int k = 0; join != FUSE_NONE && k < kernel->block[join].from_count; k++)
        joins = joins || seen[kernel->block[join].from[k]];
    if (joins)
        paths[join]++;
    free(seen);
}

/* Marks the blocks where threads that took different paths at the branch join, and the loops that they left in
 * different iterations. */
static void mark_joins(fuse_kernel *kernel, int number)
{
    const fuse_block *block = &kernel->block[number];
    int *paths = fuse_allocate((size_t)kernel->blocks, sizeof *paths);
    for (int i = 0; i < block->to_count; i++)
        mark_path(kernel, number, block->to[i], paths);
    bool *separate = fuse_allocate((size_t)kernel->blocks, sizeof *separate);
    fuse_divergent_region(kernel, number, separate);
    for (int i = 0; i < kernel->blocks; i++) {
        kernel->block[i].join = kernel->block[i].join || (paths[i] > 1 && (separate[i] || i == block->postdominator));
        kernel->block[i].diverged = kernel->block[i].diverged || separate[i];
    }
    for (int l = block->loop; l != FUSE_NONE; l = kernel->loop[l].outer) {
        const fuse_loop *loop = &kernel->loop[l];
        bool leaves = false;
        for (int i = 0; i < block->to_count; i++)
            leaves = leaves || !loop->contains[block->to[i]];
        for (int i = 0; leaves && i < kernel->blocks; i++)
            for (int k = 0; !loop->contains[i] && k < kernel->block[i].from_count; k++)
                if (loop->contains[kernel->block[i].from[k]])
                    kernel->block[i].join = true; /* its phis hold the values that leave the loop */
    }
    free(separate);
    free(paths);
}

static bool spread_control(fuse_kernel *kernel)
{
    bool changed = false;
    for (int i = 0; i < kernel->blocks; i++) {
        fuse_block *block = &kernel->block[i];
        if (block->divergent_branch || block->to_count < 2 || !fuse_is_divergent(kernel, LLVMGetOperand(block->end, 0)))
            continue;
        block->divergent_branch = changed = true;
        mark_joins(kernel, i);
    }
    for (int i = 0; i < kernel->blocks; i++)
        if (kernel->block[i].sync.kind && kernel->block[i].diverged && !kernel->block[i].temporal_divergence) {
            bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen);
            fuse_reach(kernel, i, FUSE_NONE, seen);
            for (int k = 0; k < kernel->blocks; k++)
                kernel->block[k].temporal_divergence = kernel->block[k].temporal_divergence || seen[k];
            free(seen);
            changed = true;
        }
    return changed;
}

void fuse_find_uniformity(fuse_kernel *kernel)
{
    map_free(&kernel->divergent);
    for (int i = 0; i < kernel->blocks; i++)
        kernel->block[i].divergent_branch = kernel->block[i].join = kernel->block[i].diverged =
            kernel->block[i].temporal_divergence = false;
    for (bool more = true; more;) {
        while (spread_values(kernel))
            continue;
        more = spread_control(kernel);
    }
}
