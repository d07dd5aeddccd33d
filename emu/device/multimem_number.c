/* Reductions of two numbers. Floating-point sums are rounded to nearest and keep denormals. A NaN is a GPU's. The smaller and the
 * larger of 16-bit numbers are PTX's min and max: -0 is less than +0, and a NaN counts only beside another one. */
#include <math.h>
#include <string.h>

#include "multimem.h"

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7fffffffu : bits;
}

/* ---- 16-bit numbers ---- */
static float half_to_float(uint32_t bits)
{
    uint32_t sign = (bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    if (exponent == 31)
        return float_of(sign | 0x7f800000u | fraction << 13);
    if (exponent == 0) { /* a denormal is a number of 2^-24 */
        float magnitude = (float)fraction * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    return float_of(sign | (exponent + 112) << 23 | fraction << 13);
}

/* `bits` without its last `drop` bits, to nearest, ties to even. */
static uint32_t rounded(uint32_t bits, unsigned drop)
{
    uint32_t kept = bits >> drop, rest = bits & ((1u << drop) - 1), half = 1u << (drop - 1);
    return kept + (rest > half || (rest == half && kept & 1));
}

static uint32_t float_to_half(float value)
{
    uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return 0x7fff;
    if (magnitude >= 0x477ff000) /* 65520 and more */
        return sign | 0x7c00;
    if (magnitude >= 0x38800000) /* 2^-14 and more */
        return sign | rounded(magnitude - 0x38000000, 13);
    unsigned exponent = magnitude >> 23;
    return exponent < 102 ? sign : sign | rounded((magnitude & 0x7fffff) | 0x800000, 126 - exponent);
}

static float widen(unsigned type, uint32_t bits)
{
    return type == EMU_MULTIMEM_F16X2 ? half_to_float(bits) : float_of(bits << 16);
}

static uint32_t narrow(unsigned type, float value)
{
    if (type == EMU_MULTIMEM_F16X2)
        return float_to_half(value);
    return isnan(value) ? 0x7fff : rounded(bits_of(value), 16);
}

/* A key that orders the bits of numbers that are no NaN; -0 comes before +0. */
static int order_of(uint32_t bits)
{
    return bits & 0x8000 ? -(int)(bits & 0x7fff) - 1 : (int)bits;
}

static uint32_t lesser_or_greater(unsigned type, uint32_t a, uint32_t b, bool greater)
{
    bool a_is_nan = isnan(widen(type, a)), b_is_nan = isnan(widen(type, b));
    if (a_is_nan || b_is_nan)
        return a_is_nan && b_is_nan ? 0x7fff : a_is_nan ? b : a;
    return (order_of(a) > order_of(b)) == greater ? a : b;
}

static uint32_t combine_16(unsigned operation, unsigned type, uint32_t a, uint32_t b)
{
    if (operation == EMU_MULTIMEM_MIN || operation == EMU_MULTIMEM_MAX)
        return lesser_or_greater(type, a, b, operation == EMU_MULTIMEM_MAX);
    return narrow(type, widen(type, a) + widen(type, b)); /* a float has enough bits: it is as if rounded once */
}

uint64_t emu_multimem_sum_wide(unsigned type, const uint64_t *elements, unsigned count)
{
    uint64_t pair = 0;
    for (unsigned half = 0; half < 2; half++) {
        float sum = widen(type, elements[0] >> 16 * half & 0xffff);
        for (unsigned i = 1; i < count; i++)
            sum += widen(type, elements[i] >> 16 * half & 0xffff);
        pair |= (uint64_t)narrow(type, sum) << 16 * half;
    }
    return pair;
}

/* ---- all types ---- */
static uint64_t sum(unsigned type, uint64_t a, uint64_t b)
{
    double x, y, both;
    switch (type) {
    case EMU_MULTIMEM_F32: return bits_of(float_of((uint32_t)a) + float_of((uint32_t)b));
    case EMU_MULTIMEM_F64:
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        both = x + y;
        if (isnan(both)) /* as atomicAdd(): an operand that is one, else the default */
            return isnan(x) ? a | 1ull << 51 : isnan(y) ? b | 1ull << 51 : 0xfff8000000000000ull;
        memcpy(&a, &both, sizeof a);
        return a;
    default: return a + b;
    }
}

static bool is_less(unsigned type, uint64_t a, uint64_t b)
{
    switch (type) {
    case EMU_MULTIMEM_I32: return (int32_t)a < (int32_t)b;
    case EMU_MULTIMEM_U32: return (uint32_t)a < (uint32_t)b;
    case EMU_MULTIMEM_I64: return (int64_t)a < (int64_t)b;
    default: return a < b;
    }
}

uint64_t emu_multimem_combine(unsigned operation, unsigned type, uint64_t a, uint64_t b)
{
    if (type == EMU_MULTIMEM_F16X2 || type == EMU_MULTIMEM_BF16X2)
        return combine_16(operation, type, a & 0xffff, b & 0xffff) |
               (uint64_t)combine_16(operation, type, a >> 16 & 0xffff, b >> 16 & 0xffff) << 16;
    switch (operation) {
    case EMU_MULTIMEM_ADD: return sum(type, a, b);
    case EMU_MULTIMEM_MIN: return is_less(type, b, a) ? b : a;
    case EMU_MULTIMEM_MAX: return is_less(type, a, b) ? b : a;
    case EMU_MULTIMEM_AND: return a & b;
    case EMU_MULTIMEM_OR: return a | b;
    case EMU_MULTIMEM_XOR: return a ^ b;
    default: return b;
    }
}
