/* Running sums of each block's elements by warp shuffles; warp 0 scans the warps' sums. */
#include "idiom.h"

static __device__ __forceinline__ float warp_scan(float v, int lane)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        float other = __shfl_up_sync(LW_FULL_MASK, v, offset);
        if (lane >= offset)
            v += other;
    }
    return v;
}

IDIOM(warp_block_scan, (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [32]);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = warp_scan(i < n ? in[i] : 0.0f, lane);
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0)
        sums[lane] = warp_scan(lane < (int)blockDim.x / 32 ? sums[lane] : 0.0f, lane);
    __syncthreads();
    if (warp > 0)
        v += sums[warp - 1];
    if (i < n)
        out[i] = v;
}
