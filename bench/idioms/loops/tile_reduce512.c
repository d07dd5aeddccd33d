/* The loop for kernels/tile_reduce512.c. */
#include "loop.h"

LOOP(tile_reduce512)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / 512; block++) {
        float sum = 0;
        for (int i = 0; i < 512; i++)
            sum += in[block * 512 + i];
        out[block] = sum;
    }
}
