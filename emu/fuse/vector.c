/* Mathematics in loops over lanes: which calls the vectoriser may make for several lanes at once, with the same bits.
 *
 * Invariant: a call that is not made a vector is what it was. */
#include "fuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../math/vector/list.h"

#define NAME(name) #name,
static const char *const of_one[] = {EMU_MATH_VECTOR_1(NAME)}, *const of_two[] = {EMU_MATH_VECTOR_2(NAME)};
#undef NAME

/* The number of arguments of emu_math_NAME or emu_math_NAMEf, where it has vector forms; else 0. */
static int arguments_of(const char *callee, bool is_float)
{
    static const char prefix[] = "emu_math_";
    if (strncmp(callee, prefix, sizeof prefix - 1) != 0)
        return 0;
    const char *name = callee + sizeof prefix - 1;
    size_t length = strlen(name) - is_float;
    for (size_t i = 0; i < sizeof of_one / sizeof *of_one; i++)
        if (strlen(of_one[i]) == length && strncmp(name, of_one[i], length) == 0)
            return 1;
    for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++)
        if (strlen(of_two[i]) == length && strncmp(name, of_two[i], length) == 0)
            return 2;
    return 0;
}

static void keep(fuse_kernel *kernel, LLVMValueRef function)
{
    fuse_module *whole = kernel->whole;
    for (size_t i = 0; i < whole->vector_count; i++)
        if (whole->vector[i] == function)
            return;
    LLVMValueRef *more = realloc(whole->vector, (whole->vector_count + 1) * sizeof *more);
    if (!more)
        abort();
    whole->vector = more;
    more[whole->vector_count++] = function;
}

/* Declares NAME_xLANES and appends how the vectoriser is told of it. */
static void offer(fuse_kernel *kernel, LLVMValueRef call, const char *callee, int arguments, unsigned lanes, char *variants,
                  size_t size)
{
    char name[96];
    size_t used = strlen(variants);
    snprintf(name, sizeof name, "%s_x%u", callee, lanes);
    snprintf(variants + used, size - used, "%s_ZGV_LLVM_N%u%s_%s(%s)", used ? "," : "", lanes, arguments == 2 ? "vv" : "v",
             callee, name);
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(call), lanes), types[2] = {type, type};
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name);
    if (!function)
        function = LLVMAddFunction(kernel->module, name, LLVMFunctionType(type, types, (unsigned)arguments, false));
    keep(kernel, function);
}

/* clang prefers vectors of 256 bits where it has 512, and would pass the wider ones in two. */
void fuse_prefer_wide(fuse_kernel *kernel, LLVMValueRef function)
{
    static const char key[] = "prefer-vector-width", value[] = "512";
    if (kernel->level < 2)
        return;
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(kernel->context, key, sizeof key - 1, value, sizeof value - 1));
}

void fuse_offer_vectors(fuse_kernel *kernel, LLVMValueRef call)
{
    const char *callee = LLVMIsACallInst(call) ? fuse_callee_name(call) : NULL;
    bool is_float = callee && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMFloatTypeKind;
    int arguments = callee ? arguments_of(callee, is_float) : 0;
    if (!arguments)
        return;
    char variants[512] = "";
    unsigned lanes = (kernel->level == 0 ? 4 : 8) / (is_float ? 1 : 2);
    offer(kernel, call, callee, arguments, lanes, variants, sizeof variants);
    if (kernel->level == 2)
        offer(kernel, call, callee, arguments, 2 * lanes, variants, sizeof variants);
    static const char key[] = "vector-function-abi-variant";
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(kernel->context, key, sizeof key - 1, variants,
                                                        (unsigned)strlen(variants)));
}
