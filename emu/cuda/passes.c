/* LLVM's passes over the module, and the attributes of functions that steer them. */
#include "lower.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

void lower_run_passes(lowering *of, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(of->module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) {
        char *message = LLVMGetErrorMessage(error);
        lower_refuse(of, (lower_place){of->input, 0}, "%s", message);
        LLVMDisposeErrorMessage(message);
    }
}

void lower_set_attribute(const lowering *of, LLVMValueRef function, const char *name, bool has)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    if (has)
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(of->context, kind, 0));
    else
        LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
}

void lower_inline_always(const lowering *of, LLVMValueRef function)
{
    lower_set_attribute(of, function, "noinline", false);
    lower_set_attribute(of, function, "optnone", false);
    lower_set_attribute(of, function, "alwaysinline", true);
}
