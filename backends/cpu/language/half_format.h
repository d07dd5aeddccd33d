/* What both 16-bit floating-point formats share: roundings, bits of numbers, 64-bit integers.
 *
 * A format has two parameters, the fraction's bits and the exponent's bias: half 10 and 15, bfloat16 7 and 127.
 */
#ifndef LW_CPU_HALF_FORMAT_H
#define LW_CPU_HALF_FORMAT_H

#include <stdint.h>

/* Inline functions of these headers; host files use them too. */
#define LW_CPU_16_INLINE __attribute__((always_inline, unused)) static inline

enum lw_cpu_16_rounding { LW_CPU_16_RN, LW_CPU_16_RZ, LW_CPU_16_RU, LW_CPU_16_RD };
/* The NaN that all operations return. */
#define LW_CPU_16_NAN 0x7fffu

/* Bits without a call: checked copies have a function for memcpy(). */
LW_CPU_16_INLINE uint32_t lw_cpu_bits_of_float(float value)
{
    union {
        float value;
        uint32_t bits;
    } both = {value};
    return both.bits;
}

LW_CPU_16_INLINE float lw_cpu_float_of_bits(uint32_t bits)
{
    union {
        uint32_t bits;
        float value;
    } both = {bits};
    return both.value;
}

LW_CPU_16_INLINE uint64_t lw_cpu_bits_of_double(double value)
{
    union {
        double value;
        uint64_t bits;
    } both = {value};
    return both.bits;
}

LW_CPU_16_INLINE double lw_cpu_double_of_bits(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } both = {bits};
    return both.value;
}

/* Narrows a NaN: keeps the bits that fit, and makes it quiet. */
LW_CPU_16_INLINE unsigned short lw_cpu_narrow_nan(double nan, int fraction)
{
    uint64_t bits = lw_cpu_bits_of_double(nan);
    unsigned sign = (unsigned)(bits >> 63) << 15, kept = (unsigned)(bits >> (52 - fraction)) & 0x7fffu;
    return (unsigned short)(sign | kept | 1u << (fraction - 1) | (0x7fffu & ~0u << fraction));
}

/* An integer with more bits than a double's fraction, rounded to odd: the last bit is 1 if it is inexact. So another
 * rounding, to fewer bits, is correct. */
LW_CPU_16_INLINE double lw_cpu_integer_to_odd(unsigned long long magnitude)
{
    if (magnitude >> 53)
        magnitude = (magnitude & ~0x7ffull) | ((magnitude & 0x7ff) != 0 ? 0x800 : 0);
    return (double)magnitude;
}

#endif
