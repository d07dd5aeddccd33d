/* The blocks of the region being made: how large they are, and which of them dominate others within the region. */
#include "region_blocks.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../support/memory.h"

int emission_instructions(const emission *e)
{
    int sum = 0;
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            sum += !LLVMIsAAllocaInst(at);
    return sum;
}

bool emission_uses_rows(const emission *e)
{
    int axis = 0;
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (fuse_call_of(at, &axis) == FUSE_THREAD && axis > 0)
                return true;
    return false;
}

/* Finds the blocks that every thread runs, one after the other, from the region's start. */
void emission_find_unconditional(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    int at = kernel->region[e->region];
    e->unconditional = fuse_allocate((size_t)kernel->blocks, sizeof *e->unconditional);
    while (!e->unconditional[at]) {
        e->unconditional[at] = true;
        const fuse_block *block = &kernel->block[at];
        if (block->to_count != 1 || !e->contains[block->to[0]] || kernel->block[block->to[0]].from_count != 1)
            return;
        at = block->to[0];
    }
}

/* The kernel's dominators do not apply: a loop's header is in the region before the loop, too, and a region that
 * begins inside a loop contains blocks that dominate its start. */
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
