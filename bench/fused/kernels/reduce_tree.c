#include <lanewise/kernel.h>

#include "kernels.h"

LW_KERNEL(bench_reduce_tree, LW_LAUNCH_BOUNDS(256), (int, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [256]);
    unsigned lane = threadIdx.x;
    int i = (int)(blockIdx.x * blockDim.x + lane);
    sums[lane] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (lane < half)
            sums[lane] += sums[lane + half];
        __syncthreads();
    }
    if (lane == 0)
        out[blockIdx.x] = sums[0];
}
