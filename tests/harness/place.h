/* Where a thread is, for kernels. */
#ifndef PLACE_H
#define PLACE_H

#include <lanewise/kernel.h>

/* The thread's number in its block. */
__device__ static inline unsigned thread_in_block(void)
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* The block's number in its grid. */
__device__ static inline unsigned block_in_grid(void)
{
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}

__device__ static inline void store3(unsigned *to, dim3 from)
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

#endif
