#include <lanewise/kernel.h>

#include "kernels.h"

enum { LANES = 256 };

/* Two arrays, used alternately, so that one barrier a step suffices. */
LW_KERNEL(bench_scan_hillis, LW_BLOCK_SIZE(LANES, 1, 1), (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [2][LANES]);
    unsigned lane = threadIdx.x, now = 0;
    size_t i = (size_t)blockIdx.x * LANES + lane;
    sums[now][lane] = in[i];
    __syncthreads();
    for (unsigned distance = 1; distance < LANES; distance *= 2) {
        float sum = sums[now][lane];
        if (lane >= distance)
            sum += sums[now][lane - distance];
        now ^= 1;
        sums[now][lane] = sum;
        __syncthreads();
    }
    out[i] = sums[now][lane];
}
