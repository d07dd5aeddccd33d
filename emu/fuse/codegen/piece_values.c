/* What a value is to the threads of a piece: found from what it is computed of, as long as the piece ends where it must
 * (piece_bounds.c); and the value of its first thread. */
#include "index_set_splitting.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "constant_ranges.h"
#include "division.h"
#include "reaching_store.h"
#include "uniform_divisor.h"
#include "uniform_hoist.h"

bool piece_is_number(const emission *e, LLVMTypeRef type)
{
    return type == e->pointer || (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

unsigned piece_width(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

/* The number that it is divided by, or whose multiples are taken from it; 0: it is no such quotient or rest. */
uint64_t piece_period(LLVMValueRef value, bool *rest)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode != LLVMUDiv && opcode != LLVMURem && opcode != LLVMLShr && opcode != LLVMAnd)
        return 0;
    LLVMValueRef by = LLVMGetOperand(value, 1);
    if (!LLVMIsAConstantInt(by) || piece_width(value) < 32 || piece_width(value) > 64)
        return 0;
    uint64_t number = LLVMConstIntGetZExtValue(by), period = number;
    *rest = opcode == LLVMURem || opcode == LLVMAnd;
    if (opcode == LLVMLShr)
        period = number < piece_width(value) ? 1ull << number : 0;
    else if (opcode == LLVMAnd)
        period = (number & (number + 1)) == 0 ? number + 1 : 0;
    return period >= LEAST_PERIOD ? period : 0;
}

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

bool piece_is_periodic(const emission_piece *piece, LLVMValueRef value)
{
    return map_get(&piece->periodic, value) != NULL;
}

/* Whether what is of the operands is of the value, too. */
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

/* Of what is taken from a number that all threads share. */
static piece_kind turned(piece_kind kind)
{
    return kind == PIECE_STEP ? PIECE_FALL : kind == PIECE_FALL ? PIECE_STEP : kind;
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
    case LLVMAdd: {
        piece_kind second = piece_kind_of(piece, LLVMGetOperand(value, 1));
        return inherit(piece, value, second == PIECE_SAME ? first : first == PIECE_SAME ? second : PIECE_OTHER);
    }
    case LLVMSub: {
        piece_kind second = piece_kind_of(piece, LLVMGetOperand(value, 1));
        return inherit(piece, value, second == PIECE_SAME ? first : first == PIECE_SAME ? turned(second) : PIECE_OTHER);
    }
    case LLVMTrunc:
        return inherit(piece, value, piece_width(value) >= 32 ? first : PIECE_OTHER);
    case LLVMZExt: case LLVMSExt:
        return inherit(piece, value, piece_width(LLVMGetOperand(value, 0)) >= 32 ? first : PIECE_OTHER);
    default:
        return PIECE_OTHER;
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
        piece_kind kind = stored ? piece_kind_of(piece, stored) : PIECE_OTHER;
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
        return inherit(piece, value, piece_kind_of(piece, LLVMGetOperand(value, (unsigned)chosen)));
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

/* ---- the first thread's values ---- */
/* What holds of a thread that comes to the instruction need not of one that does not. */
static void drop_promises(LLVMValueRef made)
{
    switch (LLVMGetInstructionOpcode(made)) {
    case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMTrunc:
        if (LLVMGetInstructionOpcode(made) != LLVMTrunc) {
            LLVMSetNUW(made, false);
            LLVMSetNSW(made, false);
        }
        break;
    case LLVMUDiv: case LLVMLShr: case LLVMAShr:
        LLVMSetExact(made, false);
        break;
    case LLVMZExt:
        LLVMSetNNeg(made, false);
        break;
    case LLVMOr:
        LLVMSetIsDisjoint(made, false);
        break;
    case LLVMGetElementPtr:
        LLVMSetIsInBounds(made, false);
        break;
    default:
        break;
    }
}

static LLVMValueRef make_head(emission_piece *piece, LLVMValueRef value)
{
    emission *e = piece->e;
    int axis = 0;
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_THREAD)
        return axis == 0 ? LLVMBuildTrunc(e->builder, piece->first, e->i32, "") : axis == 1 ? e->y : e->z;
    if (call == FUSE_LINEAR_ID)
        return LLVMBuildTrunc(e->builder, LLVMBuildAdd(e->builder, piece->row, piece->first, ""), e->i32, "");
    if (LLVMIsALoadInst(value))
        return piece_head(piece, emission_stored_value(e, value));
    int count = LLVMGetNumOperands(value) - (LLVMIsACallInst(value) != NULL);
    LLVMValueRef *operand = fuse_allocate((size_t)count, sizeof *operand);
    for (int i = 0; i < count; i++)
        operand[i] = piece_head(piece, LLVMGetOperand(value, (unsigned)i));
    LLVMValueRef made = emission_is_division(value) ? emission_divide_by_uniform(e, value, operand[0]) : NULL;
    if (!made) {
        made = LLVMInstructionClone(value);
        for (int i = 0; i < count; i++)
            LLVMSetOperand(made, (unsigned)i, operand[i]);
        LLVMInsertIntoBuilder(e->builder, made);
        fuse_debug_line(e->kernel, e->lines, made, value);
        drop_promises(made);
    }
    free(operand);
    return made;
}

LLVMValueRef piece_head(emission_piece *piece, LLVMValueRef value)
{
    emission *e = piece->e;
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return emission_hoist_uniform(e, value);
    LLVMValueRef made = map_get(&piece->heads, value);
    made = made ? made : emission_known(e, value);
    if (made)
        return made;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, piece->open);
    made = make_head(piece, value);
    LLVMPositionBuilderAtEnd(e->builder, here);
    map_put(&piece->heads, value, made);
    return made;
}
