#include <lanewise/kernel.h>

#include "V_words.h"

__device__ char4 signed_4(unsigned x)
{
    return make_char4((signed char)x, (signed char)(x >> 8), (signed char)(x >> 16), (signed char)(x >> 24));
}

__device__ uchar4 unsigned_4(unsigned x)
{
    return make_uchar4((unsigned char)x, (unsigned char)(x >> 8), (unsigned char)(x >> 16), (unsigned char)(x >> 24));
}

__device__ short2 signed_2(unsigned x)
{
    return make_short2((short)x, (short)(x >> 16));
}

__device__ ushort2 unsigned_2(unsigned x)
{
    return make_ushort2((unsigned short)x, (unsigned short)(x >> 16));
}

LW_KERNEL(v_word_operations, (int, n), (const unsigned *, as), (const unsigned *, bs), (const unsigned *, cs),
          (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    unsigned a = as[i], b = bs[i], c = cs[i];
#define STORE(expression, rule) out[at] = (unsigned)(expression), at += n;
    V_WORD_OPERATIONS(STORE)
#undef STORE
}

LW_KERNEL(v_long_operations, (int, n), (const unsigned long long *, xs), (const unsigned long long *, ys),
          (unsigned long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    unsigned long long x = xs[i], y = ys[i];
#define STORE(expression, rule) out[at] = (unsigned long long)(expression), at += n;
    V_LONG_OPERATIONS(STORE)
#undef STORE
}

LW_KERNEL(v_find_nth_set, (int, n), (const unsigned *, mask), (const unsigned *, base), (const int *, offset),
          (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __fns(mask[i], base[i], offset[i]);
}
