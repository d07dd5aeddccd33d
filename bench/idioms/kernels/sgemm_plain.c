/* A product of matrices in tiles of 16 x 16 in shared memory, with * and +. */
#include "idiom.h"

IDIOM(sgemm_plain, (const float *, a), (const float *, b), (float *, c))
{
    LW_SHARED(float, left, [16][16]);
    LW_SHARED(float, right, [16][16]);
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        left[threadIdx.y][threadIdx.x] = a[y * n + first + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
