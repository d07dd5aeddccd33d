/* CUDA's fast functions. They are at least as accurate as on a GPU, with the same special values; other results may
 * differ in their last bits. */
#ifndef LW_CPU_MATH_INTRINSICS_H
#define LW_CPU_MATH_INTRINSICS_H

#include "math_functions.h"
#include "qualifiers.h"
#include "rounding.h"

/* The names are macros, because some C libraries declare functions with these names. */
#define LW_CPU_FAST(name, function)                                                                                    \
    LW_CPU_INLINE float lw_cpu_fast_##name(float x)                                                                    \
    {                                                                                                                  \
        return lw_cpu_canonical_float(function(x));                                                                    \
    }
LW_CPU_FAST(expf, (expf))
LW_CPU_FAST(exp10f, exp10f)
LW_CPU_FAST(logf, (logf))
LW_CPU_FAST(log2f, (log2f))
LW_CPU_FAST(log10f, (log10f))
LW_CPU_FAST(sinf, (sinf))
LW_CPU_FAST(cosf, (cosf))
LW_CPU_FAST(tanhf, (tanhf))
#undef LW_CPU_FAST

#define __expf(x) lw_cpu_fast_expf(x)
#define __exp10f(x) lw_cpu_fast_exp10f(x)
#define __logf(x) lw_cpu_fast_logf(x)
#define __log2f(x) lw_cpu_fast_log2f(x)
#define __log10f(x) lw_cpu_fast_log10f(x)
#define __sinf(x) lw_cpu_fast_sinf(x)
#define __cosf(x) lw_cpu_fast_cosf(x)
#define __tanhf(x) lw_cpu_fast_tanhf(x)
#define __tanf(x) lw_cpu_fast_tanf(x)
#define __sincosf(x, sine, cosine) lw_cpu_fast_sincosf(x, sine, cosine)
#define __powf(x, y) lw_cpu_fast_powf(x, y)
#define __fdividef(x, y) lw_cpu_fast_dividef(x, y)

/* x / y for |y| up to 2^126. For larger |y|, 0 with the quotient's sign, or a NaN if x is infinite: the GPU has no
 * reciprocal of such a y. */
LW_CPU_INLINE float lw_cpu_fast_dividef(float x, float y)
{
    float size = (fabsf)(y);
    return lw_cpu_canonical_float(size > 0x1p126f && size <= FLT_MAX ? x * (copysignf)(0.0f, y) : x / y);
}

LW_CPU_INLINE float lw_cpu_fast_tanf(float x)
{
    return lw_cpu_fast_dividef((sinf)(x), (cosf)(x));
}

LW_CPU_INLINE void lw_cpu_fast_sincosf(float x, float *sine, float *cosine)
{
    float s = lw_cpu_fast_sinf(x), c = lw_cpu_fast_cosf(x);
    *sine = s;
    *cosine = c;
}

/* 2^(y * log2(x)): a NaN for negative x and any y. */
LW_CPU_INLINE float lw_cpu_fast_powf(float x, float y)
{
    return lw_cpu_canonical_float((exp2f)(y * (log2f)(x)));
}

#endif
