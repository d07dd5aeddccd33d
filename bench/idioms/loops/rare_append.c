/* The loop for kernels/rare_append.c. */
#include "loop.h"

LOOP(rare_append)
{
    const float *points = buffer[0];
    unsigned *count = buffer[1], *pairs = buffer[2];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float x = points[2 * i], y = points[2 * i + 1];
        for (int k = 0; k < m; k++) {
            float dx = points[2 * k] - x, dy = points[2 * k + 1] - y;
            if (dx * dx + dy * dy < 1e-3f) {
                unsigned at;
#pragma omp atomic capture
                at = (*count)++;
                pairs[at] = (unsigned)i * (unsigned)m + (unsigned)k;
            }
        }
    }
}
