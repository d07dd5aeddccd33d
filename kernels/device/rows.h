/* Sums and greatest elements of the rows of a matrix. A row has WIDTH partial sums, those of the threads of a warp or of a block: element
 * i belongs to partial i % WIDTH. They are added up in one order, whatever kernel has the row: the bits are the same. */
#ifndef LWK_DEVICE_ROWS_H
#define LWK_DEVICE_ROWS_H

#include <math.h>

#include <lanewise/kernel.h>

enum {
    LWK_ROW_SHORT = 128, /* most elements of a row of which a warp has LWK_ROW_SHORT_EACH in registers */
    LWK_ROW_SHORT_EACH = 4,
    LWK_ROW_WARP = 1024,  /* most elements of a row that a warp has in registers */
    LWK_ROW_BLOCK = 8192, /* ... that a block has; the chunks of longer rows */
    LWK_ROW_BLOCK_THREADS = 256,
    LWK_ROW_LONG_THREADS = 1024 /* of a block that goes through a row's chunks */
};

/* Before the loop over a thread's elements: nvcc unrolls it, so that they are in registers, and their loads on their way together. For a
 * CPU it stays a loop. */
#if defined(__CUDACC__)
#define LWK_ROW_UNROLL _Pragma("unroll")
#else
#define LWK_ROW_UNROLL _Pragma("unroll 1")
#endif

/* `value`, which is no NaN, or `next` where that is greater: a NaN is not. */
static __device__ __forceinline__ float lwk_row_greater(float value, float next)
{
#if defined(__CUDACC__)
    return fmaxf(value, next); /* one instruction */
#else
    return next > value ? next : value;
#endif
}

/* The sum and the greatest value of a warp's threads, in each of them. */
static __device__ __forceinline__ float lwk_row_warp_sum(float value)
{
    _Pragma("unroll") for (int distance = 16; distance > 0; distance /= 2) value +=
        __shfl_xor_sync(LW_FULL_MASK, value, distance);
    return value;
}

static __device__ __forceinline__ float lwk_row_warp_most(float value)
{
    _Pragma("unroll") for (int distance = 16; distance > 0; distance /= 2) value =
        lwk_row_greater(value, __shfl_xor_sync(LW_FULL_MASK, value, distance));
    return value;
}

/* The same of a block of `threads` threads. `warps`, a float of shared memory for each warp, is free again after the next barrier. What is
 * made of the results is made once for a block on a CPU, which sees that all threads read the same words; so a block of one warp gains by it. */
static __device__ __forceinline__ float lwk_row_block_sum(float value, float *warps, unsigned threads)
{
    value = lwk_row_warp_sum(value);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = value;
    __syncthreads();
    float sum = warps[0];
    for (unsigned w = 1; w < threads / 32; w++)
        sum += warps[w];
    return sum;
}

static __device__ __forceinline__ float lwk_row_block_most(float value, float *warps, unsigned threads)
{
    value = lwk_row_warp_most(value);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = value;
    __syncthreads();
    float most = warps[0];
    for (unsigned w = 1; w < threads / 32; w++)
        most = lwk_row_greater(most, warps[w]);
    return most;
}

/* The sum and the greatest value of `threads` threads, a warp's or a block's. */
static __device__ __forceinline__ float lwk_row_team_sum(float value, float *warps, unsigned threads)
{
    return threads == 32 ? lwk_row_warp_sum(value) : lwk_row_block_sum(value, warps, threads);
}

static __device__ __forceinline__ float lwk_row_team_most(float value, float *warps, unsigned threads)
{
    return threads == 32 ? lwk_row_warp_most(value) : lwk_row_block_most(value, warps, threads);
}

/* For a block on a CPU that has a row: runs the statement for each element i of first to end - 1, each thread's own, `threads` elements at
 * a time. All loops but the last, which some threads may leave out, are of whole blocks. */
#define LWK_ROW_EACH(i, first, end, threads, ...)                                                                      \
    {                                                                                                                  \
        size_t lwk_strip = first;                                                                                      \
        for (; (end) - lwk_strip >= (threads); lwk_strip += (threads)) {                                               \
            const size_t i = lwk_strip + threadIdx.x;                                                                  \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
        if (threadIdx.x < (end) - lwk_strip) {                                                                         \
            const size_t i = lwk_strip + threadIdx.x;                                                                  \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
    }

#endif
