#include <lanewise/kernel.h>

#include "machine_kernels.h"

LW_KERNEL(bench_ring, (int, rounds))
{
    for (int i = 0; i < rounds; i++)
        __syncthreads();
}

LW_KERNEL(bench_lane, (unsigned *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i % BENCH_LANE_SPREAD] = i;
}

LW_KERNEL(bench_empty) {}

void bench_lane_call(unsigned *out, unsigned block, unsigned lanes, unsigned lane)
{
    unsigned i = block * lanes + lane;
    out[i % BENCH_LANE_SPREAD] = i;
}
