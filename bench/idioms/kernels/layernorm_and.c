/* Mean and variance of the valid elements of rows, a block for each; `&&` and `||` in the block-stride loop. */
#include "idiom.h"

IDIOM(layernorm_and, (const float *, in), (const unsigned char *, kind), (float *, out))
{
    LW_SHARED(float, sums, [BLOCK]);
    LW_SHARED(float, squares, [BLOCK]);
    int tid = threadIdx.x;
    for (int row = blockIdx.x; row < n; row += gridDim.x) {
        float sum = 0, square = 0;
        for (int i = tid; i < m; i += blockDim.x) {
            float x = in[(size_t)row * m + i];
            if ((kind[i] != 0 && x > -7.0f) || x == 3.0f) {
                sum += x;
                square += x * x;
            }
        }
        sums[tid] = sum;
        squares[tid] = square;
        __syncthreads();
        for (int s = blockDim.x / 2; s > 0; s /= 2) {
            if (tid < s) {
                sums[tid] += sums[tid + s];
                squares[tid] += squares[tid + s];
            }
            __syncthreads();
        }
        float mean = sums[0] / (float)m, scale = 1 / sqrtf(squares[0] / (float)m - mean * mean + 1);
        for (int i = tid; i < m; i += blockDim.x)
            out[(size_t)row * m + i] = (in[(size_t)row * m + i] - mean) * scale;
        __syncthreads();
    }
}
