/* LLVM's passes over the emitted code, up to the vectoriser and those after it. These are the ones that loops over
 * threads gain by: all of -O3 took twice as long.
 *
 * Invariant: the functions compute what they did, and LLVM's verifier accepts them before and after. */
#include "optimize.h"

#include <llvm-c/Support.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/kernel.h"
#include "../support/run_passes.h"
#include "address_registers.h"
#include "branch_filter.h"
#include "exponential.h"
#include "interleaved_access.h"
#include "mask_blend.h"
#include "masked_call.h"
#include "outer_loop.h"
#include "prefetch.h"
#include "sign_extension.h"
#include "switch_in_loop.h"
#include "target_machine.h"

/* The kind that clang would give a remark of the vectoriser, judged by its text: how a loop ended, or before that a
 * reason. Null: the remark is another pass's. */
static const char *kind_of(const char *text)
{
    static const char refused[] = ": loop not vectorized";
    const char *end = strstr(text, refused);
    if (strstr(text, ": vectorized loop (") || strstr(text, ": interleaved loop ("))
        return "-Rpass";
    if (strstr(text, ": the cost-model indicates that ") || strstr(text, " is explicitly disabled") ||
        (end && strncmp(end + sizeof refused - 1, ": ", 2) != 0))
        return "-Rpass-missed";
    return end ? "-Rpass-analysis" : NULL;
}

static void report(LLVMDiagnosticInfoRef information, void *with)
{
    fuse_optimizer *to = with;
    char *text = LLVMGetDiagInfoDescription(information);
    LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(information);
    const char *kind = severity == LLVMDSRemark ? kind_of(text) : NULL;
    if (severity == LLVMDSError) {
        to->failed = true;
        fprintf(stderr, "lanewise-fuse: %s\n", text);
    } else if (to->reports && kind && (!to->again || strcmp(kind, "-Rpass") == 0)) {
        fprintf(to->reports, "remark: %s [%s=loop-vectorize]\n", text, kind);
    }
    LLVMDisposeMessage(text);
}

#define COMBINE "instcombine<no-verify-fixpoint>,"
#define SIMPLIFY "simplifycfg<keep-loops;switch-range-to-icmp>"

/* Uniform values are in slots, which become SSA values. Some copies of regions become unreachable. */
static const char first_passes[] = "function(" SIMPLIFY ",sroa,early-cse<memssa>," SIMPLIFY ",early-cse)";

/* A histogram, which runs its threads' atomics one by one, takes half as long again without jump-threading. */
static const char passes[] =
    "function(" COMBINE SIMPLIFY ","
    "loop-mssa(loop-rotate,licm,simple-loop-unswitch<nontrivial;trivial>)," SIMPLIFY "," COMBINE
    "loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa,gvn,jump-threading,loop-mssa(licm)," SIMPLIFY ")";

static const char vectoriser[] = "function(loop-vectorize)";

static const char last_passes[] =
    "always-inline,function(" COMBINE
    "simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;hoist-common-insts;"
    "sink-common-insts>,loop-unroll<O3>,sroa," COMBINE "loop-mssa(licm)),globaldce";

/* Functions that take little time are not optimised any further, nor when machine code is made of them. */
static void mark_cold(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned cold = LLVMGetEnumAttributeKindForName("cold", 4);
    static const char *const left[] = {"optnone", "noinline"};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (int i = 0; i < 2 && LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, cold); i++) {
            unsigned kind = LLVMGetEnumAttributeKindForName(left[i], strlen(left[i]));
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
        }
}

/* Whether the function calls one that has vector forms. */
static bool calls_vectors(LLVMValueRef function)
{
    static const char key[] = "vector-function-abi-variant";
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            if (LLVMIsACallInst(at) &&
                LLVMGetCallSiteStringAttribute(at, LLVMAttributeFunctionIndex, key, sizeof key - 1))
                return true;
    return false;
}

/* If the processor has no fused multiply-add, it is a call of the C library. It must be one before the vectoriser
 * runs: in a vector each thread's operands would be extracted and its result inserted around the call. Functions in
 * which vectors pay because of other calls are left alone. */
static void call_for_fma(LLVMModuleRef module)
{
    static const char *const name[][2] = {{"llvm.fma.f32", "fmaf"}, {"llvm.fma.f64", "fma"}};
    unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef none = LLVMCreateEnumAttribute(LLVMGetModuleContext(module), memory, 0);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        LLVMValueRef operation = LLVMGetNamedFunction(module, name[i][0]), last = NULL;
        LLVMValueRef function = LLVMGetNamedFunction(module, name[i][1]);
        if (!operation)
            continue;
        if (!function)
            function = LLVMAddFunction(module, name[i][1], LLVMGlobalGetValueType(operation));
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, none);
        bool vectors = false;
        for (LLVMUseRef use = LLVMGetFirstUse(operation), next; use; use = next) {
            LLVMValueRef call = LLVMGetUser(use);
            LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
            next = LLVMGetNextUse(use);
            vectors = in == last ? vectors : calls_vectors(in);
            last = in;
            if (!vectors)
                LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
        }
    }
}

/* Where LLVM ends a block with `unreachable`, since going on would be undefined, the program traps. Code that just
 * ends would run on into the next function. */
static void trap_undefined(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMValueRef trap = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID("llvm.trap", 9), NULL, 0);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            if (LLVMGetInstructionOpcode(end) != LLVMUnreachable)
                continue;
            LLVMPositionBuilderBefore(builder, end);
            LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(end));
            LLVMBuildCall2(builder, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
        }
    LLVMDisposeBuilder(builder);
}

/* ---- the passes, in the order of the driver's table ---- */
bool fuse_call_for_fma(fuse_optimizer *of)
{
    if (fuse_is_x86(of->compilation) && of->compilation->level == 0)
        call_for_fma(of->compilation->module);
    return true;
}

bool fuse_clean_up(fuse_optimizer *of)
{
    bool done = fuse_run_passes(of->compilation->module, first_passes, of->machine);
    if (done)
        mark_cold(of->compilation->module);
    return done;
}

bool fuse_optimize_scalars(fuse_optimizer *of)
{
    return fuse_run_passes(of->compilation->module, passes, of->machine);
}

bool fuse_extend_by_sign(fuse_optimizer *of)
{
    fuse_prefer_sign_extension(of->compilation->module);
    return true;
}

bool fuse_lower_loop_switches(fuse_optimizer *of)
{
    fuse_lower_switches_in_loops(of->compilation->module);
    return true;
}

bool fuse_exchange_outer_loops(fuse_optimizer *of)
{
    static const char before[] = "function(loop-simplify,lcssa)";
    static const char after[] = "function(mem2reg,sccp," SIMPLIFY ",loop-mssa(licm))";
    return fuse_run_passes(of->compilation->module, before, of->machine) &&
           (!fuse_vectorise_outer_loops(of->compilation) ||
            fuse_run_passes(of->compilation->module, after, of->machine));
}

bool fuse_filter_costly(fuse_optimizer *of)
{
    static const char before[] = "function(loop-simplify,lcssa)";
    return fuse_run_passes(of->compilation->module, before, of->machine) &&
           (!fuse_filter_costly_branches(of->compilation) ||
            fuse_run_passes(of->compilation->module, "function(" SIMPLIFY ",loop-mssa(licm))", of->machine));
}

bool fuse_mask_arguments(fuse_optimizer *of)
{
    fuse_mask_calls(of->compilation);
    return true;
}

bool fuse_vectorise(fuse_optimizer *of)
{
    return fuse_run_passes(of->compilation->module, vectoriser, of->machine);
}

bool fuse_filter(fuse_optimizer *of)
{
    static const char before[] = "function(loop-simplify,lcssa)";
    LLVMModuleRef module = of->compilation->module;
    if (!fuse_run_passes(module, before, of->machine))
        return false;
    of->again = fuse_filter_branches(of->compilation);
    bool done = !of->again || fuse_run_passes(module, vectoriser, of->machine);
    of->again = false;
    return done;
}

/* The functions that only the vectoriser calls: codegen/vector_math.c keeps them until here. */
static void drop_kept_functions(LLVMModuleRef module)
{
    LLVMValueRef list = LLVMGetNamedGlobal(module, "llvm.compiler.used");
    if (list)
        LLVMDeleteGlobal(list);
}

bool fuse_optimise_vectors(fuse_optimizer *of)
{
    drop_kept_functions(of->compilation->module);
    return fuse_run_passes(of->compilation->module, last_passes, of->machine);
}

bool fuse_join_interleaved(fuse_optimizer *of)
{
    fuse_join_interleaved_loads(of->compilation);
    fuse_join_interleaved_stores(of->compilation);
    return fuse_run_passes(of->compilation->module, "function(dce)", of->machine);
}

bool fuse_expand_exponentials(fuse_optimizer *of)
{
    if (fuse_is_x86(of->compilation) && of->compilation->level > 0)
        fuse_inline_exponentials(of->compilation->module);
    return true;
}

bool fuse_prefetch(fuse_optimizer *of)
{
    fuse_insert_prefetches(of->compilation->module);
    return true;
}

/* Instructions of SSE have two operands, and the processor does not split those. */
bool fuse_hold_addresses(fuse_optimizer *of)
{
    if (fuse_is_x86(of->compilation) && of->compilation->level > 0)
        fuse_keep_addresses_in_registers(of->compilation->module);
    return true;
}

bool fuse_blend(fuse_optimizer *of)
{
    if (fuse_is_x86(of->compilation) && of->compilation->level == 2)
        fuse_blend_by_masks(of->compilation->module);
    return true;
}

bool fuse_trap_undefined(fuse_optimizer *of)
{
    trap_undefined(of->compilation->module);
    return true;
}

/* ---- before and after the passes ---- */
bool fuse_begin_optimizing(fuse_optimizer *of)
{
    static const char *const options[] = {
        "lanewise-fuse",
        /* LLVM 19 reads beyond the array if the index of a group of strided loads wraps, as in s[threadIdx.x * 7 %
         * 2048]. */
        "-enable-interleaved-mem-accesses=false",
        /* With versioning, vectors would be in a loop for a stride of 1 alone, and at any other stride threads would
         * run one by one. */
        "-enable-mem-access-versioning=false", "-pass-remarks=loop-vectorize", "-pass-remarks-missed=loop-vectorize",
        "-pass-remarks-analysis=loop-vectorize"};
    LLVMParseCommandLineOptions(of->reports ? 6 : 3, options, NULL);
    of->machine = fuse_create_target_machine(of->compilation);
    if (!of->machine)
        return false;
    LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(of->compilation->module), report, of);
    return true;
}

bool fuse_end_optimizing(fuse_optimizer *of)
{
    LLVMDisposeTargetMachine(of->machine);
    LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(of->compilation->module), NULL, NULL);
    return !of->failed;
}
