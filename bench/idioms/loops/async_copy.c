/* The loop for kernels/async_copy.c. */
#include "loop.h"

LOOP(async_copy)
{
    const float *in = buffer[0];
    float *out = buffer[1];
#pragma omp parallel for
    for (int block = 0; block < n; block++) {
        float *sum = out + block * BLOCK;
        memset(sum, 0, BLOCK * sizeof *sum);
        for (int k = 0; k < m; k++) {
            const float *tile = in + ((size_t)block * (size_t)m + (size_t)k) * BLOCK;
            for (int i = 0; i < BLOCK; i++)
                sum[i] += tile[i] + tile[BLOCK - 1 - i];
        }
    }
}
