/* A condition such as `i < n`, where i is the lane's x plus what all lanes share, holds for the first lanes of a row or
 * for the last: so the loop over x is made in two, and in each the condition is known. A grid's guard costs its blocks
 * nothing then, and a loop that lanes leave one after the other knows whether all of them stay.
 *
 * The sum may wrap around. Then the region is left to the function for some lanes. */
#include "emission.h"

#include <stdlib.h>
#include <string.h>

#include "../fused.h"

/* x + `shared`. Conditions under which that is so are added to e->split.valid. */
typedef struct sum {
    LLVMValueRef shared;
} sum;

static void require(emission *e, LLVMValueRef condition)
{
    e->split.valid = e->split.valid ? LLVMBuildAnd(e->builder, e->split.valid, condition, "") : condition;
}

/* The row's last x, as a number of the type. */
static LLVMValueRef last_x(emission *e, LLVMTypeRef type)
{
    LLVMValueRef last = LLVMBuildSub(e->builder, emission_row_length(e), emission_number(e, e->i32, 1), "");
    return LLVMBuildZExtOrBitCast(e->builder, last, type, "");
}

/* That shared + x does not wrap, for any x of a row. */
static void require_room(emission *e, LLVMValueRef shared, bool is_signed)
{
    LLVMTypeRef type = LLVMTypeOf(shared);
    unsigned bits = LLVMGetIntTypeWidth(type);
    uint64_t most = is_signed ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits);
    LLVMValueRef limit = LLVMBuildSub(e->builder, emission_number(e, type, most), last_x(e, type), "");
    require(e, LLVMBuildICmp(e->builder, is_signed ? LLVMIntSLE : LLVMIntULE, shared, limit, ""));
}

static bool find_sum(emission *e, LLVMValueRef value, sum *found);

static bool find_add(emission *e, LLVMValueRef value, sum *found)
{
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef other = LLVMGetOperand(value, !i);
        if (fuse_varies(e->kernel, other) || !find_sum(e, LLVMGetOperand(value, i), found))
            continue;
        LLVMValueRef shared = emission_once(e, other);
        if (!shared)
            return false;
        found->shared = LLVMBuildAdd(e->builder, found->shared, shared, "");
        return true;
    }
    return false;
}

static bool find_extended(emission *e, LLVMValueRef value, bool is_signed, sum *found)
{
    if (!find_sum(e, LLVMGetOperand(value, 0), found))
        return false;
    LLVMTypeRef type = LLVMTypeOf(value);
    require_room(e, found->shared, is_signed);
    found->shared = is_signed ? LLVMBuildSExt(e->builder, found->shared, type, "")
                              : LLVMBuildZExt(e->builder, found->shared, type, "");
    return true;
}

/* The builder stands at the end of the entry. */
static bool find_sum(emission *e, LLVMValueRef value, sum *found)
{
    int axis = 0;
    if (!LLVMIsAInstruction(value))
        return false;
    if (fuse_call_of(value, &axis) == FUSE_THREAD) {
        found->shared = LLVMConstNull(LLVMTypeOf(value));
        return axis == 0;
    }
    if (e->flat && fuse_call_of(value, NULL) == FUSE_RANK) {
        found->shared = LLVMConstNull(LLVMTypeOf(value));
        return true;
    }
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
        return find_add(e, value, found);
    case LLVMZExt:
        return find_extended(e, value, false, found);
    case LLVMSExt:
        return find_extended(e, value, true, found);
    case LLVMAnd: { /* how LLVM writes the extension of a sum that it has widened */
        LLVMValueRef mask = LLVMGetOperand(value, 1);
        if (!LLVMIsAConstantInt(mask) || LLVMConstIntGetZExtValue(mask) != 0xffffffff ||
            !find_sum(e, LLVMGetOperand(value, 0), found))
            return false;
        LLVMTypeRef type = LLVMTypeOf(value);
        LLVMValueRef limit = LLVMBuildSub(e->builder, emission_number(e, type, 0xffffffff), last_x(e, type), "");
        require(e, LLVMBuildICmp(e->builder, LLVMIntULE, found->shared, limit, ""));
        return true;
    }
    case LLVMLoad: {
        LLVMValueRef stored = emission_stored(e, value);
        return stored && find_sum(e, stored, found);
    }
    default:
        return false;
    }
}

static LLVMIntPredicate swapped(LLVMIntPredicate predicate)
{
    switch (predicate) {
    case LLVMIntULT: return LLVMIntUGT;
    case LLVMIntULE: return LLVMIntUGE;
    case LLVMIntUGT: return LLVMIntULT;
    case LLVMIntUGE: return LLVMIntULE;
    case LLVMIntSLT: return LLVMIntSGT;
    case LLVMIntSLE: return LLVMIntSGE;
    case LLVMIntSGT: return LLVMIntSLT;
    case LLVMIntSGE: return LLVMIntSLE;
    default: return predicate;
    }
}

/* For how many x from 0 on `shared + x < bound` (or <=, `with_equal`) holds. */
static LLVMValueRef count_below(emission *e, LLVMValueRef shared, LLVMValueRef bound, bool is_signed, bool with_equal)
{
    LLVMTypeRef type = LLVMTypeOf(shared);
    LLVMIntPredicate below = is_signed ? (with_equal ? LLVMIntSLE : LLVMIntSLT) : (with_equal ? LLVMIntULE : LLVMIntULT);
    LLVMValueRef any = LLVMBuildICmp(e->builder, below, shared, bound, "");
    LLVMValueRef distance = LLVMBuildSub(e->builder, bound, shared, ""), last = last_x(e, type);
    /* As an unsigned number the distance is right even where it is more than a signed one holds. */
    LLVMValueRef limit = with_equal ? last : LLVMBuildAdd(e->builder, last, emission_number(e, type, 1), "");
    LLVMValueRef less = LLVMBuildICmp(e->builder, LLVMIntULT, distance, limit, "");
    LLVMValueRef count = LLVMBuildSelect(e->builder, less, distance, limit, "");
    if (with_equal)
        count = LLVMBuildAdd(e->builder, count, emission_number(e, type, 1), "");
    count = LLVMBuildSelect(e->builder, any, count, LLVMConstNull(type), "");
    return LLVMBuildZExtOrBitCast(e->builder, count, e->i64, "");
}

static bool try_split(emission *e, LLVMValueRef condition)
{
    if (!LLVMIsAICmpInst(condition) || !fuse_varies(e->kernel, condition))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    LLVMValueRef left = LLVMGetOperand(condition, 0), right = LLVMGetOperand(condition, 1);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE || LLVMGetTypeKind(LLVMTypeOf(left)) != LLVMIntegerTypeKind)
        return false;
    if (!fuse_varies(e->kernel, left)) {
        LLVMValueRef other = left;
        left = right;
        right = other;
        predicate = swapped(predicate);
    }
    if (fuse_varies(e->kernel, right) || LLVMGetIntTypeWidth(LLVMTypeOf(left)) < 32)
        return false;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    bool is_signed = predicate >= LLVMIntSGT, done = false;
    sum found = {NULL};
    LLVMValueRef bound = emission_once(e, right);
    emission_row_length(e);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    e->split = (emission_split){0};
    if (bound && find_sum(e, left, &found)) {
        bool with_equal = predicate == LLVMIntULE || predicate == LLVMIntSLE || predicate == LLVMIntUGT ||
                          predicate == LLVMIntSGT;
        require_room(e, found.shared, is_signed);
        e->split.condition = condition;
        e->split.first_holds = predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT ||
                               predicate == LLVMIntSLE;
        e->split.count = count_below(e, found.shared, bound, is_signed, with_equal);
        done = true;
    }
    LLVMPositionBuilderAtEnd(e->builder, here);
    return done;
}

/* The condition that the most depends on: of the first branch that parts the lanes, or of the first choice of a value. */
void emission_find_split(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    for (int k = 0; k < kernel->blocks; k++) {
        const fuse_block *block = &kernel->block[kernel->ordered[k]];
        if (e->has[kernel->ordered[k]] && block->splits && try_split(e, LLVMGetOperand(block->end, 0)))
            return;
    }
    for (int k = 0; k < kernel->blocks; k++) {
        const fuse_block *block = &kernel->block[kernel->ordered[k]];
        for (LLVMValueRef at = e->has[kernel->ordered[k]] ? LLVMGetFirstInstruction(block->block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (LLVMIsASelectInst(at) && try_split(e, LLVMGetOperand(at, 0)))
                return;
    }
    e->split = (emission_split){0};
}
