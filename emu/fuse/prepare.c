/* Makes each kernel one function: everything it calls is inlined, what is left of the module is what kernels use.
 *
 * Invariant after: the only functions with a body are kernels (NAME__fiber); each loop has one latch and a preheader,
 * values leave loops through phis, and there is one return. */
#include "fuse.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fuse_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *message = LLVMGetErrorMessage(error);
    fprintf(stderr, "lanewise-fuse: %s\n", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

/* What depends on no processor. */
static bool run(LLVMModuleRef module, const char *passes)
{
    return fuse_run_passes(module, passes, NULL);
}

/* As LW_KERNEL makes them: of the arguments' place alone. What else may have such a name is a function as any. */
bool fuse_is_kernel(LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    static const char tail[] = "__fiber";
    if (!LLVMGetFirstBasicBlock(function) || length <= sizeof tail - 1 ||
        strcmp(name + length - (sizeof tail - 1), tail) != 0)
        return false;
    LLVMTypeRef type = LLVMGlobalGetValueType(function), pointer = NULL;
    if (LLVMCountParamTypes(type) == 1 && !LLVMIsFunctionVarArg(type))
        LLVMGetParamTypes(type, &pointer);
    return pointer && LLVMGetTypeKind(pointer) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
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

/* What keeps alive what only the C copy needs. */
static void drop_lists(LLVMModuleRef module)
{
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        LLVMValueRef list = LLVMGetNamedGlobal(module, lists[i]);
        if (list)
            LLVMDeleteGlobal(list);
    }
}

/* What the kernel language says of a kernel: kept for as long as kernels are read. */
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

/* What has a name beyond the file is the C copy's; records that the emulator fills in are read as they are then. */
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

static unsigned number_in(LLVMValueRef structure, unsigned index)
{
    LLVMValueRef number = structure ? LLVMGetAggregateElement(structure, index) : NULL;
    return number && LLVMIsAConstantInt(number) ? (unsigned)LLVMConstIntGetZExtValue(number) : 0;
}

/* From NAME__attributes, of the kernel language: max_threads, min_blocks, block_size, cluster. */
unsigned fuse_find_shape(LLVMValueRef function, unsigned *shape)
{
    static const char tail[] = "__attributes";
    if (fuse_supposed_shape(function, shape))
        return shape[0] * shape[1] * shape[2];
    size_t length;
    const char *whole_name = LLVMGetValueName2(function, &length);
    length -= strlen("__fiber");
    char *name = fuse_allocate(length + sizeof tail, 1);
    memcpy(name, whole_name, length);
    memcpy(name + length, tail, sizeof tail);
    LLVMValueRef global = LLVMGetNamedGlobal(LLVMGetGlobalParent(function), name);
    free(name);
    LLVMValueRef whole = global && LLVMGetInitializer(global) ? LLVMGetInitializer(global) : NULL;
    LLVMValueRef sizes = whole && LLVMIsAConstantStruct(whole) ? LLVMGetAggregateElement(whole, 2) : NULL;
    for (unsigned i = 0; i < 3; i++)
        shape[i] = number_in(sizes, i);
    unsigned lanes = shape[0] * shape[1] * shape[2];
    return lanes ? lanes : number_in(whole && LLVMIsAConstantStruct(whole) ? whole : NULL, 0);
}

/* Where the kernel says how large its blocks are. */
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
                fuse_find_shape(home, shape);
            if (shape[axis])
                LLVMReplaceAllUsesWith(user, LLVMConstInt(LLVMTypeOf(user), shape[axis], false));
        }
}

/* CUDA's limits of a block: so signed divisions of ids are shifts, and sums of them do not wrap. Or those of the kernel's
 * own blocks (`own`), by which LLVM would write sums in other ways: only to find out which conditions always hold. */
static void bound_ids(LLVMModuleRef module, bool own)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned kind = LLVMGetMDKindIDInContext(context, "range", 5);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
            int axis = 0;
            LLVMValueRef user = LLVMGetUser(use);
            fuse_call call = LLVMIsACallInst(user) ? fuse_call_of(user, &axis) : FUSE_OTHER;
            if (call != FUSE_THREAD && call != FUSE_RANK && call != FUSE_BLOCK_DIM)
                continue;
            unsigned most = call != FUSE_RANK && axis == 2 ? 64 : 1024, least = call == FUSE_BLOCK_DIM, shape[3] = {0};
            LLVMValueRef home = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
            if (own && call == FUSE_THREAD && fuse_is_kernel(home)) {
                fuse_find_shape(home, shape);
                most = shape[axis] ? shape[axis] : most;
            }
            LLVMTypeRef type = LLVMTypeOf(user);
            LLVMMetadataRef ends[] = {LLVMValueAsMetadata(LLVMConstInt(type, least, false)),
                                      LLVMValueAsMetadata(LLVMConstInt(type, most + least, false))};
            LLVMSetMetadata(user, kind, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, ends, 2)));
        }
}

/* ---- loops whose number of turns is the lane's ---- */
static bool is_by_lane(LLVMValueRef value, map *seen)
{
    if (!LLVMIsAInstruction(value) || map_get(seen, value))
        return false;
    map_put(seen, value, value);
    fuse_call call = fuse_call_of(value, NULL);
    bool found = call == FUSE_THREAD || call == FUSE_RANK;
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value) && !found; i++)
            found = is_by_lane(LLVMGetIncomingValue(value, i), seen);
        return found;
    }
    for (int i = 0; i < LLVMGetNumOperands(value) && !found && fuse_is_pure(value); i++)
        found = is_by_lane(LLVMGetOperand(value, (unsigned)i), seen);
    return found;
}

/* clang has all loops stay as they are that nobody wants unrolled. Those that start at the lane's rank may have one more
 * turn for some lanes than for others, as where a block fills a tile that is a little larger: few such turns are better
 * off one behind the other, each for its own lanes. */
static void allow_unrolling(LLVMModuleRef module)
{
    unsigned kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "llvm.loop", 9);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            map seen = {0};
            if (LLVMGetNumSuccessors(end) == 2 && LLVMIsABranchInst(end) && LLVMGetMetadata(end, kind) &&
                is_by_lane(LLVMGetCondition(end), &seen))
                LLVMSetMetadata(end, kind, NULL);
            map_free(&seen);
        }
}

/* LLVM's pass knows no others. */
static bool has_jumps_alone(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            switch (LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(block))) {
            case LLVMBr: case LLVMSwitch: case LLVMRet: case LLVMUnreachable:
                break;
            default:
                return false;
            }
    return true;
}

bool fuse_prepare(LLVMModuleRef module, const fuse_names *except, bool untangles)
{
    inline_all(module);
    drop_lists(module);
    share_globals(module);
    if (!run(module, "always-inline,globaldce"))
        return false;
    set_shapes(module);
    fuse_drop_unfit(module);
    bound_ids(module, false);
    fuse_split_copies(module);
    fuse_split_products(module);
    if (!run(module, "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
                     "loop(loop-rotate))"))
        return false;
    fuse_mark_turns(module, except);
    /* Loops that only inlining has given constant bounds are unrolled here: what is inside is then the kernel's own. */
    if (!run(module, "function(loop-simplify,lcssa,loop(loop-unroll-full),sroa,early-cse)"))
        return false;
    allow_unrolling(module);
    if (!run(module, "function(loop-simplify,lcssa,loop-unroll<O3;no-partial;no-runtime;no-peeling;no-profile-peeling;"
                     "upperbound;full-unroll-max=4>,early-cse)"))
        return false;
    fuse_split_vectors(module);
    if (!run(module, "function(scalarizer,instcombine<no-verify-fixpoint>,simplifycfg,mergereturn)"))
        return false;
    bound_ids(module, true);
    if (!run(module, "function(sccp)"))
        return false;
    fuse_chain_switches(module);
    if (untangles && has_jumps_alone(module) && !run(module, "function(lower-switch,fix-irreducible)"))
        return false;
    return run(module, "function(loop-simplify,lcssa)");
}
