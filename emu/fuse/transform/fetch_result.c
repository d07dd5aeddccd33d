/* A fetch of a texture returns two words, as a structure. It becomes one number of 128 bits, which processors return in the same
 * registers: the vectoriser takes no call that returns a structure. */
#include "fetch_result.h"

#include <string.h>

#include "../analysis/calls.h"

enum { MOST_ARGUMENTS = 20, WORD = 64 };

static bool is_two_words(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        return LLVMGetArrayLength2(type) == 2;
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 2;
}

static LLVMValueRef word(LLVMBuilderRef builder, LLVMValueRef number, unsigned which, LLVMTypeRef type)
{
    LLVMValueRef shifted =
        which ? LLVMBuildLShr(builder, number, LLVMConstInt(LLVMTypeOf(number), WORD, false), "") : number;
    return LLVMBuildTrunc(builder, shifted, type, "");
}

static void replace_call(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef function)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
    LLVMValueRef argument[MOST_ARGUMENTS], both = LLVMGetPoison(LLVMTypeOf(call));
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count; i++)
        argument[i] = LLVMGetOperand(call, i);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef number = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, argument, count, "");
    for (unsigned i = 0; i < 2; i++)
        both = LLVMBuildInsertValue(builder, both, word(builder, number, i, i64), i, "");
    LLVMReplaceAllUsesWith(call, both);
    LLVMInstructionEraseFromParent(call);
}

/* The function, declared anew. */
static LLVMValueRef numbered(LLVMModuleRef module, LLVMValueRef function)
{
    static const char memory[] = "memory";
    LLVMTypeRef types[MOST_ARGUMENTS], type = LLVMGlobalGetValueType(function);
    unsigned count = LLVMCountParamTypes(type), kind = LLVMGetEnumAttributeKindForName(memory, sizeof memory - 1);
    LLVMGetParamTypes(type, types);
    LLVMTypeRef number = LLVMIntTypeInContext(LLVMGetModuleContext(module), 2 * WORD);
    LLVMValueRef made = LLVMAddFunction(module, "", LLVMFunctionType(number, types, count, false));
    LLVMAttributeRef effects = LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
    static const char *const never[] = {"nounwind", "willreturn"};
    if (effects)
        LLVMAddAttributeAtIndex(made, LLVMAttributeFunctionIndex, effects);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        kind = LLVMGetEnumAttributeKindForName(never[i], strlen(never[i]));
        if (LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind))
            LLVMAddAttributeAtIndex(made, LLVMAttributeFunctionIndex,
                                    LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0));
    }
    return made;
}

bool fuse_number_fetch_results(const fuse_preparation *of)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(of->module));
    for (LLVMValueRef next, function = LLVMGetFirstFunction(of->module); function; function = next) {
        size_t length;
        next = LLVMGetNextFunction(function);
        const char *name = LLVMGetValueName2(function, &length);
        LLVMTypeRef type = LLVMGlobalGetValueType(function);
        if (strncmp(name, "emu_fetch_", 10) != 0 || !LLVMIsDeclaration(function) ||
            !is_two_words(LLVMGetReturnType(type)) || LLVMCountParamTypes(type) > MOST_ARGUMENTS)
            continue;
        LLVMValueRef made = numbered(of->module, function);
        for (LLVMUseRef use, rest = LLVMGetFirstUse(function); (use = rest);) {
            LLVMValueRef call = LLVMGetUser(use);
            rest = LLVMGetNextUse(use);
            if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function)
                replace_call(builder, call, made);
        }
        char kept[64];
        strncpy(kept, name, sizeof kept - 1);
        kept[sizeof kept - 1] = 0;
        LLVMDeleteFunction(function);
        LLVMSetValueName2(made, kept, strlen(kept));
    }
    LLVMDisposeBuilder(builder);
    return true;
}
