#include <lanewise/kernel.h>

#include "kernels.h"

enum { LANES = 256, SEGMENT = 2 * LANES };

LW_KERNEL(bench_scan_blelloch, LW_BLOCK_SIZE(LANES, 1, 1), (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [SEGMENT]);
    unsigned lane = threadIdx.x, distance = 1;
    size_t first = (size_t)blockIdx.x * SEGMENT;
    sums[lane] = in[first + lane];
    sums[lane + LANES] = in[first + lane + LANES];
    for (unsigned live = LANES; live > 0; live /= 2) { /* up: sums of pairs, of fours, ... */
        __syncthreads();
        if (lane < live) {
            unsigned left = distance * (2 * lane + 1) - 1, right = left + distance;
            sums[right] += sums[left];
        }
        distance *= 2;
    }
    if (lane == 0)
        sums[SEGMENT - 1] = 0.0f;
    for (unsigned live = 1; live <= LANES; live *= 2) { /* down: what lies before each */
        distance /= 2;
        __syncthreads();
        if (lane < live) {
            unsigned left = distance * (2 * lane + 1) - 1, right = left + distance;
            float sum = sums[left];
            sums[left] = sums[right];
            sums[right] += sum;
        }
    }
    __syncthreads();
    out[first + lane] = sums[lane];
    out[first + lane + LANES] = sums[lane + LANES];
}
