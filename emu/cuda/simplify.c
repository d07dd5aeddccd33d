/* Headers' functions are as clang first writes them, with a place in memory for each value and many calls: a __hfma2() is 2000
 * instructions. Hundreds of them in one kernel would keep the compilers busy for minutes. So where much would be inlined, these
 * functions are simplified before the program's functions take them in. The program's own instructions stay as they are: what the
 * checked copy checks, and a debugger shows. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

enum {
    MUCH = 30000, /* instructions that a function would have */
    DEEPEST = 40  /* calls within calls: one may be of itself */
};

typedef struct sizes { /* of headers' functions with all that is inlined into them */
    LLVMValueRef *function;
    size_t *size, count;
} sizes;

/* The header's function that the instruction calls; null: none. */
static LLVMValueRef called_by(const lowering *of, LLVMValueRef instruction)
{
    LLVMValueRef called = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return called && LLVMIsAFunction(called) && lower_is_of_headers(of, called) ? called : NULL;
}

/* Counts up to MUCH and some more. */
static size_t size_of(const lowering *of, LLVMValueRef function, sizes *known, unsigned depth)
{
    for (size_t i = 0; i < known->count; i++)
        if (known->function[i] == function)
            return known->size[i];
    size_t size = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && size <= MUCH; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef called = depth < DEEPEST ? called_by(of, i) : NULL;
            size += called ? size_of(of, called, known, depth + 1) : 1;
        }
    known->function[known->count] = function;
    known->size[known->count++] = size;
    return size;
}

static bool is_much(const lowering *of)
{
    size_t functions = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        functions++;
    sizes known = {lower_allocate(functions + DEEPEST, sizeof *known.function),
                   lower_allocate(functions + DEEPEST, sizeof *known.size), 0};
    bool much = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f && !much; f = LLVMGetNextFunction(f))
        much = size_of(of, f, &known, 0) > MUCH;
    free(known.function);
    free(known.size);
    return much;
}

/* The calls of headers' functions by the program's are inlined or not. */
static void hold_calls(const lowering *of, bool hold)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(of->context, kind, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f)) {
        if (lower_is_of_headers(of, f))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (called_by(of, i) && hold)
                    LLVMAddCallSiteAttribute(i, LLVMAttributeFunctionIndex, attribute);
                else if (called_by(of, i))
                    LLVMRemoveCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, kind);
    }
}

/* The passes leave functions with `optnone` alone. Those that get it here are marked: a list of them would not do, because inlining
 * deletes functions. */
static const char mark[] = "lanewise-simplified-later";

static void leave_out_program(const lowering *of)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("optnone", strlen("optnone"));
    LLVMAttributeRef marked = LLVMCreateStringAttribute(of->context, mark, sizeof mark - 1, "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !lower_is_of_headers(of, f) &&
            !LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind)) {
            lower_set_attribute(of, f, "optnone", true);
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, marked);
        }
}

static void take_in_program(const lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, mark, sizeof mark - 1)) {
            lower_set_attribute(of, f, "optnone", false);
            LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, mark, sizeof mark - 1);
        }
}

void lower_simplify_headers(lowering *of)
{
    if (!is_much(of))
        return;
    leave_out_program(of);
    hold_calls(of, true);
    lower_run_passes(of, "always-inline,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)");
    hold_calls(of, false);
    take_in_program(of);
}
