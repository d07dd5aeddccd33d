/* The exponential of eight or sixteen floats, as instructions instead of a call of SLEEF's vector function, for
 * processors with fused multiply-adds. The steps are the same (expf with 1 ULP in SLEEF's `finz` family; Hart et
 * al., Computer Approximations, for the reduction to [-ln 2 / 2, ln 2 / 2] and back), so every argument gives the
 * same bits. Without the call a loop keeps its other values in registers.
 *
 * exp(x) = 2^q (1 + r + r^2 p(r)), with q the integer nearest to x / ln 2, and r the remainder. 2^q is made as two
 * factors: it may be out of a float's range where the product is not.
 *
 * Invariant: the function computes what it did, to the bit. */
#include "exponential.h"

#include <stdio.h>
#include <string.h>

#include "../support/kernel.h"

typedef struct making {
    LLVMBuilderRef builder;
    LLVMModuleRef module;
    LLVMTypeRef floats, words;
    unsigned threads;
} making;

static LLVMValueRef splat(LLVMValueRef value, unsigned threads)
{
    LLVMValueRef values[16];
    for (unsigned i = 0; i < threads; i++)
        values[i] = value;
    return LLVMConstVector(values, threads);
}

static LLVMValueRef real(const making *m, float value)
{
    return splat(LLVMConstReal(LLVMGetElementType(m->floats), value), m->threads);
}

static LLVMValueRef word(const making *m, int value)
{
    return splat(LLVMConstInt(LLVMGetElementType(m->words), (unsigned)value, true), m->threads);
}

static LLVMValueRef call(const making *m, const char *name, LLVMTypeRef *types, size_t type_count,
                         LLVMValueRef *operands, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(m->module, id, types, type_count);
    return LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(function), function, operands, count, "");
}

static LLVMValueRef multiply_add(const making *m, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMValueRef operands[] = {a, b, c};
    LLVMTypeRef type = m->floats;
    return call(m, "llvm.fma", &type, 1, operands, 3);
}

/* As the processor rounds, with the least integer for NaN and what is out of range: no undefined value. */
static LLVMValueRef nearest(const making *m, LLVMValueRef x)
{
    if (m->threads == 8)
        return call(m, "llvm.x86.avx.cvt.ps2dq.256", NULL, 0, &x, 1);
    LLVMContextRef context = LLVMGetModuleContext(m->module);
    LLVMValueRef all = LLVMConstAllOnes(LLVMIntTypeInContext(context, 16));
    LLVMValueRef current = LLVMConstInt(LLVMInt32TypeInContext(context), 4, false);
    LLVMValueRef operands[] = {x, LLVMConstNull(m->words), all, current};
    return call(m, "llvm.x86.avx512.mask.cvtps2dq.512", NULL, 0, operands, 4);
}

/* 2^exponent, if that is a normal float. */
static LLVMValueRef power(const making *m, LLVMValueRef exponent)
{
    LLVMValueRef bits =
        LLVMBuildAdd(m->builder, LLVMBuildShl(m->builder, exponent, word(m, 23), ""), word(m, 127 << 23), "");
    return LLVMBuildBitCast(m->builder, bits, m->floats, "");
}

static LLVMValueRef make(const making *m, LLVMValueRef x)
{
    static const float p[] = {0x1.a057b4p-13f, 0x1.6d2d92p-10f, 0x1.11114cp-7f, 0x1.5554f4p-5f, 0x1.555556p-3f, 0.5f};
    LLVMBuilderRef builder = m->builder;
    LLVMValueRef q = nearest(m, LLVMBuildFMul(builder, x, real(m, 0x1.715476p+0f), ""));
    LLVMValueRef quotient = LLVMBuildSIToFP(builder, q, m->floats, ""), sum = real(m, p[0]);
    LLVMValueRef r = multiply_add(m, quotient, real(m, -0x1.62e4p-1f), x);
    r = multiply_add(m, quotient, real(m, -0x1.7f7d1cp-20f), r);
    for (size_t i = 1; i < sizeof p / sizeof *p; i++)
        sum = multiply_add(m, sum, r, real(m, p[i]));
    sum = LLVMBuildFAdd(builder, multiply_add(m, LLVMBuildFMul(builder, r, r, ""), sum, r), real(m, 1), "");
    LLVMValueRef half = LLVMBuildAShr(builder, q, word(m, 1), "");
    sum = LLVMBuildFMul(builder, sum, power(m, half), "");
    sum = LLVMBuildFMul(builder, sum, power(m, LLVMBuildSub(builder, q, half, "")), "");
    LLVMValueRef tiny = LLVMBuildFCmp(builder, LLVMRealOLT, x, real(m, -104), "");
    LLVMValueRef huge = LLVMBuildFCmp(builder, LLVMRealOGT, x, real(m, 100), "");
    sum = LLVMBuildSelect(builder, tiny, real(m, 0), sum, "");
    return LLVMBuildSelect(builder, huge, real(m, __builtin_inff()), sum, "");
}

static void replace_calls(making *m, LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
        LLVMValueRef at = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsACallInst(at) || LLVMGetCalledValue(at) != function)
            continue;
        LLVMPositionBuilderBefore(m->builder, at);
        LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(at));
        LLVMReplaceAllUsesWith(at, make(m, LLVMGetOperand(at, 0)));
        LLVMInstructionEraseFromParent(at);
    }
}

void fuse_inline_exponentials(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    making m = {.builder = LLVMCreateBuilderInContext(context), .module = module};
    for (m.threads = 8; m.threads <= 16; m.threads *= 2) {
        char name[32];
        snprintf(name, sizeof name, "emu_math_expf_x%u", m.threads);
        LLVMValueRef function = LLVMGetNamedFunction(module, name);
        m.floats = LLVMVectorType(LLVMFloatTypeInContext(context), m.threads);
        m.words = LLVMVectorType(LLVMInt32TypeInContext(context), m.threads);
        if (function)
            replace_calls(&m, function);
    }
    LLVMDisposeBuilder(m.builder);
}
