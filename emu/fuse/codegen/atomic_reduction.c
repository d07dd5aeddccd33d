/* Atomics on one word by many threads. If nobody uses their results, and the word's address is uniform, the loop
 * over threads combines the values in a register, of which LLVM makes a vector. After the loop, one atomic combines
 * the result with the word. analysis/deferrable_atomic.c says when that order is one that CUDA allows. A sum of
 * floats is associated differently than thread by thread: CUDA leaves the order open.
 *
 * A thread first combines for itself, in `pending`, also in its own loops. Where it leaves the region it adds that
 * to the total, so the vectoriser sees a reduction without conditions. `executed` keeps the word untouched if no
 * thread runs the atomic: the word may not exist. */
#include "atomic_reduction.h"

#include <stdlib.h>

#include "../analysis/atomic_operation.h"
#include "../analysis/calls.h"
#include "../analysis/deferrable_atomic.h"
#include "../analysis/graph.h"
#include "../analysis/memory_object.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "atomic_table.h"
#include "atomics.h"
#include "deferred_atomic.h"
#include "kept_table.h"
#include "uniform_hoist.h"

/* A float's sum flushes denormals in global memory, not in shared memory, so the memory must be known. A table is for
 * words that other blocks use: on the block's own words an atomic is plain instructions. */
static fuse_deferral how_deferred(emission *e, LLVMValueRef call)
{
    fuse_atomic what;
    if (!fuse_find_atomic(call, &what) || what.kind == FUSE_ATOMIC_EXCHANGE || LLVMGetFirstUse(call))
        return FUSE_DEFER_NONE;
    LLVMValueRef address = LLVMGetOperand(call, 0);
    fuse_object word = fuse_object_of(e->kernel, address);
    bool given = word.kind == FUSE_OBJECT_GIVEN;
    if ((!what.is_float || given || word.kind == FUSE_OBJECT_SHARED) && emission_hoist_uniform(e, address))
        return FUSE_DEFER_ALL;
    return given && !what.of_block && emission_may_share_words(e->kernel, address) ? FUSE_DEFER_SOME : FUSE_DEFER_NONE;
}

static LLVMTypeRef flag_type(const emission *e, const atomic_reduction *r)
{
    return emission_atomic_bits(&r->what, r->type) == 32 ? e->i32 : e->i64;
}

/* Whether every thread executes the atomic, and no thread is skipped. */
static bool all_execute(const emission *e, LLVMValueRef call)
{
    return (!e->diverged || e->of_prefix) &&
           e->unconditional[fuse_block_number(e->kernel, LLVMGetInstructionParent(call))];
}

static void begin_total(emission *e, atomic_reduction *r)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    r->total = emission_in_entry_alloca(e, r->type, 0);
    r->pending = emission_in_entry_alloca(e, r->type, 0);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMBuildStore(e->builder, emission_atomic_identity(&r->what, r->type), r->total);
    if (!all_execute(e, r->call)) {
        r->executed = emission_in_entry_alloca(e, flag_type(e, r), 0);
        r->reached = emission_in_entry_alloca(e, flag_type(e, r), 0);
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
        LLVMBuildStore(e->builder, LLVMConstNull(flag_type(e, r)), r->executed);
    }
    LLVMPositionBuilderAtEnd(e->builder, here);
}

/* The latest reduction, if it may be of the same word and kind. Not an earlier one: reductions are in the program's
 * order. */
static atomic_reduction *reduction_for(emission *e, LLVMValueRef call, fuse_deferral how, bool kept)
{
    fuse_atomic what;
    fuse_find_atomic(call, &what);
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMValueRef address = emission_hoist_uniform(e, LLVMGetOperand(call, 0));
    address = how == FUSE_DEFER_SOME ? NULL : address;
    atomic_reduction *latest = e->deferred.reductions ? &e->deferred.reduction[e->deferred.reductions - 1] : NULL;
    if (latest && latest->address == address && latest->type == type && latest->what.kind == what.kind &&
        latest->what.is_signed == what.is_signed && latest->what.of_block == what.of_block)
        return latest;
    atomic_reduction *made = &e->deferred.reduction[e->deferred.reductions++];
    fuse_object word = fuse_object_of(e->kernel, LLVMGetOperand(call, 0));
    *made =
        (atomic_reduction){.call = call,
                           .what = what,
                           .type = type,
                           .address = address,
                           .flushes = LLVMGetTypeKind(type) == LLVMFloatTypeKind && word.kind != FUSE_OBJECT_SHARED};
    if (address)
        begin_total(e, made);
    else
        emission_begin_table(e, made, kept);
    return made;
}

static size_t find_candidates(emission *e, map *candidates)
{
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (how_deferred(e, at) != FUSE_DEFER_NONE)
                map_put(candidates, at, (void *)(uintptr_t)how_deferred(e, at));
    return candidates->count;
}

void emission_find_reductions(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    map candidates = {0};
    size_t most = e->all_threads ? find_candidates(e, &candidates) : 0;
    fuse_keep_deferrable_atomics(kernel, e->contains, &candidates, !e->strips);
    e->deferred.reduction = most ? fuse_allocate(most, sizeof *e->deferred.reduction) : NULL;
    bool kept = most > 0 && emission_keeps_table(e, &candidates);
    for (int k = 0; k < kernel->blocks && most; k++) {
        int i = kernel->ordered[k];
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (map_get(&candidates, at))
                map_put(&e->deferred.reduced, at,
                        reduction_for(e, at, (fuse_deferral)(uintptr_t)map_get(&candidates, at), kept));
    }
    map_free(&candidates);
}

void emission_begin_reductions(emission *e)
{
    for (unsigned i = 0; i < e->deferred.reductions; i++) {
        const atomic_reduction *r = &e->deferred.reduction[i];
        if (r->pending)
            LLVMBuildStore(e->builder, emission_atomic_identity(&r->what, r->type), r->pending);
        if (r->reached)
            LLVMBuildStore(e->builder, LLVMConstNull(flag_type(e, r)), r->reached);
    }
}

/* Flushes denormals to zeros of their sign. */
static LLVMValueRef flushed(emission *e, LLVMValueRef value)
{
    LLVMValueRef bits = LLVMBuildBitCast(e->builder, value, e->i32, "");
    LLVMValueRef exponent = LLVMBuildAnd(e->builder, bits, emission_number(e, e->i32, 0x7f800000), "");
    LLVMValueRef normal = LLVMBuildICmp(e->builder, LLVMIntNE, exponent, emission_number(e, e->i32, 0), "");
    LLVMValueRef zero = LLVMBuildAnd(e->builder, bits, emission_number(e, e->i32, 0x80000000), "");
    return LLVMBuildBitCast(e->builder, LLVMBuildSelect(e->builder, normal, bits, zero, ""), LLVMTypeOf(value), "");
}

static void combine_into(emission *e, const atomic_reduction *r, LLVMValueRef into, LLVMValueRef value,
                         bool reassociates)
{
    LLVMValueRef before = LLVMBuildLoad2(e->builder, r->type, into, "");
    LLVMValueRef after = emission_combine(e, &r->what, before, value);
    if (reassociates && r->what.is_float)
        LLVMSetFastMathFlags(after, LLVMFastMathAllowReassoc);
    LLVMBuildStore(e->builder, after, into);
}

bool emission_reduce(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                     emission_atomic_call *otherwise)
{
    const atomic_reduction *r = map_get(&e->deferred.reduced, call);
    if (!r)
        return false;
    value = r->flushes ? flushed(e, value) : value;
    if (r->keys)
        emission_put_in_table(e, r, call, address, value, otherwise);
    else
        combine_into(e, r, r->pending, value, false);
    if (r->reached)
        LLVMBuildStore(e->builder, LLVMConstInt(flag_type(e, r), 1, false), r->reached);
    return true;
}

/* Whether the access is at the word, after one of the thread's own atomics: an i1. Null: it never is. */
static LLVMValueRef is_at_word(emission *e, const atomic_reduction *r, LLVMValueRef access, LLVMValueRef address)
{
    bool after = false;
    for (int i = 0; i < e->kernel->blocks && r->pending && !after; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at && !after;
             at = LLVMGetNextInstruction(at))
            after = map_get(&e->deferred.reduced, at) == r && fuse_must_forward(e->kernel, e->contains, at, access);
    if (!after)
        return NULL;
    LLVMValueRef same = LLVMBuildICmp(e->builder, LLVMIntEQ, address, r->address, "");
    if (!r->reached)
        return same;
    LLVMTypeRef type = flag_type(e, r);
    LLVMValueRef reached = LLVMBuildLoad2(e->builder, type, r->reached, "");
    reached = LLVMBuildICmp(e->builder, LLVMIntNE, reached, LLVMConstNull(type), "");
    return LLVMBuildAnd(e->builder, same, reached, "");
}

/* Whether the address is neither a slot's nor an argument's. */
static bool may_be_word(const emission *e, LLVMValueRef access)
{
    fuse_object object = fuse_object_of(e->kernel, LLVMGetOperand(access, LLVMIsAStoreInst(access) != NULL));
    return e->deferred.reductions && fuse_is_simple_access(access) && object.kind != FUSE_OBJECT_PRIVATE &&
           object.kind != FUSE_OBJECT_ARGUMENTS;
}

LLVMValueRef emission_forward_load(emission *e, LLVMValueRef load, LLVMValueRef address, LLVMValueRef value)
{
    unsigned count = may_be_word(e, load) ? e->deferred.reductions : 0;
    for (unsigned i = 0; i < count; i++) {
        const atomic_reduction *r = &e->deferred.reduction[i];
        LLVMValueRef here = is_at_word(e, r, load, address);
        if (!here)
            continue;
        LLVMValueRef word = LLVMBuildBitCast(e->builder, value, r->type, "");
        word = emission_combine(e, &r->what, word, LLVMBuildLoad2(e->builder, r->type, r->pending, ""));
        word = LLVMBuildBitCast(e->builder, r->flushes ? flushed(e, word) : word, LLVMTypeOf(value), "");
        value = LLVMBuildSelect(e->builder, here, word, value, "");
    }
    return value;
}

/* The store overwrites what the thread added before. What others add counts as later. */
void emission_forward_store(emission *e, LLVMValueRef store, LLVMValueRef address)
{
    unsigned count = may_be_word(e, store) ? e->deferred.reductions : 0;
    for (unsigned i = 0; i < count; i++) {
        const atomic_reduction *r = &e->deferred.reduction[i];
        LLVMValueRef here = is_at_word(e, r, store, address);
        if (!here)
            continue;
        LLVMValueRef pending = LLVMBuildLoad2(e->builder, r->type, r->pending, "");
        LLVMBuildStore(e->builder,
                       LLVMBuildSelect(e->builder, here, emission_atomic_identity(&r->what, r->type), pending, ""),
                       r->pending);
    }
}

void emission_join_reductions(emission *e)
{
    for (unsigned i = 0; i < e->deferred.reductions; i++) {
        const atomic_reduction *r = &e->deferred.reduction[i];
        if (r->pending)
            combine_into(e, r, r->total, LLVMBuildLoad2(e->builder, r->type, r->pending, ""), true);
        if (!r->reached)
            continue;
        LLVMTypeRef type = flag_type(e, r);
        LLVMValueRef before = LLVMBuildLoad2(e->builder, type, r->executed, "");
        LLVMValueRef reached = LLVMBuildLoad2(e->builder, type, r->reached, "");
        LLVMBuildStore(e->builder, LLVMBuildOr(e->builder, before, reached, ""), r->executed);
    }
}

static void finish(emission *e, const atomic_reduction *r, emission_atomic_call *otherwise)
{
    LLVMBasicBlockRef after = emission_append(e), some = r->executed ? emission_append(e) : NULL;
    if (some) {
        LLVMTypeRef type = flag_type(e, r);
        LLVMValueRef executed = LLVMBuildLoad2(e->builder, type, r->executed, "");
        executed = LLVMBuildICmp(e->builder, LLVMIntNE, executed, LLVMConstNull(type), "");
        LLVMBuildCondBr(e->builder, executed, some, after);
        LLVMPositionBuilderAtEnd(e->builder, some);
    }
    emission_atomic(e, r->call, r->address, LLVMBuildLoad2(e->builder, r->type, r->total, ""), otherwise);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

void emission_finish_reductions(emission *e, emission_atomic_call *otherwise)
{
    for (unsigned i = 0; i < e->deferred.reductions; i++)
        if (e->deferred.reduction[i].keys && !e->deferred.reduction[i].lowest) /* else where threads leave the region */
            emission_finish_table(e, &e->deferred.reduction[i], otherwise);
        else if (!e->deferred.reduction[i].keys)
            finish(e, &e->deferred.reduction[i], otherwise);
}

void emission_free_reductions(emission *e)
{
    map_free(&e->deferred.reduced);
    free(e->deferred.reduction);
    e->deferred.reduction = NULL;
    e->deferred.reductions = 0;
}
