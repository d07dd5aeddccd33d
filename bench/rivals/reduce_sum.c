#include "rivals.h"

float rival_reduce_sum(size_t n, const float *in)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

float rival_reduce_sum_openmp(size_t n, const float *in, int threads)
{
    (void)threads; /* without OpenMP */
    float sum = 0;
#pragma omp parallel for simd num_threads(threads) schedule(static) reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}
