/* Values in a loop over threads, by how they differ from thread to thread. */
#include <llvm-c/Target.h>

#include "outer_loop_plan.h"
#include "vectorisable.h"

enum { DEEPEST = 12 };

static bool is_outside(const outer_plan *plan, LLVMValueRef value)
{
    return !LLVMIsAInstruction(value) || fuse_loop_block(&plan->loop, LLVMGetInstructionParent(value)) == FUSE_NONE;
}

/* `x`: the thread's number counts as known, too. */
static bool is_computed(const outer_plan *plan, LLVMValueRef value, bool x, int depth)
{
    if (is_outside(plan, value) || map_get(&plan->counters, value))
        return true;
    if (value == plan->counter)
        return x;
    if (depth == 0 || !fuse_is_pure(value) || LLVMGetNumOperands(value) > MOST_OPERANDS)
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_computed(plan, LLVMGetOperand(value, (unsigned)i), x, depth - 1))
            return false;
    return true;
}

bool fuse_is_strip_uniform(const outer_plan *plan, LLVMValueRef value)
{
    return is_computed(plan, value, false, DEEPEST);
}

bool fuse_is_recomputable(const outer_plan *plan, LLVMValueRef value)
{
    return is_computed(plan, value, true, DEEPEST);
}

/* ---- counters ---- */
static bool stays_counter(const outer_plan *plan, const inner_loop *inner, LLVMValueRef phi)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(phi));
    if (LLVMCountIncoming(phi) != 2 || (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind))
        return false;
    int inside = 0;
    for (unsigned i = 0; i < 2; i++) {
        int from = fuse_loop_block(&plan->loop, LLVMGetIncomingBlock(phi, i));
        inside += from != FUSE_NONE && (inner->blocks & BLOCK_BIT(from));
        if (!fuse_is_strip_uniform(plan, LLVMGetIncomingValue(phi, i)))
            return false;
    }
    return inside == 1;
}

/* Takes all phis of inner loops, then removes those that depend on a phi that is no counter. */
void fuse_plan_counters(outer_plan *plan)
{
    for (bool changed = true, first = true; changed; first = false) {
        map kept = {0};
        changed = first;
        for (int i = 0; i < plan->inners; i++) {
            LLVMBasicBlockRef header = plan->loop.block[plan->inner[i].header];
            for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi);
                 phi = LLVMGetNextInstruction(phi)) {
                bool was = first || map_get(&plan->counters, phi), stays = was;
                if (!first && was)
                    stays = stays_counter(plan, &plan->inner[i], phi);
                if (stays)
                    map_put(&kept, phi, phi);
                changed = changed || stays != was;
            }
        }
        map_free(&plan->counters);
        plan->counters = kept;
    }
}

/* ---- linear in x ---- */
static bool is_linear(const outer_plan *plan, LLVMValueRef value, int64_t *factor, int depth)
{
    enum { MOST_FACTOR = 1 << 20 };
    int64_t left = 0, right = 0;
    *factor = 0;
    if (value == plan->counter) {
        *factor = 1;
        return true;
    }
    if (fuse_is_strip_uniform(plan, value))
        return true;
    if (depth == 0 || !LLVMIsAInstruction(value) || !fuse_is_pure(value) ||
        LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
        return false;
    LLVMValueRef second = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
    if (!is_linear(plan, LLVMGetOperand(value, 0), &left, depth - 1) ||
        (second && !is_linear(plan, second, &right, depth - 1)))
        return false;
    bool number = second && LLVMIsAConstantInt(second);
    long long by = number ? LLVMConstIntGetSExtValue(second) : 0;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd: *factor = left + right; break;
    case LLVMSub: *factor = left - right; break;
    case LLVMOr:
        if (!LLVMGetIsDisjoint(value))
            return false;
        *factor = left + right;
        break;
    case LLVMMul:
        if (!number || by > MOST_FACTOR || by < -MOST_FACTOR)
            return false;
        *factor = left * by;
        break;
    case LLVMShl:
        if (!number || by < 0 || by > 20)
            return false;
        *factor = left * ((int64_t)1 << by);
        break;
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMZExt:
        if (LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) < 32 ||
            LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 32)
            return false;
        *factor = left;
        break;
    default: return false;
    }
    return *factor <= MOST_FACTOR && *factor >= -MOST_FACTOR;
}

bool fuse_is_linear(const outer_plan *plan, LLVMValueRef value, int64_t *factor)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind && is_linear(plan, value, factor, DEEPEST);
}

bool fuse_is_consecutive(const outer_plan *plan, LLVMValueRef address, uint64_t size, bool *uniform)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(LLVMGetBasicBlockParent(plan->loop.header)));
    int64_t sum = 0;
    while (LLVMIsAGetElementPtrInst(address) && !is_outside(plan, address) && LLVMGetNumOperands(address) == 2) {
        int64_t factor = 0;
        if (!fuse_is_linear(plan, LLVMGetOperand(address, 1), &factor))
            return false;
        sum += factor * (int64_t)LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(address));
        address = LLVMGetOperand(address, 0);
    }
    *uniform = sum == 0 && fuse_is_strip_uniform(plan, address);
    return fuse_is_strip_uniform(plan, address) && (sum == 0 || sum == (int64_t)size);
}
