/* What sums of numbers are made of. */
#include "sum_step.h"

#include <stddef.h>
#include <string.h>

#include "calls.h"

static bool is_fma(LLVMValueRef instruction)
{
    const char *name = LLVMIsACallInst(instruction) ? fuse_callee_name(instruction) : NULL;
    return name && strncmp(name, "llvm.fma.f", 10) == 0;
}

bool fuse_is_sum_step(LLVMValueRef instruction)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    return opcode == LLVMFAdd || opcode == LLVMFSub || is_fma(instruction);
}

int fuse_sum_operands(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMFNeg: return 1;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul: return 2;
    default: return is_fma(instruction) ? 3 : 0;
    }
}
