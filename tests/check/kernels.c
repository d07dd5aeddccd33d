#include <lanewise/kernel.h>

#include "kernels.h"

LW_KERNEL(clean, (int *, g))
{
    g[threadIdx.x] = threadIdx.x;
}

LW_KERNEL(beyond, (int *, g))
{
    if (threadIdx.x == 3)
        g[100] = 7;
}

LW_KERNEL(racing, (int *, g))
{
    LW_SHARED(int, tile, [64]);
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    tile[threadIdx.x] += 1;
    g[threadIdx.x] = tile[threadIdx.x ^ 1];
}

LW_KERNEL(same, (int *, g))
{
    g[0] = 5;
}

LW_KERNEL(unset, (int *, g))
{
    LW_SHARED(int, empty, [64]);
    g[threadIdx.x] = empty[threadIdx.x];
}

LW_KERNEL(divergent, (int *, g))
{
    if (threadIdx.x < 16)
        __syncthreads();
    else
        __syncthreads_count(1);
    g[threadIdx.x] = 1;
}

LW_KERNEL(masked, (int *, g))
{
    if (threadIdx.x == 1)
        __syncwarp(1);
    g[threadIdx.x] = 1;
}

LW_KERNEL(stuck, (int *, g))
{
    if (threadIdx.x == 1)
        __syncwarp(3);
    else if (threadIdx.x == 0)
        __syncthreads();
    g[threadIdx.x] = 1;
}

LW_KERNEL(endless, (int *, g))
{
    volatile int *flag = g;
    if (threadIdx.x == 2) {
        g[100] = 1;
        while (flag[5] != 77)
            ;
    }
    __syncthreads();
    g[threadIdx.x] = 1;
}

LW_KERNEL(claiming, (int *, g))
{
    assert(g[0] == 1);
}

LW_KERNEL(trusting, (int *, g))
{
    if (threadIdx.x == 0) {
        atomicAdd(&g[1], 1);
        atomicExch(&g[0], 1);
    }
    if (threadIdx.x == 32 && atomicAdd(&g[0], 0) == 0)
        g[101] = 1;
}

LW_KERNEL(counting, (int *, g))
{
    int seen = atomicAdd(&g[0], 0);
    atomicExch(&g[0], seen + 1);
    __syncthreads();
    assert(threadIdx.x != 0 || g[0] == (int)blockDim.x);
}

/* Each block waits for the one before it. */
LW_KERNEL(chained, (int *, g))
{
    if (threadIdx.x != 0)
        return;
    while (atomicAdd(&g[0], 0) != (int)blockIdx.x)
        ;
    atomicExch(&g[0], (int)blockIdx.x + 1);
}

LW_KERNEL(signing, (int *, g), (int, name))
{
    for (int i = 0; i < 200 * name; i++)
        atomicAdd(&g[0], 0);
    if (threadIdx.x == 0)
        atomicExch(&g[1 + atomicAdd(&g[0], 1)], name);
}

LW_KERNEL(polling, (int *, g))
{
    volatile int *flag = g;
    int polls = 0;
    long long began = clock64();
    if (threadIdx.x == 33)
        *flag = 1;
    while (*flag == 0)
        polls++;
    g[1 + threadIdx.x] = polls * 1000 + (int)((clock64() - began) / 100);
}
