/* What a value is for each thread of a strip, where it is what they share plus a constant of the thread: ids are, and
 * what sums, shifts and masks make of them, as long as the strip's place keeps the low bits of its first thread's at
 * 0.
 *
 * Invariant: what is found is every thread's value, whatever the strip. */
#include "thread_stride.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "emission.h"
#include "strip.h"
#include "uniform_hoist.h"

enum { UNKNOWN_BITS = 0, MOST_ZEROS = 32, DEEPEST = 8 };
#define NO_BOUND UINT64_MAX

static unsigned width_of(const emission *e)
{
    return e->strips->width;
}

static unsigned log2_of(uint64_t number)
{
    return number ? (unsigned)__builtin_ctzll(number) : MOST_ZEROS;
}

static bool alike(const emission *e, const strip_value *value)
{
    if (value->factor)
        return false;
    for (unsigned t = 1; t < width_of(e); t++)
        if (value->offset[t] != value->offset[0])
            return false;
    return value->offset[0] == 0;
}

/* Every offset lies in the bits that the base has not. */
static bool below_base(const emission *e, const strip_value *value)
{
    if (value->factor)
        return false;
    for (unsigned t = 0; t < width_of(e); t++)
        if (value->offset[t] < 0 || (value->zeros < 63 && (uint64_t)value->offset[t] >> value->zeros))
            return false;
    return true;
}

static uint64_t sum_of(uint64_t a, uint64_t b)
{
    return a == NO_BOUND || b == NO_BOUND || a + b < a ? NO_BOUND : a + b;
}

static uint64_t product_of(uint64_t a, uint64_t b)
{
    uint64_t product;
    return a == NO_BOUND || __builtin_mul_overflow(a, b, &product) ? NO_BOUND : product;
}

static unsigned zeros_of(LLVMValueRef value, LLVMValueRef within, int depth);

/* Of all that is ever stored in the slot; what follows from its own value changes nothing. */
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

/* How many of its low bits are 0, whatever all threads share. */
static unsigned zeros_of(LLVMValueRef value, LLVMValueRef within, int depth)
{
    if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64)
        return log2_of(LLVMConstIntGetZExtValue(value));
    if (!LLVMIsAInstruction(value) || depth == 0 || LLVMGetNumOperands(value) < 1)
        return UNKNOWN_BITS;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMLoad && LLVMIsAAllocaInst(LLVMGetOperand(value, 0)))
        return zeros_in(LLVMGetOperand(value, 0), within, depth - 1);
    unsigned first = zeros_of(LLVMGetOperand(value, 0), within, depth - 1);
    if (opcode == LLVMZExt || opcode == LLVMSExt)
        return first;
    if (opcode != LLVMShl && opcode != LLVMMul && opcode != LLVMAdd && opcode != LLVMOr && opcode != LLVMAnd)
        return UNKNOWN_BITS;
    LLVMValueRef right = LLVMGetOperand(value, 1);
    if (opcode == LLVMShl)
        return LLVMIsAConstantInt(right) && LLVMConstIntGetZExtValue(right) < 32
                   ? first + (unsigned)LLVMConstIntGetZExtValue(right) : first;
    unsigned second = zeros_of(right, within, depth - 1);
    return opcode == LLVMMul   ? first + second
           : opcode == LLVMAnd ? (first > second ? first : second)
                               : (first < second ? first : second);
}

static bool shared(emission *e, LLVMValueRef value, strip_value *found)
{
    found->base = emission_hoist_uniform(e, value);
    if (!found->base)
        return false;
    bool number = LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
    uint64_t bits = number ? LLVMConstIntGetZExtValue(value) : 0;
    found->zeros = zeros_of(value, NULL, DEEPEST);
    found->most = number ? bits : NO_BOUND;
    return true;
}

static bool of_id(emission *e, fuse_call call, int axis, strip_value *found)
{
    const strips *set = e->strips;
    unsigned rows = set->rows, across = set->width / rows;
    found->most = 1023;
    if (call == FUSE_LINEAR_ID) {
        found->base = LLVMBuildTrunc(e->builder, LLVMBuildAdd(e->builder, set->row, set->x, ""), e->i32, "");
        found->zeros = log2_of(set->width);
    } else if (axis == 0) {
        found->base = LLVMBuildTrunc(e->builder, set->x, e->i32, "");
        found->zeros = log2_of(rows > 1 ? 0 : across);
    } else {
        found->base = axis == 1 ? set->y : set->z;
        found->zeros = axis == 1 ? log2_of(rows) : UNKNOWN_BITS;
    }
    for (unsigned t = 0; t < set->width; t++)
        found->offset[t] = call == FUSE_LINEAR_ID ? t : axis == 0 ? t % across : axis == 1 ? t / across : 0;
    return true;
}

/* Adds the part with a factor; false: there are two factors. */
static bool add_times(const emission *e, const strip_value *more, int64_t by, strip_value *to)
{
    if (!more->factor)
        return true;
    if (to->factor && to->factor != more->factor)
        return false;
    to->factor = more->factor;
    for (unsigned t = 0; t < width_of(e); t++)
        to->times[t] += more->times[t] * by;
    return true;
}

/* A number that goes into the bits that the base has not is the threads', so that neighbours' addresses have one
 * base. */
static bool add_below(const emission *e, const strip_value *a, LLVMValueRef number, strip_value *found)
{
    uint64_t bits = LLVMConstIntGetZExtValue(number);
    if (bits > UINT32_MAX)
        return false;
    *found = *a;
    found->most = sum_of(a->most, bits);
    for (unsigned t = 0; t < width_of(e); t++)
        found->offset[t] += (int64_t)bits;
    return below_base(e, a) && below_base(e, found);
}

static bool of_sum(emission *e, LLVMValueRef value, const strip_value *a, const strip_value *b, strip_value *found)
{
    bool adds = LLVMGetInstructionOpcode(value) != LLVMSub;
    LLVMValueRef right = LLVMGetOperand(value, 1);
    if (adds && LLVMIsAConstantInt(right) && LLVMGetIntTypeWidth(LLVMTypeOf(right)) <= 64 && add_below(e, a, right, found))
        return true;
    *found = (strip_value){0};
    found->base = adds ? LLVMBuildAdd(e->builder, a->base, b->base, "") : LLVMBuildSub(e->builder, a->base, b->base, "");
    found->zeros = a->zeros < b->zeros ? a->zeros : b->zeros;
    found->most = adds ? sum_of(a->most, b->most) : NO_BOUND;
    for (unsigned t = 0; t < width_of(e); t++)
        found->offset[t] = a->offset[t] + (adds ? b->offset[t] : -b->offset[t]);
    return add_times(e, a, 1, found) && add_times(e, b, adds ? 1 : -1, found);
}

static bool of_product(emission *e, const strip_value *a, LLVMValueRef factor, bool shifts, const strip_value *b, strip_value *found)
{
    if (!LLVMIsAConstantInt(factor)) {
        found->base = LLVMBuildMul(e->builder, a->base, b->base, "");
        found->zeros = a->zeros + b->zeros;
        found->most = NO_BOUND;
        const strip_value *threads = alike(e, b) ? a : b;
        if (shifts || threads->factor || !alike(e, threads == a ? b : a))
            return false;
        if (alike(e, threads))
            return true;
        found->zeros = UNKNOWN_BITS;
        found->factor = threads == a ? b->base : a->base;
        for (unsigned t = 0; t < width_of(e); t++)
            found->times[t] = threads->offset[t];
        return true;
    }
    uint64_t number = LLVMConstIntGetZExtValue(factor);
    if (number > 1u << 20 || (shifts && number > 20))
        return false;
    number = shifts ? 1ull << number : number;
    found->base = LLVMBuildMul(e->builder, a->base, LLVMConstInt(LLVMTypeOf(a->base), number, false), "");
    found->zeros = a->zeros + log2_of(number);
    found->most = product_of(a->most, number);
    for (unsigned t = 0; t < width_of(e); t++)
        found->offset[t] = a->offset[t] * (int64_t)number;
    return add_times(e, a, (int64_t)number, found);
}

static bool of_mask(emission *e, const strip_value *a, LLVMValueRef mask, strip_value *found)
{
    uint64_t bits = LLVMConstIntGetZExtValue(mask);
    found->base = LLVMBuildAnd(e->builder, a->base, mask, "");
    found->zeros = a->zeros > log2_of(bits) ? a->zeros : log2_of(bits);
    found->most = bits < a->most ? bits : a->most;
    for (unsigned t = 0; t < width_of(e); t++)
        found->offset[t] = a->offset[t] & (int64_t)bits;
    return below_base(e, a);
}

/* With ones where neither part has any: a sum. */
static bool of_ones(emission *e, const strip_value *a, LLVMValueRef ones, strip_value *found)
{
    uint64_t bits = LLVMConstIntGetZExtValue(ones);
    found->base = a->base;
    found->most = sum_of(a->most, bits);
    for (unsigned t = 0; t < width_of(e); t++)
        found->offset[t] = a->offset[t] | (int64_t)bits;
    return below_base(e, a) && a->zeros < 63 && bits >> a->zeros == 0;
}

static bool of_shift(emission *e, const strip_value *a, LLVMValueRef by, bool is_signed, strip_value *found)
{
    unsigned bits = (unsigned)LLVMConstIntGetZExtValue(by), size = LLVMGetIntTypeWidth(LLVMTypeOf(a->base));
    if (bits >= size || !below_base(e, a) || (is_signed && a->most >> (size - 1)))
        return false;
    found->base = LLVMBuildLShr(e->builder, a->base, by, "");
    found->zeros = a->zeros > bits ? a->zeros - bits : 0;
    found->most = a->most == NO_BOUND ? NO_BOUND : a->most >> bits;
    for (unsigned t = 0; t < width_of(e); t++)
        found->offset[t] = a->offset[t] >> bits;
    return true;
}

static bool of_cast(emission *e, LLVMValueRef value, const strip_value *a, strip_value *found)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned from = LLVMGetIntTypeWidth(LLVMTypeOf(a->base)), to = LLVMGetIntTypeWidth(type);
    bool is_signed = LLVMGetInstructionOpcode(value) == LLVMSExt;
    if (a->factor)
        return false;
    bool small = a->most >> (from - is_signed) == 0;
    if (to > from && !small && !(a->zeros < from && below_base(e, a)))
        return false; /* the sum may wrap around */
    *found = *a;
    if ((to <= from && to < 64 && a->most >> to) || (to > from && !small && is_signed))
        found->most = NO_BOUND;
    found->base = to < from    ? LLVMBuildTrunc(e->builder, a->base, type, "")
                  : is_signed && !small ? LLVMBuildSExt(e->builder, a->base, type, "")
                                        : LLVMBuildZExt(e->builder, a->base, type, "");
    return true;
}

static bool of_address(emission *e, LLVMValueRef value, strip_value *found)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->kernel->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
    if (!emission_find_strides(e, LLVMGetOperand(value, 0), found))
        return false;
    LLVMValueRef base = found->base;
    for (int i = 1; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef index = LLVMGetOperand(value, (unsigned)i);
        strip_value *at = fuse_allocate(1, sizeof *at);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            for (unsigned t = 0; t < width_of(e); t++)
                found->offset[t] += (int64_t)LLVMOffsetOfElement(layout, type, member);
            type = LLVMStructGetTypeAtIndex(type, member);
            free(at);
            continue;
        }
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind) {
            free(at);
            return false;
        }
        type = i > 1 ? LLVMGetElementType(type) : type;
        uint64_t size = LLVMABISizeOfType(layout, type);
        bool fits = size < 1u << 20;
        if (fits && LLVMIsAConstantInt(index)) { /* part of the threads', so that addresses of one structure have one base */
            for (unsigned t = 0; t < width_of(e); t++)
                at->offset[t] = LLVMConstIntGetSExtValue(index);
        } else if (fits && emission_find_strides(e, index, at)) {
            unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(index));
            fits = bits == 64 || (bits < 64 && (alike(e, at) || at->most >> (bits - 1) == 0));
            LLVMValueRef far = LLVMBuildSExtOrBitCast(e->builder, at->base, e->i64, "");
            far = LLVMBuildMul(e->builder, far, emission_number(e, e->i64, size), "");
            base = LLVMBuildGEP2(e->builder, e->i8, base, &far, 1, "");
            fits = fits && add_times(e, at, (int64_t)size, found);
        } else {
            fits = false;
        }
        for (unsigned t = 0; t < width_of(e); t++)
            found->offset[t] += at->offset[t] * (int64_t)size;
        free(at);
        if (!fits)
            return false;
    }
    found->base = base;
    found->zeros = UNKNOWN_BITS;
    found->most = NO_BOUND;
    return true;
}

static bool find(emission *e, LLVMValueRef value, strip_value *found)
{
    int axis = 0;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    if (kind != LLVMPointerTypeKind && (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64))
        return false;
    if (!fuse_is_divergent(e->kernel, value))
        return shared(e, value, found);
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_THREAD || call == FUSE_LINEAR_ID)
        return of_id(e, call, axis, found);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMGetElementPtr)
        return of_address(e, value, found);
    if (opcode == LLVMZExt || opcode == LLVMSExt || opcode == LLVMTrunc) {
        const strip_value *a = emission_find_strides_cached(e, LLVMGetOperand(value, 0));
        return a && of_cast(e, value, a, found);
    }
    if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMMul && opcode != LLVMShl && opcode != LLVMAnd &&
        opcode != LLVMOr && opcode != LLVMLShr && opcode != LLVMAShr)
        return false;
    LLVMValueRef right = LLVMGetOperand(value, 1);
    const strip_value *a = emission_find_strides_cached(e, LLVMGetOperand(value, 0)), *b = emission_find_strides_cached(e, right);
    if (!a || !b)
        return false;
    if (opcode == LLVMAdd || opcode == LLVMSub || (opcode == LLVMOr && LLVMGetIsDisjoint(value)))
        return of_sum(e, value, a, b, found);
    if (opcode == LLVMMul)
        return of_product(e, a, right, false, b, found);
    if (!LLVMIsAConstantInt(right))
        return false;
    return opcode == LLVMShl   ? of_product(e, a, right, true, b, found)
           : opcode == LLVMAnd ? of_mask(e, a, right, found)
           : opcode == LLVMOr  ? of_ones(e, a, right, found)
                               : of_shift(e, a, right, opcode == LLVMAShr, found);
}

const strip_value *emission_find_strides_cached(emission *e, LLVMValueRef value)
{
    strip_value *known = map_get(&e->accesses.strides, value);
    if (!known) {
        known = fuse_allocate(1, sizeof *known);
        known->known = find(e, value, known);
        map_put(&e->accesses.strides, value, known);
    }
    return known->known ? known : NULL;
}

bool emission_find_strides(emission *e, LLVMValueRef value, strip_value *found)
{
    const strip_value *known = emission_find_strides_cached(e, value);
    if (known)
        *found = *known;
    return known;
}
