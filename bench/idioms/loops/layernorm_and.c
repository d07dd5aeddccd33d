/* The loop for kernels/layernorm_and.c. */
#include "loop.h"

LOOP(layernorm_and)
{
    const float *in = buffer[0];
    const unsigned char *kind = buffer[1];
    float *out = buffer[2];
#pragma omp parallel for
    for (int row = 0; row < n; row++) {
        const float *x = in + (size_t)row * m;
        float *y = out + (size_t)row * m, sum = 0, square = 0;
#pragma omp simd reduction(+ : sum, square)
        for (int i = 0; i < m; i++)
            if ((kind[i] != 0 && x[i] > -7.0f) || x[i] == 3.0f) {
                sum += x[i];
                square += x[i] * x[i];
            }
        float mean = sum / (float)m, scale = 1 / sqrtf(square / (float)m - mean * mean + 1);
#pragma omp simd
        for (int i = 0; i < m; i++)
            y[i] = (x[i] - mean) * scale;
    }
}
