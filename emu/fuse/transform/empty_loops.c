/* Deletes loops of one block without effects: no access to memory, no call, no value that is used outside. Such a
 * loop is left of assertions that its bounds prove. LLVM keeps it if its counter might wrap, as it would then never
 * end. But C lets a compiler assume that a loop ends if its condition is not a constant (C11 6.8.5, paragraph 6), as
 * CUDA C++ does.
 *
 * Invariant after: nothing new. */
#include "empty_loops.h"

#include "../analysis/calls.h"

static bool is_used_outside(LLVMValueRef value, LLVMBasicBlockRef block)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMGetInstructionParent(LLVMGetUser(use)) != block)
            return true;
    return false;
}

static bool does_nothing(LLVMBasicBlockRef block, LLVMValueRef end)
{
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != end; at = LLVMGetNextInstruction(at))
        if (is_used_outside(at, block) || (!LLVMIsAPHINode(at) && !fuse_is_speculatable(at)))
            return false;
    return true;
}

/* Whether the condition is computed anew in each iteration. */
static bool has_changing_condition(LLVMBasicBlockRef block, LLVMValueRef end)
{
    LLVMValueRef condition = LLVMGetCondition(end);
    return LLVMIsAInstruction(condition) && LLVMGetInstructionParent(condition) == block;
}

/* The block after the loop; null: the block is no such loop. */
static LLVMBasicBlockRef exit_of(LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) || !LLVMIsAPHINode(LLVMGetFirstInstruction(block)))
        return NULL;
    LLVMBasicBlockRef first = LLVMGetSuccessor(end, 0), second = LLVMGetSuccessor(end, 1);
    if ((first == block) == (second == block) || !has_changing_condition(block, end) || !does_nothing(block, end))
        return NULL;
    return first == block ? second : first;
}

/* The block then runs once, without effect: LLVM's passes remove its instructions. */
static void leave_at_once(LLVMBasicBlockRef block, LLVMBasicBlockRef exit)
{
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(block))));
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (LLVMValueRef phi; LLVMIsAPHINode(phi = LLVMGetFirstInstruction(block));) {
        LLVMReplaceAllUsesWith(phi, LLVMGetPoison(LLVMTypeOf(phi)));
        LLVMInstructionEraseFromParent(phi);
    }
    LLVMPositionBuilderBefore(builder, end);
    LLVMBuildBr(builder, exit);
    LLVMInstructionEraseFromParent(end);
    LLVMDisposeBuilder(builder);
}

bool fuse_delete_empty_loops(const fuse_preparation *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block)) {
            LLVMBasicBlockRef exit = exit_of(block);
            if (exit)
                leave_at_once(block, exit);
        }
    return true;
}
