/* Pieces of a row: properties of a piece, and of values in any piece. */
#include "piece.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../support/map.h"

bool piece_is_periodic(const emission_piece *piece, LLVMValueRef value)
{
    return map_get(&piece->periodic, value) != NULL;
}

void piece_free(emission_piece *piece)
{
    map_free(&piece->kinds);
    map_free(&piece->scales);
    map_free(&piece->periodic);
    map_free(&piece->wanted);
    map_free(&piece->heads);
    map_free(&piece->bounds);
    free(piece->reached);
}

int emission_interior_outcome(const emission *e, LLVMValueRef condition)
{
    const emission_piece *inner = e->pieces.interior;
    for (int i = inner && inner->at_border ? inner->by_x : 0; inner && i < inner->decisions; i++)
        if (inner->decided[i] == condition)
            return inner->outcome[i];
    return -1;
}

unsigned piece_width(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

bool piece_is_number(const emission *e, LLVMTypeRef type)
{
    return type == e->pointer || (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

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

bool piece_is_minimum(LLVMValueRef call, LLVMIntPredicate *predicate)
{
    static const struct {
        const char *name;
        LLVMIntPredicate predicate;
    } known[] = {{"llvm.umin.i", LLVMIntULT},
                 {"llvm.umax.i", LLVMIntUGT},
                 {"llvm.smin.i", LLVMIntSLT},
                 {"llvm.smax.i", LLVMIntSGT}};
    const char *name = LLVMIsACallInst(call) ? fuse_callee_name(call) : NULL;
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
        if (strncmp(name, known[i].name, strlen(known[i].name)) == 0) {
            *predicate = known[i].predicate;
            return true;
        }
    return false;
}

bool piece_is_below(LLVMIntPredicate predicate)
{
    return predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT || predicate == LLVMIntSLE;
}
