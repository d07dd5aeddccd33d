/* The loop for kernels/softmax.c. */
#include "loop.h"

LOOP(softmax)
{
    const float *in = buffer[0];
    const unsigned char *keep = buffer[1];
    float *out = buffer[2];
#pragma omp parallel for
    for (int row = 0; row < n; row++) {
        const float *x = in + (size_t)row * m;
        float *y = out + (size_t)row * m, most = -1e30f, sum = 0;
#pragma omp simd reduction(max : most)
        for (int i = 0; i < m; i++)
            if (keep[i] && x[i] > most)
                most = x[i];
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < m; i++)
            if (keep[i])
                sum += expf(x[i] - most);
#pragma omp simd
        for (int i = 0; i < m; i++)
            y[i] = keep[i] ? expf(x[i] - most) / sum : 0.0f;
    }
}
