/* Functions of the language's own headers (`__shfl_sync()`, `atomicAdd()` ...) are inlined first, and their instructions
 * get the line that uses them. So reports name the program's lines. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lower_set_attribute(const lowering *of, LLVMValueRef function, const char *name, bool has)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    if (has)
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(of->context, kind, 0));
    else
        LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
}

bool lower_is_of_headers(const lowering *of, LLVMValueRef function)
{
    LLVMMetadataRef program = LLVMIsDeclaration(function) ? NULL : LLVMGetSubprogram(function);
    return program && lower_in_headers(of, LLVMDIScopeGetFile(program));
}

/* The innermost place that is not in a header; null: the place is none of a header's. */
static LLVMMetadataRef use_of(const lowering *of, LLVMMetadataRef place)
{
    LLVMMetadataRef first = place, next;
    while (lower_in_headers(of, LLVMDIScopeGetFile(LLVMDILocationGetScope(place))) &&
           (next = LLVMDILocationGetInlinedAt(place)))
        place = next;
    return place == first ? NULL : place;
}

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

void lower_inline_headers(lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        if (lower_is_of_headers(of, f)) {
            lower_set_attribute(of, f, "noinline", false);
            lower_set_attribute(of, f, "optnone", false);
            lower_set_attribute(of, f, "alwaysinline", true);
        }
    lower_simplify_headers(of);
    lower_run_passes(of, "always-inline");
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i), use = place ? use_of(of, place) : NULL;
                if (use)
                    LLVMInstructionSetDebugLoc(i, use);
            }
}
