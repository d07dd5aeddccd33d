/* Indices of arrays. clang checks each of an array whose length its type has (-fsanitize=array-bounds): where an index is too
 * large, a block calls __ubsan_handle_out_of_bounds() and goes on. The checked copy keeps these checks of the program's own code; the
 * other copies are as if they had never been. */
#include "lower.h"

#include <string.h>

static const char handler[] = "__ubsan_handle_out_of_bounds";

bool lower_is_bounds_handler(const lowering *of, const char *name)
{
    return of->copy == LOWER_CHECKED && !strcmp(name, handler);
}

/* Ends the block, which branches to `from` or to another, by a branch to the other. */
static void branch_past(lowering *of, LLVMValueRef branch, LLVMBasicBlockRef from)
{
    LLVMBasicBlockRef one = LLVMGetSuccessor(branch, 0), other = LLVMGetSuccessor(branch, 1);
    LLVMPositionBuilderBefore(of->builder, branch);
    LLVMBuildBr(of->builder, one == from ? other : one);
    LLVMValueRef condition = LLVMGetCondition(branch);
    LLVMInstructionEraseFromParent(branch);
    if (LLVMIsAInstruction(condition) && !LLVMGetFirstUse(condition))
        LLVMInstructionEraseFromParent(condition);
}

/* The call's block has nothing but the call, what it needs, and the way to the access. */
static void remove_check(lowering *of, LLVMValueRef call)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    for (LLVMUseRef use; (use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)));)
        branch_past(of, LLVMGetUser(use), block);
    LLVMDeleteBasicBlock(block);
}

void lower_remove_bounds(lowering *of)
{
    LLVMValueRef function = LLVMGetNamedFunction(of->module, handler);
    for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL, following; use; use = following) {
        following = LLVMGetNextUse(use);
        LLVMValueRef call = LLVMGetUser(use);
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        if (of->copy != LOWER_CHECKED || lower_is_of_headers(of, caller))
            remove_check(of, call);
    }
    if (function && !LLVMGetFirstUse(function))
        LLVMDeleteFunction(function);
}
