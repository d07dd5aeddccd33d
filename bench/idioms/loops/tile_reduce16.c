/* The loop for kernels/tile_reduce16.c. */
#include "loop.h"

LOOP(tile_reduce16)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / 16; block++) {
        float sum = 0;
        for (int i = 0; i < 16; i++)
            sum += in[block * 16 + i];
        out[block] = sum;
    }
}
