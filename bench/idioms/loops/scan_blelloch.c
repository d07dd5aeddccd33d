/* The loop for kernels/scan_blelloch.c. */
#include "loop.h"

LOOP(scan_blelloch)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / (2 * BLOCK); block++) {
        float sum = 0;
        for (int i = block * 2 * BLOCK; i < (block + 1) * 2 * BLOCK; i++) {
            out[i] = sum;
            sum += in[i];
        }
    }
}
