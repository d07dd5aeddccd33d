/* A condition such as `threadIdx.x % (2 * s) == 0`, outside of which a thread does nothing. The loop over x then
 * steps over the threads for which it holds, one every so many, instead of skipping the others. Tree reductions in
 * shared memory do this: over all levels half of a block's threads take part, but each level has a loop over all of
 * them.
 *
 * The stride is known when the loop begins. Below LEAST_STRIDE all threads run, as vectors.
 *
 * Invariant: a thread that is left out would have changed nothing, and would have gone where all go. */
#include "strided_guard.h"

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "constant_ranges.h"
#include "row_sum.h"
#include "region_blocks.h"
#include "row_loop.h"
#include "uniform_hoist.h"

/* MOST_THREADS: of a block. LEAST_STRIDE: even 2 was faster than masked vectors, as the masks take longer to make
 * and to store by. */
enum { MOST_THREADS = 1024, LEAST_STRIDE = 2 };

/* ---- which threads do anything ---- */
static const fuse_slot *slot_at(const fuse_kernel *kernel, LLVMValueRef pointer)
{
    for (int s = 0; s < kernel->slots; s++)
        if (kernel->slot[s].alloca == pointer)
            return &kernel->slot[s];
    return NULL;
}

/* Whether it is visible that a thread has run the instruction. */
static bool has_effect(emission *e, LLVMValueRef at)
{
    const fuse_kernel *kernel = e->kernel;
    if (LLVMIsALoadInst(at))
        return !fuse_is_simple_access(at);
    if (LLVMIsAStoreInst(at)) {
        const fuse_slot *slot = slot_at(kernel, LLVMGetOperand(at, 1));
        if (!slot || slot->memory || !fuse_is_simple_access(at))
            return true;
        return slot->live_across && !(slot->uniform && emission_uniform_at_exit(e, slot));
    }
    if (!LLVMIsACallInst(at))
        return LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) || LLVMIsAFenceInst(at);
    if (fuse_call_of(at, NULL) == FUSE_OPERANDS) {
        int from = fuse_block_number(kernel, LLVMGetInstructionParent(at));
        const fuse_sync_point *wait = &kernel->block[kernel->block[from].to[0]].sync;
        return wait->kind != EMU_FUSED_BARRIER || wait->operation;
    }
    return !fuse_touches_no_memory(at);
}

/* Whether all effects are in blocks that are dominated by `first`. */
static bool holds_effects(emission *e, int first)
{
    const fuse_kernel *kernel = e->kernel;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (has_effect(e, at) && !emission_dominates(e, first, i))
                return false;
    return true;
}

/* ---- the condition ---- */
/* Operand i of an `and`, which holds where the whole does; null: the condition is none. */
static LLVMValueRef part_of(LLVMValueRef condition, unsigned i)
{
    bool chooses = LLVMIsASelectInst(condition) && LLVMIsAConstantInt(LLVMGetOperand(condition, 2)) &&
                   LLVMConstIntGetZExtValue(LLVMGetOperand(condition, 2)) == 0;
    bool both = chooses || (LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMAnd);
    return both ? LLVMGetOperand(condition, i) : NULL;
}

static void require(emission *e, LLVMValueRef condition)
{
    LLVMValueRef valid = e->strided.valid;
    e->strided.valid = valid ? LLVMBuildAnd(e->builder, valid, condition, "") : condition;
}

/* The stride of (sum & mask) == rest: the mask is a power of two less one, and the rest is below that power. */
static LLVMValueRef from_mask(emission *e, LLVMValueRef mask, LLVMValueRef rest)
{
    LLVMTypeRef type = LLVMTypeOf(mask);
    LLVMValueRef stride = LLVMBuildAdd(e->builder, mask, emission_number(e, type, 1), "");
    LLVMValueRef shared_bits = LLVMBuildAnd(e->builder, mask, stride, "");
    LLVMValueRef beyond = LLVMBuildAnd(e->builder, rest, LLVMBuildNot(e->builder, mask, ""), "");
    LLVMValueRef zero = LLVMConstNull(type);
    require(e, LLVMBuildICmp(e->builder, LLVMIntEQ, LLVMBuildOr(e->builder, shared_bits, beyond, ""), zero, ""));
    return stride;
}

/* Finds the stride of `condition`; the builder is at the end of the entry. */
static bool find_stride(emission *e, LLVMValueRef condition)
{
    if (!LLVMIsAICmpInst(condition) || LLVMGetICmpPredicate(condition) != LLVMIntEQ)
        return false;
    LLVMValueRef left = LLVMGetOperand(condition, 0), right = LLVMGetOperand(condition, 1);
    LLVMOpcode code = LLVMIsAInstruction(left) ? LLVMGetInstructionOpcode(left) : LLVMRet;
    if ((code != LLVMAnd && code != LLVMURem && code != LLVMSRem) || LLVMTypeOf(left) != e->i32)
        return false;
    bool swaps = code == LLVMAnd && fuse_is_divergent(e->kernel, LLVMGetOperand(left, 1));
    LLVMValueRef by = LLVMGetOperand(left, !swaps), sum = LLVMGetOperand(left, swaps);
    bool zero = LLVMIsAConstantInt(right) && LLVMConstIntGetZExtValue(right) == 0;
    if ((code != LLVMAnd && !zero) || fuse_is_divergent(e->kernel, by) || fuse_is_divergent(e->kernel, right))
        return false;
    LLVMValueRef rest = emission_hoist_uniform(e, right), stride = emission_hoist_uniform(e, by), shared;
    bool bounded = code != LLVMAnd;
    if (!rest || !stride || !emission_find_sum_with_x(e, sum, code == LLVMSRem, bounded, &shared, &e->strided.valid))
        return false;
    if (code == LLVMAnd) {
        if (LLVMIsNull(shared)) /* LLVM leaves bits in the mask that no thread's number has */
            stride = LLVMBuildAnd(e->builder, stride, emission_number(e, e->i32, MOST_THREADS - 1), "");
        stride = from_mask(e, stride, rest);
    }
    if (code == LLVMSRem) /* of numbers that are not negative */
        require(e, LLVMBuildICmp(e->builder, LLVMIntSGE, shared, emission_number(e, e->i32, 0), ""));
    LLVMValueRef least = emission_number(e, e->i32, LEAST_STRIDE);
    require(e, LLVMBuildICmp(e->builder, code == LLVMSRem ? LLVMIntSGE : LLVMIntUGE, stride, least, ""));
    e->strided.condition = condition;
    e->strided.is_power = code == LLVMAnd;
    /* If no thread reaches the condition, its operands may be poison. */
    e->strided.valid = LLVMBuildFreeze(e->builder, e->strided.valid, "");
    e->strided.stride = LLVMBuildFreeze(e->builder, stride, "");
    e->strided.before = LLVMBuildFreeze(e->builder, LLVMBuildSub(e->builder, shared, rest, ""), "");
    return true;
}

static bool find_in(emission *e, LLVMValueRef condition)
{
    e->strided = (emission_strided){0};
    if (find_stride(e, condition))
        return true;
    LLVMValueRef first = part_of(condition, 0), second = part_of(condition, 1);
    return first && second && (find_in(e, first) || find_in(e, second));
}

/* Whether it is known where threads go that skip the region's blocks, although they do not run. */
static bool has_known_exit(const emission *e)
{
    const emission_targets *targets = &e->targets;
    return !targets->seen && !e->split.by_state &&
           (targets->next ? targets->chosen : targets->state != EMU_FUSED_MIXED);
}

void emission_find_strided_guard(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    bool found = false;
    if (e->strips || e->diverged || kernel->coarsened || !e->all_threads || !has_known_exit(e))
        return;
    for (int k = 0; k < kernel->blocks && !found; k++) {
        const fuse_block *block = &kernel->block[kernel->ordered[k]];
        bool loops = block->loop != FUSE_NONE && !kernel->loop[block->loop].has_barrier;
        if (!e->contains[kernel->ordered[k]] || !block->divergent_branch || loops || !LLVMIsABranchInst(block->end))
            continue;
        int first = fuse_block_number(kernel, LLVMGetSuccessor(block->end, 0));
        if (!e->contains[first] || kernel->block[first].start || kernel->block[first].from_count != 1 ||
            !holds_effects(e, first))
            continue;
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
        found = find_in(e, LLVMGetOperand(block->end, 0));
    }
    if (!found)
        e->strided = (emission_strided){0};
    LLVMPositionBuilderAtEnd(e->builder, here);
}

/* ---- the loop ---- */
/* for (x = the first from `from` on for which it holds; x < end; x += stride). */
static void for_stride(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    LLVMBuilderRef builder = e->builder;
    LLVMValueRef at = LLVMBuildAdd(builder, LLVMBuildTrunc(builder, from, e->i32, ""), e->strided.before, "");
    LLVMValueRef mask = LLVMBuildSub(builder, e->strided.stride, emission_number(e, e->i32, 1), "");
    LLVMValueRef over =
        e->strided.is_power ? LLVMBuildAnd(builder, at, mask, "") : LLVMBuildURem(builder, at, e->strided.stride, "");
    LLVMValueRef more = LLVMBuildSub(builder, e->strided.stride, over, "");
    LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntEQ, over, emission_number(e, e->i32, 0), "");
    more = LLVMBuildSelect(builder, none, emission_number(e, e->i32, 0), more, "");
    LLVMValueRef first = LLVMBuildAdd(builder, from, LLVMBuildZExt(builder, more, e->i64, ""), "");
    LLVMBasicBlockRef some = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, first, end, ""), some, after);
    LLVMPositionBuilderAtEnd(builder, some);
    LLVMValueRef stride = LLVMBuildZExt(builder, e->strided.stride, e->i64, "");
    bool scalar = e->part.scalar;
    e->part.scalar = e->strided.holds = true;
    emission_for_every(e, row, first, end, stride);
    e->part.scalar = scalar;
    e->strided.holds = false;
    LLVMBuildBr(builder, after);
    LLVMPositionBuilderAtEnd(builder, after);
}

bool emission_for_strided(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                          emission_row_loop *otherwise)
{
    if (!e->strided.condition || e->strided.holds || emission_known(e, e->strided.condition))
        return false;
    LLVMBasicBlockRef few = emission_append(e), all = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(e->builder, e->strided.valid, few, all);
    LLVMPositionBuilderAtEnd(e->builder, few);
    for_stride(e, row, from, end);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, all);
    otherwise(e, row, from, end);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
    return true;
}
