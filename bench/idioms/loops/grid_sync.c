/* The loop for kernels/grid_sync.c. */
#include "loop.h"

LOOP(grid_sync)
{
    float *a = buffer[0], *b = buffer[1];
    memcpy(a, buffer[2], (size_t)n * sizeof *a);
    for (int step = 0; step < m; step++) {
        const float *from = step % 2 ? b : a;
        float *to = step % 2 ? a : b;
        to[0] = from[0];
        to[n - 1] = from[n - 1];
#pragma omp parallel for simd
        for (int i = 1; i < n - 1; i++)
            to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
    }
}
