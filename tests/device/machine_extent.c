#include <lanewise/kernel.h>

#include "machine_extent.h"

LW_KERNEL(machine_extent, (int, width), (int, height), (int, depth), (int, fewer), (const int *, in), (int *, out))
{
    LW_SHARED(int, sums, [MACHINE_EXTENT_MOST]);
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, id = (z * blockDim.y + y) * blockDim.x + x, sum = 0;
    if (blockIdx.x != 1 && (x >= width || y >= height || z >= depth))
        return;
    int end = blockIdx.x == 1 ? (int)blockDim.x : width;
    for (int step = 0; step < MACHINE_EXTENT_STEPS; step++)
        sum += in[id + step] * (int)(blockDim.x + step);
    sums[id] = sum;
    int odd = __syncthreads_count(sum & 1) + 1000 * __syncthreads_and(x < end);
    sum += sums[id - x + (x + 1) % end];
    out[blockIdx.x * MACHINE_EXTENT_MOST + id] = sum + odd;
    if (x >= end - fewer)
        return;
    for (int step = 0; step < MACHINE_EXTENT_STEPS; step++) {
        __syncthreads();
        sums[id] = sum;
        __syncthreads();
        sum = sum * 5 + sums[id - x + (x ^ 1) % (end - fewer)];
    }
    out[blockIdx.x * MACHINE_EXTENT_MOST + id] = sum + odd + (int)blockDim.y;
}
