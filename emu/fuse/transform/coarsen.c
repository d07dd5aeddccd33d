/* Blocks that are neighbours in x run as one wide block, if a kernel uses threadIdx.x and blockIdx.x only in
 * blockIdx.x * blockDim.x + threadIdx.x. Then the threads of a row of all of them are neighbours, and the first
 * block's index is right for all. Rows are long even if blocks' are short, and the code before a loop over threads
 * runs once for many blocks.
 *
 * No thread may do anything that makes its block, or the order of blocks, visible: wait, print, use an atomic's
 * result, use shared memory. Nor may it run a loop by itself: so many blocks together take little time, and a
 * block's time limit serves for all of them.
 *
 * Invariant: the function computes what it did. */
#include "coarsen.h"

#include "../../fused/fused.h"
#include "../analysis/atomic_operation.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/kernel.h"
#include "../support/map.h"

/* How a value depends on these two: */
typedef enum kind {
    FREE,   /* on the thread's place in the grid, or on neither */
    INDEX,  /* blockIdx.x */
    THREAD, /* threadIdx.x */
    OWN,    /* threadIdx.x plus something FREE: it may have wrapped around */
    BASE,   /* blockIdx.x * blockDim.x plus something FREE */
    WRONG
} kind;

static kind kind_of(const fuse_kernel *kernel, map *kinds, LLVMValueRef value);

static bool is_own(kind a)
{
    return a == THREAD || a == OWN;
}

static kind of_sum(kind a, kind b)
{
    if ((is_own(a) && b == BASE) || (a == BASE && is_own(b)) || (a == FREE && b == FREE))
        return FREE;
    if ((is_own(a) && b == FREE) || (a == FREE && is_own(b)))
        return OWN;
    return (a == BASE && b == FREE) || (a == FREE && b == BASE) ? BASE : WRONG;
}

static bool is_width(const fuse_kernel *kernel, LLVMValueRef value)
{
    int axis = 0;
    if (LLVMIsAConstantInt(value))
        return kernel->shape[0] && LLVMConstIntGetZExtValue(value) == kernel->shape[0];
    if (LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    return LLVMIsACallInst(value) && fuse_call_of(value, &axis) == FUSE_BLOCK_DIM && axis == 0;
}

static bool shifts_by_width(const fuse_kernel *kernel, LLVMValueRef by)
{
    return LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) < 32 &&
           1u << LLVMConstIntGetZExtValue(by) == kernel->shape[0];
}

/* The element type that the address counts in, if it is not FREE. */
static LLVMTypeRef element_of(const fuse_kernel *kernel, map *kinds, LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address) && kind_of(kernel, kinds, LLVMGetOperand(address, 1)) == FREE)
        address = LLVMGetOperand(address, 0);
    return LLVMIsAGetElementPtrInst(address) ? LLVMGetGEPSourceElementType(address) : NULL;
}

static kind of_address(const fuse_kernel *kernel, map *kinds, LLVMValueRef at)
{
    kind base = kind_of(kernel, kinds, LLVMGetOperand(at, 0)), index = kind_of(kernel, kinds, LLVMGetOperand(at, 1));
    bool plain = LLVMGetNumOperands(at) == 2 && LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(at, 1))) == 64;
    LLVMTypeRef element = LLVMGetGEPSourceElementType(at);
    if (base != FREE && index != FREE && element_of(kernel, kinds, LLVMGetOperand(at, 0)) != element)
        return WRONG;
    for (int i = 2; i < LLVMGetNumOperands(at); i++)
        if (kind_of(kernel, kinds, LLVMGetOperand(at, (unsigned)i)) != FREE)
            return WRONG;
    kind sum = of_sum(base, index);
    return plain || (base == FREE && index == FREE) ? sum : WRONG;
}

static kind of_call(LLVMValueRef call)
{
    int axis = 0;
    fuse_atomic what;
    if (fuse_find_atomic(call, &what)) /* relaxed: the order of blocks is not visible */
        return LLVMGetFirstUse(call) ? WRONG : FREE;
    switch (fuse_call_of(call, &axis)) {
    case FUSE_THREAD: return axis == 0 ? THREAD : FREE;
    case FUSE_BLOCK: return axis == 0 ? INDEX : FREE;
    case FUSE_BLOCK_DIM:
    case FUSE_GRID_DIM:
    case FUSE_NO_MEMORY:
    case FUSE_LIFETIME: return FREE;
    default: return WRONG;
    }
}

static bool is_ordered(LLVMValueRef access)
{
    return LLVMGetVolatile(access) || LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic;
}

static kind find_kind(const fuse_kernel *kernel, map *kinds, LLVMValueRef at)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
    kind first = LLVMGetNumOperands(at) > 0 ? kind_of(kernel, kinds, LLVMGetOperand(at, 0)) : FREE;
    kind second = LLVMGetNumOperands(at) > 1 ? kind_of(kernel, kinds, LLVMGetOperand(at, 1)) : FREE;
    if (first == WRONG || second == WRONG)
        return WRONG;
    if (opcode == LLVMGetElementPtr)
        return of_address(kernel, kinds, at);
    if (opcode == LLVMAdd || (opcode == LLVMOr && LLVMGetIsDisjoint(at)))
        return of_sum(first, second);
    if (opcode == LLVMSub && second == FREE)
        return of_sum(first, FREE);
    if (opcode == LLVMZExt && (first == INDEX || first == THREAD))
        return first;
    if (opcode == LLVMMul && (first == INDEX || second == INDEX))
        return is_width(kernel, LLVMGetOperand(at, first == INDEX)) ? BASE : WRONG;
    if (opcode == LLVMShl && first == INDEX)
        return shifts_by_width(kernel, LLVMGetOperand(at, 1)) ? BASE : WRONG;
    if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg || opcode == LLVMFence ||
        ((opcode == LLVMLoad || opcode == LLVMStore) && is_ordered(at)))
        return WRONG;
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (kind_of(kernel, kinds, LLVMGetOperand(at, (unsigned)i)) != FREE)
            return WRONG;
    return opcode == LLVMCall ? of_call(at) : FREE;
}

static kind kind_of(const fuse_kernel *kernel, map *kinds, LLVMValueRef value)
{
    int known = (int)(intptr_t)map_get(kinds, value);
    if (known)
        return (kind)(known - 1);
    map_put(kinds, value,
            /* for values that a loop hands to its next iteration: else those would be WRONG */
            (void *)(intptr_t)(FREE + 1));
    kind found = LLVMIsAInstruction(value) ? find_kind(kernel, kinds, value) : FREE;
    map_put(kinds, value, (void *)(intptr_t)(found + 1));
    return found;
}

/* Flags that hold for a thread's own sums need not hold for those with the first block's index. */
static void drop_flags(fuse_kernel *kernel, map *kinds, LLVMValueRef at)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
    bool sum = opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMOr || opcode == LLVMGetElementPtr;
    if (!sum || (kind_of(kernel, kinds, LLVMGetOperand(at, 0)) == FREE &&
                 kind_of(kernel, kinds, LLVMGetOperand(at, 1)) == FREE))
        return;
    if (opcode == LLVMGetElementPtr) {
        LLVMGEPSetNoWrapFlags(at, 0);
    } else if (opcode != LLVMOr) {
        LLVMSetNUW(at, false);
        LLVMSetNSW(at, false);
    } else { /* an `or` as a sum: its operands have no common bit, but only with the own block's index */
        LLVMPositionBuilderBefore(kernel->builder, at);
        LLVMValueRef made = LLVMBuildAdd(kernel->builder, LLVMGetOperand(at, 0), LLVMGetOperand(at, 1), "");
        if (fuse_is_divergent(kernel, at))
            map_put(&kernel->divergent, made, made);
        map_put(kinds, made, map_get(kinds, at));
        LLVMReplaceAllUsesWith(at, made);
        LLVMInstructionEraseFromParent(at);
    }
}

/* Whether no thread waits, or runs a loop other than one whose iterations are regions. */
static bool is_straight(const fuse_kernel *kernel)
{
    for (int r = 0; r < kernel->regions; r++)
        if (kernel->block[kernel->region[r]].sync.kind != EMU_FUSED_NOTHING)
            return false;
    for (int l = 0; l < kernel->loops; l++)
        if (!kernel->block[kernel->loop[l].header].start)
            return false;
    return true;
}

void fuse_find_coarsening(fuse_kernel *kernel)
{
    map kinds = {0};
    bool both[2] = {false};
    kernel->coarsened = is_straight(kernel);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); at && kernel->coarsened;
             at = LLVMGetNextInstruction(at)) {
            kind found = kind_of(kernel, &kinds, at);
            kernel->coarsened = found != WRONG;
            both[0] = both[0] || found == INDEX;
            both[1] = both[1] || found == THREAD;
        }
    kernel->coarsened = kernel->coarsened && both[0] && both[1];
    for (int i = 0; i < kernel->blocks && kernel->coarsened; i++)
        for (LLVMValueRef next, at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            drop_flags(kernel, &kinds, at);
        }
    map_free(&kinds);
}
