/* Products of matrices of the same form as in sgemm.c: many of them, of doubles, and triangles of A A^T and A^T A. */
#include "rivals.h"

static inline void add_row(size_t n, float factor, const float *restrict b, float *restrict c)
{
    for (size_t j = 0; j < n; j++)
        c[j] += factor * b[j];
}

void rival_sgemm_batched(size_t batch, size_t m, size_t n, size_t k, const float *a, const float *b, float *c,
                         int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t z = 0; z < batch; z++)
        for (size_t i = 0; i < m; i++) {
            float *row = c + (z * m + i) * n;
            for (size_t j = 0; j < n; j++)
                row[j] = 0;
            for (size_t l = 0; l < k; l++)
                add_row(n, a[(z * m + i) * k + l], b + (z * k + l) * n, row);
        }
}

void rival_dgemm(size_t m, size_t n, size_t k, const double *a, const double *b, double *c, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < m; i++) {
        double *restrict row = c + i * n;
        for (size_t j = 0; j < n; j++)
            row[j] = 0;
        for (size_t l = 0; l < k; l++)
            for (size_t j = 0; j < n; j++)
                row[j] += a[i * k + l] * b[l * n + j];
    }
}

void rival_ssyrk(size_t n, size_t k, int columns, int lower, const float *a, float *c, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 8)
    for (size_t i = 0; i < n; i++) {
        const size_t begin = lower ? 0 : i, end = lower ? i + 1 : n;
        float *row = c + i * n;
        for (size_t j = begin; j < end; j++)
            row[j] = 0;
        if (columns) {
            for (size_t l = 0; l < k; l++)
                add_row(end - begin, a[l * n + i], a + l * n + begin, row + begin);
            continue;
        }
        for (size_t j = begin; j < end; j++) {
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (size_t l = 0; l < k; l++)
                sum += a[i * k + l] * a[j * k + l];
            row[j] = sum;
        }
    }
}

/* A thread has columns of A^T x that are 64 bytes wide at least. */
void rival_sgemv(int transposed, size_t m, size_t n, const float *a, const float *x, float *y, int threads)
{
    (void)threads;
    if (!transposed) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t i = 0; i < m; i++) {
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (size_t l = 0; l < n; l++)
                sum += a[i * n + l] * x[l];
            y[i] = sum;
        }
        return;
    }
    const size_t parts = (n + 15) / 16 < (size_t)threads ? (n + 15) / 16 : (size_t)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t part = 0; part < parts; part++) {
        const size_t begin = n * part / parts, end = n * (part + 1) / parts;
        for (size_t j = begin; j < end; j++)
            y[j] = 0;
        for (size_t i = 0; i < m; i++)
            add_row(end - begin, x[i], a + i * n + begin, y + begin);
    }
}
