#include <lanewise/kernel.h>

#include "R_peer.h"

LW_GLOBAL(int, r_counter) = 5;
LW_CONSTANT(int, r_factor) = 3;

LW_KERNEL(r_scale, (int, n), (int *, to), (const int *, from))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = from[i] * r_factor;
}

LW_KERNEL(r_sum, (int, n), (int *, sum), (const int *, from))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(sum, from[i]);
}

LW_KERNEL(r_count, (int, rounds))
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(&r_counter, 1);
}

LW_KERNEL(r_mix, (int, n), (unsigned *, to), (const unsigned *, from))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        atomicAdd(&r_counter, 1);
    if (i < n)
        to[i] = to[i] * 5 + from[i];
}

LW_KERNEL(r_look, (int *, to), (const int *, at))
{
    to[0] = r_counter;
    to[1] = *at;
}

LW_KERNEL(r_add, (int *, to))
{
    atomicAdd_system(to, 1);
}

LW_KERNEL(r_allocate, (size_t, bytes), (int *, made))
{
    void *memory = malloc(bytes);
    *made = memory != NULL;
    free(memory);
}

LW_KERNEL(r_trap)
{
    __trap();
}
