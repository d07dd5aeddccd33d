/* Recomputes cheap values, those that follow from ids, arguments, uniform values and the places of local arrays by a
 * few instructions, in each block that uses them, instead of keeping them for each thread from region to region: an
 * address that is loaded from memory is no longer recognised as its neighbour's plus a constant.
 *
 * Invariant: the function computes what it did. */
#include "rematerialise.h"

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "region_formation.h"

enum { DEAREST = 24 };

static LLVMValueRef copy(fuse_kernel *kernel, map *made, LLVMValueRef value, LLVMValueRef before)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(kernel, value) || LLVMIsAAllocaInst(value))
        return value;
    LLVMValueRef again = map_get(made, value);
    if (again)
        return again;
    again = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        LLVMValueRef other = copy(kernel, made, operand, before);
        if (other != operand)
            LLVMSetOperand(again, (unsigned)i, other);
    }
    LLVMPositionBuilderBefore(kernel->builder, before);
    LLVMInsertIntoBuilder(kernel->builder, again);
    map_put(&kernel->divergent, again, again);
    map_put(made, value, again);
    return again;
}

static bool pays(const fuse_kernel *kernel, LLVMValueRef value, LLVMBasicBlockRef user)
{
    return LLVMIsAInstruction(value) && !LLVMIsAAllocaInst(value) && fuse_is_divergent(kernel, value) &&
           LLVMGetInstructionParent(value) != user && fuse_recompute_cost(kernel, value, DEAREST) <= DEAREST;
}

static void recompute_in(fuse_kernel *kernel, fuse_block *block)
{
    map made = {0};
    LLVMValueRef before = LLVMGetFirstInstruction(block->block);
    while (LLVMIsAPHINode(before))
        before = LLVMGetNextInstruction(before);
    for (LLVMValueRef at = before; at; at = LLVMGetNextInstruction(at))
        for (int i = 0; i < LLVMGetNumOperands(at); i++) {
            LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
            if (pays(kernel, operand, block->block))
                LLVMSetOperand(at, (unsigned)i, copy(kernel, &made, operand, before));
        }
    map_free(&made);
}

static bool unused(LLVMValueRef at)
{
    fuse_call call = fuse_call_of(at, NULL);
    bool is_id = call == FUSE_THREAD || call == FUSE_LINEAR_ID;
    return !LLVMGetFirstUse(at) && (is_id || fuse_is_speculatable(at) || fuse_is_minimum(at));
}

void fuse_rematerialise(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks && kernel->regions > 1; i++)
        recompute_in(kernel, &kernel->block[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < kernel->blocks; i++)
            for (LLVMValueRef before, at = LLVMGetLastInstruction(kernel->block[i].block); at; at = before) {
                before = LLVMGetPreviousInstruction(at);
                if (unused(at)) {
                    LLVMInstructionEraseFromParent(at);
                    changed = true;
                }
            }
    }
}
