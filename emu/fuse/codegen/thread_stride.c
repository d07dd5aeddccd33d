/* Strides of a group's values: a shared part plus a constant for each thread. Ids have this form, and sums,
 * products, shifts and masks of them. Of x & ~(d - 1), with d a multiple of the group's threads, the threads share
 * all; to x ^ 4 each adds its own number. */
#include "thread_stride.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/integer.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "reaching_store.h"
#include "strip.h"
#include "uniform_hoist.h"

/* Of a strip of several rows, which are the block's: x of its first thread is 0. */
enum { WHOLE_ROWS = 31, MOST_ID = 1023 };

static const stride none; /* stands for a value that has no known stride */

/* ---- the shared part ---- */
enum { UNKNOWN_BITS = 0, MOST_ZEROS = 32, DEEPEST = 8 };

static unsigned zeros_of(LLVMValueRef value, LLVMValueRef within, int depth);

/* The low bits that are 0 in all values stored to the slot; a value computed from the slot itself changes nothing. */
static unsigned zeros_in(LLVMValueRef slot, LLVMValueRef within, int depth)
{
    unsigned least = MOST_ZEROS;
    for (LLVMUseRef use = LLVMGetFirstUse(slot); use && slot != within; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user))
            continue;
        bool plain = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot;
        unsigned zeros = plain ? zeros_of(LLVMGetOperand(user, 0), within ? within : slot, depth) : UNKNOWN_BITS;
        least = zeros < least ? zeros : least;
    }
    return least;
}

/* How many low bits of the value are 0, for any uniform values. */
static unsigned zeros_of(LLVMValueRef value, LLVMValueRef within, int depth)
{
    if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64) {
        uint64_t number = LLVMConstIntGetZExtValue(value);
        return number ? (unsigned)__builtin_ctzll(number) : MOST_ZEROS;
    }
    if (!LLVMIsAInstruction(value) || depth == 0 || LLVMGetNumOperands(value) < 1)
        return UNKNOWN_BITS;
    LLVMValueRef left = LLVMGetOperand(value, 0),
                 right = LLVMIsABinaryOperator(value) ? LLVMGetOperand(value, 1) : NULL;
    unsigned first = LLVMIsALoadInst(value) ? 0 : zeros_of(left, within, depth - 1), second;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMLoad: return LLVMIsAAllocaInst(left) ? zeros_in(left, within, depth - 1) : UNKNOWN_BITS;
    case LLVMZExt:
    case LLVMSExt: return first;
    case LLVMShl:
        return first + (LLVMIsAConstantInt(right) ? (unsigned)LLVMConstIntGetZExtValue(right) % MOST_ZEROS : 0);
    case LLVMMul: return first + zeros_of(right, within, depth - 1);
    case LLVMAdd:
    case LLVMOr:
    case LLVMAnd:
        second = zeros_of(right, within, depth - 1);
        return (LLVMGetInstructionOpcode(value) == LLVMAnd) == (first > second) ? first : second;
    default: return UNKNOWN_BITS;
    }
}

/* ---- each thread's part ---- */
static unsigned log2_of(unsigned number)
{
    return (unsigned)__builtin_ctz(number);
}

/* `axis`: or LINEAR. */
static stride *of_id(stride_analysis *all, LLVMTypeRef type, int axis)
{
    if (all->in_x && axis != 0)
        return NULL;
    unsigned rows = all->in_x ? 1 : all->e->strips->rows, across = all->threads / rows;
    unsigned zeros[] = {rows > 1 ? WHOLE_ROWS : log2_of(across), log2_of(rows), 0, log2_of(all->threads)};
    stride *made = stride_shared(all, symbol_leaf(&all->symbols, ID, (void *)(intptr_t)axis, type, NULL), zeros[axis]);
    made->most = MOST_ID;
    for (unsigned t = 0; t < all->threads; t++)
        made->offset[t] = axis == LINEAR ? t : axis == 0 ? t % across : axis == 1 ? t / across : 0;
    return made;
}

static const stride *of_load(stride_analysis *all, LLVMValueRef load)
{
    emission *e = all->e;
    LLVMValueRef stored = emission_stored_value(e, load);
    const stride *same = stored ? stride_of(all, stored) : NULL;
    if (same)
        return same;
    const fuse_slot *kept = emission_slot_of_load(e, load);
    if (!kept)
        return NULL;
    bool permuted = kept == e->permuted.slot;
    if (permuted && e->permuted.slot_value)
        return stride_of(all, e->permuted.slot_value);
    symbol base = symbol_leaf(&all->symbols, SLOT, kept, LLVMTypeOf(load), load);
    return stride_shared(all, base, permuted ? log2_of(STRIP) : zeros_of(load, NULL, DEEPEST));
}

static const stride *find_operand(stride_analysis *all, void *value, unsigned i)
{
    return stride_of(all, LLVMGetOperand(value, i));
}

static const stride *of_instruction(stride_analysis *all, LLVMValueRef value)
{
    int axis = 0;
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_THREAD || call == FUSE_LINEAR_ID)
        return of_id(all, LLVMTypeOf(value), call == FUSE_THREAD ? axis : LINEAR);
    if (LLVMIsALoadInst(value))
        return of_load(all, value);
    return stride_operation(all, value, find_operand, value);
}

static const stride *find(stride_analysis *all, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind && !integer_width(type))
        return NULL;
    if (LLVMIsAConstantInt(value))
        return stride_number(all, LLVMConstIntGetZExtValue(value), integer_width(type));
    bool uniform = !fuse_is_divergent(all->e->kernel, value);
    if (uniform && !emission_may_hoist(all->e, value))
        return NULL;
    const stride *made = LLVMIsAInstruction(value) ? of_instruction(all, value) : NULL;
    if (uniform && !made)
        made = stride_shared(all, symbol_leaf(&all->symbols, SHARED_VALUE, value, type, value),
                             zeros_of(value, NULL, DEEPEST));
    if (uniform && made->offset[0] == 0 && stride_is_shared(all, made))
        symbol_is_value(&all->symbols, made->base, value);
    return made;
}

const stride *stride_of(stride_analysis *all, LLVMValueRef value)
{
    const stride *known = map_get(&all->known, value);
    if (!known) {
        known = find(all, value);
        map_put(&all->known, value, (void *)(known ? known : &none));
    }
    return known == &none ? NULL : known;
}

/* ---- of a strip ---- */
const stride *emission_strip_stride(emission *e, LLVMValueRef value)
{
    if (!e->accesses.strides) {
        e->accesses.strides = fuse_allocate(1, sizeof *e->accesses.strides);
        *e->accesses.strides = (stride_analysis){.e = e, .threads = e->strips->width};
    }
    return stride_of(e->accesses.strides, value);
}

LLVMValueRef emission_strip_base(emission *e, const stride *of)
{
    return symbol_make(e, &e->accesses.strides->symbols, of->base, e->pointer);
}

LLVMValueRef emission_strip_factor(emission *e, const stride *of)
{
    return symbol_make(e, &e->accesses.strides->symbols, of->factor, e->i64);
}

void emission_free_strip_strides(emission *e)
{
    if (e->accesses.strides)
        strides_free(e->accesses.strides);
    free(e->accesses.strides);
    e->accesses.strides = NULL;
}
