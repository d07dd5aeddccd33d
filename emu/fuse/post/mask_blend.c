/* Blends of vectors of 16 threads, by masks that LLVM's backend does not recognise as constants. In a long chain of
 * blends, as in a sort in promoted shared memory, the backend follows each one back through the shuffles and
 * comparisons before it, to combine them, and finds nothing: that took a quarter of such a kernel's compile time. A
 * select by a mask is as fast as a shuffle of two vectors.
 *
 * Invariant: the function computes what it did. */
#include "mask_blend.h"

#include "../support/kernel.h"

enum { THREADS = 16, MANY = 512, MASKS = 7 /* as many registers has the processor for them */ };

typedef struct masks {
    LLVMBuilderRef builder;
    LLVMValueRef function, mask[MASKS];
    unsigned bits[MASKS], count;
} masks;

/* Whether each thread takes its own element of one vector or the other; *bits: those that take the first's. */
static bool is_blend(LLVMValueRef at, unsigned *bits)
{
    if (!LLVMIsAShuffleVectorInst(at) || LLVMGetNumMaskElements(at) != THREADS)
        return false;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(at, 0)), element = LLVMGetElementType(type);
    LLVMTypeKind kind = LLVMGetTypeKind(element);
    if (LLVMGetVectorSize(type) != THREADS || LLVMIsUndef(LLVMGetOperand(at, 1)) ||
        (kind != LLVMFloatTypeKind && (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(element) != 32)))
        return false;
    *bits = 0;
    for (int i = 0; i < THREADS; i++) {
        int from = LLVMGetMaskValue(at, (unsigned)i);
        if (from != i && from != i + THREADS)
            return false;
        *bits |= (unsigned)(from == i) << i;
    }
    return true;
}

/* A mask made at the function's beginning, as an instruction's result, so that LLVM does not see the constant. Null:
 * there are too many. */
static LLVMValueRef mask_of(masks *known, unsigned bits)
{
    for (unsigned i = 0; i < known->count; i++)
        if (known->bits[i] == bits)
            return known->mask[i];
    if (known->count == MASKS)
        return NULL;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(known->function));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(known->function));
    LLVMTypeRef number = LLVMIntTypeInContext(context, THREADS), type = LLVMFunctionType(number, &number, 1, false);
    static const char same_register[] = "=r,0";
    LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, same_register, sizeof same_register - 1, false, false,
                                            LLVMInlineAsmDialectATT, false);
    LLVMValueRef value = LLVMConstInt(number, bits, false);
    LLVMPositionBuilderBefore(known->builder, first);
    value = LLVMBuildCall2(known->builder, type, nothing, &value, 1, "");
    value = LLVMBuildBitCast(known->builder, value, LLVMVectorType(LLVMInt1TypeInContext(context), THREADS), "");
    known->bits[known->count] = bits;
    return known->mask[known->count++] = value;
}

static void blend(masks *known, LLVMValueRef at, unsigned bits)
{
    LLVMValueRef mask = mask_of(known, bits);
    if (!mask)
        return;
    LLVMPositionBuilderBefore(known->builder, at);
    LLVMReplaceAllUsesWith(at, LLVMBuildSelect(known->builder, mask, LLVMGetOperand(at, 0), LLVMGetOperand(at, 1), ""));
    LLVMInstructionEraseFromParent(at);
}

/* Counts the blends; with `known` they become selects. */
static unsigned blends(LLVMValueRef function, masks *known)
{
    unsigned count = 0, bits;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef next, at = LLVMGetFirstInstruction(block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (!is_blend(at, &bits))
                continue;
            count++;
            if (known)
                blend(known, at, bits);
        }
    return count;
}

void fuse_blend_by_masks(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (blends(f, NULL) >= MANY)
            blends(f, &(masks){.builder = builder, .function = f});
    LLVMDisposeBuilder(builder);
}
