/* The kinds of values and outcomes of conditions in a piece. They follow from the operands, provided that the piece
 * ends where it must (piece_bounds.c). */
#include "piece_kinds.h"

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "constant_ranges.h"
#include "piece.h"
#include "reaching_store.h"
#include "uniform_divisor.h"
#include "uniform_hoist.h"

bool piece_divides(const emission_piece *piece, LLVMValueRef value, piece_division *found)
{
    *found = (piece_division){0};
    found->constant = piece_period(value, &found->rest);
    if (found->constant)
        return true;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
    if (piece_width(value) != 32 || (!is_signed && opcode != LLVMUDiv && opcode != LLVMURem))
        return false;
    *found = (piece_division){is_signed, opcode == LLVMSRem || opcode == LLVMURem, 0};
    LLVMValueRef divisor = LLVMGetOperand(value, 1);
    if (!LLVMIsAConstantInt(divisor))
        return emission_is_uniform_divisor(piece->e, value);
    long long number = LLVMConstIntGetSExtValue(divisor);
    found->constant = number >= LEAST_PERIOD ? (uint64_t)number : 0;
    return is_signed && found->constant;
}

/* Returns `kind`; the value is periodic if an operand is. */
static piece_kind inherit(emission_piece *piece, LLVMValueRef value, piece_kind kind)
{
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (piece_is_periodic(piece, LLVMGetOperand(value, (unsigned)i)))
            map_put(&piece->periodic, value, value);
    return kind;
}

piece_kind piece_compared(emission_piece *piece, LLVMValueRef left, LLVMValueRef right)
{
    piece_kind a = piece_kind_of(piece, left), b = piece_kind_of(piece, right);
    if (a == PIECE_OTHER || b == PIECE_OTHER || (a != PIECE_SAME && b != PIECE_SAME))
        return PIECE_OTHER;
    if (a == PIECE_SCALED || b == PIECE_SCALED)
        return PIECE_OTHER;
    bool steps = a != PIECE_SAME || b != PIECE_SAME;
    return steps && piece_width(left) < 32 ? PIECE_OTHER : PIECE_SAME;
}

static bool all_same(emission_piece *piece, LLVMValueRef value)
{
    bool all = true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        all = all && piece_kind_of(piece, LLVMGetOperand(value, (unsigned)i)) == PIECE_SAME;
    return all;
}

/* The kind of a uniform number minus a value of the kind. */
static piece_kind negated(piece_kind kind)
{
    return kind == PIECE_STEP     ? PIECE_FALL
           : kind == PIECE_FALL   ? PIECE_STEP
           : kind == PIECE_SCALED ? PIECE_OTHER
                                  : kind;
}

/* ---- multiples ---- */
enum { MOST_SCALE = 4096 };

uint64_t piece_scale(const emission_piece *piece, LLVMValueRef value)
{
    return (uint64_t)(uintptr_t)map_get(&piece->scales, value);
}

static piece_kind scaled(emission_piece *piece, LLVMValueRef value, uint64_t scale)
{
    if (scale < 2 || scale > MOST_SCALE)
        return PIECE_OTHER;
    map_put(&piece->scales, value, (void *)(uintptr_t)scale);
    return PIECE_SCALED;
}

/* The value has the operand's kind, and grows as the operand does. */
static piece_kind as_operand(emission_piece *piece, LLVMValueRef value, LLVMValueRef operand)
{
    piece_kind kind = piece_kind_of(piece, operand);
    return kind == PIECE_SCALED ? scaled(piece, value, piece_scale(piece, operand)) : kind;
}

/* A product with a constant, or a value shifted left by a constant. */
static piece_kind multiplied(emission_piece *piece, LLVMValueRef value)
{
    LLVMValueRef by = LLVMGetOperand(value, 1);
    piece_kind kind = piece_kind_of(piece, LLVMGetOperand(value, 0));
    if (!LLVMIsAConstantInt(by) || piece_width(value) < 32 || (kind != PIECE_STEP && kind != PIECE_SCALED))
        return PIECE_OTHER;
    uint64_t number = LLVMConstIntGetZExtValue(by),
             before = kind == PIECE_STEP ? 1 : piece_scale(piece, LLVMGetOperand(value, 0));
    if (LLVMGetInstructionOpcode(value) == LLVMShl)
        number = number < 16 ? 1ull << number : 0;
    return number <= MOST_SCALE ? scaled(piece, value, before * number) : PIECE_OTHER;
}

/* The kind of a sum: that of one operand, if the other is uniform. */
static piece_kind added(emission_piece *piece, LLVMValueRef value)
{
    LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
    if (piece_kind_of(piece, b) == PIECE_SAME)
        return as_operand(piece, value, a);
    return piece_kind_of(piece, a) == PIECE_SAME ? as_operand(piece, value, b) : PIECE_OTHER;
}

static piece_kind of_operation(emission_piece *piece, LLVMValueRef value)
{
    piece_division division;
    piece_kind first = piece_kind_of(piece, LLVMGetOperand(value, 0));
    bool divides = piece_divides(piece, value, &division);
    if (all_same(piece, value) && (divides || fuse_is_speculatable(value)))
        return inherit(piece, value, PIECE_SAME);
    if (first == PIECE_STEP && divides) {
        if (division.constant < 1ull << 32 && !emission_is_of_period(piece->e, value))
            map_put(&piece->periodic, value, value);
        return inherit(piece, value, division.rest ? PIECE_STEP : PIECE_SAME);
    }
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd: return inherit(piece, value, added(piece, value));
    case LLVMOr: /* of operands without a common bit: LLVM writes sums so */
        return inherit(piece, value, LLVMGetIsDisjoint(value) ? added(piece, value) : PIECE_OTHER);
    case LLVMSub: {
        piece_kind second = piece_kind_of(piece, LLVMGetOperand(value, 1));
        return inherit(piece, value,
                       second == PIECE_SAME  ? as_operand(piece, value, LLVMGetOperand(value, 0))
                       : first == PIECE_SAME ? negated(second)
                                             : PIECE_OTHER);
    }
    case LLVMMul:
    case LLVMShl: return inherit(piece, value, multiplied(piece, value));
    case LLVMTrunc:
        return inherit(piece, value,
                       piece_width(value) >= 32 ? as_operand(piece, value, LLVMGetOperand(value, 0)) : PIECE_OTHER);
    case LLVMZExt:
    case LLVMSExt:
        return inherit(piece, value,
                       piece_width(LLVMGetOperand(value, 0)) >= 32 ? as_operand(piece, value, LLVMGetOperand(value, 0))
                                                                   : PIECE_OTHER);
    default: return PIECE_OTHER;
    }
}

static piece_kind find_kind(emission_piece *piece, LLVMValueRef value)
{
    emission *e = piece->e;
    int axis = 0, outcome;
    if (!piece_is_number(e, LLVMTypeOf(value)))
        return PIECE_OTHER;
    if (emission_known(e, value))
        return PIECE_SAME;
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return emission_hoist_uniform(e, value) ? PIECE_SAME : PIECE_OTHER;
    if (!e->contains[fuse_block_number(e->kernel, LLVMGetInstructionParent(value))])
        return PIECE_OTHER;
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_THREAD || call == FUSE_LINEAR_ID)
        return call == FUSE_LINEAR_ID || axis == 0 ? PIECE_STEP : PIECE_SAME;
    if (LLVMIsALoadInst(value)) {
        LLVMValueRef stored = emission_stored_value(e, value);
        piece_kind kind = stored ? as_operand(piece, value, stored) : PIECE_OTHER;
        if (stored && piece_is_periodic(piece, stored))
            map_put(&piece->periodic, value, value);
        return kind;
    }
    if (LLVMIsAICmpInst(value))
        return inherit(piece, value, piece_compared(piece, LLVMGetOperand(value, 0), LLVMGetOperand(value, 1)));
    if (LLVMIsASelectInst(value) && piece_width(value) == 1)
        return all_same(piece, value) ? inherit(piece, value, PIECE_SAME) : PIECE_OTHER;
    if (piece_is_choice(piece, value, &outcome)) {
        int chosen = LLVMIsASelectInst(value) ? (outcome ? 1 : 2) : !outcome;
        return inherit(piece, value, as_operand(piece, value, LLVMGetOperand(value, (unsigned)chosen)));
    }
    if (LLVMIsACallInst(value) || LLVMIsAPHINode(value) || LLVMGetNumOperands(value) == 0)
        return PIECE_OTHER;
    return of_operation(piece, value);
}

piece_kind piece_kind_of(emission_piece *piece, LLVMValueRef value)
{
    int known = (int)(intptr_t)map_get(&piece->kinds, value);
    if (known)
        return (piece_kind)(known - 1);
    piece_kind kind = find_kind(piece, value);
    map_put(&piece->kinds, value, (void *)(intptr_t)(kind + 1));
    return kind;
}

/* ---- conditions ---- */
static bool is_swapped(const emission_piece *piece, LLVMValueRef left)
{
    return !fuse_is_divergent(piece->e->kernel, left);
}

static bool is_least(LLVMValueRef bound, bool is_signed)
{
    return LLVMIsAConstantInt(bound) &&
           (is_signed ? LLVMConstIntGetSExtValue(bound) <= 1 : LLVMConstIntGetZExtValue(bound) <= 1);
}

/* For most threads an index is within its bounds: not below a constant, not beyond a value that is not constant. */
static int likely_outcome(emission_piece *piece, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right)
{
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
        return piece_is_periodic(piece, left) || piece_is_periodic(piece, right) ? -1 : predicate == LLVMIntNE;
    bool below = piece_is_below(predicate);
    bool is_signed = predicate >= LLVMIntSGT;
    bool is_left = !is_swapped(piece, left);
    if (!is_left)
        below = !below;
    /* a number minus x is above its bound for most threads */
    if (piece_kind_of(piece, is_left ? left : right) == PIECE_FALL)
        return !below;
    right = is_left ? right : left;
    return is_least(right, is_signed) ? !below : below;
}

/* Whether both outcomes are to be expected: it compares with a constant within the block, or for equality. */
static bool is_open(emission_piece *piece, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right)
{
    LLVMValueRef bound = is_swapped(piece, left) ? left : right;
    return predicate == LLVMIntEQ || predicate == LLVMIntNE ||
           (LLVMIsAConstantInt(bound) && !is_least(bound, predicate >= LLVMIntSGT));
}

bool piece_outcome_is_open(emission_piece *piece, LLVMValueRef condition)
{
    LLVMIntPredicate predicate;
    if (!LLVMIsAInstruction(condition))
        return false;
    if (piece_is_minimum(condition, &predicate))
        return is_open(piece, predicate, LLVMGetOperand(condition, 0), LLVMGetOperand(condition, 1));
    if (LLVMIsAICmpInst(condition))
        return is_open(piece, LLVMGetICmpPredicate(condition), LLVMGetOperand(condition, 0),
                       LLVMGetOperand(condition, 1));
    if (LLVMIsALoadInst(condition)) {
        LLVMValueRef stored = emission_stored_value(piece->e, condition);
        return stored && piece_outcome_is_open(piece, stored);
    }
    bool any = false;
    for (int i = 0; i < LLVMGetNumOperands(condition); i++)
        any = any || piece_outcome_is_open(piece, LLVMGetOperand(condition, (unsigned)i));
    return any;
}

bool piece_is_choice(emission_piece *piece, LLVMValueRef value, int *outcome)
{
    LLVMIntPredicate predicate;
    LLVMValueRef condition = NULL;
    if (piece_is_minimum(value, &predicate)) {
        condition = value;
    } else if (LLVMIsASelectInst(value) && piece_is_number(piece->e, LLVMTypeOf(value)) && piece_width(value) != 1 &&
               piece_kind_of(piece, LLVMGetOperand(value, 1)) != PIECE_OTHER &&
               piece_kind_of(piece, LLVMGetOperand(value, 2)) != PIECE_OTHER) {
        condition = LLVMGetOperand(value, 0);
    }
    *outcome = condition ? piece_outcome(piece, condition) : -1;
    return *outcome >= 0 && !piece_outcome_is_open(piece, condition);
}

/* Whether the value is the same for all threads without ending the piece anywhere: no condition in it compares a
 * value that grows with x. */
static bool is_uniform(emission_piece *piece, LLVMValueRef value)
{
    bool uniform = piece_kind_of(piece, value) == PIECE_SAME;
    if (!uniform || !LLVMIsAInstruction(value) || !fuse_is_divergent(piece->e->kernel, value) ||
        piece_width(value) != 1)
        return uniform;
    if (LLVMIsALoadInst(value))
        return is_uniform(piece, emission_stored_value(piece->e, value));
    for (int i = 0; i < LLVMGetNumOperands(value) && uniform; i++)
        uniform = is_uniform(piece, LLVMGetOperand(value, (unsigned)i));
    return uniform;
}

bool piece_is_uniform_choice(emission_piece *piece, LLVMValueRef choice)
{
    bool uniform = true;
    for (int i = 0; i < LLVMGetNumOperands(choice) - (LLVMIsACallInst(choice) != NULL) && uniform; i++)
        uniform = is_uniform(piece, LLVMGetOperand(choice, (unsigned)i));
    return uniform;
}

/* A value that differs from thread to thread is only clamped: most threads keep their own. */
static int likely_choice(emission_piece *piece, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right)
{
    bool is_left = !is_swapped(piece, left);
    if (is_least(is_left ? right : left, predicate >= LLVMIntSGT))
        return likely_outcome(piece, predicate, left, right);
    return is_left;
}

static int of_both(emission_piece *piece, LLVMOpcode opcode, LLVMValueRef left, LLVMValueRef right)
{
    int a = piece_outcome(piece, left), b = piece_outcome(piece, right);
    if (a < 0 || b < 0)
        return -1;
    return opcode == LLVMAnd ? a & b : opcode == LLVMOr ? a | b : a ^ b;
}

int piece_outcome(emission_piece *piece, LLVMValueRef condition)
{
    emission *e = piece->e;
    LLVMIntPredicate predicate;
    int usually = -1;
    LLVMValueRef known = emission_known(e, condition);
    if (known && piece_width(condition) == 1)
        return (int)LLVMConstIntGetZExtValue(known);
    if (LLVMIsAConstantInt(condition))
        return (int)LLVMConstIntGetZExtValue(condition);
    if (!LLVMIsAInstruction(condition))
        return -1;
    LLVMValueRef a = LLVMGetOperand(condition, 0);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
    if (piece_is_minimum(condition, &predicate)) {
        LLVMValueRef b = LLVMGetOperand(condition, 1);
        bool compares = piece_is_number(e, LLVMTypeOf(a)) && piece_compared(piece, a, b) == PIECE_SAME;
        usually = compares ? likely_choice(piece, predicate, a, b) : -1;
    } else if (LLVMIsAICmpInst(condition)) {
        bool number = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMIntegerTypeKind;
        if (number && piece_kind_of(piece, condition) == PIECE_SAME)
            usually = likely_outcome(piece, LLVMGetICmpPredicate(condition), a, LLVMGetOperand(condition, 1));
        int preferred = (int)(intptr_t)map_get(&e->pieces.preferred, condition);
        usually = usually >= 0 && preferred ? preferred - 1 : usually;
    } else if (LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMIntegerTypeKind || piece_width(condition) != 1) {
        return -1;
    } else if (opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor) {
        usually = of_both(piece, opcode, a, LLVMGetOperand(condition, 1));
    } else if (opcode == LLVMSelect) {
        int holds = piece_outcome(piece, a), yes = piece_outcome(piece, LLVMGetOperand(condition, 1));
        int no = piece_outcome(piece, LLVMGetOperand(condition, 2));
        usually = holds < 0 || yes < 0 || no < 0 ? -1 : holds ? yes : no;
    } else if (opcode == LLVMLoad) {
        LLVMValueRef stored = emission_stored_value(piece->e, condition);
        usually = stored ? piece_outcome(piece, stored) : -1;
    }
    return usually >= 0 && condition == piece->flipped ? !usually : usually;
}
