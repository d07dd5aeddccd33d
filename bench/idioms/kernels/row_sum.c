/* A row per thread, which sums it up. */
#include "idiom.h"

IDIOM(row_sum, (const int *, in), (int *, out))
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        int sum = 0;
        for (int i = 0; i < m; i++)
            sum += in[row * m + i];
        out[row] = sum;
    }
}
