/* The loop for kernels/tile_reduce64.c. */
#include "loop.h"

LOOP(tile_reduce64)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / 64; block++) {
        float sum = 0;
        for (int i = 0; i < 64; i++)
            sum += in[block * 64 + i];
        out[block] = sum;
    }
}
