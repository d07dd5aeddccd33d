/* The loops of kernels/embedding.h. */
#include <string.h>

#include "rivals.h"

void rival_embedding(size_t n, size_t rows, size_t columns, const float *table, const int *indices, float *out,
                     int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i++) {
        if (indices[i] >= 0 && (size_t)indices[i] < rows)
            memcpy(out + i * columns, table + (size_t)indices[i] * columns, columns * sizeof *out);
        else
            memset(out + i * columns, 0, columns * sizeof *out);
    }
}

/* Each thread has some columns of all rows: no two add to one element. `order`: null where indices are in that of grad_out. */
void rival_embedding_backward(size_t n, size_t rows, size_t columns, const int *indices, const unsigned *order,
                              const float *grad_out, float *grad_table, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int part = 0; part < threads; part++) {
        const size_t first = columns * (size_t)part / (size_t)threads,
                     end = columns * (size_t)(part + 1) / (size_t)threads;
        for (size_t i = 0; i < n; i++) {
            if (indices[i] < 0 || (size_t)indices[i] >= rows)
                continue;
            const float *restrict from = grad_out + (order == NULL ? i : order[i]) * columns;
            float *restrict to = grad_table + (size_t)indices[i] * columns;
            for (size_t c = first; c < end; c++)
                to[c] += from[c];
        }
    }
}
