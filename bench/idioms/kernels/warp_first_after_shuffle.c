/* A block's sum: all warps reduce by shuffles, then warp 0 reduces their sums (a warp collective by part of the block). */
#include "idiom.h"

static __device__ __forceinline__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(LW_FULL_MASK, v, offset);
    return v;
}

IDIOM(warp_first_after_shuffle, (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [32]);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = warp_sum(i < n ? in[i] : 0.0f);
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0.0f;
    if (warp == 0)
        v = warp_sum(v);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}
