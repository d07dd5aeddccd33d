/* The results of sums, products, shifts, masks, extensions and addresses of strides.
 *
 * Invariant: a stride is right for every thread, whatever the group's place, the block and the launch. */
#include "stride.h"

#include <llvm-c/Target.h>

#include "../analysis/calls.h"
#include "../support/integer.h"

enum { FARTHEST = 48, MOST_ID = 1023 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_at_most(uint64_t most, unsigned bits)
{
    return most != NO_BOUND && integer_low(most, bits) == most;
}

static uint64_t sum_of(uint64_t a, uint64_t b)
{
    return a > NO_BOUND - b ? NO_BOUND : a + b;
}

static unsigned zeros_of(uint64_t number)
{
    return number ? (unsigned)__builtin_ctzll(number) : ALL_BITS;
}

static bool is_constant(const stride_analysis *all, const stride *of)
{
    return !of->base && stride_is_shared(all, of);
}

/* ---- sums ---- */
static symbol scaled(stride_analysis *all, symbol of, uint64_t by)
{
    return of && by != 1 ? symbol_operation(&all->symbols, LLVMMul, of, symbol_number(&all->symbols, (int64_t)by)) : of;
}

/* Adds by * more; false: the sum has two factors. */
static bool add(stride_analysis *all, stride *to, const stride *more, uint64_t by)
{
    if (more->factor && to->factor && more->factor != to->factor)
        return false;
    unsigned zeros = more->zeros + zeros_of(by);
    to->factor = more->factor ? more->factor : to->factor;
    stride_set_base(to, symbol_operation(&all->symbols, LLVMAdd, to->base, scaled(all, more->base, by)),
                    least(to->zeros, zeros));
    for (unsigned t = 0; t < all->threads; t++) {
        to->offset[t] = (int64_t)((uint64_t)to->offset[t] + (uint64_t)more->offset[t] * by);
        to->times[t] = (int64_t)((uint64_t)to->times[t] + (uint64_t)more->times[t] * by);
    }
    return true;
}

static bool find_sum(stride_analysis *all, LLVMValueRef sum, const stride *a, const stride *b, stride *made)
{
    bool minus = LLVMGetInstructionOpcode(sum) == LLVMSub, ones = LLVMGetInstructionOpcode(sum) == LLVMOr;
    if (!add(all, made, a, 1) || !add(all, made, b, minus ? (uint64_t)-1 : 1))
        return false;
    made->most = minus ? NO_BOUND : sum_of(a->most, b->most);
    if (minus)
        stride_set_base(made, symbol_operation(&all->symbols, LLVMSub, a->base, b->base), least(a->zeros, b->zeros));
    else if (ones)
        made->exact = a->exact & b->exact;
    else
        made->exact =
            a->exact & b->exact & ((LLVMGetNSW(sum) ? EXACT_SIGNED : 0) | (LLVMGetNUW(sum) ? EXACT_UNSIGNED : 0));
    return true;
}

/* ---- products ---- */
static bool find_product(stride_analysis *all, const stride *a, const stride *b, stride *made)
{
    if (is_constant(all, a) || (stride_is_shared(all, a) && !is_constant(all, b))) {
        const stride *other = a;
        a = b;
        b = other;
    }
    uint64_t by = (uint64_t)b->offset[0];
    made->most =
        !is_constant(all, b) || b->offset[0] < 0 || (by && a->most > (NO_BOUND - 1) / by) ? NO_BOUND : a->most * by;
    if (is_constant(all, b))
        return add(all, made, a, by);
    if (!stride_is_shared(all, b) || a->factor)
        return false;
    bool shared = stride_is_shared(all, a);
    symbol factor = symbol_plus(&all->symbols, b->base, b->offset[0]);
    symbol base = shared ? symbol_plus(&all->symbols, a->base, a->offset[0]) : a->base;
    unsigned zeros = shared ? least(a->zeros, zeros_of((uint64_t)a->offset[0])) : a->zeros;
    stride_set_base(made, symbol_operation(&all->symbols, LLVMMul, base, factor),
                    zeros + least(b->zeros, zeros_of(by)));
    made->factor = shared ? 0 : factor;
    for (unsigned t = 0; t < all->threads && !shared; t++)
        made->times[t] = a->offset[t];
    return true;
}

/* ---- bits ---- */
/* Normalises a value of `width` bits so that each thread adds at least 0 and less than 1 << bits: then no sum
 * carries into the shared part. Null: impossible. */
static const stride *normalise(stride_analysis *all, const stride *value, unsigned bits, unsigned width)
{
    bits = least(least(bits, value->zeros), width);
    int64_t over = bits < width ? value->offset[0] >> bits : 0;
    if (value->factor)
        return NULL;
    stride *made = stride_copy(all, value);
    for (unsigned t = 0; t < all->threads; t++) {
        if (bits < width && value->offset[t] >> bits != over)
            return NULL;
        made->offset[t] = (int64_t)integer_low((uint64_t)value->offset[t], bits);
    }
    if (bits == width)
        return stride_set_base(made, 0, 0);
    over = (int64_t)((uint64_t)over << bits);
    return stride_set_base(made, symbol_plus(&all->symbols, value->base, over),
                           value->base ? bits : zeros_of((uint64_t)over));
}

static bool find_bitwise(stride_analysis *all, LLVMOpcode operation, const stride *a, const stride *b, unsigned width,
                         stride *made)
{
    unsigned bits = least(a->zeros, b->zeros);
    if (!(a = normalise(all, a, bits, width)) || !(b = normalise(all, b, bits, width)))
        return false;
    bool mask = operation == LLVMAnd;
    unsigned zeros = mask == (a->zeros > b->zeros) ? a->zeros : b->zeros;
    stride_set_base(made, symbol_operation(&all->symbols, operation, a->base, b->base), zeros);
    made->most = !mask ? sum_of(a->most, b->most) : a->most < b->most ? a->most : b->most;
    for (unsigned t = 0; t < all->threads; t++)
        made->offset[t] = mask                  ? a->offset[t] & b->offset[t]
                          : operation == LLVMOr ? a->offset[t] | b->offset[t]
                                                : a->offset[t] ^ b->offset[t];
    return true;
}

static bool find_shifted(stride_analysis *all, const stride *value, const stride *by, bool is_signed, unsigned width,
                         stride *made)
{
    uint64_t distance = (uint64_t)by->offset[0];
    if (!is_constant(all, by) || distance >= width || (is_signed && !is_at_most(value->most, width - 1)) ||
        !(value = normalise(all, value, ALL_BITS, width)))
        return false;
    symbol base =
        symbol_operation(&all->symbols, LLVMLShr, value->base, symbol_number(&all->symbols, (int64_t)distance));
    stride_set_base(made, base, value->zeros > distance ? value->zeros - (unsigned)distance : 0);
    made->most = value->most == NO_BOUND ? NO_BOUND : value->most >> distance;
    for (unsigned t = 0; t < all->threads; t++)
        made->offset[t] = (int64_t)((uint64_t)value->offset[t] >> distance);
    return true;
}

/* ---- casts ---- */
/* Extends to a wider type: if no thread's sum carries, the result is the sum of the extended parts. */
static bool find_extended(stride_analysis *all, LLVMOpcode extension, const stride *value, unsigned width,
                          LLVMTypeRef type, stride *made)
{
    bool is_signed = extension == LLVMSExt, small = is_at_most(value->most, width - is_signed);
    const stride *settled = small ? value : normalise(all, value, ALL_BITS, width);
    bool by_term = !settled && !value->factor && (value->exact & (is_signed ? EXACT_SIGNED : EXACT_UNSIGNED));
    if (!settled && !by_term)
        return false;
    const stride *from = settled ? settled : value;
    symbol base = symbol_extended(&all->symbols, small ? LLVMZExt : extension, from->base, width, type, by_term);
    stride_set_base(made, base, from->zeros);
    made->most = small                                        ? value->most
                 : is_signed || !settled || width == ALL_BITS ? NO_BOUND
                                                              : integer_low(NO_BOUND, width);
    for (unsigned t = 0; t < all->threads; t++)
        made->offset[t] = !from->base && is_signed ? integer_signed((uint64_t)from->offset[t], width) : from->offset[t];
    return true;
}

/* ---- addresses ---- */
static bool find_address(stride_analysis *all, LLVMValueRef address, stride_operand *operand, void *with, stride *made)
{
    const stride *base = operand(all, with, 0);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(all->e->kernel->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    if (!base || !add(all, made, base, 1))
        return false;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
        LLVMValueRef which = LLVMGetOperand(address, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(which);
            for (unsigned t = 0; t < all->threads; t++)
                made->offset[t] = (int64_t)((uint64_t)made->offset[t] + LLVMOffsetOfElement(layout, type, member));
            type = LLVMStructGetTypeAtIndex(type, member);
            continue;
        }
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return false;
        type = i > 1 ? LLVMGetElementType(type) : type;
        const stride *index = operand(all, with, i);
        unsigned width = index ? integer_width(LLVMTypeOf(which)) : 0;
        stride *wide = width && width < ALL_BITS ? stride_copy(all, NULL) : NULL;
        if (!width || (wide && !find_extended(all, LLVMSExt, index, width, all->e->i64, wide)) ||
            !add(all, made, wide ? wide : index, LLVMABISizeOfType(layout, type)))
            return false;
    }
    for (unsigned t = 0; t < all->threads; t++) /* so that clients may compute with them */
        if (made->offset[t] >> FARTHEST != made->offset[t] >> (ALL_BITS - 1))
            return false;
    made->most = NO_BOUND;
    return true;
}

/* ---- operations ---- */
/* LLVM knows that an id is less than 1024, and leaves arbitrary bits in a mask beyond that. */
static const stride *drop_beyond(stride_analysis *all, const stride *mask, LLVMValueRef other)
{
    bool drops = LLVMIsACallInst(other) && fuse_call_of(other, NULL) == FUSE_THREAD && is_constant(all, mask);
    return drops ? stride_number(all, (uint64_t)mask->offset[0] & MOST_ID, ALL_BITS) : mask;
}

static bool find(stride_analysis *all, LLVMValueRef value, stride_operand *operand, void *with, stride *made)
{
    LLVMOpcode operation = LLVMGetInstructionOpcode(value);
    if (operation == LLVMGetElementPtr)
        return find_address(all, value, operand, with, made);
    bool cast = operation == LLVMZExt || operation == LLVMSExt || operation == LLVMTrunc;
    const stride *a = cast || LLVMIsABinaryOperator(value) ? operand(all, with, 0) : NULL;
    const stride *b = a && !cast ? operand(all, with, 1) : a;
    unsigned width = integer_width(LLVMTypeOf(value));
    if (!a || !b)
        return false;
    switch (operation) {
    case LLVMZExt:
    case LLVMSExt:
        return find_extended(all, operation, a, integer_width(LLVMTypeOf(LLVMGetOperand(value, 0))), LLVMTypeOf(value),
                             made);
    case LLVMTrunc:
        made->most = a->most;
        add(all, made, a, 1);
        stride_set_base(made, symbol_truncated(&all->symbols, a->base, LLVMTypeOf(value)), a->zeros);
        return !a->factor;
    case LLVMMul: return find_product(all, a, b, made);
    case LLVMShl:
        return is_constant(all, b) && b->offset[0] >= 0 && b->offset[0] < width &&
               find_product(all, a, stride_number(all, 1ull << b->offset[0], ALL_BITS), made);
    case LLVMLShr:
    case LLVMAShr: return find_shifted(all, a, b, operation == LLVMAShr, width, made);
    case LLVMAnd:
        return find_bitwise(all, operation, drop_beyond(all, a, LLVMGetOperand(value, 1)),
                            drop_beyond(all, b, LLVMGetOperand(value, 0)), width, made);
    case LLVMXor:
    case LLVMOr:
        if (operation == LLVMXor || !LLVMGetIsDisjoint(value))
            return find_bitwise(all, operation, a, b, width, made); /* fall through */
    case LLVMAdd:
    case LLVMSub: return find_sum(all, value, a, b, made);
    default: return false;
    }
}

const stride *stride_operation(stride_analysis *all, LLVMValueRef operation, stride_operand *operand, void *with)
{
    stride *made = stride_set_base(stride_copy(all, NULL), 0, 0);
    if (!find(all, operation, operand, with, made))
        return NULL;
    unsigned width = integer_width(LLVMTypeOf(operation));
    if (width && !is_at_most(made->most, width))
        made->most = NO_BOUND;
    bool whole = stride_is_shared(all, made) && made->offset[0] == 0;
    if (width && ((whole && !symbol_is_sum(&all->symbols, made->base)) || is_at_most(made->most, width - 1)))
        made->exact = EXACT;
    return made;
}
