#include "rivals.h"

void rival_copy(size_t n, const float *restrict in, float *restrict out, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i++)
        out[i] = in[i];
}
