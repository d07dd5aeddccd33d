/* A thread's place, for any shape of block and grid. Included after <lanewise/kernel.h>. */
#ifndef CATALOGUE_LANES_H
#define CATALOGUE_LANES_H

/* The number of the block's threads; this thread's number among them. */
static __device__ int lanes(void)
{
    return (int)(blockDim.x * blockDim.y);
}

static __device__ int lane(void)
{
    return (int)(threadIdx.y * blockDim.x + threadIdx.x);
}

static __device__ int blocks(void)
{
    return (int)(gridDim.x * gridDim.y);
}

static __device__ int block(void)
{
    return (int)(blockIdx.y * gridDim.x + blockIdx.x);
}

/* The thread's number in the grid. */
static __device__ int position(void)
{
    return block() * lanes() + lane();
}

enum { MOST_LANES = 256 };

#endif
