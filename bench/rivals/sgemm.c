/* Row by row of C, the inner loop along the rows of B: compilers vectorise it. No blocking. */
#include "rivals.h"

static inline void multiply_row(size_t n, size_t k, float alpha, const float *restrict a, const float *restrict b,
                                size_t ldb, float beta, float *restrict c)
{
    for (size_t j = 0; j < n; j++)
        c[j] = beta != 0 ? c[j] * beta : 0;
    for (size_t p = 0; p < k; p++) {
        float factor = alpha * a[p];
        for (size_t j = 0; j < n; j++)
            c[j] += factor * b[p * ldb + j];
    }
}

void rival_sgemm(size_t m, size_t n, size_t k, float alpha, const float *a, size_t lda, const float *b, size_t ldb,
                 float beta, float *c, size_t ldc)
{
    for (size_t i = 0; i < m; i++)
        multiply_row(n, k, alpha, a + i * lda, b, ldb, beta, c + i * ldc);
}

void rival_sgemm_openmp(size_t m, size_t n, size_t k, float alpha, const float *a, size_t lda, const float *b,
                        size_t ldb, float beta, float *c, size_t ldc, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < m; i++)
        multiply_row(n, k, alpha, a + i * lda, b, ldb, beta, c + i * ldc);
}
