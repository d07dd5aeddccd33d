/* The loop for kernels/local_nearest.c. */
#include "loop.h"

LOOP(local_nearest)
{
    const float *points = buffer[0];
    const float *at = buffer[1];
    float *out = buffer[2];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float best[8], x = at[i];
        for (int k = 0; k < 8; k++)
            best[k] = 1e30f;
        for (int p = 0; p < m; p++) {
            float d = (points[p] - x) * (points[p] - x);
            if (d < best[7]) {
                int k = 7;
                for (; k > 0 && best[k - 1] > d; k--)
                    best[k] = best[k - 1];
                best[k] = d;
            }
        }
        for (int k = 0; k < 8; k++)
            out[k * n + i] = best[k];
    }
}
