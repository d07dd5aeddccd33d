/* PTX's exit ends the thread, also from within a function: such a function is inlined into the kernel, and the exit is a return. */
#include "lower.h"

#include <string.h>

static const char marker[] = "lw_ptx_exit";

void lower_build_exit(lowering *of)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(of->context), NULL, 0, false);
    LLVMValueRef function = LLVMGetNamedFunction(of->module, marker);
    LLVMBuildCall2(of->builder, type, function ? function : LLVMAddFunction(of->module, marker, type), NULL, 0, "");
}

static bool is_kernel(const lowering *of, LLVMValueRef function)
{
    for (size_t i = 0; i < of->kernel_count; i++)
        if (of->kernel[i].function == function)
            return true;
    return false;
}

static LLVMValueRef function_of(LLVMValueRef instruction)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* The functions that reach an exit, outwards from those that have one. */
static void inline_callers(lowering *of, LLVMValueRef exit)
{
    LLVMValueRef *reached = NULL;
    size_t count = 0;
    lower_append(&reached, &count, exit);
    for (size_t i = 0; i < count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(reached[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef call = LLVMGetUser(use);
            if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != reached[i]) {
                lower_refuse(
                    of, lower_place_of_function(of, reached[i]),
                    "the address of a function is taken that executes PTX's exit, which is not supported on the CPU");
                return;
            }
            LLVMValueRef caller = function_of(call);
            bool known = is_kernel(of, caller);
            for (size_t k = 0; k < count && !known; k++)
                known = reached[k] == caller;
            if (!known) {
                lower_inline_always(of, caller);
                lower_append(&reached, &count, caller);
            }
        }
    lower_run_passes(of, "always-inline");
}

/* The block is no longer one that leads to the phi's. */
static void remove_incoming(LLVMBuilderRef builder, LLVMValueRef phi, LLVMBasicBlockRef block)
{
    LLVMPositionBuilderBefore(builder, phi);
    LLVMValueRef made = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (from != block)
            LLVMAddIncoming(made, &value, &from, 1);
    }
    LLVMReplaceAllUsesWith(phi, LLVMCountIncoming(made) ? made : LLVMGetUndef(LLVMTypeOf(phi)));
    LLVMInstructionEraseFromParent(phi);
    if (!LLVMCountIncoming(made))
        LLVMInstructionEraseFromParent(made);
}

static void return_at(lowering *of, LLVMValueRef call)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        for (LLVMValueRef next, phi = LLVMGetFirstInstruction(LLVMGetSuccessor(end, i)); phi && LLVMIsAPHINode(phi);
             phi = next) {
            next = LLVMGetNextInstruction(phi);
            bool leads = false;
            for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
                leads |= LLVMGetIncomingBlock(phi, k) == block;
            if (leads)
                remove_incoming(of->builder, phi, block);
        }
    LLVMPositionBuilderBefore(of->builder, call);
    for (LLVMValueRef last; (last = LLVMGetLastInstruction(block)) != call;) {
        if (LLVMGetTypeKind(LLVMTypeOf(last)) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(last, LLVMGetUndef(LLVMTypeOf(last)));
        LLVMInstructionEraseFromParent(last);
    }
    LLVMBuildRetVoid(of->builder);
    LLVMInstructionEraseFromParent(call);
}

void lower_replace_exits(lowering *of)
{
    LLVMValueRef exit = LLVMGetNamedFunction(of->module, marker);
    if (!exit || of->failed)
        return;
    inline_callers(of, exit);
    for (LLVMUseRef use; !of->failed && (use = LLVMGetFirstUse(exit));) {
        LLVMValueRef call = LLVMGetUser(use);
        if (is_kernel(of, function_of(call)))
            return_at(of, call);
        else /* it calls itself */
            lower_refuse(of, lower_place_of(of, call),
                         "PTX's exit in a recursive function is not supported on the CPU");
    }
    if (!LLVMGetFirstUse(exit))
        LLVMDeleteFunction(exit);
}
