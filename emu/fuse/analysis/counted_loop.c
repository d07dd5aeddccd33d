/* Loops that count by one up to an end: which conditions in an iteration say whether another iteration follows.
 *
 * clang writes the end of `for (i = 0; i < n; i++)` as i + 1 == n where it knows that the counter does not begin
 * beyond n. It leaves `if (i + 1 < n)` in the loop as it is. */
#include "counted_loop.h"

#include "../support/ir.h"
#include "../support/kernel.h"
#include "../support/map.h"

static bool is_sum_with(LLVMValueRef value, long long number)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd &&
           LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1)) == number;
}

/* Whether `jump` is the loop's only exit. */
static bool has_one_exit(const map *loop, LLVMValueRef jump)
{
    for (size_t i = 0; i < loop->capacity; i++) {
        LLVMValueRef end = loop->key[i] ? LLVMGetBasicBlockTerminator(loop->value[i]) : jump;
        if (end == jump)
            continue;
        bool stays = LLVMGetNumSuccessors(end) > 0;
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
            stays = stays && map_get(loop, LLVMGetSuccessor(end, k));
        if (!stays)
            return false;
    }
    return true;
}

/* Whether `less` is `end` - 1, and not 0 as an unsigned number. */
static bool is_one_less(LLVMValueRef less, LLVMValueRef end)
{
    bool is_signed = LLVMIsASExtInst(less);
    if (is_signed || LLVMIsAZExtInst(less)) {
        if (is_signed ? !LLVMIsASExtInst(end) && !(LLVMIsAZExtInst(end) && LLVMGetNNeg(end)) : !LLVMIsAZExtInst(end))
            return false;
        less = LLVMGetOperand(less, 0);
        end = LLVMGetOperand(end, 0);
    }
    return is_sum_with(less, -1) && LLVMGetOperand(less, 0) == end && (!is_signed || LLVMGetNSW(less));
}

/* Whether the condition is that the counter plus one is not the end. LLVM marks this sum as one that never wraps
 * around, signed or unsigned. Nothing else ends the loop, so a counter beyond the end would wrap. Hence the sum is
 * less than the end unless it equals it. */
bool fuse_continues_loop(const map *loop, LLVMValueRef jump, LLVMBasicBlockRef back, LLVMValueRef condition)
{
    LLVMValueRef differs = LLVMGetCondition(jump);
    if (!LLVMIsAICmpInst(condition) || !LLVMIsAICmpInst(differs) || !has_one_exit(loop, jump) ||
        LLVMGetICmpPredicate(differs) != (LLVMGetSuccessor(jump, 0) == back ? LLVMIntNE : LLVMIntEQ))
        return false;
    LLVMValueRef next = LLVMGetOperand(differs, 0), end = LLVMGetOperand(differs, 1);
    LLVMValueRef counter = is_sum_with(next, 1) ? LLVMGetOperand(next, 0) : NULL;
    if (!counter || !LLVMIsAPHINode(counter) || fuse_incoming_value(counter, back) != next)
        return false;
    LLVMIntPredicate by = LLVMGetICmpPredicate(condition);
    bool swapped = by == LLVMIntUGT || by == LLVMIntSGT;
    if (!swapped && by != LLVMIntULT && by != LLVMIntSLT)
        return false;
    LLVMValueRef less = LLVMGetOperand(condition, swapped), more = LLVMGetOperand(condition, !swapped);
    return LLVMGetNUW(next) && LLVMGetNSW(next) &&
           ((less == next && more == end) || (less == counter && is_one_less(more, end)));
}
