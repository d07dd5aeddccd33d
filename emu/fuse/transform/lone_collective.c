/* A warp collective whose mask is the caller's own lane waits for no other thread: where threads run one by one, the
 * coalesced group of a thread is the thread alone. The collective's result is computed from the thread's own
 * operands.
 *
 * Invariant after: no collective has the mask `1 << lane`, except shuffles that are not by index. */
#include "lone_collective.h"

#include "../../device/collective.h"
#include "../analysis/calls.h"
#include "../support/kernel.h"

enum { WARP = 32 };

static bool is_constant(LLVMValueRef value, uint64_t number)
{
    return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == number;
}

/* The lane of a mask with one bit, if it is the thread's own; or null. */
static LLVMValueRef own_lane(LLVMValueRef mask)
{
    if (!LLVMIsAInstruction(mask) || LLVMGetInstructionOpcode(mask) != LLVMShl ||
        !is_constant(LLVMGetOperand(mask, 0), 1))
        return NULL;
    LLVMValueRef lane = LLVMGetOperand(mask, 1);
    bool part = LLVMIsAInstruction(lane) && LLVMGetInstructionOpcode(lane) == LLVMAnd &&
                is_constant(LLVMGetOperand(lane, 1), WARP - 1);
    return part && fuse_call_of(LLVMGetOperand(lane, 0), NULL) == FUSE_LINEAR_ID ? lane : NULL;
}

/* From the thread's own lane it is the thread's value. From another lane it is undefined, as in
 * emu/machine/collective.c. */
static LLVMValueRef shuffled(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef operand, LLVMValueRef lane)
{
    static const uint64_t undefined = 0x7ffbadba7ffbadbaull;
    LLVMTypeRef type = LLVMTypeOf(operand);
    LLVMValueRef own = LLVMBuildOr(builder, lane, LLVMConstInt(type, EMU_SHUFFLE_OPERAND(0, WARP), false), "");
    LLVMValueRef same = LLVMBuildICmp(builder, LLVMIntEQ, operand, own, "");
    return LLVMBuildSelect(builder, same, value, LLVMConstInt(LLVMTypeOf(value), undefined, false), "");
}

/* Whether the shuffle's width is the warp: then its source is the operand's lane. */
static bool is_of_warp(LLVMValueRef operand)
{
    if (LLVMIsAConstantInt(operand))
        return LLVMConstIntGetZExtValue(operand) >> 8 == WARP;
    bool is_or = LLVMIsAInstruction(operand) && LLVMGetInstructionOpcode(operand) == LLVMOr;
    LLVMValueRef low = is_or ? LLVMGetOperand(operand, 0) : NULL;
    return is_or && is_constant(LLVMGetOperand(operand, 1), EMU_SHUFFLE_OPERAND(0, WARP)) && LLVMIsAInstruction(low) &&
           LLVMGetInstructionOpcode(low) == LLVMAnd && is_constant(LLVMGetOperand(low, 1), WARP - 1);
}

/* The collective's result; null: the call stays. */
static LLVMValueRef result_of(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef lane)
{
    LLVMValueRef operation = LLVMGetOperand(call, 0), value = LLVMGetOperand(call, 2),
                 operand = LLVMGetOperand(call, 3);
    LLVMTypeRef type = LLVMTypeOf(call);
    if (!LLVMIsAConstantInt(operation))
        return NULL;
    switch (LLVMConstIntGetZExtValue(operation)) {
    case EMU_COLLECTIVE_SYNC:
    case EMU_COLLECTIVE_ALL:
    case EMU_COLLECTIVE_ANY: return value;
    case EMU_COLLECTIVE_UNI: return LLVMConstInt(type, 1, false);
    case EMU_COLLECTIVE_BALLOT: return LLVMBuildShl(builder, value, LLVMBuildZExt(builder, lane, type, ""), "");
    case EMU_COLLECTIVE_ELECT: return LLVMBuildZExt(builder, lane, type, "");
    case EMU_COLLECTIVE_MATCH_ANY:
    case EMU_COLLECTIVE_MATCH_ALL: return LLVMBuildZExt(builder, LLVMGetOperand(call, 1), type, "");
    case EMU_COLLECTIVE_SHUFFLE + EMU_SHUFFLE_INDEX:
        return is_of_warp(operand) ? shuffled(builder, value, operand, lane) : NULL;
    case EMU_COLLECTIVE_SHUFFLE + EMU_SHUFFLE_UP:
    case EMU_COLLECTIVE_SHUFFLE + EMU_SHUFFLE_DOWN:
    case EMU_COLLECTIVE_SHUFFLE + EMU_SHUFFLE_XOR: return NULL;
    default: /* a reduction of 32 bits */
        return LLVMBuildAnd(builder, value, LLVMConstInt(type, 0xffffffff, false), "");
    }
}

void fuse_replace_lone_collectives(fuse_kernel *kernel)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef next, at = LLVMGetFirstInstruction(block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            LLVMValueRef lane = fuse_call_of(at, NULL) == FUSE_COLLECTIVE ? own_lane(LLVMGetOperand(at, 1)) : NULL;
            if (!lane)
                continue;
            LLVMPositionBuilderBefore(kernel->builder, at);
            LLVMValueRef result = result_of(kernel->builder, at, lane);
            if (!result)
                continue;
            LLVMReplaceAllUsesWith(at, result);
            LLVMInstructionEraseFromParent(at);
        }
}
