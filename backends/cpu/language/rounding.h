/* CUDA's arithmetic with a rounding in the name: rn to nearest, rz towards zero, ru up, rd down.
 *
 * Each result is the exact one, rounded once, with denormals, and never fused with another operation. No floating-point
 * flag is part of the result, and the processor's rounding mode does not change. NaNs are a GPU's. A float NaN is
 * always 0x7fffffff. A double NaN is the first operand that is a NaN, made quiet (the summand of a fused operation
 * counts as the second operand), or 0xfff8000000000000 if no operand is a NaN.
 */
#ifndef LW_CPU_ROUNDING_H
#define LW_CPU_ROUNDING_H

#include "../../../emu/device/rounding.h"
#include "qualifiers.h"

LW_CPU_INLINE float lw_cpu_nan_float(float x, float second, float third)
{
    const unsigned canonical = 0x7fffffff;
    (void)second, (void)third;
    __builtin_memcpy(&x, &canonical, sizeof x);
    return x;
}

LW_CPU_INLINE float lw_cpu_canonical_float(float x)
{
    return x == x ? x : lw_cpu_nan_float(x, x, x);
}

LW_CPU_INLINE double lw_cpu_nan_double(double x, double second, double third)
{
    const double nan = x != x ? x : second != second ? second : third;
    uint64_t bits, quiet = 0x0008000000000000, invalid = 0xfff8000000000000;
    __builtin_memcpy(&bits, &nan, sizeof bits);
    bits = nan != nan ? bits | quiet : invalid;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

/* `x`, `y` and `z` are the function's parameters; `expression` is rounded already. */
#define LW_CPU_ROUNDED(name, type, parameters, expression, ...)                                                        \
    LW_CPU_INLINE type name parameters                                                                                 \
    {                                                                                                                  \
        type result = (type)(expression);                                                                              \
        return result == result ? result : lw_cpu_nan_##type(__VA_ARGS__);                                             \
    }
/* clang-format off */
#define LW_CPU_NEAREST(f, type, fused, root)                                                                           \
    LW_CPU_ROUNDED(__##f##add_rn, type, (type x, type y), x + y, x, y, y)                                              \
    LW_CPU_ROUNDED(__##f##sub_rn, type, (type x, type y), x - y, x, y, y)                                              \
    LW_CPU_ROUNDED(__##f##mul_rn, type, (type x, type y), x * y, x, y, y)                                              \
    LW_CPU_ROUNDED(__##f##div_rn, type, (type x, type y), x / y, x, y, y)                                              \
    LW_CPU_ROUNDED(__##f##rcp_rn, type, (type x), 1 / x, x, x, x)                                                      \
    LW_CPU_ROUNDED(__##f##sqrt_rn, type, (type x), (root)(x), x, x, x)                                                 \
    LW_CPU_ROUNDED(__##fused##_rn, type, (type x, type y, type z), (fused)(x, y, z), x, z, y)
/* clang-format on */
LW_CPU_NEAREST(f, float, fmaf, sqrtf)
LW_CPU_NEAREST(d, double, fma, sqrt)
#undef LW_CPU_NEAREST

/* clang-format off */
#define LW_CPU_DIRECTED(f, type, fused, suffix, ...)                                                                   \
    LW_CPU_ROUNDED(__##f##add_##suffix, type, (type x, type y), emu_round_sum(x, y, __VA_ARGS__), x, y, y)             \
    LW_CPU_ROUNDED(__##f##sub_##suffix, type, (type x, type y), emu_round_sum(x, -y, __VA_ARGS__), x, y, y)            \
    LW_CPU_ROUNDED(__##f##mul_##suffix, type, (type x, type y), emu_round_product(x, y, __VA_ARGS__), x, y, y)         \
    LW_CPU_ROUNDED(__##f##div_##suffix, type, (type x, type y), emu_round_quotient(x, y, __VA_ARGS__), x, y, y)        \
    LW_CPU_ROUNDED(__##f##rcp_##suffix, type, (type x), emu_round_quotient(1, x, __VA_ARGS__), x, x, x)                \
    LW_CPU_ROUNDED(__##f##sqrt_##suffix, type, (type x), emu_round_root(x, __VA_ARGS__), x, x, x)                      \
    LW_CPU_ROUNDED(__##fused##_##suffix, type, (type x, type y, type z), emu_round_fma(x, y, z, __VA_ARGS__), x, z, y)
/* clang-format on */
#define LW_CPU_DIRECTED_BOTH(suffix, direction)                                                                        \
    LW_CPU_DIRECTED(f, float, fmaf, suffix, EMU_SINGLE, direction)                                                     \
    LW_CPU_DIRECTED(d, double, fma, suffix, EMU_DOUBLE, direction)
LW_CPU_DIRECTED_BOTH(rz, EMU_TO_ZERO)
LW_CPU_DIRECTED_BOTH(ru, EMU_UP)
LW_CPU_DIRECTED_BOTH(rd, EMU_DOWN)
#undef LW_CPU_DIRECTED_BOTH
#undef LW_CPU_DIRECTED
#undef LW_CPU_ROUNDED

/* The ieee forms keep denormals even with -ftz=true; here all forms do. */
#define __fmaf_ieee_rn(x, y, z) __fmaf_rn(x, y, z)
#define __fmaf_ieee_rz(x, y, z) __fmaf_rz(x, y, z)
#define __fmaf_ieee_ru(x, y, z) __fmaf_ru(x, y, z)
#define __fmaf_ieee_rd(x, y, z) __fmaf_rd(x, y, z)

/* Rounding the reciprocal root in double to float gives the nearest float: no float's result is close enough to a
 * tie. */
LW_CPU_INLINE float __frsqrt_rn(float x)
{
    return lw_cpu_canonical_float((float)(1 / (sqrt)((double)x)));
}

/* Clamps to [0, 1]; a NaN becomes 0. */
LW_CPU_INLINE float __saturatef(float x)
{
    return x >= 1 ? 1.0f : x > 0 ? x : 0.0f;
}

#endif
