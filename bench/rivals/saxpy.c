#include "rivals.h"

void rival_saxpy(size_t n, float a, const float *restrict x, float *restrict y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

void rival_saxpy_openmp(size_t n, float a, const float *restrict x, float *restrict y, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for simd num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}
