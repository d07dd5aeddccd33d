#include "rivals.h"
#include "team.h"

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

/* A thread's share of the entries begins where a row does. */
static size_t row_start(size_t k, size_t entries, const int *row_indices)
{
    while (k > 0 && k < entries && row_indices[k] == row_indices[k - 1])
        k++;
    return k;
}

void rival_spmv_coo(size_t rows, size_t entries, float alpha, const int *restrict row_indices,
                    const int *restrict columns, const float *restrict values, const float *restrict x, float beta,
                    float *restrict y, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel num_threads(threads)
    {
#pragma omp for
        for (size_t row = 0; row < rows; row++)
            y[row] = beta == 0 ? 0 : beta * y[row];
        size_t end = row_start(entries * (team_member() + 1) / team_size(), entries, row_indices);
        for (size_t k = row_start(entries * team_member() / team_size(), entries, row_indices); k < end;) {
            int row = row_indices[k];
            float sum = 0;
            for (; k < end && row_indices[k] == row; k++)
                sum += values[k] * x[columns[k]];
            y[row] += alpha * sum;
        }
    }
}

/* 32 rows of a slice side by side, as vectors. */
void rival_spmv_sell(size_t rows, float alpha, const int *restrict offsets, const int *restrict columns,
                     const float *restrict values, const float *restrict x, float beta, float *restrict y, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16)
    for (size_t first = 0; first < rows; first += 32) {
        float sum[32] = {0};
        for (int place = offsets[first / 32]; place < offsets[first / 32 + 1]; place += 32)
            for (int row = 0; row < 32; row++)
                if (columns[place + row] >= 0)
                    sum[row] += values[place + row] * x[columns[place + row]];
        for (size_t row = 0; row < 32 && first + row < rows; row++)
            y[first + row] = beta == 0 ? alpha * sum[row] : alpha * sum[row] + beta * y[first + row];
    }
}
