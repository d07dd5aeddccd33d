/* __grid_constant__: a parameter that a kernel's threads use in place, in the launch's arguments, so that all have it at one address.
 * api/cuda/host_defines.h makes it an annotation, which clang writes as a call with the parameter's place: the parameter itself for a
 * structure, else the variable into which clang stores the parameter. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

static bool is_annotation(LLVMValueRef instruction)
{
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    if (!callee || !lower_starts(lower_name(callee), "llvm.var.annotation"))
        return false;
    LLVMValueRef text = LLVMGetInitializer(LLVMGetOperand(instruction, 1));
    size_t length = 0;
    return text && LLVMIsConstantString(text) && !strcmp(LLVMGetAsString(text, &length), "lw_grid_constant");
}

static const lower_kernel *kernel_of(const lowering *of, LLVMValueRef function)
{
    for (size_t i = 0; i < of->kernel_count; i++)
        if (of->kernel[i].function == function)
            return &of->kernel[i];
    return NULL;
}

/* The store of a parameter into its variable. */
static LLVMValueRef store_to(LLVMValueRef variable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == variable &&
            LLVMIsAArgument(LLVMGetOperand(store, 0)))
            return store;
    }
    return NULL;
}

static unsigned long long offset_of(const lowering *of, LLVMValueRef function, LLVMValueRef parameter)
{
    unsigned long long offset = 0;
    for (unsigned i = 0;; i++) {
        lower_parameter here = lower_parameter_of(of, function, i);
        offset = lower_offset_of(offset, &here);
        if (LLVMGetParam(function, i) == parameter)
            return offset;
        offset += here.size;
    }
}

static void use_in_place(lowering *of, LLVMValueRef function, LLVMValueRef place)
{
    LLVMValueRef store = LLVMIsAArgument(place) ? NULL : store_to(place);
    LLVMValueRef parameter = store ? LLVMGetOperand(store, 0) : place;
    LLVMTypeRef type = LLVMFunctionType(of->pointer, &of->size, 1, false);
    LLVMValueRef word = LLVMGetNamedFunction(of->module, "lw_cuda_argument");
    LLVMValueRef offset = LLVMConstInt(of->size, offset_of(of, function, parameter), false);
    LLVMPositionBuilderBefore(of->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef address = LLVMBuildCall2(
        of->builder, type, word ? word : LLVMAddFunction(of->module, "lw_cuda_argument", type), &offset, 1, "");
    if (store)
        LLVMInstructionEraseFromParent(store);
    LLVMReplaceAllUsesWith(place, address);
    if (store)
        LLVMInstructionEraseFromParent(place);
}

void lower_use_grid_constants(lowering *of)
{
    of->layout = LLVMGetModuleDataLayout(of->module); /* the device's: it lays out parameters as the host's does */
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f)) {
        LLVMValueRef *annotation = NULL;
        size_t count = 0;
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
                if (is_annotation(i))
                    lower_append(&annotation, &count, i);
        for (size_t i = 0; i < count; i++) {
            LLVMValueRef place = LLVMGetOperand(annotation[i], 0);
            lower_place where = lower_place_of_function(of, f);
            LLVMInstructionEraseFromParent(annotation[i]);
            if (kernel_of(of, f) && (LLVMIsAArgument(place) || store_to(place)))
                use_in_place(of, f, place);
            else
                lower_refuse(of, where, "__grid_constant__ is for a kernel's parameters, which are no references");
        }
        free(annotation);
    }
}
