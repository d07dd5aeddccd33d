/* The last operation of a step of a sum. */
#include "sum_step.h"

#include <stddef.h>
#include <string.h>

#include "calls.h"

bool fuse_is_sum_step(LLVMValueRef instruction)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    const char *name = opcode == LLVMCall ? fuse_callee_name(instruction) : NULL;
    return opcode == LLVMFAdd || opcode == LLVMFSub || (name && strncmp(name, "llvm.fma.f", 10) == 0);
}
