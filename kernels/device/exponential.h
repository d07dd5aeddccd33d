/* e^x and the logarithm of floats, by additions, products and fmaf() alone: the same bits on every device, which a C library's functions
 * and a GPU's do not give. Without branches, so that loops of them are vectorised. */
#ifndef LWK_DEVICE_EXPONENTIAL_H
#define LWK_DEVICE_EXPONENTIAL_H

#include <lanewise/kernel.h>

/* e^x, x at most 64: x = k ln 2 + r with |r| <= ln 2 / 2, so e^x = 2^k e^r. The relative error is at most (2 + |x| / 16) 2^-24. 0 below -87,
 * where e^x is about the least normal number; NaN of NaN. */
static __device__ __forceinline__ float lwk_exp(float x)
{
    const float round = 12582912.0f; /* 1.5 * 2^23: sums with it are integers, which their low bits hold */
    float shifted = fmaf(x, 1.44269504f, round), k = shifted - round;
    float r = fmaf(k, -0.693147182f, x);
    float p = fmaf(0.001392621347f, r, 0.008363202972f);
    p = fmaf(p, r, 0.04166655444f);
    p = fmaf(p, r, 0.1666657685f);
    p = fmaf(p, r, 0.5f);
    p = fmaf(p, r, 1.0f);
    p = fmaf(p, r, 1.0f);
    float power = __uint_as_float((__float_as_uint(shifted) << 23) + (127u << 23));
    return x < -87.0f ? 0.0f : __fmul_rn(p, power); /* which nvcc fuses with no addition */
}

/* ln x, x >= 1 and finite, or NaN: x = 2^k m with m from 0.707 to 1.414; ln m = 2 artanh s, s = (m - 1) / (m + 1). At most 2 ULP from
 * the exact value. */
static __device__ __forceinline__ float lwk_log(float x)
{
    unsigned bits = __float_as_uint(x) - 0x3f3504f3u;
    float k = (float)((int)bits >> 23);
    float m = __uint_as_float((bits & 0x7fffffu) + 0x3f3504f3u), f = m - 1.0f;
    float s = f / (2.0f + f), z = s * s;
    float p = fmaf(0.2957994939f, z, 0.3998878057f);
    p = fmaf(p, z, 0.6666668504f);
    float rest = fmaf(k, 1.42860677e-6f, s * z * p);
    float sum = fmaf(2.0f, s, rest);
    return x != x ? x : fmaf(k, 0.693145752f, sum);
}

#endif
