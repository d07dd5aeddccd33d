/* atomicInc(p, ~0u) adds 1, and atomicDec(p, ~0u) adds -1: a word at that limit wraps around by itself. Additions
 * are one instruction, and may be deferred.
 *
 * Invariant after: no atomic increment or decrement has the limit ~0u. */
#include "atomic_increment.h"

#include <string.h>

#include "../analysis/calls.h"

static const struct {
    const char *name, *as;
    bool down;
} increments[] = {{"emu_atomic_inc_u32", "emu_atomic_add_u32", false},
                  {"emu_atomic_dec_u32", "emu_atomic_add_u32", true},
                  {"emu_atomic_inc_block_u32", "emu_atomic_add_block_u32", false},
                  {"emu_atomic_dec_block_u32", "emu_atomic_add_block_u32", true}};

static LLVMValueRef declared(const fuse_kernel *kernel, const char *name, LLVMTypeRef type)
{
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name);
    return function ? function : LLVMAddFunction(kernel->module, name, type);
}

static void replace(const fuse_kernel *kernel, LLVMValueRef call)
{
    LLVMValueRef limit = LLVMGetOperand(call, 1);
    if (!LLVMIsAConstantInt(limit) || LLVMConstIntGetZExtValue(limit) != 0xffffffff)
        return;
    for (size_t i = 0; i < sizeof increments / sizeof *increments; i++) {
        if (strcmp(fuse_callee_name(call), increments[i].name) != 0)
            continue;
        LLVMValueRef step = LLVMConstInt(LLVMTypeOf(limit), increments[i].down ? 0xffffffff : 1, false);
        LLVMSetOperand(call, 1, step);
        /* operand 2 is the callee */
        LLVMSetOperand(call, 2, declared(kernel, increments[i].as, LLVMGetCalledFunctionType(call)));
        return;
    }
}

void fuse_replace_atomic_increments(fuse_kernel *kernel)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            if (fuse_call_of(at, NULL) == FUSE_ATOMIC && LLVMGetNumArgOperands(at) == 2)
                replace(kernel, at);
}
