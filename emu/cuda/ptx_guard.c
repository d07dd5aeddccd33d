/* An instruction with a predicate that does more than compute, as `@p st.global.u32 [a], v`: a function makes it where the predicate
 * holds. headers.c inlines the function: its parameters are the registers, it returns those that the instruction may write. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

enum { WRITTEN = PTX_ELEMENTS };

/* All registers that have a value, which is no number: of the operands, then the declared. */
static unsigned find_registers(ptx_assembly *in, ptx_register **to)
{
    unsigned count = 0;
    for (unsigned i = 0; i < in->operand_count + in->declared_count; i++) {
        ptx_register *of = i < in->operand_count ? &in->operand[i] : &in->declared[i - in->operand_count];
        if (of->value && !LLVMIsConstant(of->value))
            to[count++] = of;
    }
    return count;
}

/* Those that the first operand names and that can be written. */
static unsigned find_written(ptx_assembly *in, const ptx_statement *statement, ptx_register **to)
{
    const ptx_operand *operand = &statement->operand[0];
    unsigned count = 0;
    for (unsigned i = 0; statement->count && operand->kind != PTX_ADDRESS && i < operand->count; i++) {
        ptx_register *of = ptx_writable(in, operand->word[i]);
        if (of)
            to[count++] = of;
    }
    return count;
}

static LLVMValueRef value_of(const ptx_register *of)
{
    return of->value ? of->value : LLVMConstNull(of->type);
}

/* As the caller: else LLVM does not inline. */
static void copy_target(LLVMValueRef from, LLVMValueRef to)
{
    const char *const names[] = {"target-cpu", "target-features"};
    for (int i = 0; i < 2; i++) {
        LLVMAttributeRef attribute =
            LLVMGetStringAttributeAtIndex(from, LLVMAttributeFunctionIndex, names[i], (unsigned)strlen(names[i]));
        if (attribute)
            LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, attribute);
    }
}

/* Fills the function: the registers have its parameters' values meanwhile. False: the instruction is not supported. */
static bool fill(ptx_assembly *in, const ptx_statement *statement, ptx_make make, LLVMValueRef function,
                 ptx_register **written, unsigned written_count)
{
    LLVMBuilderRef builder = in->of->builder;
    LLVMContextRef context = in->of->context;
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, function, ""),
                      then = LLVMAppendBasicBlockInContext(context, function, ""),
                      end = LLVMAppendBasicBlockInContext(context, function, "");
    LLVMValueRef before[WRITTEN], result = LLVMGetUndef(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
    for (unsigned i = 0; i < written_count; i++)
        before[i] = value_of(written[i]);
    LLVMPositionBuilderAtEnd(builder, entry);
    LLVMSetCurrentDebugLocation2(builder, NULL); /* inlining gives the call's */
    LLVMBuildCondBr(builder, LLVMGetParam(function, 0), then, end);
    LLVMPositionBuilderAtEnd(builder, then);
    if (!make(in, statement))
        return false;
    then = LLVMGetInsertBlock(builder);
    LLVMBuildBr(builder, end);
    LLVMPositionBuilderAtEnd(builder, end);
    for (unsigned i = 0; i < written_count; i++) {
        LLVMValueRef value[] = {before[i], value_of(written[i])}, merged = LLVMBuildPhi(builder, written[i]->type, "");
        LLVMBasicBlockRef from[] = {entry, then};
        LLVMAddIncoming(merged, value, from, 2);
        before[i] = merged;
    }
    for (unsigned i = 0; i < written_count; i++)
        result = LLVMBuildInsertValue(builder, result, before[i], i, "");
    LLVMBuildRet(builder, result);
    return true;
}

bool ptx_guard(ptx_assembly *in, const ptx_statement *statement, ptx_make make)
{
    lowering *of = in->of;
    unsigned most = in->operand_count + in->declared_count + 1, written_count;
    ptx_register **read = lower_allocate(most, sizeof *read), *written[WRITTEN];
    LLVMValueRef *argument = lower_allocate(most, sizeof(LLVMValueRef));
    LLVMTypeRef *type = lower_allocate(most, sizeof(LLVMTypeRef)), result[WRITTEN];
    unsigned count = find_registers(in, read);
    argument[0] = in->predicate;
    for (unsigned i = 0; i < count; i++)
        argument[i + 1] = read[i]->value;
    for (unsigned i = 0; i <= count; i++)
        type[i] = LLVMTypeOf(argument[i]);
    written_count = find_written(in, statement, written);
    for (unsigned i = 0; i < written_count; i++)
        result[i] = written[i]->type;
    LLVMTypeRef returned = LLVMStructTypeInContext(of->context, result, written_count, false),
                function_type = LLVMFunctionType(returned, type, count + 1, false);
    LLVMValueRef function = LLVMAddFunction(of->module, "lw_ptx_guarded", function_type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    lower_inline_always(of, function);
    copy_target(LLVMGetBasicBlockParent(LLVMGetInstructionParent(in->call)), function);
    for (unsigned i = 0; i < count; i++)
        read[i]->value = LLVMGetParam(function, i + 1);
    in->predicate = NULL;
    bool good = fill(in, statement, make, function, written, written_count);
    LLVMPositionBuilderBefore(of->builder, in->call);
    for (unsigned i = 0; i < count; i++)
        read[i]->value = argument[i + 1];
    LLVMValueRef call = LLVMBuildCall2(of->builder, function_type, function, argument, count + 1, "");
    for (unsigned i = 0; i < written_count && good; i++)
        written[i]->value = LLVMBuildExtractValue(of->builder, call, i, "");
    free(type);
    free(argument);
    free(read);
    return good;
}
