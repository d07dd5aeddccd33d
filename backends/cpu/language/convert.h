/* CUDA's conversion intrinsics: the bits of one type as another, and conversions with the rounding in the name.
 *
 * A conversion to an integer clamps to the result's range. A NaN becomes 0 from float to 32 bits, and otherwise the bit
 * pattern of the lowest signed number, as on NVIDIA GPUs. A C cast guarantees neither.
 */
#ifndef LW_CPU_CONVERT_H
#define LW_CPU_CONVERT_H

#include "qualifiers.h"
#include "rounding.h"

#define LW_CPU_PUN(name, from, to)                                                                                     \
    LW_CPU_INLINE to name(from x)                                                                                      \
    {                                                                                                                  \
        to y;                                                                                                          \
        __builtin_memcpy(&y, &x, sizeof y);                                                                            \
        return y;                                                                                                      \
    }
LW_CPU_PUN(__float_as_int, float, int)
LW_CPU_PUN(__float_as_uint, float, unsigned)
LW_CPU_PUN(__int_as_float, int, float)
LW_CPU_PUN(__uint_as_float, unsigned, float)
LW_CPU_PUN(__double_as_longlong, double, long long)
LW_CPU_PUN(__longlong_as_double, long long, double)
#undef LW_CPU_PUN

LW_CPU_INLINE int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}

LW_CPU_INLINE int __double2loint(double x)
{
    return (int)__double_as_longlong(x);
}

LW_CPU_INLINE double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)((uint64_t)(unsigned)high << 32 | (unsigned)low));
}

/* Converts a double to a type with the range `least` to `most`. `below` and `above` are the first integral doubles
 * outside that range, or the last inside. */
#define LW_CPU_CLAMP(name, type, below, above, least, most)                                                            \
    LW_CPU_INLINE type lw_cpu_clamp_##name(double x, type nan)                                                         \
    {                                                                                                                  \
        return x != x ? nan : x <= (below) ? (least) : x >= (above) ? (most) : (type)x;                                \
    }
LW_CPU_CLAMP(int, int, -2147483649.0, 2147483648.0, INT_MIN, INT_MAX)
LW_CPU_CLAMP(uint, unsigned, -1.0, 4294967296.0, 0u, UINT_MAX)
LW_CPU_CLAMP(ll, long long, -9223372036854775808.0, 9223372036854775808.0, LLONG_MIN, LLONG_MAX)
LW_CPU_CLAMP(ull, unsigned long long, -1.0, 18446744073709551616.0, 0ull, ULLONG_MAX)
#undef LW_CPU_CLAMP

/* rn: to nearest, ties to even; rz: towards zero; ru: up; rd: down. */
#define LW_CPU_TO_INTEGER(from, source, to, type, nan)                                                                 \
    LW_CPU_INLINE type __##from##2##to##_rn(source x)                                                                  \
    {                                                                                                                  \
        return lw_cpu_clamp_##to((rint)(x), nan);                                                                      \
    }                                                                                                                  \
    LW_CPU_INLINE type __##from##2##to##_rz(source x)                                                                  \
    {                                                                                                                  \
        return lw_cpu_clamp_##to(x, nan); /* a C cast in range truncates */                                            \
    }                                                                                                                  \
    LW_CPU_INLINE type __##from##2##to##_ru(source x)                                                                  \
    {                                                                                                                  \
        return lw_cpu_clamp_##to((ceil)(x), nan);                                                                      \
    }                                                                                                                  \
    LW_CPU_INLINE type __##from##2##to##_rd(source x)                                                                  \
    {                                                                                                                  \
        return lw_cpu_clamp_##to((floor)(x), nan);                                                                     \
    }
LW_CPU_TO_INTEGER(float, float, int, int, 0)
LW_CPU_TO_INTEGER(float, float, uint, unsigned, 0)
LW_CPU_TO_INTEGER(float, float, ll, long long, LLONG_MIN)
LW_CPU_TO_INTEGER(float, float, ull, unsigned long long, 1ull << 63)
LW_CPU_TO_INTEGER(double, double, int, int, INT_MIN)
LW_CPU_TO_INTEGER(double, double, uint, unsigned, 1u << 31)
LW_CPU_TO_INTEGER(double, double, ll, long long, LLONG_MIN)
LW_CPU_TO_INTEGER(double, double, ull, unsigned long long, 1ull << 63)
#undef LW_CPU_TO_INTEGER

/* Integers to float or double. A C cast rounds to nearest. */
#define LW_CPU_TO_FLOATING(from, source, to, format)                                                                   \
    LW_CPU_INLINE to __##from##2##to##_rn(source x)                                                                    \
    {                                                                                                                  \
        return (to)x;                                                                                                  \
    }                                                                                                                  \
    LW_CPU_FROM_INTEGER(__##from##2##to##_rz, source, to, format, EMU_TO_ZERO)                                         \
    LW_CPU_FROM_INTEGER(__##from##2##to##_ru, source, to, format, EMU_UP)                                              \
    LW_CPU_FROM_INTEGER(__##from##2##to##_rd, source, to, format, EMU_DOWN)
#define LW_CPU_FROM_INTEGER(name, source, to, format, direction)                                                       \
    LW_CPU_INLINE to name(source x)                                                                                    \
    {                                                                                                                  \
        int negative = x < (source)1 && x != 0;                                                                        \
        return (to)emu_round_integer(negative ? -(uint64_t)x : (uint64_t)x, negative, format, direction);              \
    }
LW_CPU_TO_FLOATING(int, int, float, EMU_SINGLE)
LW_CPU_TO_FLOATING(uint, unsigned, float, EMU_SINGLE)
LW_CPU_TO_FLOATING(ll, long long, float, EMU_SINGLE)
LW_CPU_TO_FLOATING(ull, unsigned long long, float, EMU_SINGLE)
LW_CPU_TO_FLOATING(ll, long long, double, EMU_DOUBLE)
LW_CPU_TO_FLOATING(ull, unsigned long long, double, EMU_DOUBLE)
#undef LW_CPU_FROM_INTEGER
#undef LW_CPU_TO_FLOATING

LW_CPU_INLINE double __int2double_rn(int x)
{
    return x;
}

LW_CPU_INLINE double __uint2double_rn(unsigned x)
{
    return x;
}

/* Double to float, as a rounded product with 1. A NaN keeps its sign and the upper bits of its payload. */
LW_CPU_INLINE float __double2float_rn(double x)
{
    return (float)x;
}

LW_CPU_INLINE float __double2float_rz(double x)
{
    return (float)emu_round_product(x, 1, EMU_SINGLE, EMU_TO_ZERO);
}

LW_CPU_INLINE float __double2float_ru(double x)
{
    return (float)emu_round_product(x, 1, EMU_SINGLE, EMU_UP);
}

LW_CPU_INLINE float __double2float_rd(double x)
{
    return (float)emu_round_product(x, 1, EMU_SINGLE, EMU_DOWN);
}

#endif
