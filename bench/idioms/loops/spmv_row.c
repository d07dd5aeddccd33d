/* The loop for kernels/spmv_row.c. */
#include "loop.h"

LOOP(spmv_row)
{
    const unsigned *first = buffer[0], *column = buffer[1];
    const float *value = buffer[2], *x = buffer[3];
    float *y = buffer[4];
    (void)m;
#pragma omp parallel for
    for (int row = 0; row < n; row++) {
        float sum = 0;
        for (unsigned k = first[row]; k < first[row + 1]; k++)
            sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}
