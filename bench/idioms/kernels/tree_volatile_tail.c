/* A tree whose last warp goes on through a volatile pointer, with __syncwarp() between the steps. */
#include "idiom.h"

IDIOM(tree_volatile_tail, (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [BLOCK]);
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sums[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        volatile float *v = sums;
        float sum = v[tid] + v[tid + 32];
        __syncwarp(LW_FULL_MASK);
        v[tid] = sum;
        __syncwarp(LW_FULL_MASK);
        for (int s = 16; s > 0; s /= 2) {
            sum += v[tid + s];
            __syncwarp(LW_FULL_MASK);
            v[tid] = sum;
            __syncwarp(LW_FULL_MASK);
        }
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
}
