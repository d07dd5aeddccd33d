/* The conditions that a piece depends on, and the test whether the first thread's have those outcomes. */
#include "piece_decisions.h"

#include "constant_ranges.h"
#include "piece.h"
#include "piece_bounds.h"
#include "piece_heads.h"

bool piece_decide(emission_piece *piece, LLVMValueRef condition, int outcome)
{
    if (emission_known(piece->e, condition) || emission_interior_outcome(piece->e, condition) >= 0)
        return true;
    for (int i = 0; i < piece->decisions; i++)
        if (piece->decided[i] == condition)
            return true;
    if (piece->decisions == PIECE_DECISIONS)
        return false;
    piece->outcome[piece->decisions] = outcome;
    piece->decided[piece->decisions++] = condition;
    return true;
}

static LLVMValueRef as_bit(emission *e, LLVMValueRef value, emission_piece *piece)
{
    LLVMIntPredicate predicate;
    LLVMValueRef head;
    if (piece_is_minimum(value, &predicate)) {
        LLVMValueRef a = piece_head(piece, LLVMGetOperand(value, 0)), b = piece_head(piece, LLVMGetOperand(value, 1));
        head = LLVMBuildICmp(e->builder, predicate, a, b, "");
    } else {
        head = piece_head(piece, value);
    }
    return LLVMBuildFreeze(e->builder, head, "");
}

LLVMValueRef piece_holds(emission_piece *piece)
{
    emission *e = piece->e;
    LLVMTypeRef bit = LLVMInt1TypeInContext(e->kernel->context);
    LLVMValueRef all = LLVMConstInt(bit, 1, false);
    for (int i = 0; i < piece->decisions; i++) {
        LLVMValueRef holds = as_bit(e, piece->decided[i], piece);
        if (!piece->outcome[i])
            holds = LLVMBuildNot(e->builder, holds, "");
        all = LLVMBuildAnd(e->builder, all, holds, "");
        piece_bound(piece, piece->decided[i]);
    }
    return all;
}
