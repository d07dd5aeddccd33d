/* Shifts by the width and more, and casts of a float that is out of the integer's range. C++ leaves the result open, and a CPU's
 * differs from a GPU's. Programs written for GPUs rely on theirs, often without knowing:
 *
 *   x << n, x >> n   by the width and more: no bit of x is left; a negative number shifted right is -1
 *   (int)f           the nearest number of the range. A NaN is 0 from float to 32 bits, else the lowest signed number's bits
 *
 * To 8 and 16 bits: the low bits of the result of 32. Where the count or the value is known to be in range, LLVM drops what this
 * adds. */
#include "lower.h"

static LLVMValueRef shift(LLVMBuilderRef builder, LLVMValueRef old)
{
    LLVMValueRef value = LLVMGetOperand(old, 0), count = LLVMGetOperand(old, 1);
    LLVMTypeRef type = LLVMTypeOf(old);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return NULL;
    unsigned bits = LLVMGetIntTypeWidth(type);
    if (LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) < bits)
        return NULL;
    LLVMValueRef width = LLVMConstInt(type, bits, false), below = LLVMBuildICmp(builder, LLVMIntULT, count, width, "");
    if (LLVMGetInstructionOpcode(old) == LLVMAShr) {
        LLVMValueRef most = LLVMConstInt(type, bits - 1, false);
        return LLVMBuildAShr(builder, value, LLVMBuildSelect(builder, below, count, most, ""), "");
    }
    LLVMValueRef shifted = LLVMGetInstructionOpcode(old) == LLVMShl ? LLVMBuildShl(builder, value, count, "")
                                                                    : LLVMBuildLShr(builder, value, count, "");
    return LLVMBuildSelect(builder, below, shifted, LLVMConstNull(type), "");
}

/* `value` as an integer of `to`. Selects, which LLVM vectorises; it does not vectorise llvm.fptosi.sat. */
static LLVMValueRef nearest(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef to, bool is_signed)
{
    LLVMTypeRef from = LLVMTypeOf(value);
    unsigned bits = LLVMGetIntTypeWidth(to);
    unsigned long long top = 1ull << (bits - 1), all = top | (top - 1);
    bool nan_is_zero = bits == 32 && LLVMGetTypeKind(from) == LLVMFloatTypeKind;
    double end = is_signed ? (double)top : 2.0 * (double)top;
    LLVMValueRef least = LLVMConstReal(from, is_signed ? -end : 0), beyond = LLVMConstReal(from, end);
    LLVMValueRef lowest = LLVMConstInt(to, is_signed ? top : 0, false),
                 nan = LLVMConstInt(to, nan_is_zero ? 0 : top, false),
                 highest = LLVMConstInt(to, is_signed ? top - 1 : all, false);
    LLVMValueRef made = is_signed ? LLVMBuildFPToSI(builder, value, to, "") : LLVMBuildFPToUI(builder, value, to, "");
    made = LLVMBuildSelect(builder, LLVMBuildFCmp(builder, LLVMRealOGE, value, beyond, ""), highest, made, "");
    if (nan == lowest) /* constants are one if they are equal */
        return LLVMBuildSelect(builder, LLVMBuildFCmp(builder, LLVMRealULT, value, least, ""), lowest, made, "");
    made = LLVMBuildSelect(builder, LLVMBuildFCmp(builder, LLVMRealOLT, value, least, ""), lowest, made, "");
    return LLVMBuildSelect(builder, LLVMBuildFCmp(builder, LLVMRealUNO, value, value, ""), nan, made, "");
}

/* A float as a number of 8 bits without a sign, as in images: from 2^31 to below 2^32 floats are multiples of 256. Vectors have a
 * conversion to signed words, and none to others before AVX-512. */
static LLVMValueRef low_byte(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef word)
{
    LLVMTypeRef from = LLVMTypeOf(value);
    LLVMValueRef inside = LLVMBuildAnd(builder, LLVMBuildFCmp(builder, LLVMRealOGE, value, LLVMConstReal(from, 0), ""),
                                       LLVMBuildFCmp(builder, LLVMRealOLT, value, LLVMConstReal(from, 0x1p31), ""), "");
    LLVMValueRef beyond = LLVMBuildFCmp(builder, LLVMRealOGE, value, LLVMConstReal(from, 0x1p32), "");
    LLVMValueRef outside = LLVMBuildSelect(builder, beyond, LLVMConstAllOnes(word), LLVMConstNull(word), "");
    return LLVMBuildSelect(builder, inside, LLVMBuildFPToSI(builder, value, word, ""), outside, "");
}

static LLVMValueRef cast(const lowering *of, LLVMValueRef old)
{
    LLVMBuilderRef builder = of->builder;
    LLVMValueRef value = LLVMGetOperand(old, 0);
    LLVMTypeRef to = LLVMTypeOf(old);
    LLVMTypeKind from = LLVMGetTypeKind(LLVMTypeOf(value));
    if (LLVMGetTypeKind(to) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(to) > 64)
        return NULL;
    if (from == LLVMHalfTypeKind || from == LLVMBFloatTypeKind)
        value = LLVMBuildFPExt(builder, value, LLVMFloatTypeInContext(of->context), "");
    else if (from != LLVMFloatTypeKind && from != LLVMDoubleTypeKind)
        return NULL;
    LLVMTypeRef whole = LLVMGetIntTypeWidth(to) <= 32 ? of->word : of->size;
    bool is_signed = LLVMGetInstructionOpcode(old) == LLVMFPToSI;
    LLVMValueRef made = !is_signed && LLVMGetIntTypeWidth(to) <= 8 && from != LLVMDoubleTypeKind
                            ? low_byte(builder, value, whole)
                            : nearest(builder, value, whole, is_signed);
    return whole == to ? made : LLVMBuildTrunc(builder, made, to, "");
}

static LLVMValueRef defined(const lowering *of, LLVMValueRef old)
{
    switch (LLVMGetInstructionOpcode(old)) {
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: LLVMPositionBuilderBefore(of->builder, old); return shift(of->builder, old);
    case LLVMFPToSI:
    case LLVMFPToUI: LLVMPositionBuilderBefore(of->builder, old); return cast(of, old);
    default: return NULL;
    }
}

void lower_define_results(lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef next, i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                LLVMValueRef made = defined(of, i);
                if (!made)
                    continue;
                LLVMReplaceAllUsesWith(i, made);
                LLVMInstructionEraseFromParent(i);
            }
}
