/* The loop for kernels/atomic_one_float.c. */
#include "loop.h"

LOOP(atomic_one_float)
{
    const float *in = buffer[0];
    float sum = 0;
    (void)m;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += in[i];
    *(float *)buffer[1] = sum;
}
