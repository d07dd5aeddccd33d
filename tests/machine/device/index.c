#include <lanewise/kernel.h>

#include "index.h"
#include <tests/harness/place.h>

__device__ unsigned long long linear_block(void)
{
    return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}

LW_KERNEL(machine_positions, (machine_position *, out))
{
    machine_position *mine = out + linear_block() * (blockDim.x * blockDim.y * blockDim.z) + thread_in_block();
    mine->thread[0] = threadIdx.x;
    mine->thread[1] = threadIdx.y;
    mine->thread[2] = threadIdx.z;
    mine->block[0] = blockIdx.x;
    mine->block[1] = blockIdx.y;
    mine->block[2] = blockIdx.z;
    mine->block_dim[0] = blockDim.x;
    mine->block_dim[1] = blockDim.y;
    mine->block_dim[2] = blockDim.z;
    mine->grid_dim[0] = gridDim.x;
    mine->grid_dim[1] = gridDim.y;
    mine->grid_dim[2] = gridDim.z;
    mine->warp_size = warpSize;
}

LW_KERNEL(machine_count_blocks, (unsigned *, count))
{
    atomicAdd(&count[linear_block()], thread_in_block() + 1);
}

LW_KERNEL(machine_sum_blocks, (unsigned long long *, sum))
{
    if (thread_in_block() == 0)
        atomicAdd(sum, linear_block());
}

LW_KERNEL(machine_rings, (unsigned, start), (unsigned *, out))
{
    LW_SHARED(unsigned, ring, [MACHINE_RING]);
    for (unsigned i = threadIdx.x; i < MACHINE_RING; i += blockDim.x)
        ring[i] = i;
    __syncthreads();
    unsigned x = threadIdx.x, lanes = blockDim.x;
    out[x] = ring[(x + start) % MACHINE_RING];
    out[lanes + x] = ring[(2 * x + start) % MACHINE_RING];
    out[2 * lanes + x] = ring[(3 * x + start) % MACHINE_RING];
    out[3 * lanes + x] = ring[(start - x) % MACHINE_RING];
    out[4 * lanes + x] = ring[(unsigned char)(x + start)];
}

LW_KERNEL(machine_ring_by_sevens, (unsigned *, out))
{
    LW_SHARED(unsigned, ring, [MACHINE_RING]);
    for (unsigned i = threadIdx.x; i < MACHINE_RING; i += blockDim.x)
        ring[i] = i;
    __syncthreads();
    out[threadIdx.x] = ring[threadIdx.x * 7 % MACHINE_RING];
}

static __device__ __forceinline__ void add_in_window(int right, int top, int bottom, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < right && y >= top && y < bottom)
        out[y * (int)(gridDim.x * blockDim.x) + x] += 1 + y;
}

LW_KERNEL(machine_window, (int, right), (int, top), (int, bottom), (int *, out))
{
    add_in_window(right, top, bottom, out);
}

LW_KERNEL(machine_window_known, LW_BLOCK_SIZE(32, 8, 1), (int, right), (int, top), (int, bottom), (int *, out))
{
    add_in_window(right, top, bottom, out);
}

LW_KERNEL(machine_multiples, (unsigned, start), (unsigned, count), (long long *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        out[3 * i] = 3 * (start + i) + 1;
        out[3 * i + 1] = (int)(12 * (start + i) - 5);
        out[3 * i + 2] = (int)((start + i) << 4) + (long long)(start * 5 - i);
    }
}
