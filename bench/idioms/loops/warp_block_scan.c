/* The loop for kernels/warp_block_scan.c. */
#include "loop.h"

LOOP(warp_block_scan)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / BLOCK; block++) {
        float sum = 0;
        for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++)
            out[i] = sum += in[i];
    }
}
