/* What threads of one strip have in common: a value as what they share plus what each adds, a number that is known
 * here. Of x & ~(d - 1), with d a multiple of the strip's threads, all share all; of x ^ 4 each adds its own.
 *
 * Invariant: low[i] is right whatever the strip, the block and the launch. */
#include "permuted_stride.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "reaching_store.h"
#include "uniform_hoist.h"

static form none; /* in place of a form that is not known */

/* What threads share is named by how it is made, so that two values are known to share the same. */
typedef struct token {
    unsigned operation;
    int left, right;
    const void *leaf;
} token;

enum { LEAF = 1000, CONSTANT, ALL_BITS = 64, MOST_TOKENS = 2000 };

static int name(forms *all, unsigned operation, int left, int right, const void *leaf)
{
    token made = {operation, left, right, leaf};
    for (int i = 1; i < all->tokens; i++)
        if (all->token[i].operation == operation && all->token[i].left == left && all->token[i].right == right &&
            all->token[i].leaf == leaf)
            return i;
    if (all->tokens + 1 >= all->capacity) {
        all->capacity = 2 * all->capacity + 64;
        all->token = realloc(all->token, (size_t)all->capacity * sizeof *all->token);
        if (!all->token)
            abort();
    }
    if (!all->tokens)
        all->tokens = 1; /* 0 is zero's */
    all->token[all->tokens] = made;
    return all->tokens++;
}

static int name_number(forms *all, int64_t value)
{
    return value ? name(all, CONSTANT, 0, 0, (const void *)(intptr_t)value) : 0;
}

static int name_sum(forms *all, int left, int right)
{
    if (!left || !right)
        return left ? left : right;
    return left < right ? name(all, LLVMAdd, left, right, NULL) : name(all, LLVMAdd, right, left, NULL);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static form constant(int64_t value)
{
    form made = {.bits = ALL_BITS};
    for (int i = 0; i < STRIP; i++)
        made.low[i] = value;
    return made;
}

/* Every thread adds the same. */
static bool is_shared(const form *value)
{
    for (int i = 1; i < STRIP; i++)
        if (value->low[i] != value->low[0])
            return false;
    return true;
}

static bool is_constant(const form *value)
{
    return !value->high && is_shared(value);
}

/* Has each thread add nothing or less than 1 << bits: so no sum carries into what is shared. */
static bool settle(forms *all, form *value, unsigned bits)
{
    if (bits >= ALL_BITS)
        return true;
    int64_t over = value->low[0] >> bits;
    for (int i = 0; i < STRIP; i++) {
        if (value->low[i] >> bits != over)
            return false;
        value->low[i] -= (int64_t)((uint64_t)over << bits);
    }
    value->high = name_sum(all, value->high, name_number(all, (int64_t)((uint64_t)over << bits)));
    value->bits = value->high ? least(value->bits, bits) : ALL_BITS;
    return true;
}

static int64_t compute(LLVMOpcode operation, int64_t a, int64_t b)
{
    uint64_t left = (uint64_t)a, right = (uint64_t)b;
    return (int64_t)(operation == LLVMAnd ? left & right : operation == LLVMOr ? left | right : left ^ right);
}

static bool make_bitwise(forms *all, LLVMOpcode operation, form a, form b, form *made)
{
    unsigned bits = least(a.bits, b.bits);
    if (!settle(all, &a, bits) || !settle(all, &b, bits))
        return false;
    if (a.high > b.high) {
        form other = a;
        a = b;
        b = other;
    }
    made->high = a.high || (b.high && operation != LLVMAnd) ? name(all, operation, a.high, b.high, NULL) : 0;
    if (!a.high && operation != LLVMAnd)
        made->high = b.high;
    made->bits = made->high ? bits : ALL_BITS;
    for (int i = 0; i < STRIP; i++)
        made->low[i] = compute(operation, a.low[i], b.low[i]);
    return true;
}

static bool make_product(forms *all, form a, form b, form *made)
{
    if (is_constant(&a)) {
        form other = a;
        a = b;
        b = other;
    }
    if (!is_constant(&b))
        return false;
    uint64_t by = (uint64_t)b.low[0];
    made->high = by && a.high ? name(all, LLVMMul, a.high, name_number(all, (int64_t)by), NULL) : 0;
    made->bits = made->high ? least(a.bits + (unsigned)__builtin_ctzll(by), 63) : ALL_BITS;
    for (int i = 0; i < STRIP; i++)
        made->low[i] = (int64_t)((uint64_t)a.low[i] * by);
    return true;
}

static bool make_shifted(forms *all, form value, const form *by, unsigned width, form *made)
{
    unsigned bits = least(value.bits, width);
    if (!is_constant(by) || (uint64_t)by->low[0] > bits || by->low[0] >= width || (bits >= ALL_BITS && value.low[0] < 0) ||
        !settle(all, &value, bits))
        return false;
    unsigned distance = (unsigned)by->low[0];
    made->high = value.high ? name(all, LLVMLShr, value.high, (int)distance, NULL) : 0;
    made->bits = made->high ? bits - distance : ALL_BITS;
    for (int i = 0; i < STRIP; i++) {
        if (value.low[i] < 0)
            return false;
        made->low[i] = value.low[i] >> distance;
    }
    return true;
}

/* To a wider type: where no thread's sum carries, the sum of what is extended. */
static bool make_extended(forms *all, LLVMOpcode operation, form value, unsigned width, form *made)
{
    unsigned bits = least(value.bits, width);
    *made = value;
    if (!settle(all, made, bits) || (bits == width && made->high))
        return false;
    if (made->high)
        made->high = name(all, operation, made->high, (int)width, NULL);
    for (int i = 0; i < STRIP && operation == LLVMSExt && bits == width; i++)
        if (made->low[i] >> (width - 1) & 1)
            made->low[i] -= (int64_t)1 << width;
    return true;
}

static bool make_address(forms *all, LLVMValueRef value, form *made)
{
    if (LLVMGetNumOperands(value) != 2)
        return false;
    const form *base = stride_of(all, LLVMGetOperand(value, 0)), *index = stride_of(all, LLVMGetOperand(value, 1));
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(value, 1));
    form scaled;
    if (!base || !index || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return false;
    unsigned width = LLVMGetIntTypeWidth(type);
    if (width > 64 || (width < 64 && !make_extended(all, LLVMSExt, *index, width, &scaled)))
        return false;
    if (width == 64)
        scaled = *index;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(all->e->kernel->module);
    form size = constant((int64_t)LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(value)));
    form by = scaled;
    if (!make_product(all, by, size, &scaled))
        return false;
    made->high = name_sum(all, base->high, scaled.high);
    made->bits = made->high ? least(base->bits, scaled.bits) : ALL_BITS;
    for (int i = 0; i < STRIP; i++)
        made->low[i] = base->low[i] + scaled.low[i];
    return true;
}

static bool make_sum(forms *all, bool minus, const form *a, const form *b, form *made)
{
    if (minus && a->high == b->high)
        made->high = 0;
    else if (minus && b->high)
        made->high = name(all, LLVMSub, a->high, b->high, NULL);
    else
        made->high = name_sum(all, a->high, b->high);
    made->bits = made->high ? least(a->bits, b->bits) : ALL_BITS;
    for (int i = 0; i < STRIP; i++)
        made->low[i] = (int64_t)((uint64_t)a->low[i] + (minus ? -(uint64_t)b->low[i] : (uint64_t)b->low[i]));
    return true;
}

static unsigned width_of(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

/* LLVM knows that an id is less than 1024, and leaves any bits in a mask beyond. */
static void drop_beyond(form *mask, LLVMValueRef other)
{
    bool drops = LLVMIsACallInst(other) && fuse_call_of(other, NULL) == FUSE_THREAD && is_constant(mask);
    for (int i = 0; drops && i < STRIP; i++)
        mask->low[i] &= 1023;
}

static bool make(forms *all, LLVMValueRef value, form *made)
{
    LLVMOpcode operation = LLVMGetInstructionOpcode(value);
    if (operation == LLVMGetElementPtr)
        return make_address(all, value, made);
    const form *a = NULL, *b = NULL;
    unsigned width = width_of(value);
    switch (operation) {
    case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAnd: case LLVMOr: case LLVMXor:
        b = stride_of(all, LLVMGetOperand(value, 1)); /* fall through */
    case LLVMZExt: case LLVMSExt: case LLVMTrunc:
        a = stride_of(all, LLVMGetOperand(value, 0));
        break;
    default:
        return false;
    }
    if (!a || width < 8 || width > 64 || width_of(LLVMGetOperand(value, 0)) < 8 || width_of(LLVMGetOperand(value, 0)) > 64)
        return false;
    if (operation == LLVMZExt || operation == LLVMSExt)
        return make_extended(all, operation, *a, width_of(LLVMGetOperand(value, 0)), made);
    if (operation == LLVMTrunc) {
        *made = *a;
        made->high = a->high ? name(all, LLVMTrunc, a->high, (int)width, NULL) : 0;
        return true;
    }
    if (!b)
        return false;
    if (operation == LLVMAdd || operation == LLVMSub)
        return make_sum(all, operation == LLVMSub, a, b, made);
    if (operation == LLVMMul)
        return make_product(all, *a, *b, made);
    if (operation == LLVMShl) {
        form power = constant(is_constant(b) && b->low[0] >= 0 && b->low[0] < width ? (int64_t)1 << b->low[0] : 0);
        return power.low[0] > 0 && make_product(all, *a, power, made);
    }
    if (operation == LLVMLShr)
        return make_shifted(all, *a, b, width, made);
    form left = *a, right = *b;
    if (operation == LLVMAnd) {
        drop_beyond(&right, LLVMGetOperand(value, 0));
        drop_beyond(&left, LLVMGetOperand(value, 1));
    }
    return make_bitwise(all, operation, left, right, made);
}

/* What all threads share and nothing is known of. */
static form leaf(forms *all, const void *which, unsigned bits)
{
    return (form){.high = name(all, LEAF, 0, 0, which), .bits = bits};
}

static bool make_load(forms *all, LLVMValueRef load, form *made)
{
    emission *e = all->e;
    LLVMValueRef stored = emission_stored_value(e, load);
    const form *same = stored ? stride_of(all, stored) : NULL;
    if (same) {
        *made = *same;
        return true;
    }
    const fuse_slot *kept = emission_slot_of_load(e, load);
    if (!kept)
        return false;
    if (kept == e->permuted.slot && e->permuted.slot_value)
        *made = constant(LLVMConstIntGetSExtValue(e->permuted.slot_value));
    else
        *made = leaf(all, kept, kept == e->permuted.slot ? (unsigned)__builtin_ctz(STRIP) : 0);
    return true;
}

const form *stride_of(forms *all, LLVMValueRef value)
{
    form *known = map_get(&all->known, value);
    if (known)
        return known == &none ? NULL : known;
    emission *e = all->e;
    form made = {0};
    int axis = 0;
    bool done = false;
    if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64) {
        made = constant(LLVMConstIntGetSExtValue(value));
        done = true;
    } else if (LLVMIsAInstruction(value) && fuse_call_of(value, &axis) == FUSE_THREAD && axis == 0) {
        made = leaf(all, e, (unsigned)__builtin_ctz(STRIP));
        for (int i = 0; i < STRIP; i++)
            made.low[i] = i;
        done = true;
    } else if (LLVMIsAInstruction(value) && all->tokens < MOST_TOKENS) {
        done = LLVMIsALoadInst(value) ? make_load(all, value, &made) : make(all, value, &made);
    }
    if (!fuse_is_divergent(e->kernel, value)) {
        bool once = emission_hoist_uniform(e, value) != NULL; /* else it could not be made */
        if (once && !done)
            made = leaf(all, value, 0);
        done = once;
    }
    form *copy = &none;
    if (done) {
        copy = fuse_allocate(1, sizeof *copy);
        *copy = made;
    }
    map_put(&all->known, value, copy);
    return done ? copy : NULL;
}

/* The other operand of the operation, where one is `operand`; -1: neither is. */
static int beside(const token *of, int operand)
{
    return of->left == operand ? of->right : of->right == operand ? of->left : -1;
}

static bool is_distance(const forms *all, int number)
{
    const emission *e = all->e;
    return number > 0 && all->token[number].operation == LEAF && e->permuted.slot && !e->permuted.slot_value &&
           all->token[number].leaf == e->permuted.slot;
}

int64_t strides_distance(const forms *all, int a, int b)
{
    if (!a || !b || a == b)
        return 0;
    const token *of_a = &all->token[a], *of_b = &all->token[b];
    for (int i = 0; i < 2; i++) { /* a sum with a distance that is a multiple of the strip's threads, and not 0 */
        const token *sum = i ? of_a : of_b;
        if ((sum->operation == LLVMAdd || sum->operation == LLVMXor) && is_distance(all, beside(sum, i ? b : a)))
            return STRIP;
    }
    if (of_a->operation != of_b->operation)
        return 0;
    if (of_a->operation == LLVMAdd) {
        const int operand[2] = {of_a->left, of_a->right};
        for (int i = 0; i < 2; i++)
            if (beside(of_b, operand[i]) >= 0)
                return strides_distance(all, operand[!i], beside(of_b, operand[i]));
        return 0;
    }
    if (of_a->right != of_b->right || (of_a->operation != LLVMZExt && of_a->operation != LLVMMul))
        return 0;
    if (of_a->operation == LLVMZExt)
        return strides_distance(all, of_a->left, of_b->left);
    /* Numbers of 32 bits each: a product of them wraps around in none of 64. */
    const token *by = &all->token[of_a->right], *left = &all->token[of_a->left], *other = &all->token[of_b->left];
    int64_t times = by->operation == CONSTANT ? (int64_t)(intptr_t)by->leaf : 0;
    if (times <= 0 || times > INT32_MAX || left->operation != LLVMZExt || other->operation != LLVMZExt ||
        left->right > 32 || other->right > 32)
        return 0;
    return times * strides_distance(all, of_a->left, of_b->left);
}

bool strides_above(const forms *all, int high, int base)
{
    if (high == base)
        return true;
    int index = high && all->token[high].operation == LLVMAdd ? beside(&all->token[high], base) : -1;
    if (index <= 0)
        return false;
    const token *of = &all->token[index];
    if (of->operation == LLVMMul && all->token[of->right].operation == CONSTANT &&
        (uint64_t)(intptr_t)all->token[of->right].leaf <= INT32_MAX)
        of = &all->token[of->left];
    return of->operation == LLVMZExt && of->right <= 32;
}

void strides_free(forms *all)
{
    for (size_t i = 0; i < all->known.capacity; i++)
        if (all->known.key[i] && all->known.value[i] != &none)
            free(all->known.value[i]);
    map_free(&all->known);
    free(all->token);
    *all = (forms){.e = all->e};
}
