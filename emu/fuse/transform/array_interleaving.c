/* Interleaves the local arrays of neighbouring threads: element 0 of all threads of a strip, then element 1, and so
 * on, as a GPU lays out local memory. So a strip's loads of a[k], with the same k, are one vector.
 *
 * Here each step in an array becomes `slot->interleaved` times as long. `codegen/slot_place.c` gives a thread the
 * place of its first element.
 *
 * Invariant: the function computes what it did, in an array that is longer by that factor. */
#include "array_interleaving.h"

#include <stdlib.h>

#include "../analysis/local_array.h"
#include "../support/map.h"
#include "../support/memory.h"

/* The type with `by` copies of each scalar in its place. */
static LLVMTypeRef spread(LLVMContextRef context, LLVMTypeRef type, unsigned by)
{
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        return LLVMArrayType2(spread(context, LLVMGetElementType(type), by), LLVMGetArrayLength2(type));
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return LLVMArrayType2(type, by);
    unsigned parts = LLVMCountStructElementTypes(type);
    LLVMTypeRef *part = fuse_allocate(parts + 1, sizeof *part);
    for (unsigned i = 0; i < parts; i++)
        part[i] = spread(context, LLVMStructGetTypeAtIndex(type, i), by);
    LLVMTypeRef made = LLVMStructTypeInContext(context, part, parts, LLVMIsPackedStruct(type));
    free(part);
    return made;
}

/* Makes the users of one address use the other, and spreads their steps. */
static void rewrite(fuse_kernel *kernel, LLVMValueRef from, LLVMValueRef to, unsigned element, unsigned by)
{
    for (LLVMUseRef use; (use = LLVMGetFirstUse(from));) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAGetElementPtrInst(user)) {
            LLVMSetOperand(user, LLVMIsAStoreInst(user) != NULL, to);
            LLVMSetAlignment(user, element);
            continue;
        }
        unsigned indices = LLVMGetNumIndices(user);
        LLVMValueRef *index = fuse_allocate(indices, sizeof *index);
        for (unsigned i = 0; i < indices; i++)
            index[i] = LLVMGetOperand(user, i + 1);
        LLVMPositionBuilderBefore(kernel->builder, user);
        LLVMTypeRef type = spread(kernel->context, LLVMGetGEPSourceElementType(user), by);
        LLVMValueRef made = LLVMBuildGEP2(kernel->builder, type, to, index, indices, "");
        free(index);
        map_put(&kernel->divergent, made, made);
        rewrite(kernel, user, made, element, by);
        LLVMInstructionEraseFromParent(user);
    }
}

/* The most threads of a strip that uses the array; 0: only whole rows do. */
static unsigned find_width(const fuse_kernel *kernel, const fuse_slot *slot)
{
    unsigned width = 0;
    for (int r = 0; r < kernel->regions; r++)
        if (slot->used[r] && kernel->plan[r].width > width)
            width = kernel->plan[r].width;
    return width;
}

void fuse_interleave_arrays(fuse_kernel *kernel)
{
    for (int s = 0; s < kernel->slots; s++) {
        fuse_slot *slot = &kernel->slot[s];
        unsigned width = slot->memory && slot->live_across ? find_width(kernel, slot) : 0;
        unsigned element = width > 1 ? fuse_array_element(slot->alloca, false) : 0;
        if (!element || slot->size % element != 0)
            continue;
        LLVMTypeRef longer = LLVMArrayType2(LLVMInt8TypeInContext(kernel->context), (uint64_t)slot->size * width);
        LLVMPositionBuilderBefore(kernel->builder, slot->alloca);
        LLVMValueRef made = LLVMBuildAlloca(kernel->builder, longer, "");
        LLVMSetAlignment(made, slot->alignment);
        map_put(&kernel->divergent, made, made);
        rewrite(kernel, slot->alloca, made, element, width);
        LLVMInstructionEraseFromParent(slot->alloca);
        slot->alloca = made;
        slot->type = longer;
        slot->element = element;
        slot->interleaved = width;
    }
}
