/* The loop for kernels/sgemm_plain.c. */
#include "loop.h"

LOOP(sgemm_plain)
{
    const float *a = buffer[0], *b = buffer[1];
    float *c = buffer[2];
    (void)m;
#pragma omp parallel for
    for (int y = 0; y < n; y++) {
        memset(c + y * n, 0, (size_t)n * sizeof *c);
        for (int k = 0; k < n; k++)
            for (int x = 0; x < n; x++)
                c[y * n + x] += a[y * n + k] * b[k * n + x];
    }
}
