/* Finds by vectors which threads take a branch, and runs the others without it. A loop over threads such as
 *
 *     for (x = 0; x < n; x++) {
 *         d = distance(x);
 *         if (d < best[x])
 *             insert(x, d);
 *     }
 *
 * becomes, for up to 32 threads at a time,
 *
 *     for (x = 0; x < n; x++)
 *         bits |= (distance(x) < best[x]) << x;
 *
 * and then, by how many take it,
 *
 *     none:  for (x = 0; x < n; x++)          the body without the branch, if it has effects
 *     few:   for (; bits; bits &= bits - 1)   the body for thread x = trailing zeros of bits, if the others' has none
 *     many:  for (x = 0; x < n; x++)          the body
 *
 * The code before the branch must have no effects, because it runs twice. Threads are independent but for atomics and races,
 * so the branch goes for each thread as it could have gone before.
 *
 * Two kinds of loops gain. In vectors a branch costs all threads what it costs one that takes it, which is much if it
 * calls mathematical functions. And a branch that the vectoriser cannot take, with an atomic or a loop of the thread's,
 * makes it refuse the whole loop: then all that take it count as few.
 *
 * Invariant: the function computes what it did, each thread's effects in order. */
#include "branch_filter.h"

#include <string.h>

#include "branch_filter_plan.h"
#include "vectorisable.h"

/* LEAST_WORK: loads and arithmetic before the branch that are worth a loop; COSTLY: of a branch, as many times that and
 * as many instructions at least */
enum { LEAST_WORK = 4, MOST_WORK = 30, COSTLY_TIMES = 2, COSTLY = 20 };

/* ---- which branch ---- */
static bool is_in_cycle(const thread_loop *loop, int block)
{
    block_set after = 0;
    for (unsigned w = 0; w < fuse_ways(loop, block); w++)
        after |= fuse_reached_blocks(loop, fuse_next_block(loop, block, w), FUSE_NONE, 0);
    return (after & BLOCK_BIT(block)) != 0;
}

static bool is_float(LLVMValueRef value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Whether the value comes from memory or from floating-point arithmetic, not from the thread's number alone. */
static bool is_data(const branch_filter *of, LLVMValueRef value, int depth)
{
    if (depth == 0 || !LLVMIsAInstruction(value) ||
        fuse_loop_block(&of->loop, LLVMGetInstructionParent(value)) == FUSE_NONE || LLVMIsAPHINode(value))
        return false;
    bool found = LLVMIsALoadInst(value) || is_float(value);
    for (int i = 0; i < LLVMGetNumOperands(value) && !found; i++)
        found = is_data(of, LLVMGetOperand(value, (unsigned)i), depth - 1);
    return found;
}

static bool is_index(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
}

/* Of a function with vector forms. The vectors of some run thread by thread. */
static int cost_of_call(LLVMValueRef call)
{
    static const char *const quick[] = {"sin",  "cos",   "tan",  "exp",  "log",  "pow",
                                        "sqrt", "rsqrt", "cbrt", "atan", "asin", "acos"};
    enum { QUICK = 20, SLOW = 200, PREFIX = sizeof "emu_math_" - 1 };
    const char *name = fuse_called_name(call);
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        if (strlen(name) > PREFIX && strncmp(name + PREFIX, quick[i], strlen(quick[i])) == 0)
            return QUICK;
    return SLOW;
}

/* `masked`: behind the branch. AVX2's masked stores take as long as many others. */
static int cost_of(LLVMValueRef at, bool masked)
{
    enum { DIVISION = 8, MASKED_LOAD = 2, MASKED_STORE = 4 };
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMPHI:
    case LLVMBr:
    case LLVMGetElementPtr:
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMZExt: return 0;
    case LLVMFDiv: return DIVISION;
    case LLVMLoad: return masked ? MASKED_LOAD : 1;
    case LLVMStore: return masked ? MASKED_STORE : 1;
    case LLVMCall:
        return fuse_has_vector_forms(at)                              ? cost_of_call(at)
               : strncmp(fuse_called_name(at), "llvm.sqrt.", 10) == 0 ? DIVISION
                                                                      : 1;
    default: return !is_index(at);
    }
}

static int cost_of_blocks(const branch_filter *of, block_set blocks, bool masked)
{
    int cost = 0;
    for (int i = 0; i < of->loop.blocks; i++)
        for (LLVMValueRef at = blocks & BLOCK_BIT(i) ? LLVMGetFirstInstruction(of->loop.block[i]) : NULL; at;
             at = LLVMGetNextInstruction(at))
            cost += cost_of(at, masked);
    return cost;
}

/* Whether threads may execute these blocks side by side. */
static bool are_vectorisable(const branch_filter *of, block_set blocks, bool stores)
{
    for (int i = 0; i < of->loop.blocks; i++) {
        if (!(blocks & BLOCK_BIT(i)))
            continue;
        if (is_in_cycle(&of->loop, i))
            return false;
        for (LLVMValueRef at = LLVMGetFirstInstruction(of->loop.block[i]); at; at = LLVMGetNextInstruction(at))
            if ((!stores && LLVMIsAStoreInst(at)) || !fuse_is_vectorisable(&of->loop, at))
                return false;
    }
    return true;
}

block_set fuse_blocks_before(const branch_filter *of)
{
    block_set before = 0;
    for (int i = 0; i < of->loop.blocks; i++)
        if ((of->taken.without & BLOCK_BIT(i)) &&
            (fuse_reached_blocks(&of->loop, i, FUSE_NONE, 0) & BLOCK_BIT(of->taken.block)))
            before |= BLOCK_BIT(i);
    return before;
}

static bool suits(branch_filter *of)
{
    enum { DEEPEST = 10 };
    const thread_loop *loop = &of->loop;
    block_set all = fuse_reached_blocks(loop, 0, FUSE_NONE, 0), latch = BLOCK_BIT(fuse_loop_block(loop, loop->latch));
    loop_way *taken = &of->taken;
    if (fuse_next_block(loop, taken->block, 0) == fuse_next_block(loop, taken->block, 1) ||
        !is_data(of, LLVMGetCondition(LLVMGetBasicBlockTerminator(loop->block[taken->block])), DEEPEST))
        return false;
    taken->without = fuse_reached_blocks(loop, 0, taken->block, taken->way);
    if (!(taken->without & latch) || !are_vectorisable(of, taken->without, true))
        return false;
    of->others_do = !are_vectorisable(of, taken->without, false);
    block_set before = fuse_blocks_before(of);
    int work = cost_of_blocks(of, before, false), more = cost_of_blocks(of, all & ~taken->without, true);
    if (!are_vectorisable(of, before, false) || work < LEAST_WORK || work > MOST_WORK)
        return false;
    /* Of two costly ways, threads take both, as a rule. */
    int other = cost_of_blocks(of, taken->without & ~before, false);
    return of->costly ? are_vectorisable(of, all, true) && more >= COSTLY && more >= COSTLY_TIMES * (work + other)
                      : !of->others_do;
}

/* The first branch that does: the one with the fewest blocks before it. */
static bool find_branch(branch_filter *of)
{
    loop_way best = {0};
    bool others_do = false;
    for (int i = 0; i < of->loop.blocks; i++)
        for (unsigned w = 0; w < 2 && fuse_ways(&of->loop, i) == 2; w++) {
            of->taken = (loop_way){.block = i, .way = w};
            if (!suits(of) ||
                (best.without && __builtin_popcountll(of->taken.without) >= __builtin_popcountll(best.without)))
                continue;
            best = of->taken;
            others_do = of->others_do;
        }
    of->taken = best;
    of->others_do = others_do;
    return best.without != 0;
}

/* Whether no iteration's values are used by the next one, or after the loop. */
static bool keeps_nothing(const branch_filter *of)
{
    const thread_loop *loop = &of->loop;
    if (LLVMGetFirstInstruction(loop->header) != of->counter.x || LLVMIsAPHINode(LLVMGetNextInstruction(of->counter.x)))
        return false;
    for (int i = 0; i < loop->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(loop->block[i]); at; at = LLVMGetNextInstruction(at))
            for (LLVMUseRef use = LLVMGetFirstUse(at); use; use = LLVMGetNextUse(use))
                if (fuse_loop_block(loop, LLVMGetInstructionParent(LLVMGetUser(use))) == FUSE_NONE)
                    return false;
    return true;
}

static bool is_branched(const thread_loop *loop)
{
    for (int i = 0; i < loop->blocks; i++)
        if (!LLVMIsABranchInst(LLVMGetBasicBlockTerminator(loop->block[i])))
            return false;
    return loop->header != loop->latch;
}

static bool filter_branch(const fuse_compilation *compilation, LLVMBasicBlockRef latch, bool costly)
{
    branch_filter of = {.level = compilation->level, .costly = costly};
    LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);
    if (!fuse_find_thread_loop(latch, &of.loop) || fuse_loop_hint(end, "llvm.loop.isvectorized") ||
        !fuse_wants_vectors(end) || !is_branched(&of.loop) || !fuse_find_thread_counter(&of.loop, &of.counter) ||
        !keeps_nothing(&of) || !find_branch(&of))
        return false;
    fuse_emit_filter(&of);
    return true;
}

static bool filter_costly(const fuse_compilation *compilation, LLVMBasicBlockRef latch)
{
    return filter_branch(compilation, latch, true);
}

static bool filter_left(const fuse_compilation *compilation, LLVMBasicBlockRef latch)
{
    return filter_branch(compilation, latch, false);
}

bool fuse_filter_costly_branches(const fuse_compilation *compilation)
{
    return fuse_change_thread_loops(compilation, filter_costly);
}

bool fuse_filter_branches(const fuse_compilation *compilation)
{
    return fuse_change_thread_loops(compilation, filter_left);
}
