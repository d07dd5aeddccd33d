/* LLVM writes the extension of a number that is not negative as a zero extension. It may be non-negative only
 * because of a condition, as an index at a border, `x - 1` where that is 0 or more. In other threads it is negative,
 * and they do not use it. But to the vectoriser their numbers wrap around, and it would run such threads one by one.
 * With sign extensions nothing wraps.
 *
 * This comes last before the vectoriser: other passes would revert it.
 *
 * Invariant: a number that is used is unchanged. */
#include "sign_extension.h"

#include "../support/kernel.h"

static bool is_conditional_extension(LLVMValueRef at)
{
    if (!LLVMIsAZExtInst(at) || !LLVMGetNNeg(at))
        return false;
    LLVMValueRef from = LLVMGetOperand(at, 0);
    return LLVMIsABinaryOperator(from) && !LLVMGetNUW(from) &&
           (LLVMGetInstructionOpcode(from) == LLVMAdd || LLVMGetInstructionOpcode(from) == LLVMSub);
}

void fuse_prefer_sign_extension(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block), next; at; at = next) {
                next = LLVMGetNextInstruction(at);
                if (!is_conditional_extension(at))
                    continue;
                LLVMPositionBuilderBefore(builder, at);
                LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
                LLVMReplaceAllUsesWith(at, LLVMBuildSExt(builder, LLVMGetOperand(at, 0), LLVMTypeOf(at), ""));
                LLVMInstructionEraseFromParent(at);
            }
    LLVMDisposeBuilder(builder);
}
