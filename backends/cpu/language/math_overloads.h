/* CUDA's overloads of the C library's mathematics: sqrt(float) and abs(float) are floats; min and max exist.
 *
 * The overloads are those that nvcc finds in device code: all arguments float, or all double. An integer argument or a
 * mixed pair is an error, as with nvcc. Inexact functions are the emulator's (math_functions.h).
 */
#ifndef LW_CPU_MATH_OVERLOADS_H
#define LW_CPU_MATH_OVERLOADS_H

#include "qualifiers.h"
#include "refusal.h"
#include "rounding.h"

/* Minimum and maximum: a NaN counts as missing, and -0 is less than 0. For two NaNs, the NaN of rounding.h. */
#define LW_CPU_EXTREMES(name, type)                                                                                    \
    LW_CPU_INLINE type lw_cpu_##name##min(type a, type b)                                                              \
    {                                                                                                                  \
        type less = a < b || b != b || (a == b && signbit(a)) ? a : b;                                                 \
        return less == less ? less : lw_cpu_nan_##type(a, b, b);                                                       \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_##name##max(type a, type b)                                                              \
    {                                                                                                                  \
        type more = a > b || b != b || (a == b && !signbit(a)) ? a : b;                                                \
        return more == more ? more : lw_cpu_nan_##type(a, b, b);                                                       \
    }
LW_CPU_EXTREMES(f, float)
LW_CPU_EXTREMES(d, double)
#undef LW_CPU_EXTREMES

#define LW_CPU_EXTREMES(name, type)                                                                                    \
    LW_CPU_INLINE type lw_cpu_##name##min(type a, type b)                                                              \
    {                                                                                                                  \
        return a < b ? a : b;                                                                                          \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_##name##max(type a, type b)                                                              \
    {                                                                                                                  \
        return a > b ? a : b;                                                                                          \
    }
LW_CPU_EXTREMES(i, int)
LW_CPU_EXTREMES(u, unsigned)
LW_CPU_EXTREMES(l, long)
LW_CPU_EXTREMES(ul, unsigned long)
LW_CPU_EXTREMES(ll, long long)
LW_CPU_EXTREMES(ull, unsigned long long)
#undef LW_CPU_EXTREMES

#define fminf(a, b) lw_cpu_fmin(a, b)
#define fmaxf(a, b) lw_cpu_fmax(a, b)
#define umin(a, b) lw_cpu_umin(a, b)
#define umax(a, b) lw_cpu_umax(a, b)
#define llmin(a, b) lw_cpu_llmin(a, b)
#define llmax(a, b) lw_cpu_llmax(a, b)
#define ullmin(a, b) lw_cpu_ullmin(a, b)
#define ullmax(a, b) lw_cpu_ullmax(a, b)

/* The function for the type of x, float or double; the caller appends the arguments. */
#ifdef __cplusplus
#define LW_CPU_FOR_TYPE(x, single, twice) lw_cpu_for_type<decltype(+(x))>::of(single, twice)
#else
#define LW_CPU_FOR_TYPE(x, single, twice) _Generic((x), float: single, double: twice, default: LW_CPU_OTHER_TYPES)
LW_CPU_REFUSAL(double, lw_cast_arguments_to_all_float_or_all_double)
#define LW_CPU_OTHER_TYPES lw_cast_arguments_to_all_float_or_all_double
#endif
#define LW_CPU_OF_1(name, x) LW_CPU_FOR_TYPE(x, name##f, name)(x)

#ifdef __cplusplus
#include "math_cplusplus.h"
#else

/* min and max. For two integers of one size the result is unsigned if either is; for two floating-point numbers, double
 * if either is. Other pairs have no overload in CUDA. */
#define min(a, b) LW_CPU_EXTREME(min, a, b)
#define max(a, b) LW_CPU_EXTREME(max, a, b)
#define LW_CPU_EXTREME(which, a, b)                                                                                    \
    __extension__({                                                                                                    \
        __auto_type lw__a = (a);                                                                                       \
        __auto_type lw__b = (b);                                                                                       \
        _Static_assert(LW_CPU_KIND(lw__a) == LW_CPU_KIND(lw__b), #which " takes two numbers of one kind, as in CUDA"); \
        _Generic(lw__a + lw__b,                                                                                        \
            int: lw_cpu_i##which,                                                                                      \
            unsigned: lw_cpu_u##which,                                                                                 \
            long: lw_cpu_l##which,                                                                                     \
            unsigned long: lw_cpu_ul##which,                                                                           \
            long long: lw_cpu_ll##which,                                                                               \
            unsigned long long: lw_cpu_ull##which,                                                                     \
            float: lw_cpu_f##which,                                                                                    \
            double: lw_cpu_d##which)(lw__a, lw__b);                                                                    \
    })
#define LW_CPU_KIND(x)                                                                                                 \
    _Generic(+(x),                                                                                                     \
        int: 1,                                                                                                        \
        unsigned: 1,                                                                                                   \
        long: 2,                                                                                                       \
        unsigned long: 2,                                                                                              \
        long long: 3,                                                                                                  \
        unsigned long long: 3,                                                                                         \
        float: 4,                                                                                                      \
        double: 4)

#define fmin(a, b) LW_CPU_OF_2_NAMED(lw_cpu_fmin, lw_cpu_dmin, a, b)
#define fmax(a, b) LW_CPU_OF_2_NAMED(lw_cpu_fmax, lw_cpu_dmax, a, b)

/* There is no abs() of unsigned types. */
LW_CPU_REFUSAL(int, lw_abs_takes_int_long_long_long_float_or_double)
#define abs(x)                                                                                                         \
    _Generic(+(x),                                                                                                     \
        int: abs,                                                                                                      \
        long: labs,                                                                                                    \
        long long: llabs,                                                                                              \
        float: fabsf,                                                                                                  \
        double: fabs,                                                                                                  \
        default: lw_abs_takes_int_long_long_long_float_or_double)(x)

#define LW_CPU_OF_2(name, x, y) LW_CPU_OF_2_NAMED(name##f, name, x, y)
#define LW_CPU_OF_2_NAMED(single, twice, x, y)                                                                         \
    _Generic((x),                                                                                                      \
        float: _Generic((y), float: single, default: LW_CPU_OTHER_TYPES),                                              \
        double: _Generic((y), double: twice, default: LW_CPU_OTHER_TYPES),                                             \
        default: LW_CPU_OTHER_TYPES)(x, y)
#define LW_CPU_OF_FIRST(name, x, y) LW_CPU_FOR_TYPE(x, name##f, name)(x, y)

/* A name without arguments is the device's function for doubles; for functions of math_exact.h, the C library's. */
#define LW_CPU_DEVICES(name, ...) extern double name(__VA_ARGS__) __asm__("emu_math_" #name);
LW_CPU_DEVICES(acos, double)
LW_CPU_DEVICES(acosh, double)
LW_CPU_DEVICES(asin, double)
LW_CPU_DEVICES(asinh, double)
LW_CPU_DEVICES(atan, double)
LW_CPU_DEVICES(atan2, double, double)
LW_CPU_DEVICES(atanh, double)
LW_CPU_DEVICES(cbrt, double)
LW_CPU_DEVICES(cos, double)
LW_CPU_DEVICES(cosh, double)
LW_CPU_DEVICES(erf, double)
LW_CPU_DEVICES(erfc, double)
LW_CPU_DEVICES(exp, double)
LW_CPU_DEVICES(exp2, double)
LW_CPU_DEVICES(expm1, double)
LW_CPU_DEVICES(fmod, double, double)
LW_CPU_DEVICES(hypot, double, double)
LW_CPU_DEVICES(j0, double)
LW_CPU_DEVICES(j1, double)
LW_CPU_DEVICES(jn, int, double)
LW_CPU_DEVICES(lgamma, double)
LW_CPU_DEVICES(log, double)
LW_CPU_DEVICES(log10, double)
LW_CPU_DEVICES(log1p, double)
LW_CPU_DEVICES(log2, double)
LW_CPU_DEVICES(pow, double, double)
LW_CPU_DEVICES(remainder, double, double)
LW_CPU_DEVICES(sin, double)
LW_CPU_DEVICES(sinh, double)
LW_CPU_DEVICES(tan, double)
LW_CPU_DEVICES(tanh, double)
LW_CPU_DEVICES(tgamma, double)
LW_CPU_DEVICES(y0, double)
LW_CPU_DEVICES(y1, double)
LW_CPU_DEVICES(yn, int, double)
#undef LW_CPU_DEVICES

/* CUDA has mixed forms of these two. */
#define pow(x, y)                                                                                                      \
    _Generic((x), float: _Generic((y), float: emu_math_powf, default: emu_math_pow), default: emu_math_pow)(x, y)
#define copysign(x, y)                                                                                                 \
    _Generic((x),                                                                                                      \
        float: _Generic((y), float: copysignf, double: copysign, default: LW_CPU_OTHER_TYPES),                         \
        double: _Generic((y), float: copysign, double: copysign, default: LW_CPU_OTHER_TYPES),                         \
        default: LW_CPU_OTHER_TYPES)(x, y)

#define sqrt(x) LW_CPU_OF_1(sqrt, x)
#define cbrt(x) LW_CPU_OF_1(emu_math_cbrt, x)
#define exp(x) LW_CPU_OF_1(emu_math_exp, x)
#define exp2(x) LW_CPU_OF_1(emu_math_exp2, x)
#define expm1(x) LW_CPU_OF_1(emu_math_expm1, x)
#define log(x) LW_CPU_OF_1(emu_math_log, x)
#define log2(x) LW_CPU_OF_1(emu_math_log2, x)
#define log10(x) LW_CPU_OF_1(emu_math_log10, x)
#define log1p(x) LW_CPU_OF_1(emu_math_log1p, x)
#define sin(x) LW_CPU_OF_1(emu_math_sin, x)
#define cos(x) LW_CPU_OF_1(emu_math_cos, x)
#define tan(x) LW_CPU_OF_1(emu_math_tan, x)
#define asin(x) LW_CPU_OF_1(emu_math_asin, x)
#define acos(x) LW_CPU_OF_1(emu_math_acos, x)
#define atan(x) LW_CPU_OF_1(emu_math_atan, x)
#define sinh(x) LW_CPU_OF_1(emu_math_sinh, x)
#define cosh(x) LW_CPU_OF_1(emu_math_cosh, x)
#define tanh(x) LW_CPU_OF_1(emu_math_tanh, x)
#define asinh(x) LW_CPU_OF_1(emu_math_asinh, x)
#define acosh(x) LW_CPU_OF_1(emu_math_acosh, x)
#define atanh(x) LW_CPU_OF_1(emu_math_atanh, x)
#define erf(x) LW_CPU_OF_1(emu_math_erf, x)
#define erfc(x) LW_CPU_OF_1(emu_math_erfc, x)
#define lgamma(x) LW_CPU_OF_1(emu_math_lgamma, x)
#define tgamma(x) LW_CPU_OF_1(emu_math_tgamma, x)
#define floor(x) LW_CPU_OF_1(floor, x)
#define ceil(x) LW_CPU_OF_1(ceil, x)
#define trunc(x) LW_CPU_OF_1(trunc, x)
#define round(x) LW_CPU_OF_1(round, x)
#define rint(x) LW_CPU_OF_1(rint, x)
#define nearbyint(x) LW_CPU_OF_1(nearbyint, x)
#define fabs(x) LW_CPU_OF_1(fabs, x)
#define logb(x) LW_CPU_OF_1(lw_cpu_logb, x)
#define ilogb(x) LW_CPU_OF_1(lw_cpu_ilogb, x)
#define lrint(x) LW_CPU_OF_1(lw_cpu_lrint, x)
#define llrint(x) LW_CPU_OF_1(lw_cpu_llrint, x)
#define lround(x) LW_CPU_OF_1(lw_cpu_lround, x)
#define llround(x) LW_CPU_OF_1(lw_cpu_llround, x)
#define j0(x) LW_CPU_OF_1(emu_math_j0, x)
#define j1(x) LW_CPU_OF_1(emu_math_j1, x)
#define y0(x) LW_CPU_OF_1(emu_math_y0, x)
#define y1(x) LW_CPU_OF_1(emu_math_y1, x)

#define atan2(x, y) LW_CPU_OF_2(emu_math_atan2, x, y)
#define fmod(x, y) LW_CPU_OF_2(emu_math_fmod, x, y)
#define hypot(x, y) LW_CPU_OF_2(emu_math_hypot, x, y)
#define fdim(x, y) LW_CPU_OF_2(lw_cpu_fdim, x, y)
#define nextafter(x, y) LW_CPU_OF_2(lw_cpu_nextafter, x, y)
#define remainder(x, y) LW_CPU_OF_2(emu_math_remainder, x, y)

/* The first argument's type chooses the function. */
#define ldexp(x, y) LW_CPU_OF_FIRST(lw_cpu_ldexp, x, y)
#define scalbn(x, y) LW_CPU_OF_FIRST(lw_cpu_ldexp, x, y)
#define scalbln(x, y) LW_CPU_OF_FIRST(lw_cpu_scalbln, x, y)
#define frexp(x, y) LW_CPU_OF_FIRST(lw_cpu_frexp, x, y)
#define modf(x, y) _Generic((y), float *: lw_cpu_modff, double *: lw_cpu_modf, default: LW_CPU_OTHER_TYPES)(x, y)

#define fma(x, y, z)                                                                                                   \
    _Generic((x) + (y) + (z),                                                                                          \
        float: fmaf,                                                                                                   \
        double: _Generic((x),                                                                                          \
            double: _Generic((y),                                                                                      \
                double: _Generic((z), double: fma, default: LW_CPU_OTHER_TYPES),                                       \
                default: LW_CPU_OTHER_TYPES),                                                                          \
            default: LW_CPU_OTHER_TYPES),                                                                              \
        default: LW_CPU_OTHER_TYPES)(x, y, z)
#define remquo(x, y, quotient)                                                                                         \
    _Generic((x),                                                                                                      \
        float: _Generic((y), float: lw_cpu_remquof, default: LW_CPU_OTHER_TYPES),                                      \
        double: _Generic((y), double: lw_cpu_remquo, default: LW_CPU_OTHER_TYPES),                                     \
        default: LW_CPU_OTHER_TYPES)(x, y, quotient)

#endif

/* ---- names that C lacks: the same in C and C++ ---- */
#define rsqrt(x) LW_CPU_OF_1(emu_math_rsqrt, x)
#define rcbrt(x) LW_CPU_OF_1(emu_math_rcbrt, x)
#define exp10(x) LW_CPU_OF_1(emu_math_exp10, x)
#define sinpi(x) LW_CPU_OF_1(emu_math_sinpi, x)
#define cospi(x) LW_CPU_OF_1(emu_math_cospi, x)
#define erfinv(x) LW_CPU_OF_1(emu_math_erfinv, x)
#define erfcinv(x) LW_CPU_OF_1(emu_math_erfcinv, x)
#define erfcx(x) LW_CPU_OF_1(emu_math_erfcx, x)
#define normcdf(x) LW_CPU_OF_1(emu_math_normcdf, x)
#define normcdfinv(x) LW_CPU_OF_1(emu_math_normcdfinv, x)
#define cyl_bessel_i0(x) LW_CPU_OF_1(emu_math_cyl_bessel_i0, x)
#define cyl_bessel_i1(x) LW_CPU_OF_1(emu_math_cyl_bessel_i1, x)
#define jn(n, x) LW_CPU_FOR_TYPE(x, emu_math_jnf, emu_math_jn)(n, x)
#define yn(n, x) LW_CPU_FOR_TYPE(x, emu_math_ynf, emu_math_yn)(n, x)
/* The pointers' type chooses the function; the number is converted. */
#define sincos(x, sine, cosine) LW_CPU_FOR_TYPE(*(sine), lw_cpu_sincosf, lw_cpu_sincos)(x, sine, cosine)
#define sincospi(x, sine, cosine) LW_CPU_FOR_TYPE(*(sine), lw_cpu_sincospif, lw_cpu_sincospi)(x, sine, cosine)

#endif
