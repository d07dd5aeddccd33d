/* The loop for kernels/tile_reduce128.c. */
#include "loop.h"

LOOP(tile_reduce128)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / 128; block++) {
        float sum = 0;
        for (int i = 0; i < 128; i++)
            sum += in[block * 128 + i];
        out[block] = sum;
    }
}
