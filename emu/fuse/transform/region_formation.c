/* At which blocks regions start. They must start where threads wait; where all threads take one of two ways to
 * different waits, so that it is decided once for the block; and where threads that diverged before such a block
 * join again. They should start at the head of a loop that all threads run together: then each iteration is a loop
 * over threads.
 *
 * Invariant after: from the start of one region, every path to another passes no third; threads that diverged across
 * a start join at a start. Region 0 is the kernel's beginning, and regions are in the blocks' order. */
#include "region_formation.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/kernel.h"
#include "../support/memory.h"

enum {
    DEAREST_CONDITION = 24,
    MANY_ACCESSES = 4,
    DEEPEST = 12,           /* operations between a thread's id and an address */
    LONGEST_STEP = 1 << 20, /* of a counter */
    LINE = 64,
    MANY_ELEMENTS = 32,
    /* Values of each thread that an iteration hands to the next. If threads leave the loop one after the other,
     * these go through memory, and more of them are faster in a thread's registers. Else strips of threads keep them
     * (strip_mining.c). */
    MOST_CARRIED = 12,
    MOST_CARRIED_TOGETHER = 128
};

/* How many instructions compute the value from uniform values, ids and the places of local arrays; more than the limit
 * if it needs more. */
int fuse_recompute_cost(const fuse_kernel *kernel, LLVMValueRef value, int limit)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(kernel, value) || LLVMIsAAllocaInst(value))
        return 0;
    fuse_call call = fuse_call_of(value, NULL);
    if (call == FUSE_THREAD || call == FUSE_LINEAR_ID)
        return 1;
    if ((!fuse_is_speculatable(value) && !fuse_is_minimum(value)) || limit <= 0)
        return limit + 1;
    int cost = 1;
    for (int i = 0; i < LLVMGetNumOperands(value) && cost <= limit; i++)
        cost += fuse_recompute_cost(kernel, LLVMGetOperand(value, (unsigned)i), limit - cost);
    return cost;
}

/* The only block with an exit from the loop, or FUSE_NONE. */
static int only_exit(const fuse_kernel *kernel, const fuse_loop *loop)
{
    int found = FUSE_NONE;
    for (int i = 0; i < kernel->blocks; i++)
        for (int k = 0; loop->contains[i] && k < kernel->block[i].to_count; k++) {
            if (loop->contains[kernel->block[i].to[k]])
                continue;
            if (found != FUSE_NONE && found != i)
                return FUSE_NONE;
            found = i;
        }
    return found;
}

static bool is_innermost(const fuse_kernel *kernel, int number)
{
    for (int l = 0; l < kernel->loops; l++)
        if (kernel->loop[l].outer == number)
            return false;
    return true;
}

static int carried(const fuse_kernel *kernel, const fuse_loop *loop)
{
    int sum = 0;
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[loop->header].block); LLVMIsAPHINode(at);
         at = LLVMGetNextInstruction(at))
        sum += fuse_is_divergent(kernel, at);
    return sum;
}

/* Whether the value is uniform, or loaded from a uniform address that others may write meanwhile: such as whether
 * the block is the grid's last. */
static bool is_nearly_uniform(const fuse_kernel *kernel, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(kernel, value))
        return true;
    if (LLVMIsALoadInst(value))
        return !fuse_is_divergent(kernel, LLVMGetOperand(value, 0));
    bool common = fuse_is_speculatable(value);
    for (int i = 0; common && i < LLVMGetNumOperands(value); i++)
        common = is_nearly_uniform(kernel, LLVMGetOperand(value, (unsigned)i));
    return common;
}

/* Whether the condition is a bound of ids, or several: threads on one side are neighbours, and rows are split there. */
static bool is_bound(const fuse_kernel *kernel, LLVMValueRef condition)
{
    if (is_nearly_uniform(kernel, condition))
        return true;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
    bool both = opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor || opcode == LLVMSelect;
    for (int i = 0; both && i < LLVMGetNumOperands(condition); i++)
        both = is_bound(kernel, LLVMGetOperand(condition, (unsigned)i));
    if (both || !LLVMIsAICmpInst(condition))
        return both;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    return predicate != LLVMIntEQ && predicate != LLVMIntNE &&
           fuse_recompute_cost(kernel, condition, DEAREST_CONDITION) <= DEAREST_CONDITION;
}

/* Whether the value differs from block to block. */
static bool is_of_block(const fuse_kernel *kernel, LLVMValueRef value, int depth)
{
    if (!LLVMIsAInstruction(value) || depth == DEAREST_CONDITION)
        return false;
    if (fuse_call_of(value, NULL) == FUSE_BLOCK)
        return true;
    bool found = false;
    for (int i = 0; i < LLVMGetNumOperands(value) && !found && !LLVMIsAPHINode(value); i++)
        found = is_of_block(kernel, LLVMGetOperand(value, (unsigned)i), depth + 1);
    return found;
}

/* Whether before the block some threads may end, other than by a bound. The remaining threads do not run a loop
 * together, as each iteration would have to look for them. */
static bool is_after_some_end(const fuse_kernel *kernel, int number)
{
    for (int up = kernel->block[number].dominator; up != FUSE_NONE; up = kernel->block[up].dominator) {
        const fuse_block *block = &kernel->block[up];
        bool ends = block->divergent_branch && block->postdominator != FUSE_NONE &&
                    fuse_may_bypass(kernel, up, block->postdominator);
        if (ends && !is_bound(kernel, LLVMGetOperand(block->end, 0)))
            return true;
    }
    return false;
}

/* ---- rows of a matrix, one a thread ---- */
/* How much a value grows from a thread to its neighbour in x: not; a little; by a multiple of a row's length, which
 * is a launch parameter or a large constant; or by any amount, as a loaded value. */
typedef enum step { NO_STEP, CONSTANT_STEP, ROW_STEP, ANY_STEP } step;

/* The constant factor of the product, or 0. */
static long long constant_factor(LLVMValueRef product)
{
    LLVMValueRef last = LLVMGetOperand(product, 1);
    long long factor = LLVMIsAConstantInt(last) ? LLVMConstIntGetSExtValue(last) : 0;
    if (LLVMGetInstructionOpcode(product) == LLVMShl)
        return factor > 0 && factor < 32 ? 1LL << factor : 0;
    return factor;
}

/* Whether the index's step leads from row to row: by a constant of many elements, or by objects as large as cache
 * lines. */
static bool is_over_rows(const fuse_kernel *kernel, LLVMValueRef value, int operand)
{
    if (LLVMIsAGetElementPtrInst(value)) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
        return operand == 1 && LLVMABISizeOfType(LLVMGetModuleDataLayout(kernel->module), type) >= LINE;
    }
    long long factor = constant_factor(value);
    return factor >= MANY_ELEMENTS || factor <= -MANY_ELEMENTS;
}

static step step_of(const fuse_kernel *kernel, LLVMValueRef value, int depth)
{
    int axis = 0;
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(kernel, value))
        return NO_STEP;
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_LINEAR_ID || call == FUSE_THREAD)
        return call == FUSE_THREAD && axis > 0 ? NO_STEP : CONSTANT_STEP;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    bool sum = opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMOr || opcode == LLVMXor || opcode == LLVMSExt ||
               opcode == LLVMZExt || opcode == LLVMTrunc || opcode == LLVMGetElementPtr;
    bool product = opcode == LLVMMul || opcode == LLVMShl, uniform = false, constant = false;
    if ((!sum && !product) || depth <= 0)
        return ANY_STEP;
    step most = NO_STEP;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        step own = step_of(kernel, operand, depth - 1);
        if (own == CONSTANT_STEP && (product || LLVMIsAGetElementPtrInst(value)) && is_over_rows(kernel, value, i))
            own = ROW_STEP;
        most = own > most ? own : most;
        uniform = uniform || !fuse_is_divergent(kernel, operand);
        constant = constant || LLVMIsAConstantInt(operand);
    }
    if (product && most != NO_STEP && !uniform)
        return ANY_STEP;
    return product && most == CONSTANT_STEP && !constant ? ROW_STEP : most;
}

/* Whether each thread has rows or columns of its own, and nothing that it accesses in the loop lies beside its
 * neighbour's. Run together, threads touch one cache line each in every iteration. */
static bool has_own_rows(const fuse_kernel *kernel, const fuse_loop *loop)
{
    bool any = false;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = loop->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            if (LLVMIsACallInst(at) && !fuse_is_speculatable(at))
                return false;
            if (!LLVMIsALoadInst(at) && !LLVMIsAStoreInst(at))
                continue;
            LLVMValueRef address = LLVMGetOperand(at, LLVMIsAStoreInst(at) != NULL);
            if (!fuse_is_divergent(kernel, address) && LLVMIsALoadInst(at))
                continue;
            if (step_of(kernel, address, DEEPEST) != ROW_STEP)
                return false;
            any = true;
        }
    return any;
}

/* Whether some of a block's threads skip the loop, so that those that reach it have diverged before the first
 * iteration. By a bound of the grid, such as the end of an array, that happens in few blocks only. If the nearest
 * condition is a bound, it is the loop's own, and most threads run the loop. */
static bool is_skipped_by_some(const fuse_kernel *kernel, int number)
{
    bool nearest = true;
    for (int up = kernel->block[number].dominator; up != FUSE_NONE; up = kernel->block[up].dominator) {
        const fuse_block *block = &kernel->block[up];
        if (!block->divergent_branch)
            continue;
        LLVMValueRef condition = LLVMGetOperand(block->end, 0);
        bool keeps_most = is_bound(kernel, condition) &&
                          (nearest || is_nearly_uniform(kernel, condition) || is_of_block(kernel, condition, 0));
        nearest = false;
        bool *separate = fuse_allocate((size_t)kernel->blocks, sizeof *separate);
        fuse_divergent_region(kernel, up, separate);
        bool skipped = separate[number] ||
                       (block->postdominator != FUSE_NONE && fuse_may_bypass(kernel, up, block->postdominator));
        free(separate);
        if (skipped && !keeps_most)
            return true;
    }
    return false;
}

/* ---- numbers of iterations ---- */
/* How much the loop adds to the counter in each iteration; 0: not a constant. */
static long long constant_increment(const fuse_kernel *kernel, const fuse_loop *loop, LLVMValueRef counter)
{
    for (unsigned i = 0; i < LLVMCountIncoming(counter); i++) {
        LLVMValueRef next = LLVMGetIncomingValue(counter, i);
        if (!loop->contains[fuse_block_number(kernel, LLVMGetIncomingBlock(counter, i))])
            continue;
        if (!LLVMIsAInstruction(next) || LLVMGetInstructionOpcode(next) != LLVMAdd ||
            LLVMGetOperand(next, 0) != counter || !LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
            return 0;
        return LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
    }
    return 0;
}

static bool is_counter(const fuse_kernel *kernel, const fuse_loop *loop, LLVMValueRef value)
{
    return LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == kernel->block[loop->header].block;
}

static bool is_sum(LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMSExt || opcode == LLVMZExt || opcode == LLVMTrunc;
}

/* The constant by which a sum grows in each iteration, if it contains a counter of the loop; else 0. */
static long long growth(const fuse_kernel *kernel, const fuse_loop *loop, LLVMValueRef value, int depth)
{
    if (is_counter(kernel, loop, value))
        return constant_increment(kernel, loop, value);
    long long found = 0;
    for (int i = 0; is_sum(value) && depth > 0 && found == 0 && i < LLVMGetNumOperands(value); i++)
        found = growth(kernel, loop, LLVMGetOperand(value, (unsigned)i), depth - 1);
    return found;
}

/* Whether the phi is a sum or a minimum over iterations, which LLVM vectorises. */
static bool is_reduction(LLVMValueRef phi)
{
    LLVMUseRef use = LLVMGetFirstUse(phi);
    LLVMValueRef next = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    bool carried = false;
    for (unsigned i = 0; next && i < LLVMCountIncoming(phi); i++)
        carried = carried || LLVMGetIncomingValue(phi, i) == next;
    if (!carried)
        return false;
    switch (LLVMGetInstructionOpcode(next)) {
    case LLVMAdd:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMMul: return true;
    default: return fuse_is_minimum(next);
    }
}

/* Whether each thread goes along a row of its own, and no iteration depends on the one before: then iterations
 * become a vector, of neighbouring elements. Threads side by side would read as many rows at once, which often
 * compete for the same places of the cache. */
static bool is_along_rows(const fuse_kernel *kernel, const fuse_loop *loop)
{
    LLVMBasicBlockRef header = kernel->block[loop->header].block;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(kernel->module);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(header);
    bool alone = false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        alone = alone || LLVMGetSuccessor(end, k) == header;
    if (!alone || !loop->own_rows)
        return false;
    for (LLVMValueRef at = LLVMGetFirstInstruction(header); at; at = LLVMGetNextInstruction(at)) {
        if (LLVMIsAPHINode(at) && fuse_is_divergent(kernel, at) && !is_reduction(at))
            return false;
        if (!LLVMIsALoadInst(at) && !LLVMIsAStoreInst(at))
            continue;
        LLVMValueRef address = LLVMGetOperand(at, LLVMIsAStoreInst(at) != NULL);
        if (!fuse_is_divergent(kernel, address))
            continue;
        if (!LLVMIsAGetElementPtrInst(address))
            return false;
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)LLVMGetNumOperands(address) - 1);
        LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(at) ? LLVMGetOperand(at, 0) : at);
        long long step = growth(kernel, loop, index, DEEPEST);
        if (step != 1 && step != (long long)LLVMABISizeOfType(layout, type))
            return false;
    }
    return true;
}

/* Whether a value exceeds the neighbour's by at most `most`: a sum of thread ids, not a minimum or a product. */
static bool grows_at_most(const fuse_kernel *kernel, const fuse_loop *loop, LLVMValueRef value, long long most,
                          int depth)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(kernel, value))
        return true;
    fuse_call call = fuse_call_of(value, NULL);
    if (call == FUSE_LINEAR_ID || call == FUSE_THREAD)
        return most >= 1;
    bool similar = depth > 0;
    if (is_counter(kernel, loop, value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            if (!loop->contains[fuse_block_number(kernel, LLVMGetIncomingBlock(value, i))])
                similar = similar && grows_at_most(kernel, loop, LLVMGetIncomingValue(value, i), most, depth - 1);
        return similar;
    }
    LLVMValueRef first = LLVMGetOperand(value, 0),
                 last = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 1) : NULL;
    long long factor = last && LLVMIsAConstantInt(last) ? LLVMConstIntGetSExtValue(last) : 0;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMMul:
    case LLVMShl:
        if (LLVMGetInstructionOpcode(value) == LLVMShl)
            factor = factor > 0 && factor < 32 ? 1LL << factor : 0;
        return similar && factor > 0 && grows_at_most(kernel, loop, first, most / factor, depth - 1);
    case LLVMAdd:
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
        for (int i = 0; i < LLVMGetNumOperands(value) && similar; i++)
            similar = grows_at_most(kernel, loop, LLVMGetOperand(value, (unsigned)i), most, depth - 1);
        return similar;
    default: return false;
    }
}

/* Whether threads may have far more iterations than their neighbours: a counter that grows by a constant has a start
 * or a bound that differs by more than one step. If it differs by one step, as in a triangle, all threads run long,
 * and one leaves in each iteration. */
static bool is_ragged(const fuse_kernel *kernel, const fuse_loop *loop, LLVMValueRef condition)
{
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMValueRef left = LLVMGetOperand(condition, 0), right = LLVMGetOperand(condition, 1);
    long long step = growth(kernel, loop, left, DEEPEST);
    step = step ? step : growth(kernel, loop, right, DEEPEST);
    step = step < 0 ? -step : step;
    return step > 0 && step <= LONGEST_STEP &&
           !(grows_at_most(kernel, loop, left, step, DEEPEST) && grows_at_most(kernel, loop, right, step, DEEPEST));
}

/* Threads run a loop together if they leave it by a bound: mostly after the same iteration, or the next. If each
 * thread has its own number of iterations, it runs the loop by itself, unless the loop contains loops: then vectors
 * of threads pay more. */
static bool is_left_together(const fuse_kernel *kernel, int number, LLVMValueRef condition)
{
    const fuse_loop *loop = &kernel->loop[number];
    return is_bound(kernel, condition) &&
           fuse_recompute_cost(kernel, condition, DEAREST_CONDITION) <= DEAREST_CONDITION &&
           !is_skipped_by_some(kernel, loop->header) &&
           !(is_innermost(kernel, number) && is_ragged(kernel, loop, condition));
}

/* Whether iterations hand on vectors of one thread's sums: these stay in registers if the thread runs the loop alone. */
static bool carries_vectors(const fuse_kernel *kernel, const fuse_loop *loop)
{
    LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[loop->header].block);
    while (LLVMIsAPHINode(at) && LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVectorTypeKind)
        at = LLVMGetNextInstruction(at);
    return LLVMIsAPHINode(at);
}

static void choose_loops(fuse_kernel *kernel)
{
    for (int l = 0; l < kernel->loops; l++) {
        fuse_loop *loop = &kernel->loop[l];
        int exit = only_exit(kernel, loop);
        loop->own_rows = is_innermost(kernel, l) && has_own_rows(kernel, loop);
        if (loop->has_barrier || exit == FUSE_NONE || is_after_some_end(kernel, loop->header) ||
            carries_vectors(kernel, loop))
            continue;
        const fuse_block *block = &kernel->block[exit];
        if (carried(kernel, loop) > (block->divergent_branch ? MOST_CARRIED : MOST_CARRIED_TOGETHER))
            continue;
        if (block->divergent_branch && loop->own_rows)
            continue;
        if (block->divergent_branch)
            loop->lockstep = is_left_together(kernel, l, LLVMGetOperand(block->end, 0));
        else
            loop->lockstep =
                is_innermost(kernel, l) && !kernel->block[loop->header].diverged && !is_along_rows(kernel, loop);
        /* It would start regions within a loop that each thread runs by itself. */
        for (int o = loop->outer; o != FUSE_NONE; o = kernel->loop[o].outer)
            if (!kernel->loop[o].has_barrier && !kernel->loop[o].lockstep &&
                kernel->block[kernel->loop[o].header].diverged)
                loop->lockstep = false;
        kernel->block[loop->header].start = kernel->block[loop->header].start || loop->lockstep;
    }
}

/* For each block, the first starts on its paths; where[b * (n + 1) + n]: the kernel's end. */
static void find_next_starts(const fuse_kernel *kernel, bool *where)
{
    int n = kernel->blocks;
    size_t row = (size_t)n + 1;
    memset(where, false, row * (size_t)n);
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = n - 1; k >= 0; k--) {
            int i = kernel->ordered[k];
            bool *mine = where + (size_t)i * row;
            if (kernel->block[i].to_count == 0 && !mine[n])
                mine[n] = changed = true;
            for (int e = 0; e < kernel->block[i].to_count; e++) {
                int to = kernel->block[i].to[e];
                if (kernel->block[to].start) {
                    changed = changed || !mine[to];
                    mine[to] = true;
                    continue;
                }
                const bool *theirs = where + (size_t)to * row;
                for (size_t a = 0; a < row; a++)
                    if (theirs[a] && !mine[a])
                        mine[a] = changed = true;
            }
        }
    }
}

static int count(const bool *set, int size)
{
    int sum = 0;
    for (int i = 0; i < size; i++)
        sum += set[i];
    return sum;
}

static bool make_start(fuse_kernel *kernel, int number)
{
    if (number == FUSE_NONE || kernel->block[number].returns || kernel->block[number].start)
        return false;
    return kernel->block[number].start = true;
}

/* Whether a bound of ids has kept some threads from the block since the last start. */
static bool is_guarded(const fuse_kernel *kernel, int number)
{
    for (int up = number; up != FUSE_NONE && !kernel->block[up].start;) {
        up = kernel->block[up].dominator;
        if (up != FUSE_NONE && kernel->block[up].divergent_branch && fuse_may_bypass(kernel, up, number) &&
            is_bound(kernel, LLVMGetOperand(kernel->block[up].end, 0)))
            return true;
    }
    return false;
}

/* Starts a region where all threads choose between starts. After a guard the choice becomes a region of its own:
 * then threads leave the guard's region for one of two by the guard alone, and rows and strips of the threads inside
 * it stay whole. */
static bool start_at_choices(fuse_kernel *kernel)
{
    int n = kernel->blocks;
    bool *where = fuse_allocate((size_t)n * ((size_t)n + 1), sizeof *where), changed = false;
    find_next_starts(kernel, where);
    for (int i = 0; i < n; i++) {
        const fuse_block *block = &kernel->block[i];
        if (block->to_count < 2 || block->divergent_branch || block->diverged ||
            count(where + (size_t)i * ((size_t)n + 1), n + 1) < 2)
            continue;
        for (int k = 0; k < block->to_count; k++)
            changed = make_start(kernel, block->to[k]) || changed;
        changed = (is_guarded(kernel, i) && make_start(kernel, i)) || changed;
    }
    free(where);
    return changed;
}

/* Starts a region where threads join that diverged before, if some passed a start in between. */
static bool start_at_joins(fuse_kernel *kernel)
{
    bool changed = false;
    for (int i = 0; i < kernel->blocks; i++) {
        if (!kernel->block[i].divergent_branch)
            continue;
        bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen), across = false;
        fuse_divergent_region(kernel, i, seen);
        for (int k = 0; k < kernel->blocks && !across; k++)
            across = seen[k] && kernel->block[k].start;
        free(seen);
        changed = (across && make_start(kernel, kernel->block[i].postdominator)) || changed;
    }
    return changed;
}

static int accesses(const fuse_kernel *kernel, const bool *has)
{
    int sum = 0;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = has[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            sum += LLVMIsALoadInst(at) || LLVMIsAStoreInst(at);
    return sum;
}

/* Starts regions at code inside a loop with waits that all threads run or skip together. As a part of a larger
 * region each thread would run it under a condition, and a vector's loads there would be gathers. */
static void start_at_transfers(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks; i++) {
        const fuse_block *block = &kernel->block[i];
        bool waits = block->loop != FUSE_NONE && kernel->loop[block->loop].has_barrier;
        if (block->to_count < 2 || block->divergent_branch || block->diverged || !waits ||
            block->postdominator == FUSE_NONE)
            continue;
        for (int k = 0; k < block->to_count; k++) {
            bool *has = fuse_allocate((size_t)kernel->blocks, sizeof *has);
            fuse_reach(kernel, block->to[k], block->postdominator, has);
            if (!has[i] && accesses(kernel, has) >= MANY_ACCESSES) {
                make_start(kernel, block->to[k]);
                make_start(kernel, block->postdominator);
            }
            free(has);
        }
    }
}

void fuse_form_regions(fuse_kernel *kernel)
{
    kernel->block[0].start = true;
    for (int i = 0; i < kernel->blocks; i++)
        kernel->block[i].start = kernel->block[i].start || kernel->block[i].sync.kind;
    choose_loops(kernel);
    start_at_transfers(kernel);
    while (start_at_choices(kernel) || start_at_joins(kernel))
        continue;
    kernel->region = fuse_allocate((size_t)kernel->blocks, sizeof *kernel->region);
    for (int k = 0; k < kernel->blocks; k++) {
        fuse_block *block = &kernel->block[kernel->ordered[k]];
        block->region = FUSE_NONE;
        if (!block->start)
            continue;
        block->region = kernel->regions;
        kernel->region[kernel->regions++] = kernel->ordered[k];
    }
}
