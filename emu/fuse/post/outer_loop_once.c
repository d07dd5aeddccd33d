/* Values that are computed once for a strip: uniform values, and the phase that its threads run next. */
#include "outer_loop_strip.h"

LLVMValueRef fuse_strip_number(const strip_code *of, LLVMTypeRef type, uint64_t value)
{
    (void)of;
    return LLVMConstInt(type, value, true);
}

LLVMBasicBlockRef fuse_strip_block(const strip_code *of)
{
    return LLVMAppendBasicBlockInContext(of->context, of->function, "");
}

LLVMValueRef fuse_strip_variable(const strip_code *of, LLVMTypeRef type, unsigned alignment)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(of->context);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(of->function)));
    LLVMValueRef made = LLVMBuildAlloca(builder, type, "");
    if (alignment)
        LLVMSetAlignment(made, alignment);
    LLVMDisposeBuilder(builder);
    return made;
}

LLVMTypeRef fuse_kept_type(const strip_code *of, LLVMTypeRef type)
{
    bool bit = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
    return bit ? of->i8 : type;
}

void fuse_strip_begin_once(strip_code *of)
{
    map_free(&of->once);
    map_put(&of->once, of->plan->counter, of->first);
}

/* Flags of the value need not hold for the strip's first thread, which may not execute it. */
static LLVMValueRef without_flags(strip_code *of, LLVMValueRef value, LLVMValueRef first, LLVMValueRef second)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd: return LLVMBuildAdd(of->builder, first, second, "");
    case LLVMSub: return LLVMBuildSub(of->builder, first, second, "");
    case LLVMMul: return LLVMBuildMul(of->builder, first, second, "");
    case LLVMShl: return LLVMBuildShl(of->builder, first, second, "");
    case LLVMLShr: return LLVMBuildLShr(of->builder, first, second, "");
    case LLVMAShr: return LLVMBuildAShr(of->builder, first, second, "");
    case LLVMOr: /* of disjoint bits: a sum is right also for threads that do not execute it */
        return LLVMGetIsDisjoint(value) ? LLVMBuildAdd(of->builder, first, second, "")
                                        : LLVMBuildOr(of->builder, first, second, "");
    case LLVMTrunc: return LLVMBuildTrunc(of->builder, first, LLVMTypeOf(value), "");
    case LLVMZExt: return LLVMBuildZExt(of->builder, first, LLVMTypeOf(value), "");
    case LLVMUIToFP: return LLVMBuildUIToFP(of->builder, first, LLVMTypeOf(value), "");
    default: return NULL;
    }
}

LLVMValueRef fuse_strip_once(strip_code *of, LLVMValueRef value)
{
    LLVMValueRef made = map_get(&of->once, value);
    if (made || !LLVMIsAInstruction(value) ||
        fuse_loop_block(&of->plan->loop, LLVMGetInstructionParent(value)) == FUSE_NONE)
        return made ? made : value;
    LLVMValueRef home = map_get(&of->counters, value), operand[MOST_OPERANDS] = {NULL};
    if (home) {
        made = LLVMBuildLoad2(of->builder, LLVMTypeOf(value), home, "");
        map_put(&of->once, value, made);
        return made;
    }
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        operand[i] = fuse_strip_once(of, LLVMGetOperand(value, (unsigned)i));
    made = without_flags(of, value, operand[0], operand[count > 1]);
    if (!made) {
        made = LLVMInstructionClone(value);
        for (int i = 0; i < count; i++)
            LLVMSetOperand(made, (unsigned)i, operand[i]);
        if (LLVMIsAGetElementPtrInst(made))
            LLVMGEPSetNoWrapFlags(made, 0);
        LLVMInsertIntoBuilder(of->builder, made);
    }
    map_put(&of->once, value, made);
    return made;
}

/* ---- the next phase ---- */
static LLVMValueRef choose(const outer_plan *plan, strip_code *of, block_set phase, int block)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(plan->counter)));
    for (int only; block != FUSE_NONE;) {
        if ((only = fuse_only_target(plan, phase, block)) != FUSE_NONE)
            return LLVMConstInt(i32, (unsigned)only, false);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(plan->loop.block[block]), way[2] = {NULL};
        if (plan->ways[block] == 2 && fuse_is_strip_uniform(plan, LLVMGetCondition(end))) {
            for (int w = 0; w < 2; w++) {
                int to = plan->to[block][w];
                way[w] =
                    plan->starts & BLOCK_BIT(to) ? LLVMConstInt(i32, (unsigned)to, false) : choose(plan, of, phase, to);
            }
            if (!way[0] || !way[1] || !of)
                return way[0] && way[1] ? way[0] : NULL;
            return LLVMBuildSelect(of->builder, fuse_strip_once(of, LLVMGetCondition(end)), way[0], way[1], "");
        }
        block = plan->ways[block] == 1 ? plan->to[block][0] : fuse_phase_join(plan, phase, block);
    }
    return NULL;
}

LLVMValueRef fuse_choose_phase(const outer_plan *plan, strip_code *of, int start)
{
    return choose(plan, of, fuse_phase_blocks(plan, start), start);
}

/* ---- which phase threads run next ---- */
/* A bit for each thread whose next phase is this one. */
static LLVMValueRef threads_at(strip_code *of, int start)
{
    unsigned width = of->plan->width;
    LLVMTypeRef vector = LLVMVectorType(of->i32, width);
    LLVMValueRef now = LLVMBuildLoad2(of->builder, vector, of->state, ""), each[MOST_WIDTH];
    LLVMSetAlignment(now, 64);
    for (unsigned i = 0; i < width; i++)
        each[i] = LLVMConstInt(of->i32, (unsigned)start, false);
    LLVMValueRef here = LLVMBuildICmp(of->builder, LLVMIntEQ, now, LLVMConstVector(each, width), "");
    return LLVMBuildBitCast(of->builder, here, LLVMIntTypeInContext(of->context, width), "");
}

LLVMValueRef fuse_strip_any_at(strip_code *of, int start)
{
    if (of->plan->masked) {
        LLVMValueRef bits = threads_at(of, start);
        return LLVMBuildICmp(of->builder, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
    }
    LLVMValueRef now = LLVMBuildLoad2(of->builder, of->i32, of->state, "");
    return LLVMBuildICmp(of->builder, LLVMIntEQ, now, LLVMConstInt(of->i32, (unsigned)start, false), "");
}

LLVMValueRef fuse_strip_all_at(strip_code *of, int start)
{
    LLVMValueRef bits = threads_at(of, start);
    return LLVMBuildICmp(of->builder, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
}
