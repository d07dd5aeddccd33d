#include <lanewise/kernel.h>

#include "kernels.h"

enum { LANES = 256, WARPS = LANES / 32 };

static __device__ __forceinline__ float sum_of_warp(float value)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(LW_FULL_MASK, value, offset);
    return value;
}

LW_KERNEL(bench_reduce_shuffle, LW_BLOCK_SIZE(LANES, 1, 1), (int, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, warps, [WARPS]);
    int i = (int)(blockIdx.x * LANES + threadIdx.x);
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sum = sum_of_warp(i < n ? in[i] : 0.0f);
    if (lane == 0)
        warps[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = sum_of_warp(lane < WARPS ? warps[lane] : 0.0f);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}
