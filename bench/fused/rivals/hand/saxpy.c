#include <math.h>

#include "hand.h"

enum { LANES = 256 };

void hand_saxpy(size_t first, size_t last, float a, const float *restrict x, float *restrict y)
{
    for (size_t block = first; block < last; block++) {
        size_t base = block * LANES;
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++)
            y[base + lane] = fmaf(a, x[base + lane], y[base + lane]);
    }
}
