#include <lanewise/kernel.h>

#include "kept_table.h"

LW_KERNEL(machine_kept_bins, (int, count), (int, bins), (const int *, in), (int *, bin))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        atomicAdd(&bin[in[i] % bins], i + 1);
}

LW_KERNEL(machine_kept_own, (int, steps), (const int *, in), (int *, word), (int *, same), (int *, out))
{
    for (int step = 0; step < steps; step++) {
        int at = step * (int)blockDim.x + threadIdx.x, x = in[at];
        out[at] = same[4 * threadIdx.x + ((x >> 2) & 3)];
        atomicAdd(&word[4 * threadIdx.x + (x & 3)], step + 1);
    }
}

LW_KERNEL(machine_kept_store, (int, steps), (const int *, in), (int *, word), (int *, same))
{
    for (int step = 0; step < steps; step++) {
        int x = in[step * (int)blockDim.x + threadIdx.x];
        same[4 * threadIdx.x + ((x >> 2) & 3)] = x;
        atomicAdd(&word[4 * threadIdx.x + (x & 3)], step + 1);
    }
}
