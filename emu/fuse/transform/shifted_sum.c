/* LLVM writes the extension of a 32-bit difference, whose operands it has in 64 bits, as a difference of numbers
 * shifted left, shifted right again: `tile[255 - (int)threadIdx.x]` has the index ((255 << 32) - (x << 32)) >> 32.
 * The vectoriser does not see that it changes by one from thread to thread. No step wraps, so the difference of the
 * unshifted numbers is the same. If a step may wrap, as in `in[blockIdx.x * 256 + threadIdx.x]`, it becomes an
 * extended 32-bit sum again.
 *
 * Invariant: the function computes what it did. */
#include "shifted_sum.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far the value is shifted left, without loss; 0: it is not. */
static unsigned shift_of(LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMShl || !LLVMGetNSW(value) ||
        !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return 0;
    uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
    return by < 64 ? (unsigned)by : 0;
}

/* The number that is shifted left by `by`; null: the value is none. */
static LLVMValueRef unshifted(LLVMValueRef value, unsigned by)
{
    if (!LLVMIsAConstantInt(value))
        return shift_of(value) == by ? LLVMGetOperand(value, 0) : NULL;
    int64_t number = LLVMConstIntGetSExtValue(value);
    bool exact = ((uint64_t)number & ((1ull << by) - 1)) == 0;
    return exact ? LLVMConstInt(LLVMTypeOf(value), (uint64_t)(number >> by), true) : NULL;
}

/* The sum or difference without right shifts; null: `at` is none. An address may be shifted right by less than left. */
static LLVMValueRef plain_sum(LLVMBuilderRef builder, LLVMValueRef at)
{
    LLVMValueRef sum = LLVMGetOperand(at, 0), down = LLVMGetOperand(at, 1);
    LLVMTypeRef type = LLVMTypeOf(at);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64 || !LLVMIsAConstantInt(down) ||
        !LLVMIsAInstruction(sum))
        return NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(sum);
    if ((opcode != LLVMAdd && opcode != LLVMSub) || !LLVMGetNSW(sum))
        return NULL;
    unsigned first_by = shift_of(LLVMGetOperand(sum, 0)), by = first_by ? first_by : shift_of(LLVMGetOperand(sum, 1));
    LLVMValueRef first = by ? unshifted(LLVMGetOperand(sum, 0), by) : NULL;
    LLVMValueRef second = by ? unshifted(LLVMGetOperand(sum, 1), by) : NULL;
    if (!first || !second || LLVMConstIntGetZExtValue(down) > by)
        return NULL;
    LLVMPositionBuilderBefore(builder, at);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
    LLVMValueRef left = LLVMConstInt(type, by - LLVMConstIntGetZExtValue(down), false);
    LLVMValueRef made =
        opcode == LLVMAdd ? LLVMBuildNSWAdd(builder, first, second, "") : LLVMBuildNSWSub(builder, first, second, "");
    if (LLVMConstIntGetZExtValue(left) == 0)
        return made;
    made = LLVMBuildShl(builder, made, left, "");
    LLVMSetNSW(made, true);
    return made;
}

/* ---- sums that may wrap around as 32-bit numbers ---- */
enum { HALF = 32, DEEPEST = 4 };

static LLVMTypeRef half_type(LLVMValueRef value)
{
    return LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
}

/* Whether the lower half of the value's 64 bits is zero, judged by its operands. */
static bool is_upper(LLVMValueRef value, int depth)
{
    if (LLVMIsAConstantInt(value))
        return (LLVMConstIntGetZExtValue(value) & 0xffffffff) == 0;
    if (!LLVMIsAInstruction(value) || depth == DEEPEST)
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    LLVMValueRef by = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 1) : NULL;
    if (opcode == LLVMShl)
        return LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) >= HALF &&
               LLVMConstIntGetZExtValue(by) < 2 * HALF;
    return (opcode == LLVMAdd || opcode == LLVMSub) && is_upper(LLVMGetOperand(value, 0), depth + 1) &&
           is_upper(by, depth + 1);
}

/* The lower half of a 64-bit value, computed in 32 bits. */
static LLVMValueRef lower(LLVMBuilderRef builder, LLVMValueRef value, int depth)
{
    LLVMTypeRef half = half_type(value);
    if ((LLVMIsAZExtInst(value) || LLVMIsASExtInst(value)) && LLVMTypeOf(LLVMGetOperand(value, 0)) == half)
        return LLVMGetOperand(value, 0);
    LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    bool is_operation = opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul;
    if (!is_operation || depth == DEEPEST)
        return LLVMBuildTrunc(builder, value, half, "");
    LLVMValueRef first = lower(builder, LLVMGetOperand(value, 0), depth + 1);
    return LLVMBuildBinOp(builder, opcode, first, lower(builder, LLVMGetOperand(value, 1), depth + 1), "");
}

/* Its upper half. */
static LLVMValueRef upper(LLVMBuilderRef builder, LLVMValueRef value)
{
    LLVMTypeRef half = half_type(value);
    if (LLVMIsAConstantInt(value))
        return LLVMConstInt(half, LLVMConstIntGetZExtValue(value) >> HALF, false);
    LLVMValueRef first = LLVMGetOperand(value, 0), second = LLVMGetOperand(value, 1);
    if (LLVMGetInstructionOpcode(value) == LLVMShl) {
        uint64_t by = LLVMConstIntGetZExtValue(second) - HALF;
        LLVMValueRef part = lower(builder, first, 0);
        return by ? LLVMBuildShl(builder, part, LLVMConstInt(half, by, false), "") : part;
    }
    LLVMValueRef left = upper(builder, first), right = upper(builder, second);
    return LLVMGetInstructionOpcode(value) == LLVMAdd ? LLVMBuildAdd(builder, left, right, "")
                                                      : LLVMBuildSub(builder, left, right, "");
}

/* The sum in 32 bits, extended, and shifted left by the difference of the shifts; null: `at` is none. */
static LLVMValueRef extended_sum(LLVMBuilderRef builder, LLVMValueRef at)
{
    LLVMValueRef sum = LLVMGetOperand(at, 0), down = LLVMGetOperand(at, 1);
    LLVMTypeRef type = LLVMTypeOf(at);
    LLVMValueRef inner =
        LLVMIsAInstruction(sum) && LLVMGetInstructionOpcode(sum) == LLVMShl ? LLVMGetOperand(sum, 0) : sum;
    bool is_sum = LLVMIsAInstruction(inner) &&
                  (LLVMGetInstructionOpcode(inner) == LLVMAdd || LLVMGetInstructionOpcode(inner) == LLVMSub);
    if (type != LLVMInt64TypeInContext(LLVMGetTypeContext(type)) || !is_sum || !LLVMIsAConstantInt(down) ||
        LLVMConstIntGetZExtValue(down) > HALF || !is_upper(sum, 0))
        return NULL;
    LLVMPositionBuilderBefore(builder, at);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
    LLVMValueRef made = LLVMBuildSExt(builder, upper(builder, sum), type, "");
    uint64_t left = HALF - LLVMConstIntGetZExtValue(down);
    return left ? LLVMBuildShl(builder, made, LLVMConstInt(type, left, false), "") : made;
}

void fuse_undo_shifted_sums(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef next, at = LLVMGetFirstInstruction(block); at; at = next) {
                next = LLVMGetNextInstruction(at);
                if (LLVMGetInstructionOpcode(at) != LLVMAShr)
                    continue;
                LLVMValueRef made = plain_sum(builder, at);
                if (!made)
                    made = extended_sum(builder, at);
                if (!made)
                    continue;
                LLVMReplaceAllUsesWith(at, made);
                LLVMInstructionEraseFromParent(at);
            }
    LLVMDisposeBuilder(builder);
}
