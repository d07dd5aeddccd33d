/* `out[i] +=` in an inner loop: a global array is the accumulator of a dense matrix-vector product by columns. */
#include "idiom.h"

IDIOM(store_accumulate, (const float *, matrix), (const float *, x), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 0;
        for (int k = 0; k < m; k++)
            out[i] += matrix[(size_t)k * n + i] * x[k];
    }
}
