/* Functions of the language's own headers (`__shfl_sync()`, `atomicAdd()` ...) are inlined first, and their instructions
 * get the line that uses them. So reports name the program's lines. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>

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

void lower_inline_headers(lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        if (lower_is_of_headers(of, f))
            lower_inline_always(of, f);
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
