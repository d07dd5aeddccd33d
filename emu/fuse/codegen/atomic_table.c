/* Atomics on few words by many threads, as in a histogram. A table holds, for some words, the threads' values
 * combined so far. After the loop over threads one atomic combines them with each word. An address has one
 * place in the table. The first address that comes to a place keeps it until the end of the loop; atomics on other
 * addresses with the same place are done at once. So a word's atomics are all in the table, or none is, and threads
 * that have addresses of their own lose little. Before an atomic is done at once, the deferred ones of other kinds
 * that came before it on the same word are done.
 *
 * A key is the complement of an address: 0 stands for no address, not for the null address, at which an atomic fails.
 * Between two loops the table is empty: every key is 0. Only a region whose threads iterate it together, as in a
 * grid-stride loop, keeps its table until they leave it (kept_table.c). */
#include "atomic_table.h"

#include <llvm-c/Target.h>

#include "../analysis/graph.h"
#include "../analysis/memory_object.h"
#include "atomics.h"
#include "counting_loop.h"
#include "deferred_atomic.h"

enum { FEW_PLACES = 64, MANY_PLACES = 256 }; /* for the threads of one block; of many blocks or iterations */

static bool yields_part(LLVMValueRef value)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAnd:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: return true;
    default: return false;
    }
}

static bool may_repeat(const fuse_kernel *kernel, LLVMValueRef value, int depth)
{
    enum { MOST_DEPTH = 12 };
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(kernel, value))
        return false;
    if (depth == MOST_DEPTH || yields_part(value))
        return true;
    if (LLVMIsALoadInst(value)) {
        LLVMValueRef stored = fuse_only_value(LLVMGetOperand(value, 0));
        return !stored || may_repeat(kernel, stored, depth + 1);
    }
    bool any = false;
    for (int i = 0; i < LLVMGetNumOperands(value) && !any; i++)
        any = may_repeat(kernel, LLVMGetOperand(value, (unsigned)i), depth + 1);
    return any;
}

bool emission_may_share_words(const fuse_kernel *kernel, LLVMValueRef address)
{
    return may_repeat(kernel, address, 0);
}

static unsigned places(const emission *e, const atomic_reduction *r)
{
    return e->kernel->coarsened || r->lowest ? MANY_PLACES : FEW_PLACES;
}

static unsigned bytes_of(const atomic_reduction *r)
{
    return emission_atomic_bits(&r->what, r->type) / 8;
}

/* A place is named by its value's offset in bytes. */
static LLVMValueRef total_at(emission *e, const atomic_reduction *r, LLVMValueRef place)
{
    return emission_at_offset(e, r->total, place);
}

static LLVMValueRef key_at(emission *e, const atomic_reduction *r, LLVMValueRef place)
{
    LLVMValueRef times = emission_number(e, e->i64, sizeof(uint64_t) / bytes_of(r));
    return emission_at_offset(e, r->keys, LLVMBuildNUWMul(e->builder, place, times, ""));
}

static LLVMValueRef taken_at(emission *e, const atomic_reduction *r, LLVMValueRef number)
{
    return LLVMBuildInBoundsGEP2(e->builder, e->i64, r->taken, &number, 1, "");
}

/* No word has been put in the table. */
static void forget_words(emission *e, const atomic_reduction *r)
{
    LLVMBuildStore(e->builder, emission_number(e, e->i64, 0), r->count);
    if (!r->lowest)
        return;
    LLVMBuildStore(e->builder, emission_number(e, e->i64, UINT64_MAX), r->lowest);
    LLVMBuildStore(e->builder, emission_number(e, e->i64, 0), r->highest);
}

void emission_begin_table(emission *e, atomic_reduction *r, bool kept)
{
    enum { ALIGNMENT = 64 };
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    if (kept) {
        r->lowest = emission_in_entry_alloca(e, e->i64, 0);
        r->highest = emission_in_entry_alloca(e, e->i64, 0);
    }
    unsigned count = places(e, r);
    r->keys = emission_in_entry_alloca(e, LLVMArrayType2(e->i64, count), ALIGNMENT);
    r->taken = emission_in_entry_alloca(e, LLVMArrayType2(e->i64, count), ALIGNMENT);
    r->total = emission_in_entry_alloca(e, LLVMArrayType2(r->type, count), ALIGNMENT);
    r->count = emission_in_entry_alloca(e, e->i64, 0);
    if (e->extent == ALL) /* once for all blocks */
        LLVMPositionBuilderBefore(e->builder, LLVMGetBasicBlockTerminator(e->kernel->allocas));
    else
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMBuildMemSet(e->builder, r->keys, emission_number(e, e->i8, 0), emission_number(e, e->i64, 8ull * count),
                    ALIGNMENT);
    if (!kept)
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
    forget_words(e, r);
    LLVMPositionBuilderAtEnd(e->builder, here);
}

static LLVMValueRef place_of(emission *e, const atomic_reduction *r, LLVMValueRef address)
{
    /* a misaligned address does not overlap the bytes of another one */
    uint64_t offsets = (uint64_t)(places(e, r) - 1) * bytes_of(r);
    return LLVMBuildAnd(e->builder, address, emission_number(e, e->i64, offsets), "");
}

/* Whether the value is more than the identity. Adding the identity changes no number, except that a float in global
 * memory loses denormals. */
static LLVMValueRef changes_word(emission *e, const atomic_reduction *r, LLVMValueRef value)
{
    LLVMTypeRef type = emission_atomic_bits(&r->what, r->type) == 32 ? e->i32 : e->i64;
    LLVMValueRef none = LLVMConstBitCast(emission_atomic_identity(&r->what, r->type), type);
    return LLVMBuildICmp(e->builder, LLVMIntNE, LLVMBuildBitCast(e->builder, value, type, ""), none, "");
}

/* Does what is deferred for the word, if anything: the table's, or the thread's own. */
static void do_deferred(emission *e, const atomic_reduction *r, LLVMValueRef address, emission_atomic_call *otherwise)
{
    LLVMBasicBlockRef here = emission_append(e), after = emission_append(e);
    LLVMValueRef at = r->address, into = r->pending;
    if (r->keys) {
        LLVMValueRef place = place_of(e, r, LLVMBuildPtrToInt(e->builder, address, e->i64, ""));
        LLVMValueRef key = LLVMBuildLoad2(e->builder, e->i64, key_at(e, r, place), "");
        at = LLVMBuildIntToPtr(e->builder, LLVMBuildNot(e->builder, key, ""), e->pointer, "");
        into = total_at(e, r, place);
    }
    LLVMValueRef same = LLVMBuildICmp(e->builder, LLVMIntEQ, at, address, "");
    LLVMValueRef value = LLVMBuildLoad2(e->builder, r->type, into, "");
    LLVMBuildCondBr(e->builder, LLVMBuildAnd(e->builder, same, changes_word(e, r, value), ""), here, after);
    LLVMPositionBuilderAtEnd(e->builder, here);
    emission_atomic(e, r->call, address, value, otherwise);
    LLVMBuildStore(e->builder, emission_atomic_identity(&r->what, r->type), into);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

/* Extends one end of the range of words. */
static void extend(emission *e, LLVMValueRef end, LLVMValueRef address, LLVMIntPredicate beyond)
{
    LLVMValueRef before = LLVMBuildLoad2(e->builder, e->i64, end, "");
    LLVMValueRef further = LLVMBuildICmp(e->builder, beyond, address, before, "");
    LLVMBuildStore(e->builder, LLVMBuildSelect(e->builder, further, address, before, ""), end);
}

/* The place is free: from now on it belongs to the address. */
static void take_place(emission *e, const atomic_reduction *r, LLVMValueRef place, LLVMValueRef address,
                       LLVMValueRef value)
{
    LLVMBuildStore(e->builder, LLVMBuildNot(e->builder, address, ""), key_at(e, r, place));
    LLVMBuildStore(e->builder, value, total_at(e, r, place));
    LLVMValueRef count = LLVMBuildLoad2(e->builder, e->i64, r->count, "");
    LLVMBuildStore(e->builder, place, taken_at(e, r, count));
    LLVMBuildStore(e->builder, LLVMBuildAdd(e->builder, count, emission_number(e, e->i64, 1), ""), r->count);
    if (!r->lowest)
        return;
    extend(e, r->lowest, address, LLVMIntULT);
    extend(e, r->highest, address, LLVMIntUGT);
}

void emission_put_in_table(emission *e, const atomic_reduction *r, LLVMValueRef call, LLVMValueRef address,
                           LLVMValueRef value, emission_atomic_call *otherwise)
{
    LLVMBasicBlockRef there = emission_append(e), other = emission_append(e), empty = emission_append(e),
                      at_once = emission_append(e), after = emission_append(e);
    LLVMValueRef number = LLVMBuildPtrToInt(e->builder, address, e->i64, "");
    LLVMValueRef key = LLVMBuildNot(e->builder, number, ""), place = place_of(e, r, number);
    LLVMValueRef found = LLVMBuildLoad2(e->builder, e->i64, key_at(e, r, place), "");
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntEQ, found, key, ""), there, other);

    LLVMPositionBuilderAtEnd(e->builder, there);
    LLVMValueRef into = total_at(e, r, place);
    LLVMValueRef before = LLVMBuildLoad2(e->builder, r->type, into, "");
    LLVMBuildStore(e->builder, emission_combine(e, &r->what, before, value), into);
    LLVMBuildBr(e->builder, after);

    LLVMPositionBuilderAtEnd(e->builder, other);
    LLVMValueRef none = LLVMBuildICmp(e->builder, LLVMIntEQ, found, emission_number(e, e->i64, 0), "");
    LLVMBuildCondBr(e->builder, none, empty, at_once);
    LLVMPositionBuilderAtEnd(e->builder, empty);
    take_place(e, r, place, number, value);
    LLVMBuildBr(e->builder, after);

    LLVMPositionBuilderAtEnd(e->builder, at_once);
    for (const atomic_reduction *before = e->deferred.reduction; before < r; before++)
        do_deferred(e, before, address, otherwise);
    emission_atomic(e, call, address, value, otherwise);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

/* Empties the places that were taken. */
void emission_finish_table(emission *e, const atomic_reduction *r, emission_atomic_call *otherwise)
{
    LLVMBasicBlockRef some = emission_append(e), after = emission_append(e);
    LLVMValueRef zero = emission_number(e, e->i64, 0), count = LLVMBuildLoad2(e->builder, e->i64, r->count, "");
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntNE, count, zero, ""), some, after);
    LLVMPositionBuilderAtEnd(e->builder, some);
    counting next = emission_begin_count(e, e->i64, zero);
    LLVMValueRef place = LLVMBuildLoad2(e->builder, e->i64, taken_at(e, r, next.number), "");
    LLVMValueRef at = key_at(e, r, place);
    LLVMValueRef key = LLVMBuildLoad2(e->builder, e->i64, at, "");
    LLVMValueRef address = LLVMBuildIntToPtr(e->builder, LLVMBuildNot(e->builder, key, ""), e->pointer, "");
    LLVMBuildStore(e->builder, zero, at);
    LLVMValueRef value = LLVMBuildLoad2(e->builder, r->type, total_at(e, r, place), "");
    LLVMBasicBlockRef word = emission_append(e), done = emission_append(e);
    LLVMBuildCondBr(e->builder, changes_word(e, r, value), word, done);
    LLVMPositionBuilderAtEnd(e->builder, word);
    emission_atomic(e, r->call, address, value, otherwise);
    LLVMBuildBr(e->builder, done);
    LLVMPositionBuilderAtEnd(e->builder, done);
    emission_end_count(e, &next, e->i64, count, 1, 0);
    if (r->lowest)
        forget_words(e, r);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

void emission_finish_table_before(emission *e, const atomic_reduction *r, LLVMValueRef access, LLVMValueRef address,
                                  emission_atomic_call *otherwise)
{
    LLVMBasicBlockRef meets = emission_append(e), after = emission_append(e);
    LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(e->kernel->module), type);
    LLVMValueRef from = LLVMBuildPtrToInt(e->builder, address, e->i64, "");
    LLVMValueRef end = LLVMBuildAdd(e->builder, from, emission_number(e, e->i64, size), "");
    LLVMValueRef lowest = LLVMBuildLoad2(e->builder, e->i64, r->lowest, ""),
                 highest = LLVMBuildLoad2(e->builder, e->i64, r->highest, "");
    highest = LLVMBuildAdd(e->builder, highest, emission_number(e, e->i64, bytes_of(r)), "");
    LLVMValueRef above = LLVMBuildICmp(e->builder, LLVMIntUGT, end, lowest, ""),
                 below = LLVMBuildICmp(e->builder, LLVMIntULT, from, highest, "");
    LLVMBuildCondBr(e->builder, LLVMBuildAnd(e->builder, above, below, ""), meets, after);
    LLVMPositionBuilderAtEnd(e->builder, meets);
    emission_finish_table(e, r, otherwise);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}
