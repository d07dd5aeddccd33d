/* Replaces a switch by a chain of branches. */
#include "switch_chain.h"

#include <stdlib.h>

#include "memory.h"

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

/* The target of branches in place of the switch's: the same block, or a new one before it if it has phis, which then
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

bool fuse_chain_switch(LLVMBuilderRef builder, LLVMValueRef at, unsigned most_cases)
{
    unsigned count = LLVMGetNumSuccessors(at);
    if (count < 2 || count > most_cases + 1)
        return false;
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(at));
    LLVMBasicBlockRef block = LLVMGetInstructionParent(at), *way = fuse_allocate(count, sizeof *way);
    LLVMValueRef value = LLVMGetOperand(at, 0);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at)); /* not another function's location */
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
    free(way);
    return true;
}
