/* The loop for kernels/rare_hit.c. */
#include <math.h>

#include "loop.h"

LOOP(rare_hit)
{
    const float *circles = buffer[0];
    float *image = buffer[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int width = 512;
        float x = (float)(i % width) / 256 - 1, y = (float)(i / width) / 256 - 1, nearest = 1e30f, shade = 0;
        for (int k = 0; k < m; k++) {
            const float *circle = circles + 3 * k;
            float dx = x - circle[0], dy = y - circle[1], left = 0.01f - dx * dx - dy * dy;
            if (left > 0) {
                float z = circle[2] - sqrtf(left);
                if (z < nearest) {
                    nearest = z;
                    shade = sinf(8 * z) * cosf(6 * z) + logf(left);
                }
            }
        }
        image[i] = shade;
    }
}
