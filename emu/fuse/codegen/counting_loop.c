/* A counting loop. */
#include "counting_loop.h"

#include "emission.h"
#include "loop_metadata.h"

counting emission_begin_count(emission *e, LLVMTypeRef type, LLVMValueRef from)
{
    counting made = {emission_append(e), emission_append(e), NULL};
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder);
    LLVMBuildBr(e->builder, made.head);
    LLVMPositionBuilderAtEnd(e->builder, made.head);
    made.number = LLVMBuildPhi(e->builder, type, "");
    LLVMAddIncoming(made.number, &from, &before, 1);
    return made;
}

void emission_end_count_by(emission *e, const counting *made, LLVMValueRef end, LLVMValueRef step, unsigned width)
{
    LLVMValueRef next = LLVMBuildNUWAdd(e->builder, made->number, step, "");
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntULT, next, end, "");
    LLVMValueRef branch = LLVMBuildCondBr(e->builder, more, made->head, made->after);
    LLVMAddIncoming(made->number, &next, &here, 1);
    emission_mark_loop(e, branch, width);
    LLVMPositionBuilderAtEnd(e->builder, made->after);
}

void emission_end_count(emission *e, const counting *made, LLVMTypeRef type, LLVMValueRef end, unsigned step,
                        unsigned width)
{
    emission_end_count_by(e, made, end, emission_number(e, type, step), width);
}
