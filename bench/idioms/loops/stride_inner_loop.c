/* The loop for kernels/stride_inner_loop.c. */
#include "loop.h"

LOOP(stride_inner_loop)
{
    const float *in = buffer[0];
    float *out = buffer[1];
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        float x = in[i], v = 0;
        for (int k = 0; k < m; k++)
            v = v * x + (float)(k & 3);
        out[i] = v;
    }
}
