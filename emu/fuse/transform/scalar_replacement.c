/* Splits copies of structures, and vectors in which structures were passed, into numbers: a loop over threads can
 * have vectors of numbers, not of structures. Also splits products from the sums after them, where fusing is
 * allowed.
 *
 * Invariant: the function computes what it did. */
#include "scalar_replacement.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../support/kernel.h"

/* The constant length of an llvm.memcpy or llvm.memmove; 0: not constant, or not one to be split. */
static uint64_t copied_bytes(LLVMValueRef at)
{
    enum { MOST = 128 };
    const char *name = LLVMIsACallInst(at) ? fuse_callee_name(at) : NULL;
    bool copies = name && (strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0);
    if (!copies || !LLVMIsAConstantInt(LLVMGetOperand(at, 2)) || LLVMConstIntGetZExtValue(LLVMGetOperand(at, 3)) != 0)
        return 0;
    uint64_t size = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 2));
    return size <= MOST ? size : 0;
}

static unsigned alignment_of(LLVMValueRef call, unsigned argument)
{
    LLVMAttributeRef align =
        LLVMGetCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKindForName("align", 5));
    return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

/* Whether all numbers in the type have 8 bytes. */
static bool is_wide(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind: return is_wide(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!is_wide(LLVMStructGetTypeAtIndex(type, i)))
                return false;
        return LLVMCountStructElementTypes(type) > 0;
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) == 64;
    default: return LLVMGetTypeKind(type) == LLVMDoubleTypeKind || LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    }
}

static bool is_of_wide_variable(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer) && is_wide(LLVMGetAllocatedType(pointer));
}

/* Member by member, as far as the alignment allows. All are loaded before one is stored: what is copied may overlap. */
static void copy_in_pieces(LLVMBuilderRef builder, LLVMValueRef call)
{
    uint64_t size = copied_bytes(call);
    if (!size)
        return;
    unsigned to = alignment_of(call, 0), from = alignment_of(call, 1), piece = to < from ? to : from;
    unsigned most =
        is_of_wide_variable(LLVMGetOperand(call, 0)) || is_of_wide_variable(LLVMGetOperand(call, 1)) ? 8 : 4;
    piece = piece < most ? piece : most;
    if (size % piece != 0 || size / piece > 32)
        return;
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    LLVMTypeRef type = LLVMIntTypeInContext(context, 8 * piece), byte = LLVMInt8TypeInContext(context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef value[32];
    for (unsigned i = 0; i < size / piece; i++) {
        LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)i * piece, false);
        LLVMValueRef at = LLVMBuildInBoundsGEP2(builder, byte, LLVMGetOperand(call, 1), &offset, 1, "");
        value[i] = LLVMBuildLoad2(builder, type, at, "");
        LLVMSetAlignment(value[i], piece);
    }
    for (unsigned i = 0; i < size / piece; i++) {
        LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)i * piece, false);
        LLVMValueRef at = LLVMBuildInBoundsGEP2(builder, byte, LLVMGetOperand(call, 0), &offset, 1, "");
        LLVMSetAlignment(LLVMBuildStore(builder, value[i], at), piece);
    }
    LLVMInstructionEraseFromParent(call);
}

static void for_each(LLVMModuleRef module, void (*change)(LLVMBuilderRef builder, LLVMValueRef at))
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef next, at = LLVMGetFirstInstruction(block); at; at = next) {
                next = LLVMGetNextInstruction(at);
                change(builder, at);
            }
    LLVMDisposeBuilder(builder);
}

void fuse_scalarise_copies(LLVMModuleRef module)
{
    for_each(module, copy_in_pieces);
}

/* The address of one number of a vector in memory. */
static LLVMValueRef piece_of(LLVMBuilderRef builder, LLVMTypeRef type, LLVMValueRef pointer, unsigned i)
{
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(type)), i, false);
    return LLVMBuildInBoundsGEP2(builder, type, pointer, &offset, 1, "");
}

/* Whether the vector's numbers lie side by side: each fills whole bytes. */
static bool is_numbers(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return false;
    LLVMTypeRef element = LLVMGetElementType(type);
    return LLVMGetTypeKind(element) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(element) % 8 == 0;
}

static unsigned alignment_at(LLVMValueRef access, unsigned bytes, unsigned i)
{
    unsigned whole = LLVMGetAlignment(access), at = i * bytes;
    while (at % whole != 0)
        whole /= 2;
    return whole;
}

static void split_vector(LLVMBuilderRef builder, LLVMValueRef at)
{
    bool load = LLVMIsALoadInst(at) != NULL;
    if ((!load && !LLVMIsAStoreInst(at)) || LLVMGetVolatile(at))
        return;
    LLVMTypeRef type = LLVMTypeOf(load ? at : LLVMGetOperand(at, 0));
    if (!is_numbers(type))
        return;
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMTypeRef element = LLVMGetElementType(type), i32 = LLVMInt32TypeInContext(context);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
    unsigned count = LLVMGetVectorSize(type), bytes = (unsigned)LLVMStoreSizeOfType(layout, element);
    LLVMValueRef pointer = LLVMGetOperand(at, load ? 0 : 1), whole = LLVMGetUndef(type);
    LLVMPositionBuilderBefore(builder, at);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef number = LLVMConstInt(i32, i, false), place = piece_of(builder, element, pointer, i);
        if (load) {
            LLVMValueRef piece = LLVMBuildLoad2(builder, element, place, "");
            LLVMSetAlignment(piece, alignment_at(at, bytes, i));
            whole = LLVMBuildInsertElement(builder, whole, piece, number, "");
        } else {
            LLVMValueRef piece = LLVMBuildExtractElement(builder, LLVMGetOperand(at, 0), number, "");
            LLVMSetAlignment(LLVMBuildStore(builder, piece, place), alignment_at(at, bytes, i));
        }
    }
    if (load)
        LLVMReplaceAllUsesWith(at, whole);
    LLVMInstructionEraseFromParent(at);
}

void fuse_scalarise_vectors(LLVMModuleRef module)
{
    for_each(module, split_vector);
}

/* A pragma in the file allows fusing, but no other copy of the kernel fuses: so results are the same on every
 * processor. */
static void split_product(LLVMBuilderRef builder, LLVMValueRef at)
{
    const char *name = LLVMIsACallInst(at) ? fuse_callee_name(at) : NULL;
    if (!name || strncmp(name, "llvm.fmuladd.", 13) != 0)
        return;
    LLVMPositionBuilderBefore(builder, at);
    LLVMValueRef product = LLVMBuildFMul(builder, LLVMGetOperand(at, 0), LLVMGetOperand(at, 1), "");
    LLVMReplaceAllUsesWith(at, LLVMBuildFAdd(builder, product, LLVMGetOperand(at, 2), ""));
    LLVMInstructionEraseFromParent(at);
}

void fuse_separate_products(LLVMModuleRef module)
{
    for_each(module, split_product);
}
