/* The loop for kernels/load_stride3.c. */
#include "loop.h"

LOOP(load_stride3)
{
    const float *rgb = buffer[0];
    float *grey = buffer[1];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        grey[i] = 2 * rgb[3 * i] + 5 * rgb[3 * i + 1] + rgb[3 * i + 2];
}
