#include <lanewise/kernel.h>
#include "experiments.h"

LW_KERNEL(ex_copy, (int, n), (int, offset), (int, stride), (const float *, x), (float *, y))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[offset + i * stride] = x[offset + i * stride];
}

LW_KERNEL(ex_reuse, (unsigned, part), (unsigned, all), (int, count), (const float *, x), (float *, sums))
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        sum += x[(thread + i * 1048583u * 32u) % part];
        sum += x[part + (thread + i * threads) % (all - part)];
    }
    sums[thread] = sum;
}

LW_KERNEL(ex_sum, (int, n), (const float *, x), (float *, sum))
{
    LW_SHARED(float, partial, [256]);
    float own = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        own += x[i];
    partial[threadIdx.x] = own;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < (unsigned)half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, partial[0]);
}

LW_KERNEL(ex_work, (int, n), (int, rounds), (float *, x))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int round = 0; round < rounds; round++)
            v = v * 0.999f + 0.5f;
        x[i] = v;
    }
}

LW_KERNEL(ex_shared_copy, (int, bytes), (int, rounds), (int, asynchronous), (const char *, in), (long long *, clocks),
          (float *, out))
{
    LW_SHARED(float4, tile, [128]);
    char *to = (char *)tile + threadIdx.x * bytes;
    const char *from = in + threadIdx.x * bytes;
    long long start = clock64();
    for (int round = 0; round < rounds; round++, from += 128 * bytes) {
        if (asynchronous) {
            if (bytes == 4)
                __pipeline_memcpy_async(to, from, 4);
            else if (bytes == 8)
                __pipeline_memcpy_async(to, from, 8);
            else
                __pipeline_memcpy_async(to, from, 16);
            __pipeline_commit();
            __pipeline_wait_prior(0);
        } else if (bytes == 4) {
            *(float *)to = *(const float *)from;
        } else if (bytes == 8) {
            *(float2 *)to = *(const float2 *)from;
        } else {
            *(float4 *)to = *(const float4 *)from;
        }
        __syncthreads();
        out[threadIdx.x] = ((float *)tile)[(threadIdx.x + 1) % 128];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *clocks = clock64() - start;
}

LW_KERNEL(ex_diverge, (int, paths), (int, between_warps), (int, rounds), (float *, x))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, path = (between_warps ? threadIdx.x / 32 : threadIdx.x) % paths;
    float v = x[i];
    for (int k = 0; k < paths; k++)
        if (path == k)
            for (int round = 0; round < rounds; round++)
                v = v * 0.999f + k;
    x[i] = v;
}
