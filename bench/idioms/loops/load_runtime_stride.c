/* The loop for kernels/load_runtime_stride.c. */
#include "loop.h"

LOOP(load_runtime_stride)
{
    const float *in = buffer[0];
    float *out = buffer[1];
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        float most = 0;
        for (int k = 0; k < m; k++)
            most = fmaxf(most, in[m * i + k]);
        out[i] = most;
    }
}
