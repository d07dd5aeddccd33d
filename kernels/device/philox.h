/* Philox4x32-10 and what is made of its words, by operations that give the same bits on every device. */
#ifndef LWK_DEVICE_PHILOX_H
#define LWK_DEVICE_PHILOX_H

#include <math.h>

#include <lanewise/kernel.h>

#include "exponential.h"

/** The four words of a counter. */
struct lwk_philox {
    unsigned word[4]; /**< in their order */
};

static __device__ __forceinline__ struct lwk_philox lwk_philox_at(unsigned long long counter, unsigned long long seed)
{
    struct lwk_philox p = {{(unsigned)counter, (unsigned)(counter >> 32), 0, 0}};
    unsigned key0 = (unsigned)seed, key1 = (unsigned)(seed >> 32);
    _Pragma("unroll") for (int round = 0; round < 10; round++)
    {
        const unsigned long long even = (unsigned long long)0xd2511f53u * p.word[0];
        const unsigned long long odd = (unsigned long long)0xcd9e8d57u * p.word[2];
        p.word[0] = (unsigned)(odd >> 32) ^ p.word[1] ^ key0;
        p.word[1] = (unsigned)odd;
        p.word[2] = (unsigned)(even >> 32) ^ p.word[3] ^ key1;
        p.word[3] = (unsigned)even;
        key0 += 0x9e3779b9u;
        key1 += 0xbb67ae85u;
    }
    return p;
}

/* 23 bits and a half: exact, neither 0 nor 1. */
static __device__ __forceinline__ float lwk_philox_uniform_of(unsigned word)
{
    return __fmul_rn((float)(int)(word >> 9) + 0.5f, 0x1p-23f);
}

/* Two normal numbers of two uniform ones (Box and Muller). The angle 2 pi v is k quarters of a turn and a rest of at most an eighth. */
static __device__ __forceinline__ void lwk_philox_normal_of(float u, float v, float *even, float *odd)
{
    const float radius = sqrtf(__fmul_rn(-2.0f, lwk_log(u)));
    const float turns = __fmul_rn(v, 4.0f), shifted = turns + 12582912.0f, near = shifted - 12582912.0f;
    const unsigned quarter = __float_as_uint(shifted);
    const float t = __fmul_rn(turns - near, 1.57079633f), z = __fmul_rn(t, t);
    float sine = fmaf(-1.9515295891e-4f, z, 8.3321608736e-3f);
    sine = fmaf(sine, z, -1.6666654611e-1f);
    sine = fmaf(__fmul_rn(sine, z), t, t);
    float cosine = fmaf(2.443315711809948e-5f, z, -1.388731625493765e-3f);
    cosine = fmaf(cosine, z, 4.166664568298827e-2f);
    cosine = fmaf(cosine, __fmul_rn(z, z), fmaf(-0.5f, z, 1.0f));
    const float along = quarter & 1 ? sine : cosine, across = quarter & 1 ? cosine : sine;
    *even = __fmul_rn(radius, (quarter + 1) & 2 ? -along : along);
    *odd = __fmul_rn(radius, quarter & 2 ? -across : across);
}

#endif
