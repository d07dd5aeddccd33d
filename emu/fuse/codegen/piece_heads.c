/* The values of a piece's first thread, and the other threads' values, which are made from them. */
#include "piece_heads.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "constant_ranges.h"
#include "division.h"
#include "piece.h"
#include "piece_kinds.h"
#include "reaching_store.h"
#include "uniform_divisor.h"
#include "uniform_hoist.h"

/* Flags that hold for a thread that executes the instruction need not hold for one that does not. */
static void drop_flags(LLVMValueRef made)
{
    switch (LLVMGetInstructionOpcode(made)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc:
        if (LLVMGetInstructionOpcode(made) != LLVMTrunc) {
            LLVMSetNUW(made, false);
            LLVMSetNSW(made, false);
        }
        break;
    case LLVMUDiv:
    case LLVMLShr:
    case LLVMAShr: LLVMSetExact(made, false); break;
    case LLVMZExt: LLVMSetNNeg(made, false); break;
    case LLVMGetElementPtr: LLVMSetIsInBounds(made, false); break;
    default: break;
    }
}

static LLVMValueRef make_head(emission_piece *piece, LLVMValueRef value)
{
    emission *e = piece->e;
    int axis = 0;
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_THREAD)
        return axis == 0 ? LLVMBuildTrunc(e->builder, piece->first, e->i32, "") : axis == 1 ? e->thread.y : e->thread.z;
    if (call == FUSE_LINEAR_ID)
        return LLVMBuildTrunc(e->builder, LLVMBuildAdd(e->builder, piece->row, piece->first, ""), e->i32, "");
    if (LLVMIsALoadInst(value))
        return piece_head(piece, emission_stored_value(e, value));
    int count = LLVMGetNumOperands(value) - (LLVMIsACallInst(value) != NULL);
    LLVMValueRef *operand = fuse_allocate((size_t)count, sizeof *operand);
    for (int i = 0; i < count; i++)
        operand[i] = piece_head(piece, LLVMGetOperand(value, (unsigned)i));
    LLVMValueRef made = emission_is_division(value) ? emission_divide_by_uniform(e, value, operand[0]) : NULL;
    /* LLVM writes a sum as an `or` if the operands have no common bit. For a thread that does not execute it they
     * may have. */
    if (LLVMGetInstructionOpcode(value) == LLVMOr && LLVMGetIsDisjoint(value))
        made = LLVMBuildAdd(e->builder, operand[0], operand[1], "");
    if (!made) {
        made = LLVMInstructionClone(value);
        for (int i = 0; i < count; i++)
            LLVMSetOperand(made, (unsigned)i, operand[i]);
        LLVMInsertIntoBuilder(e->builder, made);
        fuse_debug_line(e->kernel, e->lines, made, value);
        drop_flags(made);
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

bool piece_is_made(emission_piece *piece, LLVMValueRef value)
{
    const fuse_kernel *kernel = piece->e->kernel;
    return piece->reached[fuse_block_number(kernel, LLVMGetInstructionParent(value))] &&
           fuse_is_divergent(kernel, value) && LLVMTypeOf(value) != LLVMInt1TypeInContext(kernel->context) &&
           piece_kind_of(piece, value) != PIECE_OTHER &&
           (!map_get(&piece->periodic, value) || map_get(&piece->wanted, value));
}

LLVMValueRef emission_in_piece(emission *e, LLVMValueRef value)
{
    emission_piece *piece = e->pieces.current;
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!piece->reached[fuse_block_number(e->kernel, LLVMGetInstructionParent(value))])
        return NULL;
    if (type == LLVMInt1TypeInContext(e->kernel->context)) {
        for (int i = 0; i < piece->decisions; i++)
            if (piece->decided[i] == value)
                return LLVMConstInt(type, piece->outcome[i], false);
        return NULL;
    }
    if (!piece_is_made(piece, value))
        return NULL;
    LLVMValueRef head = piece_head(piece, value);
    if (piece_kind_of(piece, value) == PIECE_SAME)
        return head;
    LLVMValueRef distance = LLVMBuildTruncOrBitCast(e->builder, piece->distance, type, "");
    if (piece_kind_of(piece, value) == PIECE_SCALED)
        distance = LLVMBuildMul(e->builder, distance, emission_number(e, type, piece_scale(piece, value)), "");
    if (piece_kind_of(piece, value) == PIECE_FALL)
        return LLVMBuildSub(e->builder, head, distance, "");
    return LLVMBuildAdd(e->builder, head, distance, "");
}
