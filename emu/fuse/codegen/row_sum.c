/* Sums of a thread's x, or y, and a value that all threads share, or those of a strip: most indices and bounds are
 * such sums. The shared part is made once for all threads, with the condition under which the sum is right: no
 * thread's sum wraps around before it is extended, or is changed by a clamp. */
#include "row_sum.h"

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "division.h"
#include "frame.h"
#include "piece.h"
#include "reaching_store.h"
#include "row.h"
#include "strip.h"
#include "uniform_hoist.h"

static void require(emission *e, row_sum *found, LLVMValueRef condition)
{
    found->valid = found->valid ? LLVMBuildAnd(e->builder, found->valid, condition, "") : condition;
}

LLVMValueRef row_sum_length(emission *e, int axis)
{
    return axis == 0 ? emission_row_length(e) : emission_get_field(e, (field)(EXTENT + axis));
}

/* The last x, or y, as a number of the type. */
LLVMValueRef row_sum_last(emission *e, int axis, LLVMTypeRef type)
{
    LLVMValueRef number = LLVMBuildSub(e->builder, row_sum_length(e, axis), emission_number(e, e->i32, 1), "");
    return LLVMBuildZExtOrBitCast(e->builder, number, type, "");
}

/* Requires that shared + x does not wrap, for any x of a row. */
void row_sum_require_room(emission *e, row_sum *found, bool is_signed)
{
    LLVMTypeRef type = LLVMTypeOf(found->shared);
    unsigned bits = LLVMGetIntTypeWidth(type);
    uint64_t most = is_signed ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits);
    LLVMValueRef limit =
        LLVMBuildSub(e->builder, emission_number(e, type, most), row_sum_last(e, found->axis, type), "");
    require(e, found, LLVMBuildICmp(e->builder, is_signed ? LLVMIntSLE : LLVMIntULE, found->shared, limit, ""));
}

/* ---- whether a value is such a sum: makes nothing ---- */
enum { DEEPEST = 8 };

/* Whether a strip is part of one row: then values of y and z are the same for its threads. */
static bool is_in_row(const emission *e)
{
    return e->strips && e->strips->rows == 1;
}

/* Whether the operation is defined for all operands: it is made where the kernel might not execute it. */
static bool is_operation(const emission *e, LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
    if (shifts && !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return false;
    bool known = LLVMIsABinaryOperator(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) ||
                 LLVMIsATruncInst(value) || fuse_is_minimum(value);
    return known && !emission_is_division(value) &&
           e->contains[fuse_block_number(e->kernel, LLVMGetInstructionParent(value))];
}

/* The number of operands that are values: a call's last operand is the function. */
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
        if (row_sum_is(e, LLVMGetOperand(operation, i), axis) && is_shared(e, LLVMGetOperand(operation, !i), 0))
            return !i;
    return FUSE_NONE;
}

/* Whether the value is a minimum or maximum of a sum and a value that the strip's threads share. It equals the sum
 * if no thread's sum is clamped. */
static bool is_clamped(emission *e, LLVMValueRef value, int axis)
{
    return is_in_row(e) && axis == 0 && fuse_is_minimum(value) && shared_operand(e, value, axis) != FUSE_NONE;
}

/* Whether the value is the thread's place on the axis. */
static bool is_place(const emission *e, LLVMValueRef value, int axis)
{
    int of = 0;
    fuse_call call = fuse_call_of(value, &of);
    return (call == FUSE_THREAD && of == axis) || (e->rows.flat && axis == 0 && call == FUSE_LINEAR_ID);
}

/* Whether an `and` extends a sum of 32 bits: LLVM writes so the extension of a sum that it has widened. */
static bool is_masked(LLVMValueRef value)
{
    LLVMValueRef mask = LLVMGetOperand(value, 1);
    return LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) == 0xffffffff;
}

bool row_sum_is(emission *e, LLVMValueRef value, int axis)
{
    if (!LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd: return shared_operand(e, value, axis) != FUSE_NONE;
    case LLVMOr: /* of operands without a common bit: LLVM writes sums so */
        return LLVMGetIsDisjoint(value) && shared_operand(e, value, axis) != FUSE_NONE;
    case LLVMZExt:
    case LLVMSExt: return row_sum_is(e, LLVMGetOperand(value, 0), axis);
    case LLVMAnd: return is_masked(value) && row_sum_is(e, LLVMGetOperand(value, 0), axis);
    case LLVMLoad: {
        LLVMValueRef stored = emission_stored_value(e, value);
        return stored && row_sum_is(e, stored, axis);
    }
    default: return is_place(e, value, axis) || is_clamped(e, value, axis);
    }
}

/* ---- the sum: the builder is at the end of the entry ---- */
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

static void make_clamped(emission *e, LLVMValueRef value, row_sum *found)
{
    LLVMIntPredicate predicate;
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned other = (unsigned)shared_operand(e, value, 0), bits = LLVMGetIntTypeWidth(type);
    bool is_signed = piece_is_minimum(value, &predicate) && predicate >= LLVMIntSGT,
         is_least = piece_is_below(predicate);
    row_sum_make(e, LLVMGetOperand(value, !other), found);
    LLVMValueRef bound = make_shared(e, LLVMGetOperand(value, other));
    LLVMValueRef first =
        LLVMBuildAdd(e->builder, found->shared, LLVMBuildTruncOrBitCast(e->builder, e->strips->x, type, ""), "");
    LLVMValueRef end =
        is_least ? bound : emission_number(e, type, is_signed ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits));
    LLVMIntPredicate within = is_least ? (is_signed ? LLVMIntSLE : LLVMIntULE) : is_signed ? LLVMIntSGE : LLVMIntUGE;
    /* from the first thread's sum to the end, if that is within */
    LLVMValueRef room = LLVMBuildSub(e->builder, end, first, "");
    require(e, found, LLVMBuildICmp(e->builder, within, first, bound, ""));
    require(e, found, LLVMBuildICmp(e->builder, LLVMIntUGE, room, emission_number(e, type, e->strips->width - 1), ""));
}

void row_sum_make(emission *e, LLVMValueRef value, row_sum *found)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (fuse_is_minimum(value)) {
        make_clamped(e, value, found);
        return;
    }
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMOr: {
        unsigned other = (unsigned)shared_operand(e, value, found->axis);
        row_sum_make(e, LLVMGetOperand(value, !other), found);
        found->shared = LLVMBuildAdd(e->builder, found->shared, make_shared(e, LLVMGetOperand(value, other)), "");
        break;
    }
    case LLVMZExt:
    case LLVMSExt: {
        bool is_signed = LLVMIsASExtInst(value);
        row_sum_make(e, LLVMGetOperand(value, 0), found);
        row_sum_require_room(e, found, is_signed);
        found->shared = is_signed ? LLVMBuildSExt(e->builder, found->shared, type, "")
                                  : LLVMBuildZExt(e->builder, found->shared, type, "");
        break;
    }
    case LLVMAnd: {
        row_sum_make(e, LLVMGetOperand(value, 0), found);
        LLVMValueRef limit =
            LLVMBuildSub(e->builder, emission_number(e, type, 0xffffffff), row_sum_last(e, found->axis, type), "");
        require(e, found, LLVMBuildICmp(e->builder, LLVMIntULE, found->shared, limit, ""));
        break;
    }
    case LLVMLoad: row_sum_make(e, emission_stored_value(e, value), found); break;
    default: found->shared = LLVMConstNull(type);
    }
}

bool emission_find_sum_with_x(emission *e, LLVMValueRef value, bool is_signed, bool bounded, LLVMValueRef *shared,
                              LLVMValueRef *valid)
{
    row_sum found = {.valid = *valid};
    row_sum_length(e, 0);
    if (!row_sum_is(e, value, 0))
        return false;
    row_sum_make(e, value, &found);
    if (bounded)
        row_sum_require_room(e, &found, is_signed);
    *shared = found.shared;
    *valid = found.valid;
    return true;
}
