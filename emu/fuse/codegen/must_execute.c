/* What access groups, for loads and for stores, need to know of a region: what writes memory, and which of a strip's
 * threads certainly reach a block: all, or those selected by a condition on their numbers alone, as in `if
 * (threadIdx.x % 32 < 8)`. */
#include "must_execute.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "emission.h"
#include "strip.h"
#include "thread_stride.h"

unsigned emission_simple_size(const emission *e, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) % 8 == 0 && LLVMGetIntTypeWidth(type) <= 64 ? LLVMGetIntTypeWidth(type) / 8
                                                                                     : 0;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind: return (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(e->kernel->module), type);
    default: return 0;
    }
}

/* ---- which threads execute a block ---- */
/* The value as each thread's number, or null. The part that the strip shares counts as 0 if it has no bits below
 * `most`. */
static const stride *find_numbers(emission *e, LLVMValueRef value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    const stride *known = kind == LLVMIntegerTypeKind ? emission_strip_stride(e, value) : NULL;
    unsigned sign = known ? LLVMGetIntTypeWidth(LLVMTypeOf(value)) - 1 : 0;
    return known && (!known->base || known->most >> known->zeros == 0) && known->most >> sign == 0 ? known : NULL;
}

static bool compares(LLVMIntPredicate predicate, uint64_t a, uint64_t b)
{
    switch (predicate) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntULT:
    case LLVMIntSLT: return a < b;
    case LLVMIntULE:
    case LLVMIntSLE: return a <= b;
    case LLVMIntUGT:
    case LLVMIntSGT: return a > b;
    default: return a >= b;
    }
}

/* By thread: whether the condition holds. False: it depends on more than the thread's place in the strip. */
static bool find_outcomes(emission *e, LLVMValueRef condition, bool *holds)
{
    if (!LLVMIsAICmpInst(condition) || !LLVMIsAConstantInt(LLVMGetOperand(condition, 1)))
        return false;
    const stride *numbers = find_numbers(e, LLVMGetOperand(condition, 0));
    int64_t bound = LLVMConstIntGetSExtValue(LLVMGetOperand(condition, 1));
    if (!numbers || bound < 0)
        return false;
    for (unsigned t = 0; t < e->strips->width; t++)
        holds[t] = compares(LLVMGetICmpPredicate(condition), (uint64_t)numbers->offset[t], (uint64_t)bound);
    return true;
}

/* The threads that execute `from` reach `to`, except those for which `holds` is `not` (null: all of them). */
static void add_arrivals(const emission *e, bool *executes, int from, int to, const bool *holds, bool not)
{
    const fuse_kernel *kernel = e->kernel;
    if (to == FUSE_NONE || to == kernel->blocks || !e->contains[to] || kernel->block[to].start ||
        kernel->block[to].order <= kernel->block[from].order)
        return;
    for (unsigned t = 0; t < e->strips->width; t++)
        if (executes[(size_t)from * MOST_STRIP + t] && (!holds || holds[t] != not))
            executes[(size_t)to * MOST_STRIP + t] = true;
}

/* Whether the block is in a loop within the region, which threads may iterate more than once. */
static bool may_repeat(const emission *e, int block)
{
    int loop = e->kernel->block[block].loop, start = e->kernel->region[e->region];
    return loop != FUSE_NONE && loop != e->kernel->block[start].loop && !e->kernel->loop[loop].contains[start];
}

bool *emission_find_must_execute(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    bool *executes = fuse_allocate((size_t)kernel->blocks * MOST_STRIP, sizeof *executes), holds[MOST_STRIP];
    memset(executes + (size_t)kernel->region[e->region] * MOST_STRIP, true, MOST_STRIP);
    for (int k = 0; k < kernel->blocks; k++) {
        int i = kernel->ordered[k];
        const fuse_block *block = &kernel->block[i];
        if (!e->contains[i])
            continue;
        if (may_repeat(e, i))
            memset(executes + (size_t)i * MOST_STRIP, false, MOST_STRIP);
        if (!fuse_may_bypass(kernel, i, block->postdominator))
            add_arrivals(e, executes, i, block->postdominator, NULL, false);
        LLVMValueRef condition = block->to_count == 2 ? LLVMGetOperand(block->end, 0) : NULL;
        if (!condition || LLVMGetInstructionOpcode(block->end) != LLVMBr)
            continue;
        bool split = e->part.assumed && condition == e->split.condition;
        if (split)
            memset(holds, LLVMConstIntGetZExtValue(e->part.assumed) != 0, sizeof holds);
        for (unsigned way = 0; way < 2 && (split || find_outcomes(e, condition, holds)); way++)
            add_arrivals(e, executes, i, fuse_block_number(kernel, LLVMGetSuccessor(block->end, way)), holds, way == 1);
    }
    return executes;
}

bool emission_all_execute(const emission *e, const bool *executes, int block)
{
    for (unsigned t = 0; t < e->strips->width; t++)
        if (!executes[(size_t)block * MOST_STRIP + t])
            return false;
    return true;
}

/* By block: whether it is unknown before the launch if all threads reach it. `shared`: by a uniform condition; else
 * by another. */
static bool *find_divergent(emission *e, bool shared)
{
    const fuse_kernel *kernel = e->kernel;
    bool *divergent = fuse_allocate((size_t)kernel->blocks, sizeof *divergent), holds[MOST_STRIP];
    for (int i = 0; i < kernel->blocks; i++) {
        const fuse_block *block = &kernel->block[i];
        if (!e->contains[i] || block->divergent_branch == shared || block->to_count < 2 || (shared && may_repeat(e, i)))
            continue;
        LLVMValueRef condition = LLVMGetOperand(block->end, 0);
        if ((e->part.assumed && condition == e->split.condition) || find_outcomes(e, condition, holds))
            continue;
        for (int way = 0; way < block->to_count; way++)
            fuse_reach(kernel, block->to[way], block->postdominator, divergent);
    }
    return divergent;
}

/* AVX2 has masked accesses of neighbours. */
static bool is_masked(emission *e, LLVMValueRef pointer, unsigned size)
{
    const stride *at = e->kernel->level > 0 && size >= 4 ? emission_strip_stride(e, pointer) : NULL;
    bool is = at && !at->factor;
    for (unsigned t = 1; is && t < e->strips->width; t++)
        is = at->offset[t] - at->offset[t - 1] == size;
    return is;
}

static bool is_divergent_access(emission *e, LLVMValueRef at)
{
    bool load = LLVMIsALoadInst(at), store = LLVMIsAStoreInst(at);
    if (!load && !store)
        return false;
    LLVMValueRef pointer = LLVMGetOperand(at, store);
    LLVMTypeRef type = LLVMTypeOf(load ? at : LLVMGetOperand(at, 0));
    return !LLVMIsAAllocaInst(pointer) && fuse_is_divergent(e->kernel, pointer) && !map_get(&e->accesses.group, at) &&
           !map_get(&e->accesses.part_group, at) && !is_masked(e, pointer, emission_simple_size(e, type));
}

static int count_divergent_accesses(emission *e, bool shared)
{
    const fuse_kernel *kernel = e->kernel;
    bool *divergent = find_divergent(e, shared);
    int count = 0;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] && divergent[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL;
             at; at = LLVMGetNextInstruction(at))
            count += is_divergent_access(e, at);
    free(divergent);
    return count;
}

bool emission_has_partial_accesses(emission *e)
{
    /* LLVM unswitches loops with few uniform conditions: it makes one loop for each outcome. */
    enum { AVX512 = 2, FEW_SHARED = 16 };
    if (e->kernel->level >= AVX512)
        return false;
    return count_divergent_accesses(e, false) > 0 || count_divergent_accesses(e, true) > FEW_SHARED;
}
