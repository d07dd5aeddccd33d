/* A condition such as `i < n`, where i is the thread's x plus a uniform value, holds for the first threads of a row
 * or for the last. So the loop over x is split in two, and in each part the condition is known. Then a grid's guard
 * costs its blocks nothing, and a loop that threads leave one after the other knows whether all of them stay.
 *
 * The sum may wrap around. Then the function for some threads runs the region, or a strip's threads run one by one.
 *
 * A condition such as `i == k` holds for at most one thread of a row, `i % 64 == k` for at most one of a strip.
 * Strips without that thread run a loop of their own. */
#include "guard_splitting.h"

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "emission.h"
#include "frame.h"
#include "row_sum.h"
#include "strip.h"
#include "uniform_hoist.h"

static LLVMIntPredicate swapped(LLVMIntPredicate predicate)
{
    switch (predicate) {
    case LLVMIntULT: return LLVMIntUGT;
    case LLVMIntULE: return LLVMIntUGE;
    case LLVMIntUGT: return LLVMIntULT;
    case LLVMIntUGE: return LLVMIntULE;
    case LLVMIntSLT: return LLVMIntSGT;
    case LLVMIntSLE: return LLVMIntSGE;
    case LLVMIntSGT: return LLVMIntSLT;
    case LLVMIntSGE: return LLVMIntSLE;
    default: return predicate;
    }
}

/* For how many x from 0 on `shared + x < bound` holds (or <=, `with_equal`). */
static LLVMValueRef count_below(emission *e, const row_sum *found, LLVMValueRef bound, bool is_signed, bool with_equal)
{
    LLVMValueRef shared = found->shared;
    LLVMTypeRef type = LLVMTypeOf(shared);
    LLVMIntPredicate below =
        is_signed ? (with_equal ? LLVMIntSLE : LLVMIntSLT) : (with_equal ? LLVMIntULE : LLVMIntULT);
    LLVMValueRef any = LLVMBuildICmp(e->builder, below, shared, bound, "");
    LLVMValueRef distance = LLVMBuildSub(e->builder, bound, shared, ""), most = row_sum_last(e, found->axis, type);
    /* As an unsigned number the distance is right even if it exceeds the largest signed one. */
    LLVMValueRef limit = with_equal ? most : LLVMBuildAdd(e->builder, most, emission_number(e, type, 1), "");
    LLVMValueRef less = LLVMBuildICmp(e->builder, LLVMIntULT, distance, limit, "");
    LLVMValueRef count = LLVMBuildSelect(e->builder, less, distance, limit, "");
    if (with_equal)
        count = LLVMBuildAdd(e->builder, count, emission_number(e, type, 1), "");
    count = LLVMBuildSelect(e->builder, any, count, LLVMConstNull(type), "");
    return LLVMBuildZExtOrBitCast(e->builder, count, e->i64, "");
}

/* A comparison of integers of 32 to 64 bits with a uniform one. */
typedef struct comparison {
    LLVMIntPredicate predicate;
    LLVMValueRef left, right; /* the divergent operand, and the uniform one */
} comparison;

static bool find_comparison(const emission *e, LLVMValueRef condition, comparison *found)
{
    if (!LLVMIsAICmpInst(condition) || !fuse_is_divergent(e->kernel, condition))
        return false;
    *found = (comparison){LLVMGetICmpPredicate(condition), LLVMGetOperand(condition, 0), LLVMGetOperand(condition, 1)};
    if (LLVMGetTypeKind(LLVMTypeOf(found->left)) != LLVMIntegerTypeKind)
        return false;
    if (!fuse_is_divergent(e->kernel, found->left))
        *found = (comparison){swapped(found->predicate), found->right, found->left};
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(found->left));
    return !fuse_is_divergent(e->kernel, found->right) && bits >= 32 && bits <= 64;
}

static bool is_equality(LLVMIntPredicate predicate)
{
    return predicate == LLVMIntEQ || predicate == LLVMIntNE;
}

/* Whether the condition holds for the first x, or y, or for the last. */
static bool is_bound(emission *e, LLVMValueRef condition, int axis)
{
    comparison compared;
    return find_comparison(e, condition, &compared) && !is_equality(compared.predicate) &&
           emission_may_hoist(e, compared.right) && row_sum_is(e, compared.left, axis);
}

static bool holds_first(LLVMIntPredicate predicate)
{
    return predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT || predicate == LLVMIntSLE;
}

/* Makes the split: for which x, or y, the condition holds. */
static emission_split make_bound(emission *e, LLVMValueRef condition, int axis)
{
    comparison compared;
    find_comparison(e, condition, &compared);
    LLVMIntPredicate predicate = compared.predicate;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    bool is_signed = predicate >= LLVMIntSGT;
    bool with_equal =
        predicate == LLVMIntULE || predicate == LLVMIntSLE || predicate == LLVMIntUGT || predicate == LLVMIntSGT;
    row_sum found = {.axis = axis};
    LLVMValueRef bound = emission_hoist_uniform(e, compared.right);
    row_sum_length(e, axis);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    row_sum_make(e, compared.left, &found);
    row_sum_require_room(e, &found, is_signed);
    emission_split made = {.condition = condition,
                           .valid = found.valid,
                           .first_holds = holds_first(predicate),
                           .count = count_below(e, &found, bound, is_signed, with_equal)};
    LLVMPositionBuilderAtEnd(e->builder, here);
    return made;
}

/* Finds sums that are extended, as indices are. If none of a strip's sums wraps around or is bounded, they are made
 * as extended numbers. Then the vectoriser sees neighbours without a test of its own, and without a second loop for
 * when the test fails. That loop would access a strip's vectors thread by thread, and they could not be registers. */
static void find_extensions(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            bool is_signed = LLVMIsASExtInst(at) != NULL;
            row_sum found = {.valid = e->extends};
            if ((is_signed || LLVMIsAZExtInst(at)) && LLVMTypeOf(at) == e->i64 && fuse_is_divergent(kernel, at) &&
                LLVMTypeOf(LLVMGetOperand(at, 0)) == e->i32 && row_sum_is(e, at, 0)) {
                row_sum_make(e, at, &found);
                e->extends = found.valid;
                map_put(&e->extended, at, found.shared);
            }
        }
    LLVMPositionBuilderAtEnd(e->builder, here);
}

LLVMValueRef emission_extended(emission *e, LLVMValueRef value)
{
    LLVMValueRef shared = map_get(&e->extended, value);
    return shared ? LLVMBuildAdd(e->builder, shared, LLVMBuildZExt(e->builder, e->thread.x, e->i64, ""), "index")
                  : NULL;
}

/* Whether both ways of the block's branch stay in the region, or end the thread. */
static bool branches_within(const emission *e, const fuse_block *block)
{
    bool within = block->divergent_branch && block->to_count == 2;
    for (int i = 0; within && i < 2; i++) {
        const fuse_block *to = &e->kernel->block[block->to[i]];
        within = to->returns || (e->contains[block->to[i]] && !to->start);
    }
    return within;
}

/* Whether at least one way of the branch leaves the region for another region, or ends the thread. */
static bool branches_out(const emission *e, const fuse_block *block)
{
    bool out = false;
    for (int i = 0; i < block->to_count; i++)
        out = out || !e->contains[block->to[i]] || e->kernel->block[block->to[i]].start;
    return out;
}

LLVMValueRef emission_choose_guard(emission *e, bool in_strip, bool *first_holds)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef found = NULL;
    for (int any = !in_strip; any < 2 && !found; any++)
        for (int k = 0; k < kernel->blocks && !found; k++) {
            const fuse_block *block = &kernel->block[kernel->ordered[k]];
            if (e->contains[kernel->ordered[k]] && block->divergent_branch && (any || branches_out(e, block)) &&
                is_bound(e, LLVMGetOperand(block->end, 0), 0))
                found = LLVMGetOperand(block->end, 0);
        }
    for (int k = 0; k < kernel->blocks && !found; k++) {
        const fuse_block *block = &kernel->block[kernel->ordered[k]];
        for (LLVMValueRef at = e->contains[kernel->ordered[k]] ? LLVMGetFirstInstruction(block->block) : NULL;
             at && !found; at = LLVMGetNextInstruction(at))
            if (LLVMIsASelectInst(at) && is_bound(e, LLVMGetOperand(at, 0), 0))
                found = LLVMGetOperand(at, 0);
    }
    comparison compared;
    *first_holds = found && find_comparison(e, found, &compared) && holds_first(compared.predicate);
    return found;
}

/* Whether strips iterate, or exchange: then keeping values in registers saves more than a load and a store of each. */
static bool keeps_registers(const fuse_kernel *kernel, const strips *set)
{
    for (int r = 0; r < kernel->regions; r++) {
        const fuse_block *block = &kernel->block[kernel->region[r]];
        if (set->member[r] &&
            (block->loop != FUSE_NONE || (r != set->head && block->sync.kind == EMU_FUSED_COLLECTIVE)))
            return true;
    }
    return false;
}

/* Of `sum & mask` or `sum % 64`: the sum, and the mask if it is a constant below a power of two. Else the value
 * itself, and all bits. */
static LLVMValueRef without_mask(LLVMValueRef value, uint64_t *mask)
{
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    *mask = ~0ull >> (64 - bits);
    LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    LLVMValueRef by = opcode == LLVMAnd || opcode == LLVMURem ? LLVMGetOperand(value, 1) : NULL;
    if (!by || !LLVMIsAConstantInt(by))
        return value;
    uint64_t low = LLVMConstIntGetZExtValue(by) - (opcode == LLVMURem);
    if (low == 0 || (low & (low + 1)))
        return value;
    *mask &= low;
    return LLVMGetOperand(value, 0);
}

static bool find_lone(emission *e, LLVMValueRef condition)
{
    comparison compared;
    row_sum found = {.axis = 0};
    const strips *set = e->strips;
    uint64_t mask;
    if (!find_comparison(e, condition, &compared) || !is_equality(compared.predicate) ||
        !emission_may_hoist(e, compared.right))
        return false;
    LLVMTypeRef type = LLVMTypeOf(compared.left);
    LLVMValueRef sum = without_mask(compared.left, &mask);
    bool is_linear = fuse_call_of(sum, NULL) == FUSE_LINEAR_ID,
         is_masked = mask < ~0ull >> (64 - LLVMGetIntTypeWidth(type));
    if ((!is_linear && !row_sum_is(e, sum, 0)) || mask < set->width)
        return false;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMValueRef other = emission_hoist_uniform(e, compared.right);
    row_sum_length(e, 0);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    if (is_linear)
        found.shared = LLVMConstNull(type);
    else
        row_sum_make(e, sum, &found); /* a sum that wraps around is right: the difference wraps around, too */
    LLVMValueRef first = LLVMBuildTruncOrBitCast(e->builder, is_linear ? emission_first_id(e, set) : set->x, type, "");
    LLVMValueRef number = LLVMBuildSub(e->builder, LLVMBuildSub(e->builder, other, found.shared, ""), first, "");
    if (is_masked) /* the threads with that number and the strip's first thread differ by it, modulo the mask + 1 */
        number = LLVMBuildAnd(e->builder, number, emission_number(e, type, mask), "");
    number = LLVMBuildZExtOrBitCast(e->builder, number, e->i64, "");
    /* A strip begins at a multiple of its threads in a row. */
    unsigned across = is_linear ? set->width : set->width / set->rows;
    bool is_fixed = LLVMIsAConstantInt(other) && LLVMConstIntGetZExtValue(other) <= mask && LLVMIsNull(found.shared) &&
                    !found.valid;
    e->lone_thread = (emission_lone_thread){
        .condition = condition, .valid = found.valid, .number = number, .is_linear = is_linear, .is_fixed = is_fixed};
    if (is_fixed)
        e->lone_thread.place = (unsigned)(LLVMConstIntGetZExtValue(other) & (across - 1));
    LLVMPositionBuilderAtEnd(e->builder, here);
    return true;
}

static void find_lone_thread(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    for (int k = 0; k < kernel->blocks; k++) {
        const fuse_block *block = &kernel->block[kernel->ordered[k]];
        if (e->contains[kernel->ordered[k]] && branches_within(e, block) && find_lone(e, LLVMGetOperand(block->end, 0)))
            return;
    }
}

void emission_split_rows(emission *e, LLVMValueRef guard)
{
    if (guard)
        e->split = make_bound(e, guard, 0);
    if (e->strips && (guard || (!e->strips->is_block && keeps_registers(e->kernel, e->strips))))
        find_extensions(e);
    if (!guard && e->strips && !e->strips->is_block)
        find_lone_thread(e);
}

LLVMValueRef emission_in_all_rows(emission *e, LLVMValueRef condition, bool outcome)
{
    if (e->rows.flat || !is_bound(e, condition, 1))
        return NULL;
    emission_split found = make_bound(e, condition, 1);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef rows = LLVMBuildZExt(e->builder, row_sum_length(e, 1), e->i64, "");
    LLVMValueRef wanted = found.first_holds == outcome ? rows : emission_number(e, e->i64, 0);
    LLVMValueRef holds = LLVMBuildICmp(e->builder, LLVMIntEQ, found.count, wanted, "");
    if (found.valid)
        holds = LLVMBuildAnd(e->builder, holds, found.valid, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    return holds;
}
