/* Values that are the same for all threads are made once, at the function's entry, instead of in the loop. So a
 * vectoriser sees what addresses and conditions have in common. */
#include "uniform_hoist.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "builtin_call.h"
#include "division.h"
#include "frame.h"
#include "launch_arguments.h"
#include "reaching_store.h"
#include "region_blocks.h"
#include "slot_place.h"

/* The value of a load of the slot: that of the one store before it, or the slot's value before the region. */
static LLVMValueRef hoist_slot(emission *e, LLVMValueRef load, const fuse_slot *slot)
{
    bool kept;
    LLVMValueRef store = emission_reaching_store(e, load, slot, &kept);
    if (store)
        return emission_hoist_uniform(e, LLVMGetOperand(store, 0));
    if (slot == e->permuted.slot && e->permuted.slot_value)
        return e->permuted.slot_value;
    if (e->extent != ALL)
        emission_get_field(e, UNIFORM);
    return emission_load_uniform(e, (int)(slot - e->kernel->slot));
}

/* Whether a load after it may read another value than one before it: it writes memory other than slots, or orders
 * accesses. */
static bool may_change_loads(const emission *e, LLVMValueRef before)
{
    if (LLVMIsALoadInst(before))
        return !fuse_is_simple_access(before);
    if (!LLVMIsAStoreInst(before))
        return LLVMIsAAtomicRMWInst(before) || LLVMIsAAtomicCmpXchgInst(before) || LLVMIsAFenceInst(before) ||
               (LLVMIsACallInst(before) && fuse_call_of(before, NULL) >= FUSE_LIFETIME);
    for (int s = 0; s < e->kernel->slots; s++)
        if (e->kernel->slot[s].alloca == LLVMGetOperand(before, 1))
            return e->kernel->slot[s].memory;
    return true;
}

static const fuse_slot *slot_at(const emission *e, LLVMValueRef pointer)
{
    for (int s = 0; s < e->kernel->slots; s++)
        if (e->kernel->slot[s].alloca == pointer)
            return &e->kernel->slot[s];
    return NULL;
}

/* Whether no write to memory precedes the load. */
static bool may_load(emission *e, LLVMValueRef load)
{
    bool kept;
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    const fuse_slot *slot = slot_at(e, pointer);
    if (slot) {
        LLVMValueRef store = emission_reaching_store(e, load, slot, &kept);
        return store ? emission_may_hoist(e, LLVMGetOperand(store, 0)) : kept;
    }
    bool argument = emission_is_argument(e, pointer);
    int at = fuse_block_number(e->kernel, LLVMGetInstructionParent(load));
    if (!argument && !e->unconditional[at])
        return false;
    for (int i = 0; i < e->kernel->blocks && !argument; i++)
        for (LLVMValueRef before = e->unconditional[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL;
             before && before != load; before = LLVMGetNextInstruction(before)) {
            if (i != at && e->kernel->block[i].order > e->kernel->block[at].order)
                break;
            if (may_change_loads(e, before))
                return false;
        }
    return emission_may_hoist(e, pointer);
}

static LLVMValueRef load_once(emission *e, LLVMValueRef load)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    const fuse_slot *slot = slot_at(e, pointer);
    if (slot)
        return hoist_slot(e, load, slot);
    bool argument = emission_is_argument(e, pointer);
    pointer = emission_hoist_uniform(e, pointer);
    LLVMValueRef made = LLVMInstructionClone(load);
    LLVMSetOperand(made, 0, pointer);
    LLVMInsertIntoBuilder(e->builder, made);
    fuse_debug_line(e->kernel, e->lines, made, load);
    if (argument)
        emission_mark_invariant(e, made);
    return made;
}

/* ---- divisions ---- */
/* Whether the branch from `from` to `to` implies that the hoisted divisor is not 0. */
static bool excludes_zero(emission *e, const fuse_block *from, int to, LLVMValueRef divisor)
{
    LLVMValueRef condition = from->to_count == 2 ? LLVMGetOperand(from->end, 0) : NULL;
    if (!condition || !LLVMIsABranchInst(from->end) || !LLVMIsAICmpInst(condition) ||
        e->kernel->block[to].from_count != 1)
        return false;
    LLVMValueRef bound = LLVMGetOperand(condition, 1);
    if (!LLVMIsAConstantInt(bound) || !LLVMIsNull(bound) ||
        emission_hoist_uniform(e, LLVMGetOperand(condition, 0)) != divisor)
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    bool holds = fuse_block_number(e->kernel, LLVMGetSuccessor(from->end, 0)) == to;
    return holds
               ? predicate == LLVMIntNE || predicate == LLVMIntUGT || predicate == LLVMIntSGT || predicate == LLVMIntSLT
               : predicate == LLVMIntEQ || predicate == LLVMIntSLE || predicate == LLVMIntSGE;
}

/* Whether no thread reaches the block if the divisor is 0. */
static bool is_guarded(emission *e, int number, LLVMValueRef divisor)
{
    const fuse_block *block = e->kernel->block;
    for (int up = block[number].dominator; up != FUSE_NONE && e->contains[up]; number = up, up = block[up].dominator)
        if (excludes_zero(e, &block[up], number, divisor))
            return true;
    return false;
}

LLVMValueRef emission_divisor_but_zero(emission *e, LLVMValueRef division, LLVMValueRef divisor)
{
    LLVMTypeRef type = LLVMTypeOf(divisor);
    LLVMValueRef zero = LLVMBuildICmp(e->builder, LLVMIntEQ, divisor, LLVMConstNull(type), "");
    if (!is_guarded(e, fuse_block_number(e->kernel, LLVMGetInstructionParent(division)), divisor)) {
        LLVMValueRef right = LLVMBuildNot(e->builder, zero, "");
        e->hoisted.divides = e->hoisted.divides ? LLVMBuildAnd(e->builder, e->hoisted.divides, right, "") : right;
    }
    return LLVMBuildSelect(e->builder, zero, emission_number(e, type, 1), divisor, "");
}

static LLVMValueRef hoist_division(emission *e, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef dividend = emission_hoist_uniform(e, LLVMGetOperand(value, 0)),
                 divisor = emission_hoist_uniform(e, LLVMGetOperand(value, 1));
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef minus = NULL;
    divisor = emission_divisor_but_zero(e, value, divisor);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMSDiv || opcode == LLVMSRem) { /* the smallest number by -1 gives itself, remainder 0 */
        minus = LLVMBuildICmp(e->builder, LLVMIntEQ, divisor, LLVMConstAllOnes(type), "");
        divisor = LLVMBuildSelect(e->builder, minus, emission_number(e, type, 1), divisor, "");
    }
    LLVMValueRef made = LLVMBuildBinOp(e->builder, opcode, dividend, divisor, "");
    fuse_debug_line(e->kernel, e->lines, made, value);
    if (opcode == LLVMSDiv)
        made = LLVMBuildSelect(e->builder, minus, LLVMBuildNeg(e->builder, dividend, ""), made, "");
    return made;
}

/* ---- any value ---- */
static bool may_make(emission *e, LLVMValueRef value)
{
    fuse_call call = fuse_call_of(value, NULL);
    switch (call) {
    case FUSE_BLOCK:
    case FUSE_BLOCK_DIM:
    case FUSE_GRID_DIM:
    case FUSE_SHARED:
    case FUSE_DYNAMIC_SHARED:
    case FUSE_RESULT: return true;
    default: break;
    }
    if (LLVMIsALoadInst(value))
        return !LLVMGetVolatile(value) && may_load(e, value);
    bool may = emission_is_division(value)
                   ? e->extent == ALL && !e->strips && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind
                   : fuse_is_speculatable(value) || call == FUSE_NO_MEMORY;
    for (int i = 0; i < LLVMGetNumOperands(value) && may; i++)
        may = emission_may_hoist(e, LLVMGetOperand(value, (unsigned)i));
    return may;
}

bool emission_may_hoist(emission *e, LLVMValueRef value)
{
    static int refused;
    if (!LLVMIsAInstruction(value))
        return true;
    void *known = map_get(&e->hoisted.possible, value);
    if (known)
        return known != &refused;
    bool may = !fuse_is_divergent(e->kernel, value) &&
               e->contains[fuse_block_number(e->kernel, LLVMGetInstructionParent(value))] && may_make(e, value);
    map_put(&e->hoisted.possible, value, may ? (void *)value : (void *)&refused);
    return may;
}

static LLVMValueRef make_once(emission *e, LLVMValueRef value)
{
    switch (fuse_call_of(value, NULL)) {
    case FUSE_BLOCK:
    case FUSE_BLOCK_DIM:
    case FUSE_GRID_DIM:
    case FUSE_SHARED:
    case FUSE_DYNAMIC_SHARED:
    case FUSE_RESULT: return emission_replace_call(e, value);
    default: break;
    }
    if (LLVMIsALoadInst(value))
        return load_once(e, value);
    if (emission_is_division(value))
        return hoist_division(e, value);
    int count = LLVMGetNumOperands(value);
    LLVMValueRef *operand = fuse_allocate((size_t)count, sizeof *operand), made = LLVMInstructionClone(value);
    for (int i = 0; i < count; i++)
        operand[i] = emission_hoist_uniform(e, LLVMGetOperand(value, (unsigned)i));
    for (int i = 0; i < count; i++)
        LLVMSetOperand(made, (unsigned)i, operand[i]);
    LLVMInsertIntoBuilder(e->builder, made);
    fuse_debug_line(e->kernel, e->lines, made, value);
    free(operand);
    return made;
}

LLVMValueRef emission_hoist_uniform(emission *e, LLVMValueRef value)
{
    if (value == LLVMGetParam(e->kernel->function, 0))
        return emission_get_field(e, ARGUMENTS);
    if (!LLVMIsAInstruction(value))
        return value;
    LLVMValueRef made = map_get(&e->hoisted.values, value);
    if (made || !emission_may_hoist(e, value))
        return made;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    made = make_once(e, value);
    LLVMPositionBuilderAtEnd(e->builder, here);
    map_put(&e->hoisted.values, value, made);
    return made;
}

LLVMValueRef emission_uniform_at_exit(emission *e, const fuse_slot *slot)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef store = emission_only_store(e, slot);
    if (!store)
        return NULL;
    int from = fuse_block_number(kernel, LLVMGetInstructionParent(store));
    for (int i = 0; i < kernel->blocks; i++)
        for (int k = 0; e->contains[i] && k < kernel->block[i].to_count; k++) {
            const fuse_block *to = &kernel->block[kernel->block[i].to[k]];
            if (!to->start || !slot->live_in[to->region])
                continue;
            if (!emission_dominates(e, from, i))
                return NULL;
        }
    return emission_hoist_uniform(e, LLVMGetOperand(store, 0));
}
