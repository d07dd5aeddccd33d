#include <lanewise/kernel.h>

#include "kernels.h"

enum { LANES = 256, SEGMENT = 2 * LANES };

LW_KERNEL(bench_bitonic, LW_BLOCK_SIZE(LANES, 1, 1), (const unsigned *, in), (unsigned *, out))
{
    LW_SHARED(unsigned, key, [SEGMENT]);
    unsigned lane = threadIdx.x;
    size_t first = (size_t)blockIdx.x * SEGMENT;
    key[lane] = in[first + lane];
    key[lane + LANES] = in[first + lane + LANES];
    for (unsigned size = 2; size <= SEGMENT; size *= 2)
        for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            unsigned low = 2 * lane - (lane & (distance - 1)), high = low + distance;
            bool ascending = (low & size) == 0;
            unsigned a = key[low], b = key[high];
            if ((a > b) == ascending) {
                key[low] = b;
                key[high] = a;
            }
        }
    __syncthreads();
    out[first + lane] = key[lane];
    out[first + lane + LANES] = key[lane + LANES];
}
