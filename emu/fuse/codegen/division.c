/* Quotients and rests, where the divisor is no constant.
 *
 * Of one that is the same in each iteration of a loop, but that not each iteration comes to, LLVM 19's vectoriser
 * makes the first thread's for all lanes of a vector, though that thread may not come to it. So what is the same for
 * the block is made once, at the entry, with another divisor where that is 0: then threads run the region by
 * themselves, and the first that comes to it is told. Others are made to look different in each iteration. */
#include "division.h"

#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "frame.h"
#include "uniform_hoist.h"

bool emission_is_division(LLVMValueRef value)
{
    if (!LLVMIsABinaryOperator(value) || LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    return opcode == LLVMUDiv || opcode == LLVMURem || opcode == LLVMSDiv || opcode == LLVMSRem;
}

/* Whether threads that come from `from` to block `to` alone know that the divisor, once made, is not 0. */
static bool excludes_zero(emission *e, const fuse_block *from, int to, LLVMValueRef divisor)
{
    LLVMValueRef condition = from->to_count == 2 ? LLVMGetOperand(from->end, 0) : NULL;
    if (!condition || !LLVMIsABranchInst(from->end) || !LLVMIsAICmpInst(condition) || e->kernel->block[to].from_count != 1)
        return false;
    LLVMValueRef bound = LLVMGetOperand(condition, 1);
    if (!LLVMIsAConstantInt(bound) || !LLVMIsNull(bound) ||
        emission_hoist_uniform(e, LLVMGetOperand(condition, 0)) != divisor)
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    bool holds = fuse_block_number(e->kernel, LLVMGetSuccessor(from->end, 0)) == to;
    return holds ? predicate == LLVMIntNE || predicate == LLVMIntUGT || predicate == LLVMIntSGT || predicate == LLVMIntSLT
                 : predicate == LLVMIntEQ || predicate == LLVMIntSLE || predicate == LLVMIntSGE;
}

/* Whether nobody comes to the block if the divisor is 0. */
static bool is_guarded(emission *e, int number, LLVMValueRef divisor)
{
    const fuse_block *block = e->kernel->block;
    for (int up = block[number].dominator; up != FUSE_NONE && e->contains[up]; number = up, up = block[up].dominator)
        if (excludes_zero(e, &block[up], number, divisor))
            return true;
    return false;
}

LLVMValueRef emission_uniform_divisors_valid(const emission *e)
{
    if (!e->split.valid || !e->divides)
        return e->divides ? e->divides : e->split.valid;
    return LLVMBuildAnd(e->builder, e->split.valid, e->divides, "");
}

LLVMValueRef emission_divisor_but_zero(emission *e, LLVMValueRef division, LLVMValueRef divisor)
{
    LLVMTypeRef type = LLVMTypeOf(divisor);
    LLVMValueRef zero = LLVMBuildICmp(e->builder, LLVMIntEQ, divisor, LLVMConstNull(type), "");
    if (!is_guarded(e, fuse_block_number(e->kernel, LLVMGetInstructionParent(division)), divisor)) {
        LLVMValueRef right = LLVMBuildNot(e->builder, zero, "");
        e->divides = e->divides ? LLVMBuildAnd(e->builder, e->divides, right, "") : right;
    }
    return LLVMBuildSelect(e->builder, zero, emission_number(e, type, 1), divisor, "");
}

LLVMValueRef emission_hoist_division(emission *e, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (e->extent != ALL || e->strips || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return NULL;
    LLVMValueRef dividend = emission_hoist_uniform(e, LLVMGetOperand(value, 0)), divisor = emission_hoist_uniform(e, LLVMGetOperand(value, 1));
    if (!dividend || !divisor)
        return NULL;
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef minus = NULL;
    divisor = emission_divisor_but_zero(e, value, divisor);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMSDiv || opcode == LLVMSRem) { /* the smallest number by -1 is itself, and nothing left */
        minus = LLVMBuildICmp(e->builder, LLVMIntEQ, divisor, LLVMConstAllOnes(type), "");
        divisor = LLVMBuildSelect(e->builder, minus, emission_number(e, type, 1), divisor, "");
    }
    LLVMValueRef made = LLVMBuildBinOp(e->builder, opcode, dividend, divisor, "");
    fuse_debug_line(e->kernel, e->lines, made, value);
    if (opcode == LLVMSDiv)
        made = LLVMBuildSelect(e->builder, minus, LLVMBuildNeg(e->builder, dividend, ""), made, "");
    return made;
}

/* 0, of which LLVM does not know that it is. */
static LLVMValueRef make_nothing(emission *e)
{
    LLVMTypeRef function = LLVMFunctionType(e->i32, &e->i32, 1, false);
    LLVMValueRef hide = LLVMGetInlineAsm(function, "", 0, "=r,0", 4, false, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef zero = LLVMConstNull(e->i32);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef made = LLVMBuildCall2(e->builder, function, hide, &zero, 1, "");
    LLVMAttributeRef none = LLVMCreateEnumAttribute(e->kernel->context, LLVMGetEnumAttributeKindForName("memory", 6), 0);
    LLVMAddCallSiteAttribute(made, LLVMAttributeFunctionIndex, none);
    return made;
}

void emission_divide_by_thread(emission *e, LLVMValueRef division)
{
    LLVMTypeRef type = LLVMTypeOf(division);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return;
    if (!e->nothing)
        e->nothing = make_nothing(e);
    LLVMPositionBuilderBefore(e->builder, division);
    LLVMValueRef nothing = LLVMBuildAnd(e->builder, e->nothing, e->x, "");
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
