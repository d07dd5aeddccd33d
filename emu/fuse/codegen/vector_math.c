/* Mathematics in loops over threads: which calls the vectoriser may make for several threads at once, with the same
 * bits.
 *
 * Invariant: a call that is not vectorised is unchanged. */
#include "vector_math.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../device/device_math_list.h"
#include "../analysis/calls.h"
#include "../support/kernel.h"

#define NAME(name) #name,
static const char *const names[] = {EMU_MATH_OF_1(NAME) EMU_MATH_OF_2(NAME) EMU_MATH_OF_3(NAME) EMU_MATH_OF_4(NAME)};
#undef NAME

/* Whether the function is emu_math_NAME or emu_math_NAMEf, and has vector forms. */
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

enum { MOST_ARGUMENTS = 4, MOST_VECTOR = 64 }; /* in threads */

/* Whether arguments and result have one type; another function of that name in the module is not ours. */
static bool is_of_one_type(LLVMValueRef call)
{
    unsigned arguments = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < arguments; i++)
        if (LLVMTypeOf(LLVMGetOperand(call, i)) != LLVMTypeOf(call))
            return false;
    return arguments >= 1 && arguments <= MOST_ARGUMENTS;
}

void fuse_keep_vector_function(fuse_kernel *kernel, LLVMValueRef function)
{
    fuse_compilation *compilation = kernel->compilation;
    for (size_t i = 0; i < compilation->vector_count; i++)
        if (compilation->vector[i] == function)
            return;
    LLVMValueRef *more = realloc(compilation->vector, (compilation->vector_count + 1) * sizeof *more);
    if (!more)
        abort();
    compilation->vector = more;
    more[compilation->vector_count++] = function;
}

/* Declares the function NAME_xTHREADS, which the emulator has, or which calls one of half the width twice
 * (make_of_halves). */
static LLVMValueRef declare(fuse_kernel *kernel, LLVMValueRef call, const char *callee, unsigned threads)
{
    char name[96];
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(call), threads), types[MOST_ARGUMENTS] = {type, type, type, type};
    snprintf(name, sizeof name, "%s_x%u", callee, threads);
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name);
    if (!function)
        function =
            LLVMAddFunction(kernel->module, name, LLVMFunctionType(type, types, LLVMGetNumArgOperands(call), false));
    fuse_keep_vector_function(kernel, function);
    return function;
}

/* The elements from `first` on of one vector, or of two concatenated ones. */
static LLVMValueRef elements(fuse_kernel *kernel, LLVMBuilderRef builder, LLVMValueRef low, LLVMValueRef high,
                             unsigned first, unsigned count)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(kernel->context);
    LLVMValueRef number[MOST_VECTOR];
    for (unsigned i = 0; i < count; i++)
        number[i] = LLVMConstInt(i32, first + i, false);
    return LLVMBuildShuffleVector(builder, low, high, LLVMConstVector(number, count), "");
}

/* A strip's loop is one vector that may be wider than the processor's: such a function calls the one for half as
 * many threads twice. */
static void make_of_halves(fuse_kernel *kernel, LLVMValueRef function, LLVMValueRef half, unsigned threads)
{
    if (LLVMGetFirstBasicBlock(function))
        return;
    static const char always[] = "alwaysinline";
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(kernel->context);
    LLVMValueRef part[2], argument[MOST_ARGUMENTS];
    unsigned arguments = LLVMCountParams(function), kind = LLVMGetEnumAttributeKindForName(always, sizeof always - 1);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(kernel->context, kind, 0));
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(kernel->context, function, ""));
    for (unsigned p = 0; p < 2; p++) {
        for (unsigned i = 0; i < arguments; i++) {
            LLVMValueRef all = LLVMGetParam(function, i);
            argument[i] = elements(kernel, builder, all, LLVMGetPoison(LLVMTypeOf(all)), p * threads / 2, threads / 2);
        }
        part[p] = LLVMBuildCall2(builder, LLVMGlobalGetValueType(half), half, argument, arguments, "");
    }
    LLVMBuildRet(builder, elements(kernel, builder, part[0], part[1], 0, threads));
    LLVMDisposeBuilder(builder);
}

/* Appends the vectoriser's description of NAME_xTHREADS. */
static void offer(LLVMValueRef call, const char *callee, unsigned threads, char *variants, size_t size)
{
    size_t used = strlen(variants);
    snprintf(variants + used, size - used, "%s_ZGV_LLVM_N%u%.*s_%s(%s_x%u)", used ? "," : "", threads,
             (int)LLVMGetNumArgOperands(call), "vvvv", callee, callee, threads);
}

/* Without this clang prefers vectors of 256 bits even if the processor has 512, and would pass a wider one in two
 * registers. */
void fuse_prefer_512_bits(fuse_kernel *kernel, LLVMValueRef function)
{
    static const char key[] = "prefer-vector-width", value[] = "512";
    if (kernel->level < 2)
        return;
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(kernel->context, key, sizeof key - 1, value, sizeof value - 1));
}

void fuse_set_vector_variants(fuse_kernel *kernel, LLVMValueRef call, const char *variants)
{
    static const char key[] = "vector-function-abi-variant";
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(kernel->context, key, sizeof key - 1, variants, (unsigned)strlen(variants)));
}

void fuse_declare_vector_variants(fuse_kernel *kernel, LLVMValueRef call, unsigned strip)
{
    const char *callee = LLVMIsACallInst(call) ? fuse_callee_name(call) : NULL;
    bool is_float = callee && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMFloatTypeKind;
    if (!callee || !has_vectors(callee, is_float) || !is_of_one_type(call))
        return;
    char variants[1024] = "";
    unsigned least = (kernel->level == 0 ? 4 : 8) / (is_float ? 1 : 2), most = kernel->level == 2 ? 2 * least : least;
    LLVMValueRef half = NULL;
    for (unsigned threads = least; threads <= most || (threads <= strip && threads <= MOST_VECTOR); threads *= 2) {
        LLVMValueRef function = declare(kernel, call, callee, threads);
        if (threads > most)
            make_of_halves(kernel, function, half, threads);
        offer(call, callee, threads, variants, sizeof variants);
        half = function;
    }
    fuse_set_vector_variants(kernel, call, variants);
}
