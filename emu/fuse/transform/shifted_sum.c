/* LLVM writes the extension of a difference of 32 bits, whose operand it has in 64, as one of numbers shifted up,
 * shifted down again: `tile[255 - (int)threadIdx.x]` has the index (255 << 32 - x << 32) >> 32. The vectoriser does not
 * see that it goes from thread to thread by one. Nothing wraps in any step, so the difference of the numbers is the same.
 *
 * Invariant: the function computes what it did. */
#include "shifted_sum.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* By how much the value is shifted up, without loss; 0: it is not. */
static unsigned shift_of(LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMShl || !LLVMGetNSW(value) ||
        !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return 0;
    uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
    return by < 64 ? (unsigned)by : 0;
}

/* The number that the value is, shifted up by `by`; null: it is none. */
static LLVMValueRef unshifted(LLVMValueRef value, unsigned by)
{
    if (!LLVMIsAConstantInt(value))
        return shift_of(value) == by ? LLVMGetOperand(value, 0) : NULL;
    int64_t number = LLVMConstIntGetSExtValue(value);
    bool exact = ((uint64_t)number & ((1ull << by) - 1)) == 0;
    return exact ? LLVMConstInt(LLVMTypeOf(value), (uint64_t)(number >> by), true) : NULL;
}

/* The sum or difference without shifts down; null: `at` is none. An address may be shifted down by less than up. */
static LLVMValueRef plain_sum(LLVMBuilderRef builder, LLVMValueRef at)
{
    LLVMValueRef sum = LLVMGetOperand(at, 0), down = LLVMGetOperand(at, 1);
    LLVMTypeRef type = LLVMTypeOf(at);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64 || !LLVMIsAConstantInt(down) ||
        !LLVMIsAInstruction(sum))
        return NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(sum);
    if ((opcode != LLVMAdd && opcode != LLVMSub) || !LLVMGetNSW(sum))
        return NULL;
    unsigned first_by = shift_of(LLVMGetOperand(sum, 0)), by = first_by ? first_by : shift_of(LLVMGetOperand(sum, 1));
    LLVMValueRef first = by ? unshifted(LLVMGetOperand(sum, 0), by) : NULL;
    LLVMValueRef second = by ? unshifted(LLVMGetOperand(sum, 1), by) : NULL;
    if (!first || !second || LLVMConstIntGetZExtValue(down) > by)
        return NULL;
    LLVMPositionBuilderBefore(builder, at);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
    LLVMValueRef left = LLVMConstInt(type, by - LLVMConstIntGetZExtValue(down), false);
    LLVMValueRef made = opcode == LLVMAdd ? LLVMBuildNSWAdd(builder, first, second, "")
                                          : LLVMBuildNSWSub(builder, first, second, "");
    if (LLVMConstIntGetZExtValue(left) == 0)
        return made;
    made = LLVMBuildShl(builder, made, left, "");
    LLVMSetNSW(made, true);
    return made;
}

void fuse_undo_shifted_sums(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef next, at = LLVMGetFirstInstruction(block); at; at = next) {
                next = LLVMGetNextInstruction(at);
                LLVMValueRef made = LLVMGetInstructionOpcode(at) == LLVMAShr ? plain_sum(builder, at) : NULL;
                if (!made)
                    continue;
                LLVMReplaceAllUsesWith(at, made);
                LLVMInstructionEraseFromParent(at);
            }
    LLVMDisposeBuilder(builder);
}
