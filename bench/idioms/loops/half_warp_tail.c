/* The loop for kernels/half_warp_tail.c. */
#include "loop.h"

LOOP(half_warp_tail)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / BLOCK; block++) {
        float sum = 0;
        for (int i = 0; i < BLOCK; i++)
            sum += in[block * BLOCK + i];
        out[block] = sum;
    }
}
