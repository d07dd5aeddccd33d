/* Exclusive running sums of 512 elements in a block, up and down a tree (Blelloch). */
#include "idiom.h"

IDIOM(scan_blelloch, (const float *, in), (float *, out))
{
    LW_SHARED(float, sum, [2 * BLOCK]);
    int tid = threadIdx.x, first = blockIdx.x * 2 * BLOCK, offset = 1;
    sum[2 * tid] = in[first + 2 * tid];
    sum[2 * tid + 1] = in[first + 2 * tid + 1];
    for (int d = BLOCK; d > 0; d /= 2) {
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
            sum[b] += sum[a];
        }
        offset *= 2;
    }
    if (tid == 0)
        sum[2 * BLOCK - 1] = 0;
    for (int d = 1; d < 2 * BLOCK; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
            float t = sum[a];
            sum[a] = sum[b];
            sum[b] += t;
        }
    }
    __syncthreads();
    out[first + 2 * tid] = sum[2 * tid];
    out[first + 2 * tid + 1] = sum[2 * tid + 1];
}
