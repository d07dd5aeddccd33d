/* Which local arrays consist of elements of one size, so that the elements can lie apart. */
#include "local_array.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "calls.h"

enum { MOST_ELEMENT = 8 };

typedef struct walk {
    LLVMTargetDataRef layout;
    bool filled;
    unsigned element; /* bytes; 0: no access yet */
    uint64_t fills;   /* the bits of all lengths and alignments of fills */
} walk;

/* The bits of the length and alignment of a call that fills memory with a constant; 0: it is none. */
static uint64_t constant_fill(LLVMValueRef call)
{
    const char *name = LLVMIsACallInst(call) ? fuse_callee_name(call) : NULL;
    if (!name || strncmp(name, "llvm.memset.", 12) != 0 || !LLVMIsAConstantInt(LLVMGetOperand(call, 1)) ||
        !LLVMIsAConstantInt(LLVMGetOperand(call, 2)) || LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3)) != 0)
        return 0;
    LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, 1, LLVMGetEnumAttributeKindForName("align", 5));
    return LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) | (align ? LLVMGetEnumAttributeValue(align) : 1);
}

static bool accesses_element(walk *of, LLVMTypeRef type, unsigned alignment)
{
    unsigned size = (unsigned)LLVMStoreSizeOfType(of->layout, type);
    of->element = of->element ? of->element : size;
    return size == of->element && size <= MOST_ELEMENT && (size & (size - 1)) == 0 && alignment >= size;
}

/* Whether the type consists of scalars without gaps: if each of them takes several times its bytes, all offsets grow
 * by that factor. */
static bool is_dense(LLVMTargetDataRef layout, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind: return is_dense(layout, LLVMGetElementType(type));
    case LLVMIntegerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind: return LLVMABISizeOfType(layout, type) == LLVMStoreSizeOfType(layout, type);
    case LLVMStructTypeKind: {
        uint64_t end = 0;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, i);
            if (LLVMOffsetOfElement(layout, type, i) != end || !is_dense(layout, part))
                return false;
            end += LLVMABISizeOfType(layout, part);
        }
        return end == LLVMABISizeOfType(layout, type);
    }
    default: return false;
    }
}

static bool may_lie_apart(walk *of, LLVMValueRef address)
{
    bool legal = true;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && legal; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool store = LLVMIsAStoreInst(user);
        if (store || LLVMIsALoadInst(user)) {
            LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(user, 0) : user);
            legal = !(store && LLVMGetOperand(user, 0) == address) &&
                    LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic &&
                    accesses_element(of, type, LLVMGetAlignment(user));
        } else if (LLVMIsAGetElementPtrInst(user)) {
            legal = is_dense(of->layout, LLVMGetGEPSourceElementType(user)) && may_lie_apart(of, user);
        } else {
            uint64_t fill = of->filled ? constant_fill(user) : 0;
            of->fills |= fill;
            legal = fill || (of->filled && fuse_call_of(user, NULL) == FUSE_LIFETIME);
        }
    }
    return legal;
}

unsigned fuse_array_element(LLVMValueRef alloca, bool filled)
{
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca)));
    walk of = {.layout = LLVMGetModuleDataLayout(module), .filled = filled};
    bool apart = may_lie_apart(&of, alloca) && of.element && LLVMGetAlignment(alloca) >= of.element &&
                 of.fills % of.element == 0;
    return apart ? of.element : 0;
}
