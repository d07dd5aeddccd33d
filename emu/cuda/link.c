/* Links the device code of several files, compiled with -rdc=true, into one module, which is then lowered as a file's.
 *
 * LLVM links by name alone: it takes a call for a function of another type, and a variable for one of another size or
 * space. These are errors here, as a second definition is. The named metadata LINKED lists the files' ids. */
#include "lower.h"

#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>

#define LINKED "lanewise.linked"

static bool is_local(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* Whether there may be no other definition. */
static bool is_strong(LLVMValueRef value)
{
    return !LLVMIsDeclaration(value) && LLVMGetLinkage(value) == LLVMExternalLinkage;
}

static lower_place place_of(const lowering *of, LLVMValueRef value)
{
    if (LLVMIsDeclaration(value))
        return lower_place_of_use(of, value);
    return LLVMIsAFunction(value) ? lower_place_of_function(of, value) : lower_place_of_variable(of, value);
}

/* ---- types: each file has structures of its own ---- */
static bool same_type(LLVMTypeRef one, LLVMTypeRef other)
{
    LLVMTypeKind kind = LLVMGetTypeKind(one);
    if (one == other || kind != LLVMGetTypeKind(other))
        return one == other;
    if (kind == LLVMArrayTypeKind)
        return LLVMGetArrayLength2(one) == LLVMGetArrayLength2(other) &&
               same_type(LLVMGetElementType(one), LLVMGetElementType(other));
    if (kind != LLVMStructTypeKind || LLVMIsOpaqueStruct(one) || LLVMIsOpaqueStruct(other))
        return false;
    unsigned count = LLVMCountStructElementTypes(one);
    bool same = count == LLVMCountStructElementTypes(other) && LLVMIsPackedStruct(one) == LLVMIsPackedStruct(other);
    for (unsigned i = 0; i < count && same; i++)
        same = same_type(LLVMStructGetTypeAtIndex(one, i), LLVMStructGetTypeAtIndex(other, i));
    return same;
}

static LLVMTypeRef by_value(LLVMValueRef function, unsigned parameter)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static bool same_call(LLVMValueRef one, LLVMValueRef other)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(one), its = LLVMGlobalGetValueType(other);
    unsigned count = LLVMCountParams(one);
    bool same = count == LLVMCountParams(other) && LLVMIsFunctionVarArg(type) == LLVMIsFunctionVarArg(its) &&
                same_type(LLVMGetReturnType(type), LLVMGetReturnType(its));
    for (unsigned i = 0; i < count && same; i++) {
        LLVMTypeRef value = by_value(one, i), its_value = by_value(other, i);
        same = same_type(LLVMTypeOf(LLVMGetParam(one, i)), LLVMTypeOf(LLVMGetParam(other, i))) &&
               (value && its_value ? same_type(value, its_value) : value == its_value);
    }
    return same;
}

/* ---- two files' uses of one name ---- */
/* `what` goes between the name and the other's place. */
static void refuse(lowering *of, LLVMValueRef value, LLVMValueRef other, const char *what)
{
    lower_place its = place_of(of, other);
    char *name = lower_source_name(lower_name(value), false);
    char *line = its.line ? lower_format(":%u", its.line) : lower_format("%s", "");
    lower_refuse(of, place_of(of, value), "the device %s %s %s %s%s", LLVMIsAFunction(value) ? "function" : "variable",
                 name, what, its.file, line);
    free(line);
    free(name);
}

static void compare_variables(lowering *of, LLVMTargetDataRef layout, LLVMValueRef one, LLVMValueRef other)
{
    unsigned long long size = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(one)),
                       its = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(other));
    bool declared = LLVMIsDeclaration(one), its_declared = LLVMIsDeclaration(other);
    bool open = (declared && !size) || (its_declared && !its) || (declared && its_declared && lower_is_shared(one));
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(one)) != LLVMGetPointerAddressSpace(LLVMTypeOf(other)))
        refuse(of, one, other, "is in another memory space than at");
    else if (!open && size != its)
        refuse(of, one, other, "has another size than at");
    else if ((lower_is_managed(one) && !lower_is_managed(other) && !its_declared) ||
             (lower_is_managed(other) && !lower_is_managed(one) && !declared))
        refuse(of, one, other, "is __managed__ in one file only: compare");
    unsigned alignment = LLVMGetAlignment(one), most = LLVMGetAlignment(other);
    most = most > alignment ? most : alignment;
    LLVMSetAlignment(one, most);
    LLVMSetAlignment(other, most);
}

/* The file's use of a name, and that of the file `with`. */
static void compare(lowering *of, LLVMModuleRef with, LLVMTargetDataRef layout, LLVMValueRef value)
{
    const char *name = lower_name(value);
    LLVMValueRef function = LLVMGetNamedFunction(with, name), variable = LLVMGetNamedGlobal(with, name);
    LLVMValueRef other = function ? function : variable;
    if (is_local(value) || !other || is_local(other) || lower_starts(name, "llvm."))
        return;
    if (!LLVMIsAFunction(value) != !function)
        refuse(of, value, other, "is both a function and a variable: compare");
    else if (is_strong(value) && is_strong(other))
        refuse(of, value, other, "is defined twice, also at");
    else if (!function)
        compare_variables(of, layout, value, other);
    else if (!same_call(value, other))
        refuse(of, value, other, "has other parameters or another result than at");
}

/* ---- names of one file ---- */
/* clang gives a static variable that the host uses the name NAME__static__HASH. What it wrote before it saw that use
 * has NAME, which is declared, or even another instance. */
static void resolve_static(LLVMModuleRef module, LLVMValueRef value)
{
    char *name = lower_without_file(lower_name(value));
    LLVMValueRef before =
        LLVMIsAFunction(value) ? LLVMGetNamedFunction(module, name) : LLVMGetNamedGlobal(module, name);
    free(name);
    if (!before || before == value || !(LLVMIsDeclaration(before) || is_local(before)) ||
        LLVMTypeOf(before) != LLVMTypeOf(value))
        return;
    LLVMReplaceAllUsesWith(before, value);
    if (LLVMIsAFunction(before))
        LLVMDeleteFunction(before);
    else
        LLVMDeleteGlobal(before);
}

/* A static managed variable is the host's, to which lanewise-cc gives this name. */
static void name_managed(LLVMValueRef variable, const char *id)
{
    char *name = lower_without_file(lower_name(variable));
    if (is_local(variable) || strcmp(name, lower_name(variable)) != 0) {
        char *with = lower_format("%s__static__%s", name, id);
        LLVMSetValueName2(variable, with, strlen(with));
        LLVMSetLinkage(variable, LLVMExternalLinkage);
        free(with);
    }
    free(name);
}

static void prepare(LLVMModuleRef module, const char *id)
{
    static const char listed[] = "__clang_gpu_used_external"; /* what the host uses; it reaches nothing */
    LLVMValueRef list = LLVMGetNamedGlobal(module, listed);
    if (list && !LLVMGetFirstUse(list))
        LLVMDeleteGlobal(list);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            resolve_static(module, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g))
            resolve_static(module, g);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g) && lower_is_managed(g))
            name_managed(g, id);
}

/* Gives a local name that another file has a number, as LLVM would, but after a point, where names of the source end. */
static void number(const lowering *of, LLVMValueRef value)
{
    static unsigned latest;
    const char *name = lower_name(value);
    if (!name[0] || !is_local(value) ||
        !(LLVMGetNamedFunction(of->module, name) || LLVMGetNamedGlobal(of->module, name)))
        return;
    char *with = lower_format("%s.%u", name, ++latest);
    LLVMSetValueName2(value, with, strlen(with));
    free(with);
}

static void compare_files(lowering *of, LLVMModuleRef one, LLVMModuleRef other)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(one);
    for (LLVMValueRef f = LLVMGetFirstFunction(one); f; f = LLVMGetNextFunction(f))
        compare(of, other, layout, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(one); g; g = LLVMGetNextGlobal(g))
        compare(of, other, layout, g);
}

static void add_file(lowering *of, LLVMModuleRef module, const char *id)
{
    LLVMMetadataRef text = LLVMMDStringInContext2(of->context, id, strlen(id));
    LLVMMetadataRef node = LLVMMDNodeInContext2(of->context, &text, 1);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        number(of, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        number(of, g);
    LLVMSetTarget(of->module, LLVMGetTarget(module));
    LLVMSetDataLayout(of->module, LLVMGetDataLayoutStr(module));
    LLVMAddNamedMetadataOperand(of->module, LINKED, LLVMMetadataAsValue(of->context, node));
    if (LLVMLinkModules2(of->module, module)) /* it disposes of the module */
        lower_refuse(of, (lower_place){of->input, 0}, "LLVM cannot link the device code with that of other files");
}

void lower_link(lowering *of, LLVMModuleRef *modules, const char *const *ids, size_t count)
{
    size_t length;
    for (size_t i = 0; i < count; i++) {
        of->input = LLVMGetSourceFileName(modules[i], &length);
        prepare(modules[i], ids[i]);
        for (size_t before = 0; before < i; before++) /* each with each: what two files only declare must agree, too */
            compare_files(of, modules[i], modules[before]);
    }
    of->input = "lanewise";
    of->module = LLVMModuleCreateWithNameInContext(of->input, of->context);
    for (size_t i = 0; i < count && !of->failed; i++)
        add_file(of, modules[i], ids[i]);
}

unsigned lower_linked_count(const lowering *of)
{
    return LLVMGetNamedMetadataNumOperands(of->module, LINKED);
}

void lower_linked_ids(const lowering *of, const char **ids)
{
    unsigned count = lower_linked_count(of), length;
    LLVMValueRef *node = lower_allocate(count, sizeof *node), text;
    LLVMGetNamedMetadataOperands(of->module, LINKED, node);
    for (unsigned i = 0; i < count; i++) {
        LLVMGetMDNodeOperands(node[i], &text);
        ids[i] = LLVMGetMDString(text, &length);
    }
    free(node);
}
