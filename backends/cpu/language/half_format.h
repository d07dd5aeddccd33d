/* The two 16-bit floating-point formats: rounding a double to either, and widening either exactly.
 *
 * A format has two parameters, the fraction's bits and the exponent's bias: half 10 and 15, bfloat16 7 and 127. A GPU
 * rounds each operation once. Here sums, products and quotients are computed in double. There they are exact, or have
 * so many more bits (over twice the format's plus two) that the first rounding does not change the result of the
 * second.
 */
#ifndef LW_CPU_HALF_FORMAT_H
#define LW_CPU_HALF_FORMAT_H

#include <stdint.h>
#include <string.h>

/* Inline functions of these headers; host files use them too. */
#define LW_CPU_16_INLINE __attribute__((always_inline, unused)) static inline

enum lw_cpu_16_rounding { LW_CPU_16_RN, LW_CPU_16_RZ, LW_CPU_16_RU, LW_CPU_16_RD };
/* The NaN that all operations return. */
#define LW_CPU_16_NAN 0x7fffu

LW_CPU_16_INLINE unsigned short lw_cpu_round_16(double x, int fraction, int bias, enum lw_cpu_16_rounding rounding)
{
    const uint64_t infinite = 0x7ffull << 52, hidden = 1ull << 52;
    uint64_t bits, magnitude;
    memcpy(&bits, &x, sizeof bits);
    magnitude = bits & ~(1ull << 63);
    unsigned sign = (unsigned)(bits >> 63) << 15, infinity = (2u * (unsigned)bias + 1) << fraction;
    if (magnitude >= infinite)
        return (unsigned short)(magnitude > infinite ? LW_CPU_16_NAN : sign | infinity);
    if (magnitude == 0)
        return (unsigned short)sign;

    /* The leading bit of a normal number's significand stays in `code`, and adds one to the exponent. For a denormal it
     * is shifted into the fraction. */
    int exponent = (int)(magnitude >> 52) - 1023 + bias - 1, shift = 52 - fraction;
    if (exponent < 0) {
        shift = shift - exponent > 63 ? 63 : shift - exponent;
        exponent = 0;
    }
    uint64_t significand = (magnitude & (hidden - 1)) | hidden;
    uint64_t code = ((uint64_t)exponent << fraction) + (significand >> shift);
    uint64_t rest = significand << (64 - shift), middle = 1ull << 63;
    int outward = rounding == (sign ? LW_CPU_16_RD : LW_CPU_16_RU);
    if (rounding == LW_CPU_16_RN ? rest > middle || (rest == middle && (code & 1)) : outward && rest != 0)
        code++;
    if (code >= infinity)
        code = rounding == LW_CPU_16_RN || outward ? infinity : infinity - 1;
    return (unsigned short)(sign | (unsigned)code);
}

/* Narrows a NaN: keeps the bits that fit, and makes it quiet. */
LW_CPU_16_INLINE unsigned short lw_cpu_narrow_nan(double nan, int fraction)
{
    uint64_t bits;
    memcpy(&bits, &nan, sizeof bits);
    unsigned sign = (unsigned)(bits >> 63) << 15, kept = (unsigned)(bits >> (52 - fraction)) & 0x7fffu;
    return (unsigned short)(sign | kept | 1u << (fraction - 1) | (0x7fffu & ~0u << fraction));
}

LW_CPU_16_INLINE float lw_cpu_float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Widens a half to a float; a NaN becomes the NaN of float instructions. */
LW_CPU_16_INLINE float lw_cpu_widen_half(unsigned short bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16, magnitude = bits & 0x7fff;
    if (magnitude > 0x7c00)
        return lw_cpu_float_of_bits(0x7fffffff);
    if (magnitude == 0x7c00)
        return lw_cpu_float_of_bits(sign | 0x7f800000);
    if (magnitude < 0x0400) {
        float value = (float)magnitude * 0x1p-24f;
        return sign ? -value : value;
    }
    return lw_cpu_float_of_bits(sign | ((magnitude << 13) + ((127u - 15) << 23)));
}

/* A bfloat16 is the upper half of a float's bits, also for a NaN. */
LW_CPU_16_INLINE float lw_cpu_widen_bfloat16(unsigned short bits)
{
    return lw_cpu_float_of_bits((uint32_t)bits << 16);
}

/* x + y rounded to odd: the last bit is 1 if the sum is inexact. So another rounding, to fewer bits, is correct. */
LW_CPU_16_INLINE double lw_cpu_sum_to_odd(double x, double y)
{
    double sum = x + y, part = sum - x, lost = (x - (sum - part)) + (y - part);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (sum - sum == 0 && lost != 0 && !(bits & 1)) {
        bits = (lost > 0) == (sum > 0) ? bits + 1 : bits - 1;
        memcpy(&sum, &bits, sizeof sum);
    }
    return sum;
}

/* The same for an integer with more bits than a double's fraction. */
LW_CPU_16_INLINE double lw_cpu_integer_to_odd(unsigned long long magnitude)
{
    if (magnitude >> 53)
        magnitude = (magnitude & ~0x7ffull) | ((magnitude & 0x7ff) != 0 ? 0x800 : 0);
    return (double)magnitude;
}

#endif
