/* What device code calls and does not define: NVPTX's intrinsics, NVIDIA's libdevice and the device runtime become
 * functions of the vocabulary. LLVM's own intrinsics stay if every processor has them. The rest is an error.
 *
 * Invariant after: each declaration is such an intrinsic, or a name that lower_link_vocabulary() looks up. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

/* LLVM's intrinsics that mean the same on every target. A name that ends with '.' stands for all that begin so. */
static const char *const portable[] = {
    "llvm.abs.",          "llvm.assume",      "llvm.bitreverse.",
    "llvm.bswap.",        "llvm.ceil.",       "llvm.copysign.",
    "llvm.ctlz.",         "llvm.ctpop.",      "llvm.cttz.",
    "llvm.dbg.",          "llvm.debugtrap",   "llvm.experimental.noalias.scope.decl",
    "llvm.expect.",       "llvm.fabs.",       "llvm.floor.",
    "llvm.fma.",          "llvm.fshl.",       "llvm.fshr.",
    "llvm.is.constant.",  "llvm.is.fpclass.", "llvm.launder.invariant.group.",
    "llvm.lifetime.",     "llvm.maxnum.",     "llvm.memcpy.",
    "llvm.memmove.",      "llvm.memset.",     "llvm.minnum.",
    "llvm.objectsize.",   "llvm.ptrmask.",    "llvm.rint.",
    "llvm.sadd.",         "llvm.smax.",       "llvm.smin.",
    "llvm.smul.",         "llvm.sqrt.",       "llvm.ssub.",
    "llvm.stackrestore.", "llvm.stacksave.",  "llvm.strip.invariant.group.",
    "llvm.trap",          "llvm.trunc.",      "llvm.uadd.",
    "llvm.umax.",         "llvm.umin.",       "llvm.umul.",
    "llvm.usub.",         "llvm.nearbyint.",  "llvm.roundeven.",
    "llvm.fptosi.sat.",   "llvm.fptoui.sat.", "llvm.threadlocal.address.",
};

/* Functions of the device runtime, and of the C library in device code. */
static const char *const runtime[] = {"vprintf", "malloc", "free", "__assert_fail", "__cxa_pure_virtual"};

static bool is_portable(const char *name)
{
    for (size_t i = 0; i < sizeof portable / sizeof *portable; i++)
        if (lower_ends(portable[i], ".") ? lower_starts(name, portable[i]) : !strcmp(name, portable[i]))
            return true;
    return false;
}

static bool is_runtime(const char *name)
{
    for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++)
        if (!strcmp(name, runtime[i]))
            return true;
    return false;
}

/* llvm.nvvm.ldg.global.*(pointer, alignment), a load through the read-only cache: a load. */
static void replace_loads(lowering *of, LLVMValueRef function)
{
    for (LLVMUseRef use; (use = LLVMGetFirstUse(function));) {
        LLVMValueRef call = LLVMGetUser(use);
        LLVMPositionBuilderBefore(of->builder, call);
        LLVMValueRef load = LLVMBuildLoad2(of->builder, LLVMTypeOf(call), LLVMGetOperand(call, 0), "");
        LLVMSetAlignment(load, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)));
        LLVMReplaceAllUsesWith(call, load);
        LLVMInstructionEraseFromParent(call);
    }
}

static void rename_to(lowering *of, LLVMValueRef function, char *name)
{
    for (char *c = name; *c; c++)
        if (*c == '.')
            *c = '_';
    LLVMValueRef made = LLVMGetNamedFunction(of->module, name);
    if (!made)
        made = LLVMAddFunction(of->module, name, LLVMGlobalGetValueType(function));
    if (made != function)
        LLVMReplaceAllUsesWith(function, made);
    free(name);
}

static void replace(lowering *of, LLVMValueRef function)
{
    const char *name = lower_name(function);
    if (!LLVMGetFirstUse(function))
        return;
    if (lower_starts(name, "llvm.nvvm.ldg.global.")) {
        replace_loads(of, function);
    } else if (lower_starts(name, "llvm.nvvm.")) {
        rename_to(of, function, lower_format("nvvm_%s", name + strlen("llvm.nvvm.")));
    } else if (lower_starts(name, "llvm.")) {
        if (!is_portable(name))
            lower_refuse(of, lower_place_of_use(of, function), "LLVM's intrinsic %s is not supported in device code",
                         name);
    } else if (is_runtime(name)) {
        rename_to(of, function, lower_format("lw_cuda_%s", name));
    } else if (!lower_starts(name, "__nv_") && !lower_starts(name, "nvvm_") && !lower_starts(name, "lw_cuda_") &&
               !lower_starts(name, "lw_ptx_") && !lower_is_bounds_handler(of, name)) {
        char *source = lower_source_name(name, false);
        lower_refuse(of, lower_place_of_use(of, function),
                     lower_linked_count(of)
                         ? "device code calls %s(), which no file of the program defines"
                         : "device code calls %s(), which this file only declares (with -rdc=true another file may "
                           "define it)",
                     source);
        free(source);
    }
}

void lower_replace_intrinsics(lowering *of)
{
    for (LLVMValueRef next, f = LLVMGetFirstFunction(of->module); f; f = next) {
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f))
            replace(of, f);
    }
}
