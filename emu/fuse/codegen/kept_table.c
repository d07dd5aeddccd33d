/* A table of atomics that is kept while all threads iterate a region together, as in a grid-stride loop: a block has
 * few threads, and after each iteration its table would have combined little.
 *
 * A later iteration's load or store may be of a word that the thread itself has changed before. So its address is
 * compared with the lowest and the highest word; if it lies between them, the table is emptied first. It is also
 * emptied on all ways out of the region, so all other code finds memory as the program left it. (Blocks that run as one
 * iterate no loop twice, so they enter each region with an empty table.) */
#include "kept_table.h"

#include <stdlib.h>

#include "../analysis/atomic_operation.h"
#include "../analysis/calls.h"
#include "../analysis/deferrable_atomic.h"
#include "../analysis/graph.h"
#include "../support/ir.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "atomic_table.h"

static bool is_plain_access(LLVMValueRef at)
{
    return (LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) && fuse_is_simple_access(at);
}

/* Whether the atomic may wait for the threads to leave the region. An access at a uniform address might be made once
 * for all threads, before them. */
static bool may_wait(const emission *e, const map *candidates, LLVMValueRef call)
{
    const fuse_kernel *kernel = e->kernel;
    if (!fuse_defers_around(kernel, e->contains, candidates, call))
        return false;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (is_plain_access(at) && fuse_may_meet(kernel, call, at) &&
                !fuse_is_divergent(kernel, LLVMGetOperand(at, LLVMIsAStoreInst(at) != NULL)))
                return false;
    return true;
}

static bool are_alike(LLVMValueRef a, LLVMValueRef b)
{
    fuse_atomic of_a, of_b;
    return fuse_find_atomic(a, &of_a) && fuse_find_atomic(b, &of_b) && LLVMTypeOf(a) == LLVMTypeOf(b) &&
           of_a.kind == of_b.kind && of_a.is_signed == of_b.is_signed && of_a.of_block == of_b.of_block;
}

bool emission_keeps_table(emission *e, const map *candidates)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef first = NULL;
    if (e->extent != ALL || e->diverged || e->strips || e->member_of || !kernel->plan[e->region].to[e->region])
        return false;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            fuse_deferral how = (fuse_deferral)(uintptr_t)map_get(candidates, at);
            if (how == FUSE_DEFER_NONE)
                continue;
            if (how != FUSE_DEFER_SOME || (first && !are_alike(first, at)) || !may_wait(e, candidates, at))
                return false;
            first = first ? first : at;
        }
    return first;
}

/* Its first atomic stands for all: their words are in memory that the launch was given (atomic_reduction.c), so all
 * may meet the same accesses. */
static const atomic_reduction *kept_table(const emission *e)
{
    const atomic_reduction *first = e->deferred.reductions ? &e->deferred.reduction[0] : NULL;
    return first && first->lowest ? first : NULL;
}

void emission_meet_table(emission *e, LLVMValueRef access, LLVMValueRef address, emission_atomic_call *otherwise)
{
    const atomic_reduction *r = kept_table(e);
    if (r && is_plain_access(access) && fuse_may_meet(e->kernel, r->call, access))
        emission_finish_table_before(e, r, access, address, otherwise);
}

void emission_empty_table(emission *e, emission_atomic_call *otherwise)
{
    const atomic_reduction *r = kept_table(e);
    if (r)
        emission_finish_table(e, r, otherwise);
}

/* Whether the block is of the region itself: they follow each other in the function. */
static bool is_own(const emission *e, LLVMBasicBlockRef body, LLVMBasicBlockRef block)
{
    bool own = false;
    for (LLVMBasicBlockRef at = body; at && !own; at = LLVMGetNextBasicBlock(at))
        own = at == block;
    return own || block == e->kernel->entry[e->region];
}

/* The table is emptied before the block's end: a phi after it knows the block. */
static void empty_before_end(emission *e, const atomic_reduction *r, LLVMValueRef end, emission_atomic_call *otherwise)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(end), front = fuse_split_block(e->builder, end);
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(front);
    LLVMInstructionEraseFromParent(jump);
    LLVMPositionBuilderAtEnd(e->builder, front);
    emission_finish_table(e, r, otherwise);
    LLVMBuildBr(e->builder, block);
}

static void empty_on_way(emission *e, const atomic_reduction *r, LLVMValueRef end, unsigned way,
                         emission_atomic_call *otherwise)
{
    LLVMBasicBlockRef to = LLVMGetSuccessor(end, way), made = emission_append(e);
    LLVMSetSuccessor(end, way, made);
    LLVMPositionBuilderAtEnd(e->builder, made);
    emission_finish_table(e, r, otherwise);
    LLVMBuildBr(e->builder, to);
}

void emission_leave_table(emission *e, LLVMBasicBlockRef body, emission_atomic_call *otherwise)
{
    const atomic_reduction *r = kept_table(e);
    size_t count = 0, most = LLVMCountBasicBlocks(e->function);
    LLVMValueRef *end = r ? fuse_allocate(most, sizeof *end) : NULL;
    for (LLVMBasicBlockRef block = r ? body : NULL; block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        bool leaves = false;
        for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++)
            leaves = leaves || !is_own(e, body, LLVMGetSuccessor(last, i));
        if (leaves)
            end[count++] = last;
    }
    for (size_t k = 0; k < count; k++) {
        unsigned ways = LLVMGetNumSuccessors(end[k]);
        if (ways == 1)
            empty_before_end(e, r, end[k], otherwise);
        for (unsigned i = 0; ways > 1 && i < ways; i++)
            if (!is_own(e, body, LLVMGetSuccessor(end[k], i)))
                empty_on_way(e, r, end[k], i, otherwise);
    }
    free(end);
}
