/* Values that are computed once for a strip: uniform values, and the phase that its threads run next. */
#include "outer_loop_strip.h"

LLVMValueRef fuse_strip_number(const strip_code *code, LLVMTypeRef type, uint64_t value)
{
    (void)code;
    return LLVMConstInt(type, value, true);
}

LLVMBasicBlockRef fuse_strip_block(const strip_code *code)
{
    return LLVMAppendBasicBlockInContext(code->context, code->function, "");
}

LLVMValueRef fuse_strip_variable(const strip_code *code, LLVMTypeRef type, unsigned alignment)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(code->context);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(code->function)));
    LLVMValueRef made = LLVMBuildAlloca(builder, type, "");
    if (alignment)
        LLVMSetAlignment(made, alignment);
    LLVMDisposeBuilder(builder);
    return made;
}

LLVMTypeRef fuse_kept_type(const strip_code *code, LLVMTypeRef type)
{
    bool bit = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
    return bit ? code->i8 : type;
}

void fuse_strip_begin_uniform(strip_code *code)
{
    map_free(&code->uniform);
    map_put(&code->uniform, code->plan->counter, code->first);
}

/* Flags of the value need not hold for the strip's first thread, which may not execute it. */
static LLVMValueRef without_flags(strip_code *code, LLVMValueRef value, LLVMValueRef first, LLVMValueRef second)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd: return LLVMBuildAdd(code->builder, first, second, "");
    case LLVMSub: return LLVMBuildSub(code->builder, first, second, "");
    case LLVMMul: return LLVMBuildMul(code->builder, first, second, "");
    case LLVMShl: return LLVMBuildShl(code->builder, first, second, "");
    case LLVMLShr: return LLVMBuildLShr(code->builder, first, second, "");
    case LLVMAShr: return LLVMBuildAShr(code->builder, first, second, "");
    case LLVMOr: /* of disjoint bits: a sum is right also for threads that do not execute it */
        return LLVMGetIsDisjoint(value) ? LLVMBuildAdd(code->builder, first, second, "")
                                        : LLVMBuildOr(code->builder, first, second, "");
    case LLVMTrunc: return LLVMBuildTrunc(code->builder, first, LLVMTypeOf(value), "");
    case LLVMZExt: return LLVMBuildZExt(code->builder, first, LLVMTypeOf(value), "");
    case LLVMUIToFP: return LLVMBuildUIToFP(code->builder, first, LLVMTypeOf(value), "");
    default: return NULL;
    }
}

LLVMValueRef fuse_strip_uniform(strip_code *code, LLVMValueRef value)
{
    LLVMValueRef made = map_get(&code->uniform, value);
    if (made || !LLVMIsAInstruction(value) ||
        fuse_loop_block(&code->plan->loop, LLVMGetInstructionParent(value)) == FUSE_NONE)
        return made ? made : value;
    LLVMValueRef home = map_get(&code->counters, value), operand[MOST_OPERANDS] = {NULL};
    if (home) {
        made = LLVMBuildLoad2(code->builder, LLVMTypeOf(value), home, "");
        map_put(&code->uniform, value, made);
        return made;
    }
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        operand[i] = fuse_strip_uniform(code, LLVMGetOperand(value, (unsigned)i));
    made = without_flags(code, value, operand[0], operand[count > 1]);
    if (!made) {
        made = LLVMInstructionClone(value);
        for (int i = 0; i < count; i++)
            LLVMSetOperand(made, (unsigned)i, operand[i]);
        if (LLVMIsAGetElementPtrInst(made))
            LLVMGEPSetNoWrapFlags(made, 0);
        LLVMInsertIntoBuilder(code->builder, made);
    }
    map_put(&code->uniform, value, made);
    return made;
}

/* ---- the next phase ---- */
static LLVMValueRef choose(const outer_plan *plan, strip_code *code, block_set phase, int block)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(plan->counter)));
    for (int only; block != FUSE_NONE;) {
        if ((only = fuse_only_target(plan, phase, block)) != FUSE_NONE)
            return LLVMConstInt(i32, (unsigned)only, false);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(plan->loop.block[block]), way[2] = {NULL};
        if (plan->to_count[block] == 2 && fuse_is_strip_uniform(plan, LLVMGetCondition(end))) {
            for (int w = 0; w < 2; w++) {
                int to = plan->to[block][w];
                way[w] = plan->starts & BLOCK_BIT(to) ? LLVMConstInt(i32, (unsigned)to, false)
                                                      : choose(plan, code, phase, to);
            }
            if (!way[0] || !way[1] || !code)
                return way[0] && way[1] ? way[0] : NULL;
            return LLVMBuildSelect(code->builder, fuse_strip_uniform(code, LLVMGetCondition(end)), way[0], way[1], "");
        }
        block = plan->to_count[block] == 1 ? plan->to[block][0] : fuse_phase_join(plan, phase, block);
    }
    return NULL;
}

LLVMValueRef fuse_choose_phase(const outer_plan *plan, strip_code *code, int start)
{
    return choose(plan, code, fuse_phase_blocks(plan, start), start);
}

/* ---- which phase threads run next ---- */
/* A bit for each thread whose next phase is this one. */
static LLVMValueRef threads_at(strip_code *code, int start)
{
    unsigned width = code->plan->width;
    LLVMTypeRef vector = LLVMVectorType(code->i32, width);
    LLVMValueRef now = LLVMBuildLoad2(code->builder, vector, code->state, ""), each[MOST_WIDTH];
    LLVMSetAlignment(now, 64);
    for (unsigned i = 0; i < width; i++)
        each[i] = LLVMConstInt(code->i32, (unsigned)start, false);
    LLVMValueRef here = LLVMBuildICmp(code->builder, LLVMIntEQ, now, LLVMConstVector(each, width), "");
    return LLVMBuildBitCast(code->builder, here, LLVMIntTypeInContext(code->context, width), "");
}

LLVMValueRef fuse_strip_any_at(strip_code *code, int start)
{
    if (code->plan->masked) {
        LLVMValueRef bits = threads_at(code, start);
        return LLVMBuildICmp(code->builder, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
    }
    LLVMValueRef now = LLVMBuildLoad2(code->builder, code->i32, code->state, "");
    return LLVMBuildICmp(code->builder, LLVMIntEQ, now, LLVMConstInt(code->i32, (unsigned)start, false), "");
}

LLVMValueRef fuse_strip_all_at(strip_code *code, int start)
{
    LLVMValueRef bits = threads_at(code, start);
    return LLVMBuildICmp(code->builder, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
}
