/* A switch of few cases as branches one after the other: no loop over threads is made for vectors that has a switch
 * in it, and what a branch asks the other passes understand.
 *
 * Invariant: the function computes what it did. */
#include "lower_switch.h"

#include <stdlib.h>

#include "../support/kernel.h"

enum { MOST_CASES = 6 };

static void redirect(LLVMBuilderRef builder, LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef instead)
{
    LLVMPositionBuilderBefore(builder, phi);
    LLVMValueRef made = LLVMBuildPhi(builder, LLVMTypeOf(phi), ""), value = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef incoming = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        if (block == from)
            value = incoming;
        else
            LLVMAddIncoming(made, &incoming, &block, 1);
    }
    LLVMAddIncoming(made, &value, &instead, 1);
    LLVMReplaceAllUsesWith(phi, made);
    LLVMInstructionEraseFromParent(phi);
}

/* Where branches go instead of to the switch's target: the target, or a block before it where it has phis, which then
 * take their values from there. */
static LLVMBasicBlockRef way_to(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef at, unsigned number)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(at), to = LLVMGetSuccessor(at, number);
    if (!LLVMIsAPHINode(LLVMGetFirstInstruction(to)))
        return to;
    LLVMBasicBlockRef between = LLVMInsertBasicBlockInContext(context, to, "");
    LLVMPositionBuilderAtEnd(builder, between);
    LLVMBuildBr(builder, to);
    for (LLVMValueRef next, phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi); phi = next) {
        next = LLVMGetNextInstruction(phi);
        redirect(builder, phi, from, between);
    }
    return between;
}

static void chain(LLVMBuilderRef builder, LLVMValueRef at)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(at));
    LLVMBasicBlockRef block = LLVMGetInstructionParent(at), way[MOST_CASES + 1];
    unsigned count = LLVMGetNumSuccessors(at);
    LLVMValueRef value = LLVMGetOperand(at, 0);
    for (unsigned i = 0; i < count; i++) {
        way[i] = NULL;
        for (unsigned k = 0; k < i && !way[i]; k++)
            way[i] = LLVMGetSuccessor(at, k) == LLVMGetSuccessor(at, i) ? way[k] : NULL;
        way[i] = way[i] ? way[i] : way_to(builder, context, at, i);
    }
    for (unsigned i = 1; i < count; i++) {
        LLVMBasicBlockRef next = way[0];
        if (i + 1 < count) {
            next = LLVMAppendBasicBlockInContext(context, LLVMGetBasicBlockParent(block), "");
            LLVMMoveBasicBlockAfter(next, block);
        }
        if (i == 1)
            LLVMPositionBuilderBefore(builder, at);
        else
            LLVMPositionBuilderAtEnd(builder, block);
        LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, value, LLVMGetOperand(at, 2 * i), ""), way[i], next);
        block = next;
    }
    LLVMInstructionEraseFromParent(at);
}

void fuse_lower_small_switches(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef next, block = LLVMGetFirstBasicBlock(f); block; block = next) {
            next = LLVMGetNextBasicBlock(block);
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            if (LLVMIsASwitchInst(end) && LLVMGetNumSuccessors(end) > 1 && LLVMGetNumSuccessors(end) <= MOST_CASES + 1)
                chain(builder, end);
        }
    LLVMDisposeBuilder(builder);
}
