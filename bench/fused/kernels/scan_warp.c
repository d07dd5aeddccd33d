#include <lanewise/kernel.h>

#include "kernels.h"

LW_KERNEL(bench_scan_warp, LW_LAUNCH_BOUNDS(256), (int, n), (const float *, in), (float *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned lane = threadIdx.x % 32;
    float sum = i < n ? in[i] : 0.0f;
#pragma unroll
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        float lower = __shfl_up_sync(LW_FULL_MASK, sum, distance);
        if (lane >= distance)
            sum += lower;
    }
    if (i < n)
        out[i] = sum;
}
