/* Quotients and remainders whose divisor is not a constant.
 *
 * LLVM 19's vectoriser has a defect: if the divisor is the same in each iteration of a loop, and the division is
 * conditional, it takes the first thread's divisor for all lanes of a vector, though that thread may not reach the
 * division. So a uniform divisor is made once at the entry (uniform_hoist.c), with 0 replaced by another number. If
 * it is 0, threads run the region by themselves, and the first one that divides is reported. Other divisors are made
 * to look different in each iteration. */
#include "division.h"

bool emission_is_division(LLVMValueRef value)
{
    if (!LLVMIsABinaryOperator(value) || LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    return opcode == LLVMUDiv || opcode == LLVMURem || opcode == LLVMSDiv || opcode == LLVMSRem;
}

LLVMValueRef emission_uniform_divisors_valid(const emission *e)
{
    if (!e->split.valid || !e->hoisted.divides)
        return e->hoisted.divides ? e->hoisted.divides : e->split.valid;
    return LLVMBuildAnd(e->builder, e->split.valid, e->hoisted.divides, "");
}

/* A zero that LLVM does not recognise. */
static LLVMValueRef make_opaque_zero(emission *e)
{
    LLVMTypeRef function = LLVMFunctionType(e->i32, &e->i32, 1, false);
    LLVMValueRef hide = LLVMGetInlineAsm(function, "", 0, "=r,0", 4, false, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef zero = LLVMConstNull(e->i32);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef made = LLVMBuildCall2(e->builder, function, hide, &zero, 1, "");
    LLVMAttributeRef none =
        LLVMCreateEnumAttribute(e->kernel->context, LLVMGetEnumAttributeKindForName("memory", 6), 0);
    LLVMAddCallSiteAttribute(made, LLVMAttributeFunctionIndex, none);
    return made;
}

void emission_divide_by_thread(emission *e, LLVMValueRef division)
{
    LLVMTypeRef type = LLVMTypeOf(division);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return;
    if (!e->hoisted.opaque_zero)
        e->hoisted.opaque_zero = make_opaque_zero(e);
    LLVMPositionBuilderBefore(e->builder, division);
    LLVMValueRef nothing = LLVMBuildAnd(e->builder, e->hoisted.opaque_zero, e->thread.x, "");
    if (LLVMGetIntTypeWidth(type) != 32)
        nothing = LLVMGetIntTypeWidth(type) < 32 ? LLVMBuildTrunc(e->builder, nothing, type, "")
                                                 : LLVMBuildZExt(e->builder, nothing, type, "");
    LLVMValueRef divisor = LLVMBuildAdd(e->builder, LLVMGetOperand(division, 1), nothing, "");
    LLVMSetOperand(division, 1, divisor);
    LLVMPositionBuilderAtEnd(e->builder, LLVMGetInstructionParent(division));
}

bool emission_divides_in(const emission *e, const fuse_loop *loop)
{
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = loop->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (emission_is_division(at))
                return true;
    return false;
}
