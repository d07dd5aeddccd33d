/* Helpers for building any function: types, constants, addresses, blocks, local variables. */
#include "emission.h"

#include <stdlib.h>

#include "../support/memory.h"

void emission_set_types(emission *e)
{
    LLVMContextRef context = e->kernel->context;
    e->builder = e->kernel->builder;
    e->i8 = LLVMInt8TypeInContext(context);
    e->i16 = LLVMInt16TypeInContext(context);
    e->i32 = LLVMInt32TypeInContext(context);
    e->i64 = LLVMInt64TypeInContext(context);
    e->pointer = LLVMPointerTypeInContext(context, 0);
}

LLVMValueRef emission_number(const emission *e, LLVMTypeRef type, uint64_t value)
{
    (void)e;
    return LLVMConstInt(type, value, false);
}

LLVMValueRef emission_at_offset(emission *e, LLVMValueRef base, LLVMValueRef offset)
{
    return LLVMBuildInBoundsGEP2(e->builder, e->i8, base, &offset, 1, "");
}

LLVMValueRef emission_mark(emission *e, LLVMValueRef access)
{
    static unsigned kind;
    if (!kind)
        kind = LLVMGetMDKindIDInContext(e->kernel->context, "llvm.access.group", 17);
    if (e->parallel)
        LLVMSetMetadata(access, kind, e->group);
    return access;
}

LLVMValueRef emission_in_entry_alloca(emission *e, LLVMTypeRef type, unsigned alignment)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMBasicBlockRef block = e->extent == ALL ? e->kernel->allocas : e->entry;
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    if (first)
        LLVMPositionBuilderBefore(e->builder, first);
    else
        LLVMPositionBuilderAtEnd(e->builder, block);
    LLVMValueRef alloca = LLVMBuildAlloca(e->builder, type, "");
    if (alignment)
        LLVMSetAlignment(alloca, alignment);
    LLVMPositionBuilderAtEnd(e->builder, here);
    return alloca;
}

LLVMBasicBlockRef emission_append(emission *e)
{
    return LLVMAppendBasicBlockInContext(e->kernel->context, e->function, "");
}

LLVMValueRef emission_join(emission *e, LLVMValueRef *part, unsigned count)
{
    for (; count > 1; count = (count + 1) / 2) {
        unsigned length = LLVMGetVectorSize(LLVMTypeOf(part[0]));
        LLVMValueRef *number = fuse_allocate(2 * length, sizeof *number);
        for (unsigned i = 0; i < 2 * length; i++)
            number[i] = emission_number(e, e->i32, i);
        LLVMValueRef order = LLVMConstVector(number, 2 * length), nothing = LLVMGetPoison(LLVMTypeOf(part[0]));
        for (unsigned p = 0; p < count; p += 2)
            part[p / 2] = LLVMBuildShuffleVector(e->builder, part[p], p + 1 < count ? part[p + 1] : nothing, order, "");
        free(number);
    }
    return part[0];
}
