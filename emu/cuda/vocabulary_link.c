/* Links the vocabulary: the functions that stand for NVPTX's intrinsics, libdevice and the device runtime, compiled for
 * the copy. A name that it lacks is an error.
 *
 * A function NAME of the vocabulary for which there is a text NAME__what takes, as its last argument, the place in the
 * source, for reports: an emu_site of the file, the line and this text. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>

static LLVMValueRef text(lowering *of, const char *words)
{
    LLVMValueRef value = LLVMConstStringInContext2(of->context, words, strlen(words), false);
    LLVMValueRef global = LLVMAddGlobal(of->module, LLVMTypeOf(value), "lw.text");
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    return global;
}

static LLVMValueRef site(lowering *of, LLVMValueRef call, const char *what)
{
    lower_place place = lower_place_of(of, call);
    LLVMValueRef field[] = {text(of, place.file), LLVMConstInt(of->word, place.line, false), text(of, what)};
    LLVMValueRef value = LLVMConstStructInContext(of->context, field, 3, false);
    LLVMValueRef global = LLVMAddGlobal(of->module, LLVMTypeOf(value), "lw.site");
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    return global;
}

/* Calls `with`, which takes one argument more, in place of `function`. */
static void add_sites(lowering *of, LLVMValueRef function, LLVMValueRef with, const char *what)
{
    enum { MOST = 12 };
    LLVMTypeRef type = LLVMGlobalGetValueType(with);
    for (LLVMUseRef use; (use = LLVMGetFirstUse(function));) {
        LLVMValueRef call = LLVMGetUser(use), argument[MOST];
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function || LLVMCountParamTypes(type) > MOST) {
            lower_refuse(of, (lower_place){of->input, 0}, "the address of %s is taken in device code", what);
            return;
        }
        unsigned count = LLVMGetNumArgOperands(call);
        for (unsigned i = 0; i < count; i++)
            argument[i] = LLVMGetOperand(call, i);
        argument[count] = site(of, call, what);
        LLVMPositionBuilderBefore(of->builder, call);
        LLVMValueRef made = LLVMBuildCall2(of->builder, type, with, argument, count + 1, "");
        LLVMReplaceAllUsesWith(call, made);
        LLVMInstructionEraseFromParent(call);
    }
}

static const char *what_of(LLVMModuleRef vocabulary, const char *name)
{
    char *global = lower_format("%s__what", name);
    LLVMValueRef words = LLVMGetNamedGlobal(vocabulary, global);
    free(global);
    size_t length;
    return words ? LLVMGetAsString(LLVMGetInitializer(words), &length) : NULL; /* it ends with a zero */
}

/* Whether the function can be called as the declaration says, with one argument more if it takes a place. */
static bool fits(LLVMTypeRef declared, LLVMTypeRef defined, bool has_place)
{
    unsigned count = LLVMCountParamTypes(declared);
    if (LLVMGetReturnType(declared) != LLVMGetReturnType(defined) ||
        LLVMCountParamTypes(defined) != count + (has_place ? 1 : 0))
        return false;
    LLVMTypeRef *one = lower_allocate(count, sizeof *one), *other = lower_allocate(count + 1, sizeof *other);
    LLVMGetParamTypes(declared, one);
    LLVMGetParamTypes(defined, other);
    bool same = true;
    for (unsigned i = 0; i < count; i++)
        same = same && one[i] == other[i];
    free(one);
    free(other);
    return same;
}

static void refuse(lowering *of, LLVMValueRef function, const char *name)
{
    lower_place place = lower_place_of_use(of, function);
    bool intrinsic = lower_starts(name, "nvvm_");
    lower_refuse(of, place, "%s%s is not supported on the CPU",
                 intrinsic ? "the NVPTX intrinsic " : "the device function ",
                 intrinsic ? name + strlen("nvvm_") : name);
}

static void resolve(lowering *of, LLVMModuleRef vocabulary, LLVMValueRef function)
{
    const char *name = lower_name(function);
    if (!LLVMIsDeclaration(function) || lower_starts(name, "llvm.") || !LLVMGetFirstUse(function) ||
        lower_is_bounds_handler(of, name))
        return;
    LLVMValueRef definition = LLVMGetNamedFunction(vocabulary, name);
    const char *what = what_of(vocabulary, name);
    LLVMTypeRef declared = LLVMGlobalGetValueType(function);
    if (!definition || LLVMIsDeclaration(definition) ||
        !fits(declared, LLVMGlobalGetValueType(definition), what != NULL)) {
        refuse(of, function, name);
        return;
    }
    if (!what)
        return;
    char *copy = lower_format("%s", name);
    LLVMSetValueName2(function, "", 0);
    LLVMValueRef with = LLVMAddFunction(of->module, copy, LLVMGlobalGetValueType(definition));
    add_sites(of, function, with, what);
    free(copy);
    if (!LLVMGetFirstUse(function))
        LLVMDeleteFunction(function);
}

void lower_link_vocabulary(lowering *of, LLVMModuleRef vocabulary)
{
    LLVMValueRef *own = NULL, *declared = NULL;
    size_t count = 0, declared_count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f))
            lower_append(&declared, &declared_count, f);
    for (size_t i = 0; i < declared_count; i++)
        resolve(of, vocabulary, declared[i]);
    free(declared);
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            lower_append(&own, &count, f);
    LLVMSetTarget(of->module, LLVMGetTarget(vocabulary));
    LLVMSetDataLayout(of->module, LLVMGetDataLayoutStr(vocabulary));
    if (LLVMLinkModules2(of->module, vocabulary)) /* it disposes of the vocabulary */
        lower_refuse(of, (lower_place){of->input, 0}, "the vocabulary cannot be linked");
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f)) {
        bool is_own = false;
        for (size_t i = 0; i < count && !is_own; i++)
            is_own = own[i] == f;
        if (!is_own && !LLVMIsDeclaration(f))
            LLVMSetLinkage(f, LLVMInternalLinkage);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(of->module); g; g = LLVMGetNextGlobal(g))
        if (lower_ends(lower_name(g), "__what"))
            LLVMSetLinkage(g, LLVMInternalLinkage);
    free(own);
}
