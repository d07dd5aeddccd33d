/* A counter that starts differently in each thread and steps by the same amount for all, i = start, start + step,
 * ..., becomes start + u with a uniform u = 0, step, ... So neighbouring threads are seen to have neighbouring
 * addresses in every iteration. Integers wrap and addresses are sums, so the value is exactly the same.
 *
 * Invariant: the function computes what it did. */
#include "induction.h"

#include "../../fused/fused.h"
#include "../analysis/graph.h"
#include "../analysis/uniformity.h"
#include "../support/kernel.h"

static LLVMValueRef first_not_phi(LLVMBasicBlockRef block)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    return at;
}

/* The operand index of the step in i + step or in &i[step]; FUSE_NONE: it is neither. */
static int step_of(const fuse_kernel *kernel, LLVMValueRef next, LLVMValueRef phi)
{
    if (!LLVMIsAInstruction(next))
        return FUSE_NONE;
    int step = FUSE_NONE;
    if (LLVMGetInstructionOpcode(next) == LLVMAdd)
        step = LLVMGetOperand(next, 0) == phi ? 1 : LLVMGetOperand(next, 1) == phi ? 0 : FUSE_NONE;
    else if (LLVMIsAGetElementPtrInst(next) && LLVMGetNumOperands(next) == 2 && LLVMGetOperand(next, 0) == phi)
        step = 1;
    return step != FUSE_NONE && !fuse_is_divergent(kernel, LLVMGetOperand(next, (unsigned)step)) ? step : FUSE_NONE;
}

static LLVMValueRef moved(fuse_kernel *kernel, LLVMValueRef start, LLVMValueRef by, LLVMValueRef like)
{
    if (!LLVMIsAGetElementPtrInst(like))
        return LLVMBuildAdd(kernel->builder, start, by, "");
    return LLVMBuildGEP2(kernel->builder, LLVMGetGEPSourceElementType(like), start, &by, 1, "");
}

static void normalise(fuse_kernel *kernel, LLVMValueRef phi, LLVMValueRef next, int step_operand, unsigned back)
{
    LLVMValueRef start = LLVMGetIncomingValue(phi, !back), step = LLVMGetOperand(next, (unsigned)step_operand);
    LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
    LLVMTypeRef type = LLVMTypeOf(step);
    LLVMPositionBuilderBefore(kernel->builder, phi);
    LLVMValueRef shared = LLVMBuildPhi(kernel->builder, type, "shared");
    LLVMPositionBuilderBefore(kernel->builder, first_not_phi(header));
    LLVMValueRef own = moved(kernel, start, shared, next);
    LLVMPositionBuilderBefore(kernel->builder, next);
    LLVMValueRef shared_next = LLVMBuildAdd(kernel->builder, shared, step, "");
    LLVMValueRef own_next = moved(kernel, start, shared_next, next);
    LLVMValueRef values[2] = {LLVMConstNull(type), shared_next};
    LLVMBasicBlockRef blocks[2] = {LLVMGetIncomingBlock(phi, !back), LLVMGetIncomingBlock(phi, back)};
    LLVMAddIncoming(shared, values, blocks, 2);
    LLVMReplaceAllUsesWith(phi, own);
    LLVMReplaceAllUsesWith(next, own_next);
    LLVMInstructionEraseFromParent(next);
    LLVMInstructionEraseFromParent(phi);
}

void fuse_normalise_induction(fuse_kernel *kernel)
{
    for (int l = 0; l < kernel->loops; l++) {
        const fuse_loop *loop = &kernel->loop[l];
        const fuse_block *header = &kernel->block[loop->header];
        if (loop->latch == FUSE_NONE || header->from_count != 2 || (header->temporal_divergence && loop->has_barrier))
            continue;
        for (LLVMValueRef after, phi = LLVMGetFirstInstruction(header->block); LLVMIsAPHINode(phi); phi = after) {
            after = LLVMGetNextInstruction(phi);
            unsigned back = LLVMGetIncomingBlock(phi, 1) == kernel->block[loop->latch].block;
            LLVMValueRef next = LLVMGetIncomingValue(phi, back);
            int step = fuse_is_divergent(kernel, phi) ? step_of(kernel, next, phi) : FUSE_NONE;
            if (step != FUSE_NONE && LLVMGetNumOperands(next) == 2)
                normalise(kernel, phi, next, step, back);
        }
    }
    fuse_find_uniformity(kernel);
}
