#include <lanewise/kernel.h>

#include "extent.h"

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

static __device__ int shuffle_source(int kind, int lane, int operand)
{
    switch (kind) {
    case 0: return operand;
    case 1: return lane >= operand ? lane - operand : lane;
    case 2: return lane + operand < 32 ? lane + operand : lane;
    default: return lane ^ operand;
    }
}

static __device__ unsigned shuffled(unsigned mask, unsigned value, int kind, int operand)
{
    switch (kind) {
    case 0: return __shfl_sync(mask, value, operand);
    case 1: return __shfl_up_sync(mask, value, (unsigned)operand);
    case 2: return __shfl_down_sync(mask, value, (unsigned)operand);
    default: return __shfl_xor_sync(mask, value, operand);
    }
}

LW_KERNEL(machine_extent_shuffle, (int, first), (int, end), (int, kind), (int, operand), (const int *, in),
          (int *, out))
{
    int id = threadIdx.x + threadIdx.y * blockDim.x, warp = id & ~31, lane = id % 32;
    unsigned value = in[id], mask = 0;
    __syncthreads();
    if (id < first || id >= end)
        return;
    for (int i = 0; i < 32; i++)
        mask |= (unsigned)(warp + i >= first && warp + i < end) << i;
    for (int step = 0; step < 4; step++) {
        unsigned got = shuffled(mask, value, kind, operand);
        value = mask >> shuffle_source(kind, lane, operand) & 1 ? value + got : 2 * value;
    }
    value += __syncthreads_count(value & 1);
    out[id] = (int)(value + (__ballot_sync(mask, value & 1) & 0xffff));
}

LW_KERNEL(machine_extent_full_mask, (int, end), (const int *, in), (int *, out))
{
    int id = threadIdx.x + threadIdx.y * blockDim.x;
    unsigned value = in[id];
    __syncthreads();
    if (id < end) {
        value += __shfl_down_sync(LW_FULL_MASK, value, 1);
        out[id] = (int)value;
        value += __shfl_down_sync(LW_FULL_MASK, value, 8);
        out[256 + id] = (int)value;
        value += __shfl_down_sync(LW_FULL_MASK, value, 4);
        out[512 + id] = (int)value;
    }
}
