#include "kernels.h"

#include <lanewise/kernel.h>

/* A read and a write a thread, `stride` elements from one thread to the next. */
LW_KERNEL(strided, (int, stride), (int, offset), (const float *, in), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride + offset];
}

LW_KERNEL(spins, (int, rounds), (float *, out))
{
    float x = 1;
    for (int i = 0; i < rounds; i++)
        x = x * 1.0001f + 0.5f;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

LW_KERNEL(transpose_plain, (const float *, in), (float *, out))
{
    LW_SHARED(float, tile, [32][32]);
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

LW_KERNEL(transpose_padded, (const float *, in), (float *, out))
{
    LW_SHARED(float, tile, [32][33]);
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

/* The two halves of a warp read in different branches. */
LW_KERNEL(halves, (const float *, in), (float *, out))
{
    if (threadIdx.x % 32 < 16)
        out[threadIdx.x] = in[threadIdx.x];
    else
        out[threadIdx.x] = in[threadIdx.x + 32] + 1;
}

LW_KERNEL(wide, (const double *, in), (const float *, in4), (double *, out), (float *, out4))
{
    out[threadIdx.x] = in[threadIdx.x];
    ((float4 *)out4)[threadIdx.x] = ((const float4 *)in4)[threadIdx.x];
}

/* Doubles in shared memory, `stride` apart. */
LW_KERNEL(shared_wide, (int, stride), (double *, out))
{
    LW_SHARED(double, s, [32 * 16]);
    s[threadIdx.x * stride] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * stride];
}

/* Rounds of an inner loop whose length differs from thread to thread: they meet again after each. */
LW_KERNEL(nested, (const int *, lengths), (const float *, in), (float *, out))
{
    float sum = 0;
    for (int i = 0; i < 4; i++) {
        int length = lengths[threadIdx.x];
        for (int j = 0; j < length; j++)
            sum += in[j * 32 + threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

/* A structure of nine floats a thread. */
struct nine {
    float x[9];
};
LW_KERNEL(nines, (const float *, in), (float *, out))
{
    ((struct nine *)out)[threadIdx.x] = ((const struct nine *)in)[threadIdx.x];
}

/* In each round half of the lanes skip the first access of a loop. */
LW_KERNEL(skips, (const float *, in), (float *, out))
{
    float sum = 0;
    for (int i = 0; i < 4; i++) {
        if ((i + threadIdx.x) % 2)
            sum += in[i * 32 + threadIdx.x];
        out[i * 32 + threadIdx.x] = sum;
    }
}

/* The sum of a block of 256 threads, in three ways: by threads that are ever further apart ... */
LW_KERNEL(reduce_interleaved, (float *, out))
{
    LW_SHARED(float, sums, [256]);
    sums[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (threadIdx.x % (2 * s) == 0)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = sums[0];
}

/* ... by the first threads ... */
LW_KERNEL(reduce_sequential, (float *, out))
{
    LW_SHARED(float, sums, [256]);
    sums[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = sums[0];
}

/* ... by the first threads, of words that are ever further apart. */
LW_KERNEL(reduce_strided, (float *, out))
{
    LW_SHARED(float, sums, [256]);
    sums[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * threadIdx.x;
        if (index < blockDim.x)
            sums[index] += sums[index + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = sums[0];
}

LW_KERNEL(counts, (unsigned *, bins))
{
    atomicAdd(&bins[threadIdx.x % 8], 1);
}
