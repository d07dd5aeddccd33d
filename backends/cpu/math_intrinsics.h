/* CUDA's fast functions and its arithmetic with a rounding in the name.
 *
 * The fast ones are function-like macros, as <math.h> declares some of their names for itself. They are at least as
 * accurate as on a GPU; bits differ. The rounded ones are exact, and never fused.
 */
#ifndef LW_CPU_MATH_INTRINSICS_H
#define LW_CPU_MATH_INTRINSICS_H

#include "math_functions.h"
#include "qualifiers.h"
#include "rounding.h"

#define __expf(x) ((expf)(x))
#define __exp10f(x) (lw_cpu_exp10f(x))
#define __logf(x) ((logf)(x))
#define __log2f(x) ((log2f)(x))
#define __log10f(x) ((log10f)(x))
#define __sinf(x) ((sinf)(x))
#define __cosf(x) ((cosf)(x))
#define __tanf(x) ((tanf)(x))
#define __sincosf(x, sine, cosine) lw_cpu_pair((sinf)(x), (cosf)(x), sine, cosine)
#define __powf(x, y) (lw_cpu_fast_powf(x, y))
#define __fdividef(x, y) (lw_cpu_fast_dividef(x, y))
#define __tanhf(x) ((tanhf)(x))

/* As on a GPU: no number for a negative x, whatever y. */
LW_CPU_INLINE float lw_cpu_fast_powf(float x, float y)
{
    return (exp2f)(y * (log2f)(x));
}

/* A quotient for |y| up to 2^126; 0 beyond (no number for an infinite x), as on a GPU. */
LW_CPU_INLINE float lw_cpu_fast_dividef(float x, float y)
{
    return (fabsf)(y) > 0x1p126f && (fabsf)(y) <= FLT_MAX ? (x - x == 0 ? 0.0f : x - x) : x / y;
}

/* Into [0, 1]; a NaN becomes 0. */
LW_CPU_INLINE float __saturatef(float x)
{
    return x >= 1 ? 1.0f : x > 0 ? x : 0.0f;
}

#define LW_CPU_OPERATIONS(f, type)                                                                                     \
    LW_CPU_INLINE type __##f##add_rn(type x, type y)                                                                   \
    {                                                                                                                  \
        return x + y;                                                                                                  \
    }                                                                                                                  \
    LW_CPU_INLINE type __##f##sub_rn(type x, type y)                                                                   \
    {                                                                                                                  \
        return x - y;                                                                                                  \
    }                                                                                                                  \
    LW_CPU_INLINE type __##f##mul_rn(type x, type y)                                                                   \
    {                                                                                                                  \
        return x * y;                                                                                                  \
    }                                                                                                                  \
    LW_CPU_INLINE type __##f##div_rn(type x, type y)                                                                   \
    {                                                                                                                  \
        return x / y;                                                                                                  \
    }                                                                                                                  \
    LW_CPU_INLINE type __##f##rcp_rn(type x)                                                                           \
    {                                                                                                                  \
        return 1 / x;                                                                                                  \
    }
LW_CPU_OPERATIONS(f, float)
LW_CPU_OPERATIONS(d, double)
#undef LW_CPU_OPERATIONS

#define __fmaf_rn(x, y, z) ((fmaf)(x, y, z))
#define __fma_rn(x, y, z) ((fma)(x, y, z))
#define __fsqrt_rn(x) ((sqrtf)(x))
#define __dsqrt_rn(x) ((sqrt)(x))
#define __frsqrt_rn(x) (lw_cpu_rsqrtf(x))

/* Directed, of floats: the exact value is a double and the error of a double operation. An exact sum of 0 is -0 when
 * rounding down unless both terms are 0. */
LW_CPU_INLINE float lw_cpu_directed(double nearest, double rest, enum lw_cpu_rounding direction)
{
    float rounded = (float)nearest;
    double above = nearest - rounded;
    return lw_cpu_round_float(rounded, above != 0 ? above : rest, direction);
}

LW_CPU_INLINE float lw_cpu_directed_sum(double x, double y, enum lw_cpu_rounding direction)
{
    double sum = x + y, y_part = sum - x;
    if (sum == 0 && direction == LW_CPU_ROUND_DOWN && (signbit(x) || signbit(y)))
        return -0.0f;
    return lw_cpu_directed(sum, (x - (sum - y_part)) + (y - y_part), direction);
}

LW_CPU_INLINE float lw_cpu_directed_quotient(double x, double y, enum lw_cpu_rounding direction)
{
    double quotient = x / y, rest = (fma)(-quotient, y, x);
    return lw_cpu_directed(quotient, y < 0 ? -rest : rest, direction);
}

LW_CPU_INLINE float lw_cpu_directed_root(double x, enum lw_cpu_rounding direction)
{
    double root = (sqrt)(x);
    return lw_cpu_directed(root, (fma)(-root, root, x), direction);
}

#define LW_CPU_DIRECTED(suffix, direction)                                                                             \
    LW_CPU_INLINE float __fadd_##suffix(float x, float y)                                                              \
    {                                                                                                                  \
        return lw_cpu_directed_sum(x, y, direction);                                                                   \
    }                                                                                                                  \
    LW_CPU_INLINE float __fsub_##suffix(float x, float y)                                                              \
    {                                                                                                                  \
        return lw_cpu_directed_sum(x, -y, direction);                                                                  \
    }                                                                                                                  \
    LW_CPU_INLINE float __fmul_##suffix(float x, float y)                                                              \
    {                                                                                                                  \
        return lw_cpu_directed((double)x * y, 0, direction);                                                           \
    }                                                                                                                  \
    LW_CPU_INLINE float __fmaf_##suffix(float x, float y, float z)                                                     \
    {                                                                                                                  \
        return lw_cpu_directed_sum((double)x * y, z, direction);                                                       \
    }                                                                                                                  \
    LW_CPU_INLINE float __fdiv_##suffix(float x, float y)                                                              \
    {                                                                                                                  \
        return lw_cpu_directed_quotient(x, y, direction);                                                              \
    }                                                                                                                  \
    LW_CPU_INLINE float __frcp_##suffix(float x)                                                                       \
    {                                                                                                                  \
        return lw_cpu_directed_quotient(1, x, direction);                                                              \
    }                                                                                                                  \
    LW_CPU_INLINE float __fsqrt_##suffix(float x)                                                                      \
    {                                                                                                                  \
        return lw_cpu_directed_root(x, direction);                                                                     \
    }
LW_CPU_DIRECTED(rz, LW_CPU_ROUND_ZERO)
LW_CPU_DIRECTED(ru, LW_CPU_ROUND_UP)
LW_CPU_DIRECTED(rd, LW_CPU_ROUND_DOWN)
#undef LW_CPU_DIRECTED

#endif
