/* LLVM writes the extension of a number that is not negative as that of one without a sign. Where it is not negative
 * because a condition says so, as an index at a border, `x - 1` where that is 0 or more, other threads have it
 * negative: they do not ask for it, but to the vectoriser their numbers wrap around, and it would have such threads
 * run one by one. With signs, there is nothing that wraps.
 *
 * It is done last before the vectoriser: other passes would turn it back.
 *
 * Invariant: a number that is used is what it was. */
#include "sign_extension.h"

#include "../support/kernel.h"

static bool may_seem_to_wrap(LLVMValueRef at)
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
                if (!may_seem_to_wrap(at))
                    continue;
                LLVMPositionBuilderBefore(builder, at);
                LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
                LLVMReplaceAllUsesWith(at, LLVMBuildSExt(builder, LLVMGetOperand(at, 0), LLVMTypeOf(at), ""));
                LLVMInstructionEraseFromParent(at);
            }
    LLVMDisposeBuilder(builder);
}
