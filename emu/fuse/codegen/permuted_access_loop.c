/* Loops over strips of threads. In each strip, what is shuffled among vectors is loaded before the loop over its
 * threads and stored after it, and threads find it in an array, as neighbours. So a vectoriser makes one iteration
 * of them.
 *
 * If the distance between threads' elements is a uniform value, as in `x ^ distance`, there is a copy of the loop
 * for each small power of two, one for all multiples of a strip's threads, and the original loop.
 *
 * Invariant: each thread loads and stores what it did. */
#include "permuted_access_loop.h"

#include <stdlib.h>

#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "permuted_access.h"
#include "permuted_access_thread.h"
#include "reaching_store.h"
#include "row_loop.h"
#include "slot_place.h"
#include "uniform_hoist.h"

/* ---- thread 0 of the strip ---- */
static LLVMValueRef of_first(emission *e, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return emission_hoist_uniform(e, value);
    LLVMValueRef made = map_get(&e->permuted.strip->first, value);
    if (made)
        return made;
    if (LLVMIsACallInst(value)) {
        made = e->thread.x;
    } else if (LLVMIsALoadInst(value)) {
        made = of_first(e, emission_stored_value(e, value));
    } else {
        int count = LLVMGetNumOperands(value);
        LLVMValueRef *operand = fuse_allocate((size_t)count, sizeof *operand);
        for (int i = 0; i < count; i++)
            operand[i] = of_first(e, LLVMGetOperand(value, (unsigned)i));
        made = LLVMInstructionClone(value);
        for (int i = 0; i < count; i++)
            LLVMSetOperand(made, (unsigned)i, operand[i]);
        LLVMInsertIntoBuilder(e->builder, made);
        fuse_debug_line(e->kernel, e->lines, made, value);
        free(operand);
    }
    map_put(&e->permuted.strip->first, value, made);
    return made;
}

/* ---- a strip ---- */
static void begin_strip(emission *e)
{
    permuted_strip *plan = e->permuted.strip;
    map_free(&plan->first);
    bool based[MOST_ACCESSES] = {false};
    for (int a = 0; a < plan->accesses; a++) {
        access *at = &plan->access[a];
        at->first = of_first(e, at->address);
        access_group *group = &plan->group[at->group];
        if (at->kind != STAGED || based[at->group])
            continue;
        based[at->group] = true;
        LLVMValueRef back = emission_number(e, e->i64, (uint64_t)(group->least - at->stride->offset[0]));
        group->first = LLVMBuildGEP2(e->builder, e->i8, at->first, &back, 1, "");
        for (int w = 0; w * STRIP < (int)group->elements; w++)
            group->wide[w] = permuted_access_load_vector(e, group, (unsigned)w);
    }
    for (int a = 0; a < plan->accesses; a++) {
        access *at = &plan->access[a];
        if (at->kind != STAGED)
            continue;
        LLVMTypeRef type = LLVMArrayType2(at->type, STRIP);
        at->array = emission_in_entry_alloca(e, type, STRIP * at->size);
        if (at->store)
            at->value = emission_in_entry_alloca(e, at->type, 0);
        if (!at->store || !at->always)
            LLVMSetAlignment(LLVMBuildStore(e->builder, permuted_access_gather(e, at), at->array), STRIP * at->size);
    }
}

/* Makes the whole strips among threads 0 .. end - 1, which go on to `after`. `made`, a phi of that block, gets how
 * many threads they are. */
static void make_strips(emission *e, permuted_strip *plan, LLVMValueRef row, LLVMValueRef end, LLVMBasicBlockRef after,
                        LLVMValueRef made)
{
    LLVMValueRef zero = emission_number(e, e->i64, 0), threads = emission_number(e, e->i64, STRIP);
    LLVMValueRef whole = LLVMBuildAnd(e->builder, end, emission_number(e, e->i64, ~(uint64_t)(STRIP - 1)), "");
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder), head = emission_append(e);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntNE, whole, zero, ""), head, after);
    LLVMAddIncoming(made, &zero, &before, 1);
    LLVMPositionBuilderAtEnd(e->builder, head);
    LLVMValueRef base = LLVMBuildPhi(e->builder, e->i64, "");
    LLVMAddIncoming(base, &zero, &before, 1);
    e->permuted.strip = plan;
    e->thread.x = LLVMBuildTrunc(e->builder, base, e->i32, "");
    begin_strip(e);
    emission_permuted_threads(e, row, base, STRIP, &plan->thread, permuted_access_begin_thread,
                              permuted_access_end_thread);
    for (int g = 0; g < plan->groups; g++)
        permuted_access_scatter(e, g);
    e->permuted.strip = NULL;
    map_free(&plan->first);
    LLVMValueRef next = LLVMBuildNUWAdd(e->builder, base, threads, "");
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntULT, next, whole, "");
    LLVMBuildCondBr(e->builder, more, head, after);
    LLVMAddIncoming(base, &next, &here, 1);
    LLVMAddIncoming(made, &whole, &here, 1);
}

/* ---- versions ---- */
/* Plans the copy in which the slot has the value. Uniform values are hoisted anew: with that value they differ. */
static bool plan_with(emission *e, permuted_strip *plan, const fuse_slot *slot, LLVMValueRef value)
{
    e->hoisted.values = (map){0};
    e->permuted.slot = slot;
    e->permuted.slot_value = value;
    return permuted_access_plan(plan, e);
}

static void drop(emission *e, permuted_strip *plan, const map *once)
{
    strides_free(&plan->strides);
    map_free(&e->hoisted.values);
    e->hoisted.values = *once;
    e->permuted.slot = NULL;
    e->permuted.slot_value = NULL;
}

/* Whether the slot is live where the region starts, and an address that strips do not know may depend on it. */
static bool is_candidate(const emission *e, const fuse_slot *slot)
{
    return slot->uniform && !slot->memory && slot->live_in[e->region] && slot->used[e->region] &&
           LLVMGetTypeKind(slot->type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(slot->type) >= 32 &&
           LLVMGetIntTypeWidth(slot->type) <= 64;
}

static int slot_number(const emission *e, const fuse_slot *slot)
{
    return (int)(slot - e->kernel->slot);
}

/* Makes a copy for each value of the slot that has a plan; false: there is none. */
static bool make_versions(emission *e, const fuse_slot *slot, LLVMValueRef row, LLVMValueRef end,
                          LLVMBasicBlockRef after, LLVMValueRef made)
{
    map once = e->hoisted.values;
    permuted_strip plan;
    LLVMValueRef zero = emission_number(e, e->i64, 0), choice = NULL;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), others = NULL;
    for (unsigned value = 1; value < STRIP; value *= 2) {
        LLVMValueRef number = emission_number(e, slot->type, value);
        if (plan_with(e, &plan, slot, number)) {
            if (!choice) {
                LLVMPositionBuilderAtEnd(e->builder, e->entry);
                LLVMValueRef has = emission_load_uniform(e, slot_number(e, slot));
                LLVMPositionBuilderAtEnd(e->builder, here);
                others = emission_append(e);
                choice = LLVMBuildSwitch(e->builder, has, others, 5);
            }
            LLVMBasicBlockRef copy = emission_append(e);
            LLVMAddCase(choice, number, copy);
            LLVMPositionBuilderAtEnd(e->builder, copy);
            make_strips(e, &plan, row, end, after, made);
        }
        drop(e, &plan, &once);
    }
    if (!choice)
        return false;
    LLVMPositionBuilderAtEnd(e->builder, others);
    if (plan_with(e, &plan, slot, NULL)) {
        LLVMBasicBlockRef copy = emission_append(e);
        LLVMValueRef has = LLVMGetOperand(choice, 0), none = LLVMConstNull(slot->type);
        LLVMValueRef rest = LLVMBuildAnd(e->builder, has, emission_number(e, slot->type, STRIP - 1), "");
        LLVMValueRef fits = LLVMBuildICmp(e->builder, LLVMIntEQ, rest, none, "");
        fits = LLVMBuildAnd(e->builder, fits, LLVMBuildICmp(e->builder, LLVMIntNE, has, none, ""), "");
        LLVMBuildCondBr(e->builder, fits, copy, after);
        LLVMAddIncoming(made, &zero, &others, 1);
        LLVMPositionBuilderAtEnd(e->builder, copy);
        make_strips(e, &plan, row, end, after, made);
    } else {
        LLVMBuildBr(e->builder, after);
        LLVMAddIncoming(made, &zero, &others, 1);
    }
    drop(e, &plan, &once);
    return true;
}

LLVMValueRef emission_permuted_strips(emission *e, LLVMValueRef row, LLVMValueRef end, bool *one_by_one)
{
    unsigned shape = e->kernel->shape[0];
    if (!e->parallel || e->extent != ALL || (shape && shape < STRIP))
        return NULL;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), after = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, after);
    LLVMValueRef made = LLVMBuildPhi(e->builder, e->i64, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    permuted_strip plan;
    map once = e->hoisted.values;
    bool done = plan_with(e, &plan, NULL, NULL), is_unknown = plan.unknown;
    if (done)
        make_strips(e, &plan, row, end, after, made);
    drop(e, &plan, &once);
    for (int s = 0; s < e->kernel->slots && is_unknown && !done; s++)
        done = is_candidate(e, &e->kernel->slot[s]) && make_versions(e, &e->kernel->slot[s], row, end, after, made);
    *one_by_one = is_unknown; /* few threads, at distances that need gathers and scatters: one by one is faster */
    if (!done) {
        LLVMDeleteBasicBlock(after);
        return NULL;
    }
    LLVMPositionBuilderAtEnd(e->builder, after);
    return made;
}
