/* Mathematics in loops over threads: which calls the vectoriser may make for several threads at once, with the same
 * bits.
 *
 * Invariant: a call that is not made a vector is what it was. */
#include "vector_math.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../math/vector/list.h"
#include "../analysis/calls.h"
#include "../support/kernel.h"

#define NAME(name) #name,
static const char *const names[] = {EMU_MATH_VECTOR_1(NAME) EMU_MATH_VECTOR_2(NAME) EMU_MATH_VECTOR_3(NAME)
                                    EMU_MATH_VECTOR_4(NAME)};
#undef NAME

/* The function is emu_math_NAME or emu_math_NAMEf, and has vector forms. */
static bool has_vectors(const char *callee, bool is_float)
{
    static const char prefix[] = "emu_math_";
    if (strncmp(callee, prefix, sizeof prefix - 1) != 0)
        return false;
    const char *name = callee + sizeof prefix - 1;
    size_t length = strlen(name);
    if (is_float && (length == 0 || name[--length] != 'f'))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
            return true;
    return false;
}

enum { MOST_ARGUMENTS = 4 };

/* The function answers what it takes; whatever else a module calls by its name is another. */
static bool is_of_one_type(LLVMValueRef call)
{
    unsigned arguments = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < arguments; i++)
        if (LLVMTypeOf(LLVMGetOperand(call, i)) != LLVMTypeOf(call))
            return false;
    return arguments >= 1 && arguments <= MOST_ARGUMENTS;
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
static void offer(fuse_kernel *kernel, LLVMValueRef call, const char *callee, unsigned threads, char *variants, size_t size)
{
    char name[96];
    size_t used = strlen(variants);
    unsigned arguments = LLVMGetNumArgOperands(call);
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(call), threads), types[MOST_ARGUMENTS] = {type, type, type, type};
    snprintf(name, sizeof name, "%s_x%u", callee, threads);
    snprintf(variants + used, size - used, "%s_ZGV_LLVM_N%u%.*s_%s(%s)", used ? "," : "", threads, (int)arguments, "vvvv",
             callee, name);
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name);
    if (!function)
        function = LLVMAddFunction(kernel->module, name, LLVMFunctionType(type, types, arguments, false));
    keep(kernel, function);
}

/* clang prefers vectors of 256 bits where it has 512, and would pass the wider ones in two. */
void fuse_prefer_512_bits(fuse_kernel *kernel, LLVMValueRef function)
{
    static const char key[] = "prefer-vector-width", value[] = "512";
    if (kernel->level < 2)
        return;
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(kernel->context, key, sizeof key - 1, value, sizeof value - 1));
}

void fuse_declare_vector_variants(fuse_kernel *kernel, LLVMValueRef call)
{
    const char *callee = LLVMIsACallInst(call) ? fuse_callee_name(call) : NULL;
    bool is_float = callee && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMFloatTypeKind;
    if (!callee || !has_vectors(callee, is_float) || !is_of_one_type(call))
        return;
    char variants[512] = "";
    unsigned threads = (kernel->level == 0 ? 4 : 8) / (is_float ? 1 : 2);
    offer(kernel, call, callee, threads, variants, sizeof variants);
    if (kernel->level == 2)
        offer(kernel, call, callee, 2 * threads, variants, sizeof variants);
    static const char key[] = "vector-function-abi-variant";
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(kernel->context, key, sizeof key - 1, variants,
                                                        (unsigned)strlen(variants)));
}
