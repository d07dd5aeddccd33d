/* The loop for kernels/store_accumulate.c. */
#include "loop.h"

LOOP(store_accumulate)
{
    const float *matrix = buffer[0], *x = buffer[1];
    float *out = buffer[2];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        for (int k = 0; k < m; k++)
            out[i] += matrix[(size_t)k * n + i] * x[k];
    }
}
