/* The elementary functions: SLEEF's, corrected where its domain is smaller than CUDA's or a zero has the wrong sign. */
#include <math.h>

#include <emu/device/device_math.h>
#include "family.h"

#define X(name)                                                                                                        \
    float emu_math_##name##f(float x)                                                                                  \
    {                                                                                                                  \
        return emu_math_family->name##f(x);                                                                            \
    }                                                                                                                  \
    double emu_math_##name(double x)                                                                                   \
    {                                                                                                                  \
        return emu_math_family->name(x);                                                                               \
    }
X(acos)
X(cbrt)
X(cos)
X(erf)
X(erfc)
X(exp)
X(exp10)
X(exp2)
X(log)
X(log10)
X(log2)
#undef X

#define X(name)                                                                                                        \
    float emu_math_##name##f(float x, float y)                                                                         \
    {                                                                                                                  \
        return emu_math_family->name##f(x, y);                                                                         \
    }                                                                                                                  \
    double emu_math_##name(double x, double y)                                                                         \
    {                                                                                                                  \
        return emu_math_family->name(x, y);                                                                            \
    }
X(atan2)
X(hypot)
X(pow)
#undef X

/* Near 0 these functions return their argument: SLEEF's lose the last bit of a denormal. */
#define SINGLE_NEAR 0x1p-30f
#define DOUBLE_NEAR 0x1p-60
#define X(name)                                                                                                        \
    float emu_math_##name##f(float x)                                                                                  \
    {                                                                                                                  \
        return __builtin_fabsf(x) < SINGLE_NEAR ? x : emu_math_family->name##f(x);                                     \
    }                                                                                                                  \
    double emu_math_##name(double x)                                                                                   \
    {                                                                                                                  \
        return __builtin_fabs(x) < DOUBLE_NEAR ? x : emu_math_family->name(x);                                         \
    }
X(asin)
X(atan)
X(atanh)
X(expm1)
X(sin)
X(tan)
X(tanh)
#undef X

/* SLEEF squares its argument; beyond `large` the functions equal the logarithm plus a constant. */
#define DEFINE_INVERSE(type, f, near, large)                                                                           \
    type emu_math_acosh##f(type x)                                                                                     \
    {                                                                                                                  \
        return x > (type)(large) ? emu_math_family->log##f(x) + (type)M_LN2 : emu_math_family->acosh##f(x);            \
    }                                                                                                                  \
    type emu_math_asinh##f(type x)                                                                                     \
    {                                                                                                                  \
        type size = __builtin_fabs##f(x);                                                                              \
        if (size < near)                                                                                               \
            return x;                                                                                                  \
        return size > (type)(large) ? __builtin_copysign##f(emu_math_family->log##f(size) + (type)M_LN2, x)            \
                                    : emu_math_family->asinh##f(x);                                                    \
    }                                                                                                                  \
    type emu_math_log1p##f(type x)                                                                                     \
    {                                                                                                                  \
        if (__builtin_fabs##f(x) < near)                                                                               \
            return x;                                                                                                  \
        return x > (type)(large) ? emu_math_family->log##f(x) : emu_math_family->log1p##f(x);                          \
    }
DEFINE_INVERSE(float, f, SINGLE_NEAR, 0x1p60)
DEFINE_INVERSE(double, , DOUBLE_NEAR, 0x1p500)
#undef DEFINE_INVERSE

/* SLEEF's functions end where exp(x) overflows; the correct ones where exp(x) / 2 does. */
float emu_math_coshf(float x)
{
    float size = __builtin_fabsf(x);
    return size > 88 ? (float)(emu_math_family->exp(size) * 0.5) : emu_math_family->coshf(x);
}

float emu_math_sinhf(float x)
{
    float size = __builtin_fabsf(x);
    if (size < SINGLE_NEAR)
        return x;
    return size > 88 ? __builtin_copysignf((float)(emu_math_family->exp(size) * 0.5), x) : emu_math_family->sinhf(x);
}

/* exp(x) / 2 for x > 709, as cosh(x - SHIFT) times exp(SHIFT). SHIFT is a multiple of an ULP of x. Among those near
 * multiples of log 2 it was chosen because exp(SHIFT) is within 2^-62 of a double. */
#define SHIFT 0x1.37ea8e219ececp+7
#define EXP_SHIFT 0x1.0000000000061p+225

double emu_math_cosh(double x)
{
    double size = __builtin_fabs(x);
    return size > 709 ? emu_math_family->cosh(size - SHIFT) * EXP_SHIFT : emu_math_family->cosh(x);
}

double emu_math_sinh(double x)
{
    double size = __builtin_fabs(x);
    if (size < DOUBLE_NEAR)
        return x;
    return size > 709 ? __builtin_copysign(emu_math_family->cosh(size - SHIFT) * EXP_SHIFT, x)
                      : emu_math_family->sinh(x);
}

/* Whole turns are subtracted first, exactly: SLEEF's functions have a small domain. sin(pi n) has the sign of n, and
 * a zero of cos(pi x) is positive (IEEE 754-2019, 9.2). */
#define DEFINE_PI(type, f)                                                                                             \
    static type turn_part##f(type x)                                                                                   \
    {                                                                                                                  \
        return __builtin_fabs##f(x) < 2 ? x : x - 2 * __builtin_trunc##f(x / 2);                                       \
    }                                                                                                                  \
    type emu_math_sinpi##f(type x)                                                                                     \
    {                                                                                                                  \
        type part = turn_part##f(x);                                                                                   \
        return part == __builtin_trunc##f(part) ? __builtin_copysign##f(0, x) : emu_math_family->sinpi##f(part);       \
    }                                                                                                                  \
    type emu_math_cospi##f(type x)                                                                                     \
    {                                                                                                                  \
        return emu_math_family->cospi##f(turn_part##f(x)) + 0; /* no -0 */                                             \
    }
DEFINE_PI(float, f)
DEFINE_PI(double, )
#undef DEFINE_PI
