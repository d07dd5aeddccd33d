/* A row per thread of a sparse matrix in CSR form, times a vector. */
#include "idiom.h"

IDIOM(spmv_row, (const unsigned *, first), (const unsigned *, column), (const float *, value), (const float *, x),
      (float *, y))
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float sum = 0;
        for (unsigned k = first[row]; k < first[row + 1]; k++)
            sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}
