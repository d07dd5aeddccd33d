/* neighbours: a device function, two shared variables, a barrier. spin: a thread that spins until another sets a flag.
 * fault: a wild store. */
#include <lanewise/kernel.h>

#include "neighbours.h"

__device__ static int twice(int value)
{
    int doubled = 2 * value; /* in twice */
    return doubled;
}

LW_KERNEL(neighbours, (const int *, in), (int *, out))
{
    LW_SHARED(int, tile, [2][40]);
    LW_SHARED(int, count);
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.x * 80 + y * 40 + x; /* before twice */
    tile[y][x] = twice(in[i]);
    if (x + y == 0) /* after twice */
        *count = 7;
    __syncthreads();                     /* the barrier */
    int other = tile[1 - y][39 - x];     /* after the barrier */
    out[i] = other + *count + gridDim.x; /* the last line */
}

__device__ static int wait_for(volatile int *flag)
{
    int rounds = 0;
    while (!*flag)
        rounds++;
    return rounds;
}

LW_KERNEL(spin, (volatile int *, flag))
{
    int rounds = -1;
    if (threadIdx.x == 1)
        *flag = 1;
    if (threadIdx.x == 0)
        rounds = wait_for(flag); /* spins */
    *flag = 2 + (rounds > 0);    /* after spinning */
}

LW_KERNEL(fault, (int *, out))
{
    int *nowhere = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __syncthreads(); /* before the fault */
    if (i == 70)
        nowhere[i] = 1; /* the fault */
    out[i] = i;
}
