/* Makes each kernel one function: inlines everything it calls, and keeps only those globals that kernels use.
 *
 * Invariant after: the only functions with a body are kernels (NAME__fiber); each loop has one latch and a
 * preheader, values leave loops through phis, and there is one return. */
#include "prepare.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/block_shape.h"
#include "../analysis/calls.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/run_passes.h"
#include "array_unroll.h"
#include "copy_checks.h"
#include "full_unroll.h"
#include "lower_switch.h"
#include "scalar_replacement.h"
#include "shape_specialisation.h"
#include "shifted_sum.h"

/* Runs passes that depend on no processor. */
static bool run(LLVMModuleRef module, const char *passes)
{
    return fuse_run_passes(module, passes, NULL);
}

static void remove_attribute(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static void inline_all(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMAttributeRef always = LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("alwaysinline", 12), 0);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        if (!LLVMGetFirstBasicBlock(function))
            continue;
        remove_attribute(function, "noinline");
        remove_attribute(function, "optnone");
        if (fuse_is_kernel(function)) {
            LLVMSetLinkage(function, LLVMExternalLinkage); /* until its regions are made */
            continue;
        }
        LLVMSetLinkage(function, LLVMInternalLinkage);
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, always);
    }
}

/* Drops the lists that keep the C copy's globals alive. */
static void drop_lists(LLVMModuleRef module)
{
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        LLVMValueRef list = LLVMGetNamedGlobal(module, lists[i]);
        if (list)
            LLVMDeleteGlobal(list);
    }
}

/* Whether the global is NAME__attributes, which the kernel language writes for a kernel: kept as long as passes read
 * it. */
static bool is_attributes(LLVMValueRef global)
{
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    static const char tail[] = "__attributes";
    return length > sizeof tail - 1 && strcmp(name + length - (sizeof tail - 1), tail) == 0;
}

void fuse_drop_attributes(LLVMModuleRef module)
{
    for (LLVMValueRef next, global = LLVMGetFirstGlobal(module); global; global = next) {
        next = LLVMGetNextGlobal(global);
        if (is_attributes(global))
            LLVMDeleteGlobal(global);
    }
}

/* Globals visible outside the file are defined in the C copy. Records that the emulator fills in are not constant. */
static void share_globals(LLVMModuleRef module)
{
    for (LLVMValueRef global = LLVMGetFirstGlobal(module); global; global = LLVMGetNextGlobal(global)) {
        LLVMLinkage linkage = LLVMGetLinkage(global);
        const char *section = LLVMGetSection(global);
        if (LLVMIsDeclaration(global))
            continue;
        if (is_attributes(global)) {
            LLVMSetLinkage(global, LLVMExternalLinkage);
            continue;
        }
        if (section && strcmp(section, "lw_shared") == 0) {
            LLVMSetExternallyInitialized(global, true);
        } else if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) {
            LLVMSetInitializer(global, NULL);
            LLVMSetLinkage(global, LLVMExternalLinkage);
        }
    }
}

/* Sets the shapes of blocks that kernels declare. */
static void set_shapes(LLVMModuleRef module)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMUseRef next, use = LLVMGetFirstUse(function); use; use = next) {
            LLVMValueRef user = LLVMGetUser(use);
            unsigned shape[3] = {0};
            int axis = 0;
            next = LLVMGetNextUse(use);
            if (!LLVMIsACallInst(user) || fuse_call_of(user, &axis) != FUSE_BLOCK_DIM)
                continue;
            LLVMValueRef home = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
            if (fuse_is_kernel(home))
                fuse_declared_shape(home, shape);
            if (shape[axis])
                LLVMReplaceAllUsesWith(user, LLVMConstInt(LLVMTypeOf(user), shape[axis], false));
        }
}

/* Bounds ids by CUDA's limits of a block: so signed divisions of ids are shifts, and sums of them do not wrap.
 * `own`: by the kernel's own block shape. LLVM would write sums in other ways by those bounds, so they serve only to
 * find conditions that always hold. */
static void bound_ids(LLVMModuleRef module, bool own)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned kind = LLVMGetMDKindIDInContext(context, "range", 5);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
            int axis = 0;
            LLVMValueRef user = LLVMGetUser(use);
            fuse_call call = LLVMIsACallInst(user) ? fuse_call_of(user, &axis) : FUSE_OTHER;
            if (call != FUSE_THREAD && call != FUSE_LINEAR_ID && call != FUSE_BLOCK_DIM)
                continue;
            unsigned most = call != FUSE_LINEAR_ID && axis == 2 ? 64 : 1024, least = call == FUSE_BLOCK_DIM,
                     shape[3] = {0};
            LLVMValueRef home = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
            if (own && call == FUSE_THREAD && fuse_is_kernel(home)) {
                fuse_declared_shape(home, shape);
                most = shape[axis] ? shape[axis] : most;
            }
            LLVMTypeRef type = LLVMTypeOf(user);
            LLVMMetadataRef ends[] = {LLVMValueAsMetadata(LLVMConstInt(type, least, false)),
                                      LLVMValueAsMetadata(LLVMConstInt(type, most + least, false))};
            LLVMSetMetadata(user, kind, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, ends, 2)));
        }
}

/* ---- loops whose number of iterations depends on the thread ---- */
static bool is_by_thread(LLVMValueRef value, map *seen)
{
    if (!LLVMIsAInstruction(value) || map_get(seen, value))
        return false;
    map_put(seen, value, value);
    fuse_call call = fuse_call_of(value, NULL);
    bool found = call == FUSE_THREAD || call == FUSE_LINEAR_ID;
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value) && !found; i++)
            found = is_by_thread(LLVMGetIncomingValue(value, i), seen);
        return found;
    }
    for (int i = 0; i < LLVMGetNumOperands(value) && !found && fuse_is_speculatable(value); i++)
        found = is_by_thread(LLVMGetOperand(value, (unsigned)i), seen);
    return found;
}

/* clang marks loops without an unroll pragma as not to be unrolled. Loops that start at the thread's linear id may
 * have one more iteration for some threads, as where a block fills a tile that is a little larger. A few such
 * iterations are faster unrolled, each for its own threads. */
static void allow_unrolling(LLVMModuleRef module)
{
    unsigned kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "llvm.loop", 9);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            map seen = {0};
            if (LLVMGetNumSuccessors(end) == 2 && LLVMIsABranchInst(end) && LLVMGetMetadata(end, kind) &&
                is_by_thread(LLVMGetCondition(end), &seen))
                LLVMSetMetadata(end, kind, NULL);
            map_free(&seen);
        }
}

/* Whether all terminators are branches, the only ones that LLVM's pass knows. */
static bool has_jumps_alone(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            switch (LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(block))) {
            case LLVMBr:
            case LLVMSwitch:
            case LLVMRet:
            case LLVMUnreachable: break;
            default: return false;
            }
    return true;
}

/* ---- the passes, in the order of the driver's table ---- */
bool fuse_inline_calls(const fuse_preparation *of)
{
    inline_all(of->module);
    drop_lists(of->module);
    share_globals(of->module);
    return run(of->module, "always-inline,globaldce");
}

bool fuse_apply_block_shape(const fuse_preparation *of)
{
    set_shapes(of->module);
    fuse_drop_unsuitable_shapes(of->module);
    bound_ids(of->module, false);
    return true;
}

bool fuse_replace_aggregates(const fuse_preparation *of)
{
    fuse_scalarise_copies(of->module);
    fuse_separate_products(of->module);
    return run(of->module, "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
                           "loop(loop-rotate))");
}

/* Inlining gives some loops constant bounds. They are unrolled here: a local array in them can then be in registers. */
bool fuse_unroll_fully(const fuse_preparation *of)
{
    fuse_mark_full_unroll(of->module, of->not_unrolled);
    fuse_allow_array_unroll(of->module);
    fuse_mark_array_loops(of->module, of->sum_vectors, of->sums_in_vain);
    return run(of->module, "function(loop-simplify,lcssa,loop(loop-unroll-full),sroa,early-cse)");
}

bool fuse_unroll_short_loops(const fuse_preparation *of)
{
    allow_unrolling(of->module);
    return run(of->module, "function(loop-simplify,lcssa,loop-unroll<O3;no-partial;no-runtime;no-peeling;"
                           "no-profile-peeling;upperbound;full-unroll-max=4>,early-cse)");
}

bool fuse_replace_vectors(const fuse_preparation *of)
{
    fuse_scalarise_vectors(of->module);
    return run(of->module, "function(scalarizer,instcombine<no-verify-fixpoint>,simplifycfg,mergereturn)");
}

bool fuse_unshift_sums(const fuse_preparation *of)
{
    fuse_undo_shifted_sums(of->module);
    return true;
}

bool fuse_reduce_checks(const fuse_preparation *of)
{
    if (fuse_reduce_copy_checks(of->module)) {
        if (!run(of->module, "function(instcombine<no-verify-fixpoint>,simplifycfg)"))
            return false;
        fuse_undo_shifted_sums(of->module); /* instcombine writes shifts again */
    }
    return true;
}

bool fuse_fold_id_ranges(const fuse_preparation *of)
{
    bound_ids(of->module, true);
    return run(of->module, "function(sccp)");
}

bool fuse_lower_switches(const fuse_preparation *of)
{
    fuse_lower_small_switches(of->module);
    return true;
}

bool fuse_fix_irreducible(const fuse_preparation *of)
{
    return !of->fixes_irreducible || !has_jumps_alone(of->module) ||
           run(of->module, "function(lower-switch,fix-irreducible)");
}

bool fuse_simplify_loops(const fuse_preparation *of)
{
    return run(of->module, "function(loop-simplify,lcssa)");
}
