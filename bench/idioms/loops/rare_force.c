/* The loop for kernels/rare_force.c. */
#include <math.h>

#include "loop.h"

LOOP(rare_force)
{
    const float *points = buffer[0];
    float *out = buffer[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float x = points[2 * i], y = points[2 * i + 1], sum = 0;
        for (int k = 0; k < m; k++) {
            float dx = points[2 * k] - x, dy = points[2 * k + 1] - y, square = dx * dx + dy * dy;
            if (square < 1e-3f)
                sum += expf(-square) / (square + 1e-4f);
        }
        out[i] = sum;
    }
}
