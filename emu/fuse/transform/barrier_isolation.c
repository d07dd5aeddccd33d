/* Ends a block at each synchronisation point. The first part ends with lw_fused_bring(mask, value, operand), which
 * holds the thread's operands. The second begins with lw_fused_result(), the thread's result; kernel->sync_points
 * maps this new block to the synchronisation point.
 *
 * Invariant after: no call of lw_fused_barrier, lw_fused_collective, lw_fused_tile or lw_fused_grid is left. */
#include "barrier_isolation.h"

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../support/ir.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "full_unroll.h"

static LLVMValueRef declare(fuse_kernel *kernel, const char *name, LLVMTypeRef type)
{
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name);
    return function ? function : LLVMAddFunction(kernel->module, name, type);
}

LLVMBasicBlockRef fuse_split_before(fuse_kernel *kernel, LLVMValueRef at)
{
    LLVMBasicBlockRef after = LLVMGetInstructionParent(at), front = fuse_split_block(kernel->builder, at);
    void *earlier = map_get(&kernel->sync_points, after); /* its result moved with the block's first part */
    if (earlier) {
        map_put(&kernel->sync_points, front, earlier);
        map_put(&kernel->sync_points, after, NULL);
    }
    return front;
}

static bool cut_at(fuse_kernel *kernel, LLVMValueRef call, fuse_call kind)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(kernel->context), i64 = LLVMInt64TypeInContext(kernel->context);
    LLVMTypeRef brings[] = {i32, i64, i32};
    LLVMTypeRef bring_type = LLVMFunctionType(LLVMVoidTypeInContext(kernel->context), brings, 3, false);
    LLVMTypeRef result_type = LLVMFunctionType(i64, NULL, 0, false);
    fuse_sync_point *wait = fuse_allocate(1, sizeof *wait);
    LLVMValueRef zero = LLVMConstInt(i32, 0, false), argument[3];
    if (kind == FUSE_GRID) {
        *wait = (fuse_sync_point){.kind = EMU_FUSED_GRID, .site = LLVMGetOperand(call, 0)};
        argument[0] = argument[2] = zero;
        argument[1] = LLVMConstInt(i64, 0, false);
    } else if (kind == FUSE_TILE) {
        LLVMValueRef size = LLVMGetOperand(call, 0);
        if (!LLVMIsAConstantInt(size))
            return fuse_refuse(kernel, "the size of a tile is chosen as it runs");
        unsigned threads = (unsigned)LLVMConstIntGetZExtValue(size);
        *wait = (fuse_sync_point){.kind = EMU_FUSED_TILE, .operation = threads, .site = LLVMGetOperand(call, 1)};
        kernel->largest_tile = threads > kernel->largest_tile ? threads : kernel->largest_tile;
        argument[0] = argument[2] = zero;
        argument[1] = LLVMConstInt(i64, 0, false);
    } else if (kind == FUSE_COLLECTIVE) {
        LLVMValueRef operation = LLVMGetOperand(call, 0);
        if (!LLVMIsAConstantInt(operation))
            return fuse_refuse(kernel, "a warp's operation is chosen as it runs");
        *wait = (fuse_sync_point){.kind = EMU_FUSED_COLLECTIVE,
                                  .operation = (unsigned)LLVMConstIntGetZExtValue(operation),
                                  .site = LLVMGetOperand(call, 4)};
        for (unsigned i = 0; i < 3; i++)
            argument[i] = LLVMGetOperand(call, i + 1);
    } else {
        LLVMValueRef predicate = LLVMGetOperand(call, 0);
        bool none = LLVMIsAConstantInt(predicate) && LLVMConstIntGetZExtValue(predicate) == 0;
        *wait = (fuse_sync_point){.kind = EMU_FUSED_BARRIER,
                                  .operation = !none || LLVMGetFirstUse(call),
                                  .site = LLVMGetOperand(call, 1),
                                  .unrolled = fuse_is_unrolled_barrier(call)};
        LLVMPositionBuilderBefore(kernel->builder, call);
        argument[0] = argument[2] = zero;
        argument[1] = LLVMBuildZExt(kernel->builder, predicate, i64, "");
    }
    if (!LLVMIsConstant(wait->site))
        return fuse_refuse(kernel, "the place of a wait is not known");
    LLVMBasicBlockRef front = fuse_split_before(kernel, call);
    LLVMPositionBuilderBefore(kernel->builder, LLVMGetBasicBlockTerminator(front));
    LLVMBuildCall2(kernel->builder, bring_type, declare(kernel, "lw_fused_bring", bring_type), argument, 3, "");
    LLVMPositionBuilderBefore(kernel->builder, call);
    LLVMValueRef result =
        LLVMBuildCall2(kernel->builder, result_type, declare(kernel, "lw_fused_result", result_type), NULL, 0, "");
    if (kind != FUSE_TILE && kind != FUSE_GRID)
        LLVMReplaceAllUsesWith(call, result);
    map_put(&kernel->sync_points, LLVMGetInstructionParent(call), wait);
    LLVMInstructionEraseFromParent(call);
    return true;
}

bool fuse_isolate_barriers(fuse_kernel *kernel)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef next, at = LLVMGetFirstInstruction(block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            fuse_call call = fuse_call_of(at, NULL);
            if (call == FUSE_LIFETIME)
                LLVMInstructionEraseFromParent(at);
            else if (fuse_is_wait(call)) {
                if (!cut_at(kernel, at, call))
                    return false;
                /* The second part is the original block. */
            }
        }
    return true;
}
