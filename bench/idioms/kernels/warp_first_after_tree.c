/* A block's sum: a tree in shared memory down to 32 sums, then warp 0 finishes by shuffles. */
#include "idiom.h"

IDIOM(warp_first_after_tree, (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [BLOCK]);
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sums[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s >= 32; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        float v = sums[tid];
        for (int offset = 16; offset > 0; offset /= 2)
            v += __shfl_down_sync(LW_FULL_MASK, v, offset);
        if (tid == 0)
            out[blockIdx.x] = v;
    }
}
