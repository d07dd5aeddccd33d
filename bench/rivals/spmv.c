#include "rivals.h"

/* Rows may be of any length: threads take the next 512 when they are done. */
void rival_spmv(size_t rows, float alpha, const int *restrict offsets, const int *restrict columns,
                const float *restrict values, const float *restrict x, float beta, float *restrict y, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(dynamic, 512)
    for (size_t row = 0; row < rows; row++) {
        float sum = 0;
        for (int k = offsets[row]; k < offsets[row + 1]; k++)
            sum += values[k] * x[columns[k]];
        y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
    }
}
