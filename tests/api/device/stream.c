#include <lanewise/kernel.h>

#include "stream.h"

LW_KERNEL(stream_append, (int *, log), (int *, count), (int, value))
{
    log[*count] = value;
    *count = *count + 1;
}

LW_KERNEL(stream_affine, (int, n), (int *, p), (int, factor), (int, term))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        p[i] = p[i] * factor + term;
}

LW_KERNEL(stream_count, (int *, sum))
{
    atomicAdd(sum, 1);
}

LW_KERNEL(stream_move, (int *, to), (const int *, from))
{
    *to = *from;
}

LW_KERNEL(stream_work, (unsigned, rounds), (unsigned *, out))
{
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = 0; i < rounds; i++)
        v = v * 1664525u + 1013904223u + (v >> 7);
    atomicExch(out, v);
}

LW_KERNEL(stream_trap)
{
    __trap();
}

LW_KERNEL(stream_chain, (volatile int *, done), (volatile int *, end))
{
    while (blockIdx.x > 0 && !done[blockIdx.x - 1])
        __nanosleep(100);
    __threadfence();
    done[blockIdx.x] = 1;
    if (blockIdx.x == gridDim.x - 1)
        *end = 1;
}

LW_KERNEL(stream_wait, (volatile int *, end))
{
    while (!*end)
        __nanosleep(100);
}
