/* Copies a thread loop's blocks without phis, and without values that another block uses. Exceptions are x and
 * counters, for which the loop's own values stand. Cheap values that depend on x are recomputed where they are used,
 * so their addresses are recognised as neighbours. All others go to variables. */
#include <stdlib.h>

#include "../support/memory.h"
#include "outer_loop_plan.h"

enum { MOST_RECOMPUTED = 24 };

typedef struct copying {
    const outer_plan *plan;
    outer_copy *copy;
    LLVMBuilderRef builder;
    LLVMContextRef context;
    map original; /* the copy's values -> the loop's */
    LLVMBasicBlockRef entry;
} copying;

static LLVMValueRef new_variable(copying *of, LLVMTypeRef type)
{
    outer_copy *copy = of->copy;
    if (copy->variables == copy->capacity) {
        copy->capacity = copy->capacity ? 2 * copy->capacity : 16;
        copy->variable = realloc(copy->variable, (size_t)copy->capacity * sizeof *copy->variable);
        if (!copy->variable)
            abort();
    }
    LLVMPositionBuilderBefore(of->builder, LLVMGetFirstInstruction(of->entry));
    return copy->variable[copy->variables++] = LLVMBuildAlloca(of->builder, type, "");
}

static LLVMValueRef copied(const copying *of, LLVMValueRef value)
{
    LLVMValueRef made = map_get(&of->copy->copied, value);
    return made ? made : value;
}

static void position_at_top(copying *of, int block)
{
    LLVMPositionBuilderBefore(of->builder, LLVMGetFirstInstruction(of->copy->block[block]));
}

static LLVMValueRef clone(copying *of, LLVMValueRef from)
{
    LLVMValueRef made = LLVMInstructionClone(from);
    for (int i = 0; i < LLVMGetNumOperands(from); i++)
        if (!LLVMValueIsBasicBlock(LLVMGetOperand(from, (unsigned)i)))
            LLVMSetOperand(made, (unsigned)i, copied(of, LLVMGetOperand(from, (unsigned)i)));
    LLVMInsertIntoBuilder(of->builder, made);
    map_put(&of->original, made, from);
    return made;
}

/* Phis become loads; their variables are put into `homes`. */
static void copy_block(copying *of, int number, map *homes)
{
    const outer_plan *plan = of->plan;
    LLVMBasicBlockRef block = plan->loop.block[number];
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
        if (at == plan->counter || map_get((map *)&plan->counters, at))
            continue;
        LLVMValueRef made = NULL;
        if (LLVMIsAPHINode(at)) {
            LLVMValueRef home = new_variable(of, LLVMTypeOf(at));
            map_put(homes, at, home);
            LLVMPositionBuilderAtEnd(of->builder, of->copy->block[number]);
            made = LLVMBuildLoad2(of->builder, LLVMTypeOf(at), home, "");
            map_put(&of->original, made, at);
        } else {
            LLVMPositionBuilderAtEnd(of->builder, of->copy->block[number]);
            made = at == plan->loop.jump ? LLVMBuildUnreachable(of->builder) : clone(of, at);
        }
        map_put(&of->copy->copied, at, made);
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(of->copy->block[number]);
    for (int k = 0; k < plan->to_count[number]; k++)
        LLVMSetSuccessor(end, (unsigned)k, of->copy->block[plan->to[number][k]]);
}

static void store_phi(copying *of, LLVMValueRef phi, LLVMValueRef home)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        int from = fuse_loop_block(&of->plan->loop, LLVMGetIncomingBlock(phi, k));
        if (from == FUSE_NONE)
            continue;
        LLVMPositionBuilderBefore(of->builder, LLVMGetBasicBlockTerminator(of->copy->block[from]));
        LLVMBuildStore(of->builder, copied(of, LLVMGetIncomingValue(phi, k)), home);
    }
}

static void store_phis(copying *of, const map *homes)
{
    for (int i = 0; i < of->plan->loop.blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(of->plan->loop.block[i]); LLVMIsAPHINode(at);
             at = LLVMGetNextInstruction(at))
            if (map_get(homes, at))
                store_phi(of, at, map_get(homes, at));
}

/* ---- values that another block uses ---- */
static LLVMValueRef recompute(copying *of, LLVMValueRef original, map *made)
{
    const outer_plan *plan = of->plan;
    if (!LLVMIsAInstruction(original) || original == plan->counter || map_get((map *)&plan->counters, original) ||
        fuse_loop_block(&plan->loop, LLVMGetInstructionParent(original)) == FUSE_NONE)
        return original;
    LLVMValueRef again = map_get(made, original);
    if (again)
        return again;
    LLVMValueRef operand[MOST_OPERANDS];
    int count = LLVMGetNumOperands(original);
    for (int i = 0; i < count; i++)
        operand[i] = recompute(of, LLVMGetOperand(original, (unsigned)i), made);
    again = LLVMInstructionClone(original);
    for (int i = 0; i < count; i++)
        LLVMSetOperand(again, (unsigned)i, operand[i]);
    LLVMInsertIntoBuilder(of->builder, again);
    map_put(made, original, again);
    map_put(&of->copy->copied, again, original); /* so that its original can be looked up */
    return again;
}

static int count_recomputed(const outer_plan *plan, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || value == plan->counter ||
        fuse_loop_block(&plan->loop, LLVMGetInstructionParent(value)) == FUSE_NONE || LLVMIsAPHINode(value))
        return 0;
    int sum = 1;
    for (int i = 0; i < LLVMGetNumOperands(value) && sum <= MOST_RECOMPUTED; i++)
        sum += count_recomputed(plan, LLVMGetOperand(value, (unsigned)i));
    return sum;
}

static int number_of(const copying *of, LLVMBasicBlockRef block)
{
    for (int i = 0; i < of->plan->loop.blocks; i++)
        if (of->copy->block[i] == block)
            return i;
    return FUSE_NONE;
}

/* The value that the block uses instead of another block's. */
static LLVMValueRef in_block(copying *of, LLVMValueRef value, int block, LLVMValueRef *home)
{
    LLVMValueRef original = map_get(&of->original, value);
    position_at_top(of, block);
    if (!LLVMIsAPHINode(original) && fuse_is_recomputable(of->plan, original) &&
        count_recomputed(of->plan, original) <= MOST_RECOMPUTED) {
        map made = {0};
        LLVMValueRef again = recompute(of, original, &made);
        map_free(&made);
        return again;
    }
    if (!*home) {
        *home = new_variable(of, LLVMTypeOf(value));
        LLVMPositionBuilderBefore(of->builder, LLVMGetNextInstruction(value));
        LLVMBuildStore(of->builder, value, *home);
        position_at_top(of, block);
    }
    return LLVMBuildLoad2(of->builder, LLVMTypeOf(value), *home, "");
}

static void demote(copying *of, LLVMValueRef value)
{
    LLVMBasicBlockRef own = LLVMGetInstructionParent(value);
    LLVMValueRef instead[MOST_LOOP_BLOCKS] = {NULL}, home = NULL;
    for (LLVMUseRef next, use = LLVMGetFirstUse(value); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        int block = number_of(of, LLVMGetInstructionParent(user));
        if (LLVMGetInstructionParent(user) == own || block == FUSE_NONE)
            continue;
        if (!instead[block])
            instead[block] = in_block(of, value, block, &home);
        for (int i = 0; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == value)
                LLVMSetOperand(user, (unsigned)i, instead[block]);
        next = LLVMGetFirstUse(value); /* a user may have used it twice: the list has changed */
        while (next && (LLVMGetInstructionParent(LLVMGetUser(next)) == own))
            next = LLVMGetNextUse(next);
    }
}

void fuse_copy_outer_loop(const outer_plan *plan, outer_copy *copy)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(plan->loop.header);
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    copying of = {.plan = plan,
                  .copy = copy,
                  .builder = LLVMCreateBuilderInContext(context),
                  .context = context,
                  .entry = LLVMGetEntryBasicBlock(function)};
    map homes = {0};
    *copy = (outer_copy){.variables = 0};
    for (int i = 0; i < plan->loop.blocks; i++)
        copy->block[i] = LLVMAppendBasicBlockInContext(context, function, "");
    for (int k = 0; k < plan->loop.blocks; k++)
        copy_block(&of, plan->order[k], &homes);
    store_phis(&of, &homes);
    for (int r = 0; r < plan->reductions; r++) /* reductions are looked up by their phi */
        map_put(&copy->copied, plan->reduction[r], map_get(&homes, plan->reduction[r]));
    for (int k = 0; k < plan->loop.blocks; k++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(copy->block[plan->order[k]]); at;
             at = LLVMGetNextInstruction(at))
            if (map_get(&of.original, at))
                demote(&of, at);
    for (size_t i = 0; i < of.original.capacity; i++) /* from here on: the copy's values -> the loop's */
        if (of.original.key[i])
            map_put(&copy->copied, of.original.key[i], of.original.value[i]);
    map_free(&homes);
    map_free(&of.original);
    LLVMDisposeBuilder(of.builder);
}

void fuse_drop_outer_copy(const outer_plan *plan, outer_copy *copy)
{
    for (int i = 0; i < plan->loop.blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(copy->block[i]); at; at = LLVMGetNextInstruction(at))
            if (LLVMGetFirstUse(at))
                LLVMReplaceAllUsesWith(at, LLVMGetUndef(LLVMTypeOf(at)));
    for (int i = 0; i < plan->loop.blocks; i++) {
        LLVMBasicBlockRef block = copy->block[i];
        while (LLVMGetLastInstruction(block))
            LLVMInstructionEraseFromParent(LLVMGetLastInstruction(block));
    }
    for (int i = 0; i < plan->loop.blocks; i++)
        LLVMDeleteBasicBlock(copy->block[i]);
    free(copy->variable);
    map_free(&copy->copied);
}
