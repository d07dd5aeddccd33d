/* Makes the kernels that a pass leaves callable. Up to `emit` a kernel is a function for one thread.
 * barrier_isolation has made its synchronisation points the ends of blocks, listed in a map. Here they become calls
 * again:
 *
 *     lw_fused_bring(mask, value, operand)      the thread's operands, as before
 *     lw_fused_wait(kind, operation, site)      kind: emu_fused_wait; operation: of a warp collective
 *     lw_fused_result()                         the thread's result, as before
 *
 * Invariant after: the function is NAME__one_thread, visible to other objects. */
#include "one_thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/map.h"
#include "../support/memory.h"

static void rename_for_test(LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    size_t size = length + sizeof "__one_thread";
    char *made = fuse_allocate(size, 1);
    snprintf(made, size, "%.*s__one_thread", (int)(length - strlen("__fiber")), name);
    LLVMSetValueName2(function, made, strlen(made));
    LLVMSetLinkage(function, LLVMExternalLinkage);
    LLVMSetVisibility(function, LLVMDefaultVisibility);
    free(made);
}

static LLVMValueRef first_after_phis(LLVMBasicBlockRef block)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    return at;
}

void fuse_keep_one_thread(const fuse_kernel *kernel)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(kernel->context);
    LLVMTypeRef takes[] = {i32, i32, LLVMPointerTypeInContext(kernel->context, 0)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(kernel->context), takes, 3, false);
    LLVMValueRef wait = LLVMGetNamedFunction(kernel->module, "lw_fused_wait");
    if (!wait)
        wait = LLVMAddFunction(kernel->module, "lw_fused_wait", type);
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function);
    for (; block; block = LLVMGetNextBasicBlock(block)) {
        const fuse_sync_point *point = map_get(&kernel->sync_points, block);
        if (!point)
            continue;
        LLVMValueRef argument[] = {LLVMConstInt(i32, point->kind, false), LLVMConstInt(i32, point->operation, false),
                                   point->site};
        LLVMPositionBuilderBefore(kernel->builder, first_after_phis(block));
        LLVMSetCurrentDebugLocation2(kernel->builder, NULL);
        LLVMBuildCall2(kernel->builder, type, wait, argument, 3, "");
    }
    rename_for_test(kernel->function);
}

void fuse_keep_all_one_thread(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (fuse_is_kernel(f))
            rename_for_test(f);
}
