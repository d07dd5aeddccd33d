/* A condition such as `i < n`, where i is the thread's x plus what all threads share, holds for the first threads of
 * a row or for the last: so the loop over x is made in two, and in each the condition is known. A grid's guard costs
 * its blocks nothing then, and a loop that threads leave one after the other knows whether all of them stay.
 *
 * The sum may wrap around. Then the region is left to the function for some threads, or a strip's threads run one by
 * one.
 *
 * A condition such as `i == k` holds for one thread of a row at most: strips without it run a loop of their own. */
#include "guard_splitting.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "emission.h"
#include "division.h"
#include "frame.h"
#include "piece.h"
#include "reaching_store.h"
#include "row.h"
#include "strip.h"
#include "uniform_hoist.h"

/* x, or y, + `shared`: if `valid`. */
typedef struct sum {
    int axis;
    LLVMValueRef shared, valid; /* valid null: always */
} sum;

static void require(emission *e, sum *found, LLVMValueRef condition)
{
    found->valid = found->valid ? LLVMBuildAnd(e->builder, found->valid, condition, "") : condition;
}

static LLVMValueRef length(emission *e, int axis)
{
    return axis == 0 ? emission_row_length(e) : emission_get_field(e, (field)(EXTENT + axis));
}

/* The last x, or y, as a number of the type. */
static LLVMValueRef last(emission *e, int axis, LLVMTypeRef type)
{
    LLVMValueRef number = LLVMBuildSub(e->builder, length(e, axis), emission_number(e, e->i32, 1), "");
    return LLVMBuildZExtOrBitCast(e->builder, number, type, "");
}

/* That shared + x does not wrap, for any x of a row. */
static void require_room(emission *e, sum *found, bool is_signed)
{
    LLVMTypeRef type = LLVMTypeOf(found->shared);
    unsigned bits = LLVMGetIntTypeWidth(type);
    uint64_t most = is_signed ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits);
    LLVMValueRef limit = LLVMBuildSub(e->builder, emission_number(e, type, most), last(e, found->axis, type), "");
    require(e, found, LLVMBuildICmp(e->builder, is_signed ? LLVMIntSLE : LLVMIntULE, found->shared, limit, ""));
}

/* ---- whether a value is such a sum: nothing is made ---- */
static bool is_sum(emission *e, LLVMValueRef value, int axis);

enum { DEEPEST = 8 };

/* Whether a strip is part of one row: then values of y and z are the same for its threads. */
static bool is_in_row(const emission *e)
{
    return e->strips && e->strips->rows == 1;
}

static bool is_operation(const emission *e, LLVMValueRef value)
{
    bool known = LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || fuse_is_minimum(value);
    return known && !emission_is_division(value) && e->contains[fuse_block_number(e->kernel, LLVMGetInstructionParent(value))];
}

/* The operands of an operation that are values: a call's last one is the function. */
static unsigned count_operands(LLVMValueRef value)
{
    return (unsigned)(LLVMGetNumOperands(value) - fuse_is_minimum(value));
}

/* Whether all threads share the value, or those of a strip do. */
static bool is_shared(emission *e, LLVMValueRef value, int depth)
{
    int axis = 0;
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return emission_may_hoist(e, value);
    if (!is_in_row(e) || depth == DEEPEST)
        return false;
    if (fuse_call_of(value, &axis) == FUSE_THREAD)
        return axis > 0;
    if (LLVMIsALoadInst(value)) {
        LLVMValueRef stored = emission_stored_value(e, value);
        return stored && is_shared(e, stored, depth + 1);
    }
    bool shared = is_operation(e, value);
    for (unsigned i = 0; shared && i < count_operands(value); i++)
        shared = is_shared(e, LLVMGetOperand(value, i), depth + 1);
    return shared;
}

/* The operand that all threads share, if the other one is a sum. */
static int shared_operand(emission *e, LLVMValueRef operation, int axis)
{
    for (unsigned i = 0; i < 2; i++)
        if (is_sum(e, LLVMGetOperand(operation, i), axis) && is_shared(e, LLVMGetOperand(operation, !i), 0))
            return !i;
    return FUSE_NONE;
}

/* The lesser, or the greater, of a sum and what the strip's threads share is the sum, if that is so for all of them. */
static bool is_clamped(emission *e, LLVMValueRef value, int axis)
{
    return is_in_row(e) && axis == 0 && fuse_is_minimum(value) && shared_operand(e, value, axis) != FUSE_NONE;
}

/* Stands for the thread's place on the axis. */
static bool is_place(const emission *e, LLVMValueRef value, int axis)
{
    int of = 0;
    fuse_call call = fuse_call_of(value, &of);
    return (call == FUSE_THREAD && of == axis) || (e->rows.flat && axis == 0 && call == FUSE_LINEAR_ID);
}

/* How LLVM writes the extension of a sum that it has widened. */
static bool is_masked(LLVMValueRef value)
{
    LLVMValueRef mask = LLVMGetOperand(value, 1);
    return LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) == 0xffffffff;
}

static bool is_sum(emission *e, LLVMValueRef value, int axis)
{
    if (!LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
        return shared_operand(e, value, axis) != FUSE_NONE;
    case LLVMOr: /* of parts without a common bit, which LLVM makes of a sum */
        return LLVMGetIsDisjoint(value) && shared_operand(e, value, axis) != FUSE_NONE;
    case LLVMZExt: case LLVMSExt:
        return is_sum(e, LLVMGetOperand(value, 0), axis);
    case LLVMAnd:
        return is_masked(value) && is_sum(e, LLVMGetOperand(value, 0), axis);
    case LLVMLoad: {
        LLVMValueRef stored = emission_stored_value(e, value);
        return stored && is_sum(e, stored, axis);
    }
    default:
        return is_place(e, value, axis) || is_clamped(e, value, axis);
    }
}

/* ---- the sum: the builder stands at the end of the entry ---- */
static LLVMValueRef make_shared(emission *e, LLVMValueRef value)
{
    int axis = 0;
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return emission_hoist_uniform(e, value);
    if (fuse_call_of(value, &axis) == FUSE_THREAD)
        return axis == 1 ? e->strips->y : e->strips->z;
    if (LLVMIsALoadInst(value))
        return make_shared(e, emission_stored_value(e, value));
    LLVMValueRef operand[2] = {NULL};
    for (unsigned i = 0; i < count_operands(value); i++)
        operand[i] = make_shared(e, LLVMGetOperand(value, i));
    LLVMValueRef made = LLVMInstructionClone(value);
    for (unsigned i = 0; i < count_operands(value); i++)
        LLVMSetOperand(made, i, operand[i]);
    LLVMInsertIntoBuilder(e->builder, made);
    fuse_debug_line(e->kernel, e->lines, made, value);
    return made;
}

static void make_sum(emission *e, LLVMValueRef value, sum *found);

static void make_clamped(emission *e, LLVMValueRef value, sum *found)
{
    LLVMIntPredicate predicate;
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned other = (unsigned)shared_operand(e, value, 0), bits = LLVMGetIntTypeWidth(type);
    bool is_signed = piece_is_minimum(value, &predicate) && predicate >= LLVMIntSGT, is_least = piece_is_below(predicate);
    make_sum(e, LLVMGetOperand(value, !other), found);
    LLVMValueRef bound = make_shared(e, LLVMGetOperand(value, other));
    LLVMValueRef first = LLVMBuildAdd(e->builder, found->shared, LLVMBuildTruncOrBitCast(e->builder, e->strips->x, type, ""), "");
    LLVMValueRef end = is_least ? bound : emission_number(e, type, is_signed ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits));
    LLVMIntPredicate within = is_least ? (is_signed ? LLVMIntSLE : LLVMIntULE) : is_signed ? LLVMIntSGE : LLVMIntUGE;
    LLVMValueRef room = LLVMBuildSub(e->builder, end, first, ""); /* from the first thread's on, if that is within */
    require(e, found, LLVMBuildICmp(e->builder, within, first, bound, ""));
    require(e, found, LLVMBuildICmp(e->builder, LLVMIntUGE, room, emission_number(e, type, e->strips->width - 1), ""));
}

static void make_sum(emission *e, LLVMValueRef value, sum *found)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (fuse_is_minimum(value)) {
        make_clamped(e, value, found);
        return;
    }
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd: case LLVMOr: {
        unsigned other = (unsigned)shared_operand(e, value, found->axis);
        make_sum(e, LLVMGetOperand(value, !other), found);
        found->shared = LLVMBuildAdd(e->builder, found->shared, make_shared(e, LLVMGetOperand(value, other)), "");
        break;
    }
    case LLVMZExt: case LLVMSExt: {
        bool is_signed = LLVMIsASExtInst(value);
        make_sum(e, LLVMGetOperand(value, 0), found);
        require_room(e, found, is_signed);
        found->shared = is_signed ? LLVMBuildSExt(e->builder, found->shared, type, "")
                                  : LLVMBuildZExt(e->builder, found->shared, type, "");
        break;
    }
    case LLVMAnd: {
        make_sum(e, LLVMGetOperand(value, 0), found);
        LLVMValueRef limit = LLVMBuildSub(e->builder, emission_number(e, type, 0xffffffff), last(e, found->axis, type), "");
        require(e, found, LLVMBuildICmp(e->builder, LLVMIntULE, found->shared, limit, ""));
        break;
    }
    case LLVMLoad:
        make_sum(e, emission_stored_value(e, value), found);
        break;
    default:
        found->shared = LLVMConstNull(type);
    }
}

bool emission_find_sum_with_x(emission *e, LLVMValueRef value, bool is_signed, bool bounded, LLVMValueRef *shared,
                              LLVMValueRef *valid)
{
    sum found = {.valid = *valid};
    length(e, 0);
    if (!is_sum(e, value, 0))
        return false;
    make_sum(e, value, &found);
    if (bounded)
        require_room(e, &found, is_signed);
    *shared = found.shared;
    *valid = found.valid;
    return true;
}

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

/* For how many x from 0 on `shared + x < bound` (or <=, `with_equal`) holds. */
static LLVMValueRef count_below(emission *e, const sum *found, LLVMValueRef bound, bool is_signed, bool with_equal)
{
    LLVMValueRef shared = found->shared;
    LLVMTypeRef type = LLVMTypeOf(shared);
    LLVMIntPredicate below = is_signed ? (with_equal ? LLVMIntSLE : LLVMIntSLT) : (with_equal ? LLVMIntULE : LLVMIntULT);
    LLVMValueRef any = LLVMBuildICmp(e->builder, below, shared, bound, "");
    LLVMValueRef distance = LLVMBuildSub(e->builder, bound, shared, ""), most = last(e, found->axis, type);
    /* As an unsigned number the distance is right even where it is more than a signed one holds. */
    LLVMValueRef limit = with_equal ? most : LLVMBuildAdd(e->builder, most, emission_number(e, type, 1), "");
    LLVMValueRef less = LLVMBuildICmp(e->builder, LLVMIntULT, distance, limit, "");
    LLVMValueRef count = LLVMBuildSelect(e->builder, less, distance, limit, "");
    if (with_equal)
        count = LLVMBuildAdd(e->builder, count, emission_number(e, type, 1), "");
    count = LLVMBuildSelect(e->builder, any, count, LLVMConstNull(type), "");
    return LLVMBuildZExtOrBitCast(e->builder, count, e->i64, "");
}

/* A comparison of integers of 32 to 64 bits with one that all threads share. */
typedef struct comparison {
    LLVMIntPredicate predicate;
    LLVMValueRef left, right; /* each thread's, and the shared one */
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
           emission_may_hoist(e, compared.right) && is_sum(e, compared.left, axis);
}

static bool holds_first(LLVMIntPredicate predicate)
{
    return predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT || predicate == LLVMIntSLE;
}

/* For which x, or y, it holds. */
static emission_split make_bound(emission *e, LLVMValueRef condition, int axis)
{
    comparison compared;
    find_comparison(e, condition, &compared);
    LLVMIntPredicate predicate = compared.predicate;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    bool is_signed = predicate >= LLVMIntSGT;
    bool with_equal = predicate == LLVMIntULE || predicate == LLVMIntSLE || predicate == LLVMIntUGT || predicate == LLVMIntSGT;
    sum found = {.axis = axis};
    LLVMValueRef bound = emission_hoist_uniform(e, compared.right);
    length(e, axis);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    make_sum(e, compared.left, &found);
    require_room(e, &found, is_signed);
    emission_split made = {.condition = condition, .valid = found.valid, .first_holds = holds_first(predicate),
                           .count = count_below(e, &found, bound, is_signed, with_equal)};
    LLVMPositionBuilderAtEnd(e->builder, here);
    return made;
}

/* Sums that are extended, as indices are: where a strip's do not wrap, nor are bounded, they are made as extended ones, so
 * that a vectoriser sees neighbours without a test of its own and a second loop for when that fails: that loop would
 * reach a strip's vectors by thread, and they could not be registers. */
static void find_extensions(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            bool is_signed = LLVMIsASExtInst(at) != NULL;
            sum found = {.valid = e->extends};
            if ((is_signed || LLVMIsAZExtInst(at)) && LLVMTypeOf(at) == e->i64 && fuse_is_divergent(kernel, at) &&
                LLVMTypeOf(LLVMGetOperand(at, 0)) == e->i32 && is_sum(e, at, 0)) {
                make_sum(e, at, &found);
                e->extends = found.valid;
                map_put(&e->extended, at, found.shared);
            }
        }
    LLVMPositionBuilderAtEnd(e->builder, here);
}

LLVMValueRef emission_extended(emission *e, LLVMValueRef value)
{
    LLVMValueRef shared = map_get(&e->extended, value);
    return shared ? LLVMBuildAdd(e->builder, shared, LLVMBuildZExt(e->builder, e->thread.x, e->i64, ""), "index") : NULL;
}

/* Both ways of the block's branch stay in the region, or end. */
static bool branches_within(const emission *e, const fuse_block *block)
{
    bool within = block->divergent_branch && block->to_count == 2;
    for (int i = 0; within && i < 2; i++) {
        const fuse_block *to = &e->kernel->block[block->to[i]];
        within = to->returns || (e->contains[block->to[i]] && !to->start);
    }
    return within;
}

/* The branch leaves the region for a region, or the end, on one of its ways at least. */
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
        for (LLVMValueRef at = e->contains[kernel->ordered[k]] ? LLVMGetFirstInstruction(block->block) : NULL; at && !found;
             at = LLVMGetNextInstruction(at))
            if (LLVMIsASelectInst(at) && is_bound(e, LLVMGetOperand(at, 0), 0))
                found = LLVMGetOperand(at, 0);
    }
    comparison compared;
    *first_holds = found && find_comparison(e, found, &compared) && holds_first(compared.predicate);
    return found;
}

/* Strips iterate: what they keep in registers is more than a load and a store of each value then. */
static bool has_loop(const fuse_kernel *kernel, const strips *set)
{
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r] && kernel->block[kernel->region[r]].loop != FUSE_NONE)
            return true;
    return false;
}

static bool find_lone(emission *e, LLVMValueRef condition)
{
    comparison compared;
    sum found = {.axis = 0};
    if (!find_comparison(e, condition, &compared) || !is_equality(compared.predicate) ||
        !emission_may_hoist(e, compared.right) || !is_sum(e, compared.left, 0))
        return false;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMValueRef other = emission_hoist_uniform(e, compared.right);
    length(e, 0);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    make_sum(e, compared.left, &found); /* one that wraps around is right: so does the difference */
    LLVMValueRef x = LLVMBuildSub(e->builder, other, found.shared, "");
    e->lone_thread = (emission_lone_thread){.condition = condition, .valid = found.valid,
                                            .x = LLVMBuildZExtOrBitCast(e->builder, x, e->i64, "")};
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
    if (e->strips && (guard || (!e->strips->whole && has_loop(e->kernel, e->strips))))
        find_extensions(e);
    if (!guard && e->strips && !e->strips->whole)
        find_lone_thread(e);
}

LLVMValueRef emission_in_all_rows(emission *e, LLVMValueRef condition, bool outcome)
{
    if (e->rows.flat || !is_bound(e, condition, 1))
        return NULL;
    emission_split found = make_bound(e, condition, 1);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef rows = LLVMBuildZExt(e->builder, length(e, 1), e->i64, "");
    LLVMValueRef wanted = found.first_holds == outcome ? rows : emission_number(e, e->i64, 0);
    LLVMValueRef holds = LLVMBuildICmp(e->builder, LLVMIntEQ, found.count, wanted, "");
    if (found.valid)
        holds = LLVMBuildAnd(e->builder, holds, found.valid, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    return holds;
}
