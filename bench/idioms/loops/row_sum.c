/* The loop for kernels/row_sum.c. */
#include "loop.h"

LOOP(row_sum)
{
    const int *in = buffer[0];
    int *out = buffer[1];
#pragma omp parallel for
    for (int row = 0; row < n; row++) {
        int sum = 0;
        for (int i = 0; i < m; i++)
            sum += in[row * m + i];
        out[row] = sum;
    }
}
