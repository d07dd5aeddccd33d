/* The loop for kernels/matmul_guard.c. */
#include "loop.h"

LOOP(matmul_guard)
{
    const float *a = buffer[0], *b = buffer[1];
    float *c = buffer[2];
    (void)m;
#pragma omp parallel for
    for (int row = 0; row < n; row++) {
        float *own = c + row * n;
        memset(own, 0, (size_t)n * sizeof *own);
        for (int k = 0; k < n; k++)
#pragma omp simd
            for (int column = 0; column < n; column++)
                own[column] += a[row * n + k] * b[k * n + column];
    }
}
