/* The normal distribution's function, by operations that give the same bits on every device. */
#ifndef LWK_DEVICE_NORMAL_H
#define LWK_DEVICE_NORMAL_H

#include <math.h>

#include <lanewise/kernel.h>

#include "exponential.h"

/* x, at most `most` from 0; NaN stays. Derivatives are constant that far out, where a product would be of infinity and 0. */
static __device__ __forceinline__ float lwk_clamp(float x, float most)
{
    x = x > most ? most : x;
    return x < -most ? -most : x;
}

/* The normal distribution's function: beyond `a` from 0 it leaves e^(-a^2 / 2) R(a), where R is a polynomial of 1 / (1 + a / 4). The square is
 * taken in two parts, the second of which is small. *density: the derivative. */
static __device__ __forceinline__ float lwk_normal(float x, float *density)
{
    float a = fabsf(lwk_clamp(x, 16.0f)), t = 1.0f / fmaf(a, 0.25f, 1.0f);
    float high = __fmul_rn(a, a), low = fmaf(a, a, -high);
    float power = lwk_exp(-0.5f * high);
    power = fmaf(power, -0.5f * low, power);
    float p = fmaf(0.01482798552f, t, -0.05318486013f);
    p = fmaf(p, t, 0.0288008745f);
    p = fmaf(p, t, 0.05932094941f);
    p = fmaf(p, t, -0.01338363651f);
    p = fmaf(p, t, 0.1009276775f);
    p = fmaf(p, t, 0.06695563442f);
    p = fmaf(p, t, 0.0966253243f);
    p = fmaf(p, t, 0.09935479906f);
    p = fmaf(p, t, 0.09975525414f);
    float beyond = __fmul_rn(p * t, power);
    *density = __fmul_rn(power, 0.398942280f);
    return x < 0.0f ? beyond : 1.0f - beyond;
}

#endif
