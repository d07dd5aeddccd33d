/* clang merges the accesses of two branches to two shared variables: then one call takes the address of the variable
 * that a phi or a select chooses. Here each variable's address is taken by a call of its own, and the addresses are
 * chosen.
 *
 * Invariant after: a call that takes the address of a shared variable names the variable, unless memory names it. */
#include "shared_choice.h"

#include "../analysis/calls.h"
#include "../support/map.h"

typedef struct choice {
    LLVMBuilderRef builder;
    LLVMValueRef call; /* the one that is replaced */
    map made;          /* phis of variables -> phis of addresses */
} choice;

static bool is_choice_of_variables(LLVMValueRef name, map *seen)
{
    if (LLVMIsAGlobalVariable(name) || map_get(seen, name))
        return true;
    bool phi = LLVMIsAPHINode(name);
    if (!phi && !LLVMIsASelectInst(name))
        return false;
    map_put(seen, name, name);
    for (int i = phi ? 0 : 1; i < LLVMGetNumOperands(name); i++)
        if (!is_choice_of_variables(LLVMGetOperand(name, (unsigned)i), seen))
            return false;
    return true;
}

/* The address of the variable, made before `at`. */
static LLVMValueRef address_of(choice *of, LLVMValueRef name, LLVMValueRef at)
{
    LLVMValueRef made = map_get(&of->made, name);
    if (made)
        return made;
    if (LLVMIsAPHINode(name)) {
        LLVMPositionBuilderBefore(of->builder, name);
        made = LLVMBuildPhi(of->builder, LLVMTypeOf(of->call), "");
        map_put(&of->made, name, made);
        for (unsigned i = 0; i < LLVMCountIncoming(name); i++) {
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(name, i);
            LLVMValueRef value = address_of(of, LLVMGetIncomingValue(name, i), LLVMGetBasicBlockTerminator(from));
            LLVMAddIncoming(made, &value, &from, 1);
        }
        return made;
    }
    if (LLVMIsASelectInst(name)) {
        LLVMValueRef first = address_of(of, LLVMGetOperand(name, 1), name),
                     second = address_of(of, LLVMGetOperand(name, 2), name);
        LLVMPositionBuilderBefore(of->builder, name);
        return LLVMBuildSelect(of->builder, LLVMGetOperand(name, 0), first, second, "");
    }
    LLVMValueRef own = LLVMInstructionClone(of->call);
    LLVMSetOperand(own, 0, name);
    LLVMPositionBuilderBefore(of->builder, at);
    LLVMInsertIntoBuilder(of->builder, own);
    return own;
}

static void split(LLVMBuilderRef builder, LLVMValueRef call)
{
    choice of = {.builder = builder, .call = call};
    map seen = {0};
    LLVMValueRef name = LLVMGetOperand(call, 0);
    if (!LLVMIsAGlobalVariable(name) && is_choice_of_variables(name, &seen)) {
        LLVMReplaceAllUsesWith(call, address_of(&of, name, call));
        LLVMInstructionEraseFromParent(call);
    }
    map_free(&seen);
    map_free(&of.made);
}

bool fuse_split_shared_choices(const fuse_preparation *of)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(of->module));
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef next, at = LLVMGetFirstInstruction(block); at; at = next) {
                next = LLVMGetNextInstruction(at);
                if (LLVMIsACallInst(at) && fuse_call_of(at, NULL) == FUSE_SHARED)
                    split(builder, at);
            }
    LLVMDisposeBuilder(builder);
    return true;
}
