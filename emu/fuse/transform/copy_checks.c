/* emu_fused_check_copy() checks the arguments of each asynchronous copy. This pass removes the checks that certainly
 * succeed: that the destination is the block's shared memory, which its address shows, and that terms such as 4 * x
 * keep addresses aligned. A cheap test of the rest remains, and the call where that fails. The test is mostly
 * uniform, and then loops run without it.
 *
 *     emu_fused_check_copy(lw_fused_shared(@tile) + 4 * x, %in + 4 * x, 4, 0, site)     becomes
 *     if (%in & 3) { emu_fused_check_copy(...); unreachable; }
 *
 * Invariant: a correct kernel does what it did. A wrong one ends as it did, if it does not write beyond the end of
 * shared memory. */
#include "copy_checks.h"

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

#include "../analysis/calls.h"
#include "../support/ir.h"

enum { TO, FROM, SIZE, ZEROS };
enum { DYNAMIC_SHARED_ALIGNMENT = 16, MOST_DEPTH = 8 };

/* ---- the memory of an address ---- */
static bool is_space(LLVMValueRef base, fuse_call call)
{
    return LLVMIsACallInst(base) && fuse_call_of(base, NULL) == call;
}

/* Whether `holds` is true of every object that the pointer may point into. */
static bool all_bases(LLVMValueRef pointer, bool (*holds)(LLVMValueRef base), int depth)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    if (LLVMIsASelectInst(pointer) && depth)
        return all_bases(LLVMGetOperand(pointer, 1), holds, depth - 1) &&
               all_bases(LLVMGetOperand(pointer, 2), holds, depth - 1);
    return holds(pointer);
}

static bool is_shared(LLVMValueRef base)
{
    return is_space(base, FUSE_SHARED) || is_space(base, FUSE_DYNAMIC_SHARED);
}

/* Whether the object is not known to be other than global memory. In a correct kernel a loaded pointer leads nowhere
 * else. */
static bool is_elsewhere(LLVMValueRef base)
{
    return !is_shared(base) && !LLVMIsAAllocaInst(base);
}

/* ---- low bits of addresses ---- */
/* A power of two that divides the number, at most `most`. */
static uint64_t divisor(LLVMValueRef number, uint64_t most, int depth)
{
    if (LLVMIsAConstantInt(number)) {
        uint64_t value = LLVMConstIntGetZExtValue(number), low = value & -value;
        return low && low < most ? low : most;
    }
    if (!LLVMIsAInstruction(number) || depth == 0)
        return 1;
    uint64_t first = LLVMGetNumOperands(number) > 0 ? divisor(LLVMGetOperand(number, 0), most, depth - 1) : 1;
    uint64_t second = LLVMGetNumOperands(number) > 1 ? divisor(LLVMGetOperand(number, 1), most, depth - 1) : 1;
    switch (LLVMGetInstructionOpcode(number)) {
    case LLVMMul: return first * second < most ? first * second : most;
    case LLVMShl: {
        LLVMValueRef by = LLVMGetOperand(number, 1);
        uint64_t bits = LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;
        return bits < 32 && first << bits < most ? first << bits : most;
    }
    case LLVMAdd:
    case LLVMSub:
    case LLVMOr:
    case LLVMXor: return first < second ? first : second;
    case LLVMAnd: return first > second ? first : second;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc: return first;
    default: return 1;
    }
}

static uint64_t size_of(LLVMValueRef from, LLVMTypeRef type)
{
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(from)));
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type);
}

/* Whether all indices of the step move an address by multiples of `size`. */
static bool moves_by(LLVMValueRef step, uint64_t size)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    for (unsigned i = 1; i < LLVMGetNumIndices(step) + 1; i++) {
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return false;
        type = i > 1 ? LLVMGetElementType(type) : type;
        if (divisor(LLVMGetOperand(step, i), size, MOST_DEPTH) * size_of(step, type) % size != 0)
            return false;
    }
    return true;
}

/* The alignment of a variable in shared memory; the block's shared memory begins at a multiple of any. */
static uint64_t alignment_of(LLVMValueRef record)
{
    enum { ALIGNMENT = 3 }; /* a member of lw_shared_variable */
    LLVMValueRef made = LLVMIsAGlobalVariable(record) ? LLVMGetInitializer(record) : NULL;
    LLVMValueRef alignment = made && LLVMIsAConstantStruct(made) ? LLVMGetAggregateElement(made, ALIGNMENT) : NULL;
    return alignment && LLVMIsAConstantInt(alignment) ? LLVMConstIntGetZExtValue(alignment) : 1;
}

/* A number whose low bits are 0 if the address's are: made only of the parts that decide them. */
static LLVMValueRef low_bits(LLVMBuilderRef builder, LLVMValueRef pointer, uint64_t size, int depth)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(pointer)));
    while (LLVMIsAGetElementPtrInst(pointer) && moves_by(pointer, size))
        pointer = LLVMGetOperand(pointer, 0);
    if (LLVMIsASelectInst(pointer) && depth) {
        LLVMValueRef first = low_bits(builder, LLVMGetOperand(pointer, 1), size, depth - 1);
        LLVMValueRef second = low_bits(builder, LLVMGetOperand(pointer, 2), size, depth - 1);
        return first == second ? first : LLVMBuildSelect(builder, LLVMGetOperand(pointer, 0), first, second, "");
    }
    if ((is_space(pointer, FUSE_SHARED) && alignment_of(LLVMGetOperand(pointer, 0)) % size == 0) ||
        (is_space(pointer, FUSE_DYNAMIC_SHARED) && DYNAMIC_SHARED_ALIGNMENT % size == 0))
        return LLVMConstInt(i64, 0, false);
    return LLVMBuildPtrToInt(builder, pointer, i64, "");
}

/* ---- the calls ---- */
/* Makes the call conditional: it runs if `wrong` is not 0. */
static void call_only_if(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef wrong)
{
    LLVMBasicBlockRef after = LLVMGetInstructionParent(call), front = fuse_split_block(builder, call);
    LLVMBasicBlockRef fails = LLVMInsertBasicBlockInContext(LLVMGetTypeContext(LLVMTypeOf(call)), after, "");
    LLVMInstructionRemoveFromParent(call);
    LLVMPositionBuilderAtEnd(builder, fails);
    LLVMInsertIntoBuilder(builder, call);
    LLVMBuildUnreachable(builder);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(front));
    LLVMPositionBuilderAtEnd(builder, front);
    LLVMValueRef zero = LLVMConstInt(LLVMTypeOf(wrong), 0, false);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, wrong, zero, ""), after, fails);
}

static void reduce(LLVMBuilderRef builder, LLVMValueRef call)
{
    LLVMValueRef to = LLVMGetOperand(call, TO), from = LLVMGetOperand(call, FROM), size = LLVMGetOperand(call, SIZE);
    LLVMValueRef zeros = LLVMGetOperand(call, ZEROS);
    uint64_t bytes = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 0;
    if ((bytes != 4 && bytes != 8 && bytes != 16) || !all_bases(to, is_shared, MOST_DEPTH) ||
        !all_bases(from, is_elsewhere, MOST_DEPTH))
        return;
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef wrong =
        LLVMBuildOr(builder, low_bits(builder, to, bytes, MOST_DEPTH), low_bits(builder, from, bytes, MOST_DEPTH), "");
    wrong = LLVMBuildAnd(builder, wrong, LLVMConstInt(LLVMTypeOf(wrong), bytes - 1, false), "");
    LLVMValueRef too_many = LLVMBuildICmp(builder, LLVMIntUGT, zeros, size, "");
    wrong = LLVMBuildOr(builder, wrong, LLVMBuildZExt(builder, too_many, LLVMTypeOf(wrong), ""), "");
    if (LLVMIsAConstantInt(wrong) && LLVMConstIntGetZExtValue(wrong) == 0)
        LLVMInstructionEraseFromParent(call);
    else
        call_only_if(builder, call, wrong);
}

bool fuse_reduce_copy_checks(LLVMModuleRef module)
{
    LLVMValueRef check = LLVMGetNamedFunction(module, "emu_fused_check_copy");
    if (!check)
        return false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMUseRef next, use = LLVMGetFirstUse(check); use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == check)
            reduce(builder, call);
    }
    LLVMDisposeBuilder(builder);
    return true;
}
