#include "rivals.h"

void rival_add(size_t n, const float *restrict a, const float *restrict b, float *restrict out, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for simd num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i++)
        out[i] = a[i] + b[i];
}
