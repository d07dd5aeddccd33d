#include "hand.h"
#include "vector.h"

enum { LANES = 256 };

void hand_reduce_tree(size_t first, size_t last, const float *restrict in, float *restrict out)
{
    for (size_t block = first; block < last; block++) {
        const float *from = in + block * LANES;
        float sums[LANES] __attribute__((aligned(64)));
        memcpy(sums, from, sizeof sums);
        IN_MEMORY(sums);
        UNROLL_ALL
        for (int half = LANES / 2; half > 0; half /= 2) {
#pragma omp simd
            for (int lane = 0; lane < half; lane++)
                sums[lane] += sums[lane + half];
        }
        out[block] = sums[0];
    }
}
