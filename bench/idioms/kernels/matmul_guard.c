/* A product of matrices, an element per thread, in blocks of 16 x 16 of which the last ones reach beyond the matrix. */
#include "idiom.h"

IDIOM(matmul_guard, (const float *, a), (const float *, b), (float *, c))
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
