/* The loop for kernels/convolve_clamped.c. */
#include "loop.h"

static int within(int at, int length)
{
    return at < 0 ? 0 : at >= length ? length - 1 : at;
}

LOOP(convolve_clamped)
{
    const float *in = buffer[0], *weight = buffer[1];
    float *out = buffer[2];
#pragma omp parallel for
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int j = -m; j <= m; j++)
                for (int i = -m; i <= m; i++)
                    sum += weight[(j + m) * (2 * m + 1) + i + m] * in[within(y + j, n) * n + within(x + i, n)];
            out[y * n + x] = sum;
        }
}
