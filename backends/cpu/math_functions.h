/* Mathematics that CUDA has and C has not. */
#ifndef LW_CPU_MATH_FUNCTIONS_H
#define LW_CPU_MATH_FUNCTIONS_H

#include "qualifiers.h"

/* float to float, double to double; nothing else has an overload in CUDA. */
#ifdef __cplusplus
extern "C++" {
LW_CPU_INLINE float lw_cpu_apply(float (*f)(float), double (*)(double), float x)
{
    return f(x);
}

LW_CPU_INLINE double lw_cpu_apply(float (*)(float), double (*d)(double), double x)
{
    return d(x);
}
}
#define LW_CPU_APPLY(name, x) lw_cpu_apply(name##f, name, x)
#else
#define LW_CPU_APPLY(name, x) _Generic((x), float: name##f, double: name)(x)
#endif

/* The float form of each goes through double. */
#define LW_CPU_DEFINE(name, expression)                                                                                \
    LW_CPU_INLINE double lw_cpu_##name(double x)                                                                       \
    {                                                                                                                  \
        return expression;                                                                                             \
    }                                                                                                                  \
    LW_CPU_INLINE float lw_cpu_##name##f(float x)                                                                      \
    {                                                                                                                  \
        return (float)lw_cpu_##name(x);                                                                                \
    }

/* sin(pi x) and cos(pi x), exact where x is a multiple of a half: reduced by whole turns, then to an eighth of one. */
LW_CPU_INLINE double lw_cpu_half_turns(double x, int quarter)
{
    double turn = (fmod)(x, 2.0);
    int quarters = (int)(rint)(turn * 2);
    double angle = (turn - quarters * 0.5) * 3.14159265358979323846;
    switch ((quarters + quarter) & 3) {
    case 0: return (sin)(angle);
    case 1: return (cos)(angle);
    case 2: return -(sin)(angle);
    default: return -(cos)(angle);
    }
}

LW_CPU_DEFINE(rsqrt, 1 / (sqrt)(x))
LW_CPU_DEFINE(rcbrt, 1 / (cbrt)(x))
LW_CPU_DEFINE(exp10, (pow)(10.0, x))
LW_CPU_DEFINE(sinpi, x - x != 0 ? x - x : x == (trunc)(x) ? (copysign)(0.0, x) : lw_cpu_half_turns(x, 0))
LW_CPU_DEFINE(cospi, x - x != 0 ? x - x : lw_cpu_half_turns(x, 1) + 0.0)
#undef LW_CPU_DEFINE

#define rsqrtf(x) lw_cpu_rsqrtf(x)
#define rcbrtf(x) lw_cpu_rcbrtf(x)
#define exp10f(x) lw_cpu_exp10f(x)
#define sinpif(x) lw_cpu_sinpif(x)
#define cospif(x) lw_cpu_cospif(x)
#define rsqrt(x) LW_CPU_APPLY(lw_cpu_rsqrt, x)
#define rcbrt(x) LW_CPU_APPLY(lw_cpu_rcbrt, x)
#define exp10(x) LW_CPU_APPLY(lw_cpu_exp10, x)
#define sinpi(x) LW_CPU_APPLY(lw_cpu_sinpi, x)
#define cospi(x) LW_CPU_APPLY(lw_cpu_cospi, x)

/* Sine and cosine at once; the pointers decide whether of float or double. */
#define sincosf(x, sine, cosine) lw_cpu_pair((sinf)(x), (cosf)(x), sine, cosine)
#define sincos(x, sine, cosine) lw_cpu_pair(sin(x), cos(x), sine, cosine)
#define sincospif(x, sine, cosine) lw_cpu_pair(sinpif(x), cospif(x), sine, cosine)
#define sincospi(x, sine, cosine) lw_cpu_pair(sinpi(x), cospi(x), sine, cosine)
#define lw_cpu_pair(first, second, to_first, to_second)                                                                \
    __extension__({                                                                                                    \
        __typeof__(first) lw__first = (first), *lw__to_first = (to_first), *lw__to_second = (to_second);               \
        *lw__to_second = (second);                                                                                     \
        *lw__to_first = lw__first;                                                                                     \
        (void)0;                                                                                                       \
    })

/* Lengths of vectors and their reciprocals. */
LW_CPU_INLINE double lw_cpu_norm3d(double x, double y, double z)
{
    return (hypot)((hypot)(x, y), z);
}

LW_CPU_INLINE double lw_cpu_norm4d(double x, double y, double z, double w)
{
    return (hypot)((hypot)(x, y), (hypot)(z, w));
}

#define rhypot(x, y) (1 / (hypot)(x, y))
#define norm3d(x, y, z) lw_cpu_norm3d(x, y, z)
#define norm4d(x, y, z, w) lw_cpu_norm4d(x, y, z, w)
#define rnorm3d(x, y, z) (1 / lw_cpu_norm3d(x, y, z))
#define rnorm4d(x, y, z, w) (1 / lw_cpu_norm4d(x, y, z, w))
#define rhypotf(x, y) ((float)rhypot(x, y))
#define norm3df(x, y, z) ((float)norm3d(x, y, z))
#define norm4df(x, y, z, w) ((float)norm4d(x, y, z, w))
#define rnorm3df(x, y, z) ((float)rnorm3d(x, y, z))
#define rnorm4df(x, y, z, w) ((float)rnorm4d(x, y, z, w))

#endif
