/* CUDA's functions on parts of numbers, such as exponents: they are exact by definition (IEEE 754-2019, 5.3 and 5.7).
 *
 * The C library has them, too, but a call prevents the vectorisation of a work-item loop. So here they are arithmetic
 * on numbers and their bits, selections, and fmod, which has vector forms. Cases that C leaves open are as on NVIDIA
 * GPUs.
 */
#ifndef LW_CPU_MATH_EXACT_H
#define LW_CPU_MATH_EXACT_H

#include "../../../emu/device/device_math.h"
#include "convert.h"
#include "qualifiers.h"

/* Defines a function for float and for double; the last argument is the integer type with the same size. */
#define LW_CPU_FOR_BOTH(define) define(f, float, int) define(, double, long long)

/* The layout of a number's bits. */
enum {
    lw_cpu_fractionf = 23, /* bits of the fraction */
    lw_cpu_fraction = 52,
    lw_cpu_biasf = 127, /* the exponent's field is the exponent plus this */
    lw_cpu_bias = 1023,
};
#define lw_cpu_bitsf __float_as_int
#define lw_cpu_bits __double_as_longlong
#define lw_cpu_with_bitsf __int_as_float
#define lw_cpu_with_bits __longlong_as_double

/* ---- scaling ---- */

/* 2^n, for -1022 <= n <= 1023. */
LW_CPU_INLINE double lw_cpu_power_of_two(int n)
{
    return lw_cpu_with_bits((long long)(lw_cpu_bias + n) << lw_cpu_fraction);
}

/* x * 2^n, rounded once: a double holds every product that does not become 0 or infinite as a float. */
LW_CPU_INLINE float lw_cpu_ldexpf(float x, int n)
{
    const int most = 400;
    return (float)(x * lw_cpu_power_of_two(n < -most ? -most : n > most ? most : n));
}

/* x * 2^n in three steps. A downward step is 2^-969, not 2^-1022. If a step makes a denormal, which may be rounded, the
 * remaining factor is 2^-54 or less and the result is 0. So no result is rounded twice. */
LW_CPU_INLINE double lw_cpu_ldexp(double x, int n)
{
    for (int i = 0; i < 2; i++) {
        const int step = n > 1023 ? 1023 : n < -1022 ? -969 : 0;
        x *= lw_cpu_power_of_two(step);
        n -= step;
    }
    return x * lw_cpu_power_of_two(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}

#define LW_CPU_SCALBLN(f, type, integer)                                                                               \
    LW_CPU_INLINE type lw_cpu_scalbln##f(type x, long n)                                                               \
    {                                                                                                                  \
        return lw_cpu_ldexp##f(x, n < -9999 ? -9999 : n > 9999 ? 9999 : (int)n);                                       \
    }
LW_CPU_FOR_BOTH(LW_CPU_SCALBLN)
#undef LW_CPU_SCALBLN

/* ---- exponent and fraction ---- */

/* The exponent e of x = m * 2^e with 1 <= |m| < 2, for finite x other than 0. `*normal` has the same m: it is x, or a
 * denormal x scaled up. */
#define LW_CPU_EXPONENT(f, type, integer)                                                                              \
    LW_CPU_INLINE int lw_cpu_exponent##f(type x, type *normal)                                                         \
    {                                                                                                                  \
        const integer field = 2 * lw_cpu_bias##f + 1;                                                                  \
        const int up = 64;                                                                                             \
        const bool denormal = ((lw_cpu_bits##f(x) >> lw_cpu_fraction##f) & field) == 0;                                \
        *normal = denormal ? x * (type)lw_cpu_power_of_two(up) : x;                                                    \
        const int exponent = (int)((lw_cpu_bits##f(*normal) >> lw_cpu_fraction##f) & field) - lw_cpu_bias##f;          \
        return denormal ? exponent - up : exponent;                                                                    \
    }
LW_CPU_FOR_BOTH(LW_CPU_EXPONENT)
#undef LW_CPU_EXPONENT

#define LW_CPU_LOGB(f, type, integer)                                                                                  \
    LW_CPU_INLINE type lw_cpu_logb##f(type x)                                                                          \
    {                                                                                                                  \
        const type infinity = __builtin_inf##f();                                                                      \
        type normal;                                                                                                   \
        const int exponent = lw_cpu_exponent##f(x, &normal);                                                           \
        return x == 0 ? -infinity : __builtin_fabs##f(x) < infinity ? (type)exponent : x * x;                          \
    }
LW_CPU_FOR_BOTH(LW_CPU_LOGB)
#undef LW_CPU_LOGB

/* INT_MIN for 0 and NaNs, INT_MAX for infinities. */
#define LW_CPU_ILOGB(f, type, integer)                                                                                 \
    LW_CPU_INLINE int lw_cpu_ilogb##f(type x)                                                                          \
    {                                                                                                                  \
        type normal;                                                                                                   \
        const int exponent = lw_cpu_exponent##f(x, &normal);                                                           \
        return x == 0 || x != x ? INT_MIN : __builtin_fabs##f(x) < __builtin_inf##f() ? exponent : INT_MAX;            \
    }
LW_CPU_FOR_BOTH(LW_CPU_ILOGB)
#undef LW_CPU_ILOGB

/* The fraction is in [1/2, 1). 0, infinities and NaNs (made quiet) return themselves, with exponent 0. */
#define LW_CPU_FREXP(f, type, integer)                                                                                 \
    LW_CPU_INLINE type lw_cpu_frexp##f(type x, int *exponent)                                                          \
    {                                                                                                                  \
        const integer field = (integer)(2 * lw_cpu_bias##f + 1) << lw_cpu_fraction##f;                                 \
        const integer half = (integer)(lw_cpu_bias##f - 1) << lw_cpu_fraction##f;                                      \
        const bool has = x != 0 && __builtin_fabs##f(x) < __builtin_inf##f();                                          \
        type normal;                                                                                                   \
        const int found = lw_cpu_exponent##f(x, &normal) + 1;                                                          \
        *exponent = has ? found : 0;                                                                                   \
        return has ? lw_cpu_with_bits##f((lw_cpu_bits##f(normal) & ~field) | half) : x + x;                            \
    }
LW_CPU_FOR_BOTH(LW_CPU_FREXP)
#undef LW_CPU_FREXP

#define LW_CPU_MODF(f, type, integer)                                                                                  \
    LW_CPU_INLINE type lw_cpu_modf##f(type x, type *integral)                                                          \
    {                                                                                                                  \
        const type whole = x != x ? x + x : __builtin_trunc##f(x), rest = x == whole ? 0 : x - whole;                  \
        *integral = whole;                                                                                             \
        return __builtin_copysign##f(rest, x);                                                                         \
    }
LW_CPU_FOR_BOTH(LW_CPU_MODF)
#undef LW_CPU_MODF

/* ---- neighbours and differences ---- */

/* Numbers with the same sign are ordered as their bits are. */
#define LW_CPU_NEXTAFTER(f, type, integer)                                                                             \
    LW_CPU_INLINE type lw_cpu_nextafter##f(type x, type y)                                                             \
    {                                                                                                                  \
        const integer bits = lw_cpu_bits##f(x), next = (x < y) == (x > 0) ? bits + 1 : bits - 1;                       \
        const type least = __builtin_copysign##f(lw_cpu_with_bits##f(1), y);                                           \
        return x != x ? x + x : y != y ? y + y : x == y ? y : x == 0 ? least : lw_cpu_with_bits##f(next);              \
    }
LW_CPU_FOR_BOTH(LW_CPU_NEXTAFTER)
#undef LW_CPU_NEXTAFTER

#define LW_CPU_FDIM(f, type, integer)                                                                                  \
    LW_CPU_INLINE type lw_cpu_fdim##f(type x, type y)                                                                  \
    {                                                                                                                  \
        return x <= y ? 0 : x - y;                                                                                     \
    }
LW_CPU_FOR_BOTH(LW_CPU_FDIM)
#undef LW_CPU_FDIM

/* remainder(x, y), with the quotient's sign and last three bits. Each difference is exact, or far from the number that
 * it is compared with. */
#define LW_CPU_REMQUO(f, type, integer)                                                                                \
    LW_CPU_INLINE type lw_cpu_remquo##f(type x, type y, int *quotient)                                                 \
    {                                                                                                                  \
        const type size = __builtin_fabs##f(y);                                                                        \
        type rest = __builtin_fabs##f(emu_math_fmod##f(x, 8 * size));                                                  \
        int quotient_bits = 0;                                                                                         \
        for (int i = 4; i > 0; i /= 2) {                                                                               \
            const bool fits = rest >= (type)i * size;                                                                  \
            quotient_bits += fits ? i : 0;                                                                             \
            rest -= fits ? (type)i * size : 0;                                                                         \
        }                                                                                                              \
        const bool up = rest > size - rest || (rest == size - rest && quotient_bits % 2 == 1);                         \
        quotient_bits = (quotient_bits + (up ? 1 : 0)) & 7;                                                            \
        rest -= up ? size : 0;                                                                                         \
        *quotient = signbit(x) == signbit(y) ? quotient_bits : -quotient_bits;                                         \
        return signbit(x) ? -rest : rest;                                                                              \
    }
LW_CPU_FOR_BOTH(LW_CPU_REMQUO)
#undef LW_CPU_REMQUO

#undef LW_CPU_FOR_BOTH
#undef lw_cpu_bitsf
#undef lw_cpu_bits
#undef lw_cpu_with_bitsf
#undef lw_cpu_with_bits

/* A name that ends in f is the device's function also without arguments (math_functions.h). */
#define fdimf lw_cpu_fdimf
#define frexpf lw_cpu_frexpf
#define ilogbf lw_cpu_ilogbf
#define ldexpf lw_cpu_ldexpf
#define logbf lw_cpu_logbf
#define modff lw_cpu_modff
#define nextafterf lw_cpu_nextafterf
#define remquof lw_cpu_remquof
#define scalblnf lw_cpu_scalblnf
#define scalbnf lw_cpu_ldexpf
#define fmodf emu_math_fmodf
#define remainderf emu_math_remainderf

#endif
