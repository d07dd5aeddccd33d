/* threadIdx.y * blockDim.x + threadIdx.x becomes the linear thread id, if blocks are one thread deep and their width
 * is known. So code that uses nothing else of a thread's place runs over a block's threads as one row, for any
 * shape.
 *
 * Invariant: the function computes what it did. */
#include "linear_id.h"

#include "../analysis/calls.h"
#include "../support/kernel.h"

static bool is_thread(LLVMValueRef value, int wanted)
{
    int axis = 0;
    return LLVMIsACallInst(value) && fuse_call_of(value, &axis) == FUSE_THREAD && axis == wanted;
}

/* Whether the value is threadIdx.y times the block's width. */
static bool is_row(const fuse_kernel *kernel, LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    if ((opcode != LLVMShl && opcode != LLVMMul) || !is_thread(LLVMGetOperand(value, 0), 1) ||
        !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return false;
    uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
    return (opcode == LLVMMul ? by : by < 32 ? 1ull << by : 0) == kernel->shape[0];
}

static LLVMValueRef call_linear_id(fuse_kernel *kernel, LLVMValueRef before)
{
    static const char name[] = "lw_fused_rank";
    LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(kernel->context), NULL, 0, false);
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name);
    if (!function)
        function = LLVMAddFunction(kernel->module, name, type);
    LLVMPositionBuilderBefore(kernel->builder, before);
    return LLVMBuildCall2(kernel->builder, type, function, NULL, 0, "");
}

void fuse_recognise_linear_id(fuse_kernel *kernel)
{
    if (!kernel->shape[0] || kernel->shape[2] != 1)
        return;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef next, at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (LLVMGetInstructionOpcode(at) != LLVMAdd)
                continue;
            LLVMValueRef a = LLVMGetOperand(at, 0), b = LLVMGetOperand(at, 1);
            if (!(is_row(kernel, a) && is_thread(b, 0)) && !(is_row(kernel, b) && is_thread(a, 0)))
                continue;
            LLVMReplaceAllUsesWith(at, call_linear_id(kernel, at));
            LLVMInstructionEraseFromParent(at);
        }
}
