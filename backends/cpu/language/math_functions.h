/* CUDA's mathematics: functions of one type, under CUDA's names.
 *
 * Inexact functions and remainders are the emulator's (emu/device/device_math.h), not the C library's, because its
 * versions differ in the last digits. A name that ends in f is the device's function also without arguments. Other
 * exact functions are in math_exact.h, or the C library's if compilers have instructions for them (sqrt, fma, floor,
 * ...). Conversions to integers clamp, which C leaves open.
 */
#ifndef LW_CPU_MATH_FUNCTIONS_H
#define LW_CPU_MATH_FUNCTIONS_H

#include "../../../emu/device/device_math.h"
#include "convert.h"
#include "qualifiers.h"

#define acosf emu_math_acosf
#define acoshf emu_math_acoshf
#define asinf emu_math_asinf
#define asinhf emu_math_asinhf
#define atan2f emu_math_atan2f
#define atanf emu_math_atanf
#define atanhf emu_math_atanhf
#define cbrtf emu_math_cbrtf
#define cosf emu_math_cosf
#define coshf emu_math_coshf
#define cospif emu_math_cospif
#define cyl_bessel_i0f emu_math_cyl_bessel_i0f
#define cyl_bessel_i1f emu_math_cyl_bessel_i1f
#define erfcf emu_math_erfcf
#define erfcinvf emu_math_erfcinvf
#define erfcxf emu_math_erfcxf
#define erff emu_math_erff
#define erfinvf emu_math_erfinvf
#define exp10f emu_math_exp10f
#define exp2f emu_math_exp2f
#define expf emu_math_expf
#define expm1f emu_math_expm1f
#define hypotf emu_math_hypotf
#define j0f emu_math_j0f
#define j1f emu_math_j1f
#define jnf emu_math_jnf
#define lgammaf emu_math_lgammaf
#define log10f emu_math_log10f
#define log1pf emu_math_log1pf
#define log2f emu_math_log2f
#define logf emu_math_logf
#define norm3df emu_math_norm3df
#define norm4df emu_math_norm4df
#define normcdff emu_math_normcdff
#define normcdfinvf emu_math_normcdfinvf
#define normf emu_math_normf
#define powf emu_math_powf
#define rcbrtf emu_math_rcbrtf
#define rhypotf emu_math_rhypotf
#define rnorm3df emu_math_rnorm3df
#define rnorm4df emu_math_rnorm4df
#define rnormf emu_math_rnormf
#define rsqrtf lw_cpu_rsqrtf
#define sinf emu_math_sinf
#define sinhf emu_math_sinhf
#define sinpif emu_math_sinpif
#define tanf emu_math_tanf
#define tanhf emu_math_tanhf
#define tgammaf emu_math_tgammaf
#define y0f emu_math_y0f
#define y1f emu_math_y1f
#define ynf emu_math_ynf

/* For doubles only: CUDA has no overload for floats. */
#define norm(dim, p) emu_math_norm(dim, p)
#define norm3d(x, y, z) emu_math_norm3d(x, y, z)
#define norm4d(x, y, z, w) emu_math_norm4d(x, y, z, w)
#define rhypot(x, y) emu_math_rhypot(x, y)
#define rnorm(dim, p) emu_math_rnorm(dim, p)
#define rnorm3d(x, y, z) emu_math_rnorm3d(x, y, z)
#define rnorm4d(x, y, z, w) emu_math_rnorm4d(x, y, z, w)

/* emu_math_rsqrtf(), inlined. */
LW_CPU_INLINE float lw_cpu_rsqrtf(float x)
{
    return 1 / (sqrtf)(x);
}

/* Sine and cosine together, with the same bits as separately. */
#define LW_CPU_SINCOS(name, type, sine_of, cosine_of)                                                                  \
    LW_CPU_INLINE void lw_cpu_##name(type x, type *sine, type *cosine)                                                 \
    {                                                                                                                  \
        type at_once = cosine_of(x);                                                                                   \
        *sine = sine_of(x);                                                                                            \
        *cosine = at_once;                                                                                             \
    }
LW_CPU_SINCOS(sincosf, float, emu_math_sinf, emu_math_cosf)
LW_CPU_SINCOS(sincos, double, emu_math_sin, emu_math_cos)
LW_CPU_SINCOS(sincospif, float, emu_math_sinpif, emu_math_cospif)
LW_CPU_SINCOS(sincospi, double, emu_math_sinpi, emu_math_cospi)
#undef LW_CPU_SINCOS
#define sincosf lw_cpu_sincosf
#define sincospif lw_cpu_sincospif

/* To the nearest integer, ties to even (rint) or away from 0 (round); clamps to the range, as a conversion does. */
#define LW_CPU_INTEGRAL(f, from, floating, l, integer)                                                                 \
    LW_CPU_INLINE integer lw_cpu_##l##rint##f(floating x)                                                              \
    {                                                                                                                  \
        return (integer)__##from##2ll_rn(x);                                                                           \
    }                                                                                                                  \
    LW_CPU_INLINE integer lw_cpu_##l##round##f(floating x)                                                             \
    {                                                                                                                  \
        return (integer)__##from##2ll_rz((round##f)(x));                                                               \
    }
LW_CPU_INTEGRAL(f, float, float, l, long)
LW_CPU_INTEGRAL(f, float, float, ll, long long)
LW_CPU_INTEGRAL(, double, double, l, long)
LW_CPU_INTEGRAL(, double, double, ll, long long)
#undef LW_CPU_INTEGRAL
#define lrintf lw_cpu_lrintf
#define lroundf lw_cpu_lroundf
#define llrintf lw_cpu_llrintf
#define llroundf lw_cpu_llroundf

#endif
