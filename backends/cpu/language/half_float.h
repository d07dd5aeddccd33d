/* Floats, doubles and the two 16-bit formats: rounding to nearest, and the fused multiply-add. Arithmetic consists of
 * these functions, so they have no branches, and loops over threads become vectors.
 *
 * A GPU rounds each operation once. Here sums, products and quotients are floats. There they are exact, or rounded to at
 * least two bits more than twice the format's (24 bits; half has 11, bfloat16 8). Then the second rounding, to the
 * format, is that of the exact result, also to a denormal. bfloat16 has a float's exponents, so a product may be a denormal
 * float, which loses bits. It would have to be 65535 * 2^-150 to become the middle between two bfloat16, and 65535 is no
 * product of two numbers of 8 bits.
 */
#ifndef LW_CPU_HALF_FLOAT_H
#define LW_CPU_HALF_FLOAT_H

#include "half_format.h"

/* ---- half ---- */
/* A half's float; a NaN stays one. */
LW_CPU_16_INLINE float lw_cpu_float_of_half(unsigned short code)
{
    const uint32_t least = 113u << 23; /* 2^-14, the least normal number */
    uint32_t magnitude = (uint32_t)(code & 0x7fff) << 13, sign = (uint32_t)(code & 0x8000) << 16;
    uint32_t normal = magnitude + ((magnitude >= 0x7c00u << 13 ? 224u : 112u) << 23);
    uint32_t denormal = lw_cpu_bits_of_float(lw_cpu_float_of_bits(magnitude + least) - lw_cpu_float_of_bits(least));
    return lw_cpu_float_of_bits(sign | (magnitude < 0x0400u << 13 ? denormal : normal));
}

/* As an instruction of a GPU returns it: one NaN. */
LW_CPU_16_INLINE float lw_cpu_widen_half(unsigned short code)
{
    return (code & 0x7fff) > 0x7c00 ? lw_cpu_float_of_bits(0x7fffffff) : lw_cpu_float_of_half(code);
}

LW_CPU_16_INLINE unsigned short lw_cpu_half_of_float(float x)
{
    const uint32_t least = 113u << 23, too_large = 143u << 23, half = 126u << 23;
    uint32_t bits = lw_cpu_bits_of_float(x), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    uint32_t clamped = magnitude < too_large ? magnitude : too_large;
    uint32_t normal = (clamped - (112u << 23) + 0xfff + (clamped >> 13 & 1)) >> 13;
    uint32_t denormal = lw_cpu_bits_of_float(lw_cpu_float_of_bits(clamped) + 0.5f) - half; /* 0.5's last bit is 2^-24 */
    uint32_t code = sign | (clamped < least ? denormal : normal);
    return (unsigned short)(magnitude > 0x7f800000 ? LW_CPU_16_NAN : code);
}

/* With more bits than a float's: first to 24 bits, the last of which is 1 if others were. */
LW_CPU_16_INLINE unsigned short lw_cpu_half_of_double(double x)
{
    uint64_t bits = lw_cpu_bits_of_double(x), rest = bits & 0x1fffffff;
    return lw_cpu_half_of_float((float)lw_cpu_double_of_bits((bits ^ rest) | (uint64_t)(rest != 0) << 29));
}

/* a * b + c. The product is exact in a float. The sum is rounded to odd: its last bit is 1 if it is inexact. So the second
 * rounding, to fewer bits, is correct. */
LW_CPU_16_INLINE unsigned short lw_cpu_half_fma_codes(float a, float b, float c)
{
    float product = a * b, sum = product + c, part = sum - product;
    float lost = (product - (sum - part)) + (c - part);
    uint32_t bits = lw_cpu_bits_of_float(sum), inexact = __builtin_islessgreater(lost, 0.0f) ? ~0u : 0;
    bits += inexact & (0u - ((bits ^ lw_cpu_bits_of_float(lost)) >> 31)); /* back, if the sum was rounded outwards */
    return lw_cpu_half_of_float(lw_cpu_float_of_bits(bits | (inexact & 1)));
}

/* ---- bfloat16 ---- */
/* A bfloat16 is the upper half of a float's bits, also for a NaN. */
LW_CPU_16_INLINE float lw_cpu_float_of_bfloat16(unsigned short code)
{
    return lw_cpu_float_of_bits((uint32_t)code << 16);
}

LW_CPU_16_INLINE unsigned short lw_cpu_bfloat16_of_float(float x)
{
    uint32_t bits = lw_cpu_bits_of_float(x);
    uint32_t code = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (unsigned short)((bits & 0x7fffffff) > 0x7f800000 ? LW_CPU_16_NAN : code);
}

/* A double below 2^900, or infinity. To add and subtract 2^45 times its power of two leaves bfloat16's bits, or those of a
 * denormal. */
LW_CPU_16_INLINE unsigned short lw_cpu_bfloat16_of_sum(double x)
{
    const uint64_t exponent = 0x7ffull << 52;
    double magnitude = __builtin_fabs(x), normal = magnitude > 0x1p-126 ? magnitude : 0x1p-126;
    double large = lw_cpu_double_of_bits((lw_cpu_bits_of_double(normal) & exponent) + (45ull << 52));
    float rounded = (float)((magnitude + large) - large);
    uint32_t sign = (uint32_t)(lw_cpu_bits_of_double(x) >> 48) & 0x8000;
    return (unsigned short)(x != x ? LW_CPU_16_NAN : sign | lw_cpu_bits_of_float(rounded) >> 16);
}

LW_CPU_16_INLINE unsigned short lw_cpu_bfloat16_of_double(double x)
{
    return lw_cpu_bfloat16_of_sum(x > 0x1p200 ? 0x1p200 : x < -0x1p200 ? -0x1p200 : x);
}

/* a * b + c, as lw_cpu_half_fma_codes(). The product may be outside a float's range. */
LW_CPU_16_INLINE unsigned short lw_cpu_bfloat16_fma_codes(double a, double b, double c)
{
    double product = a * b, sum = product + c, part = sum - product;
    double lost = (product - (sum - part)) + (c - part);
    uint64_t bits = lw_cpu_bits_of_double(sum), inexact = __builtin_islessgreater(lost, 0.0) ? ~0ull : 0;
    bits += inexact & (0ull - ((bits ^ lw_cpu_bits_of_double(lost)) >> 63));
    return lw_cpu_bfloat16_of_sum(lw_cpu_double_of_bits(bits | (inexact & 1)));
}

#endif
