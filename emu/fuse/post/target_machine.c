/* The processor that code is for: LLVM's passes ask it what pays, and machine code is made for it. */
#include "target_machine.h"

#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "../support/kernel.h"

bool fuse_is_x86(const fuse_compilation *compilation)
{
    return strncmp(LLVMGetTarget(compilation->module), "x86_64", 6) == 0;
}

unsigned fuse_register_bytes(const fuse_compilation *compilation)
{
    enum { SSE = 16 };
    return fuse_is_x86(compilation) ? SSE << compilation->level : SSE;
}

void fuse_find_target_features(fuse_compilation *compilation)
{
    static const char name[] = "target-features";
    LLVMAttributeRef found = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(compilation->module); f && !found; f = LLVMGetNextFunction(f))
        if (fuse_is_kernel(f))
            found = LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, sizeof name - 1);
    unsigned length = 0;
    const char *value = found ? LLVMGetStringAttributeValue(found, &length) : "";
    snprintf(compilation->features, sizeof compilation->features, "%.*s", (int)length, value);
}

/* With AVX-512 LLVM makes gathers of loads at a stride, and scatters of stores by a few threads. On Zen 4 they take
 * five times as long as single accesses, and elsewhere at best as long. */
static void find_features(const fuse_compilation *compilation, char *features, size_t size)
{
    enum { AVX512 = 2 };
    bool is_avx512 = fuse_is_x86(compilation) && compilation->level == AVX512;
    snprintf(features, size, "%s%s%s", compilation->features, is_avx512 && compilation->features[0] ? "," : "",
             is_avx512 ? "+prefer-no-gather,+prefer-no-scatter" : "");
}

LLVMTargetMachineRef fuse_create_target_machine(const fuse_compilation *compilation)
{
    static const char *const cpu[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"}, flag[] = "PIC Level";
    const char *triple = LLVMGetTarget(compilation->module);
    char features[sizeof compilation->features + 64];
    find_features(compilation, features, sizeof features);
    char *own = triple[0] ? NULL : LLVMGetDefaultTargetTriple(), *message = NULL;
    triple = own ? own : triple;
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    LLVMRelocMode relocation =
        LLVMGetModuleFlag(compilation->module, flag, sizeof flag - 1) ? LLVMRelocPIC : LLVMRelocStatic;
    LLVMTargetRef target;
    LLVMTargetMachineRef machine = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message))
        fprintf(stderr, "lanewise-fuse: %s\n", message);
    else
        machine =
            LLVMCreateTargetMachine(target, triple, fuse_is_x86(compilation) ? cpu[compilation->level] : "generic",
                                    features, LLVMCodeGenLevelAggressive, relocation, LLVMCodeModelDefault);
    LLVMDisposeMessage(message);
    LLVMDisposeMessage(own);
    return machine;
}
