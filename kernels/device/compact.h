/* Which of a block's elements are chosen, and how many before each: what select, partition, unique and run lengths share.
 *
 * A block has a tile of COMPACT_ROWS rows; in a row each of its threads has four neighbours. */
#ifndef LWK_DEVICE_COMPACT_H
#define LWK_DEVICE_COMPACT_H

#include <lanewise/kernel.h>

enum {
    COMPACT_THREADS = 256,
    COMPACT_EACH = 4,
    COMPACT_ROW = COMPACT_THREADS * COMPACT_EACH,
    COMPACT_ROWS = 8,
    COMPACT_TILE = COMPACT_ROW * COMPACT_ROWS
};

/* The sum of `count` of the threads before, and of all into *total, for each thread; all threads call. warps: free again after the
 * next barrier. */
static __device__ __forceinline__ unsigned compact_before(unsigned count, unsigned *warps, unsigned *total)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = count;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        unsigned lower = __shfl_up_sync(LW_FULL_MASK, sum, distance);
        if (lane >= (unsigned)distance)
            sum += lower;
    }
    if (lane == 31)
        warps[warp] = sum;
    __syncthreads();
    unsigned before = sum - count, all = 0;
#pragma unroll
    for (unsigned i = 0; i < COMPACT_THREADS / 32; i++) {
        if (i < warp)
            before += warps[i];
        all += warps[i];
    }
    *total = all;
    return before;
}

/* counts[blockIdx.x] = how many i of the block's tile with i < n have CHOSEN(i). */
#define COMPACT_COUNT(CHOSEN)                                                                                          \
    LW_SHARED(unsigned, warps, [COMPACT_THREADS / 32]);                                                                \
    size_t first = (size_t)blockIdx.x * COMPACT_TILE;                                                                  \
    unsigned count = 0, all;                                                                                           \
    for (unsigned i = threadIdx.x; i < COMPACT_TILE; i += COMPACT_THREADS)                                             \
        count += first + i < n && CHOSEN(first + i);                                                                   \
    compact_before(count, warps, &all);                                                                                \
    if (threadIdx.x == 0)                                                                                              \
    counts[blockIdx.x] = all

/* For each i of the tile with i < n, PUT(i, chosen, rank), where rank is how many are chosen before i of all elements. */
#define COMPACT_EACH_ELEMENT(CHOSEN, PUT)                                                                              \
    LW_SHARED(unsigned, warps, [COMPACT_THREADS / 32]);                                                                \
    size_t first = (size_t)blockIdx.x * COMPACT_TILE + threadIdx.x * COMPACT_EACH, before = counts[blockIdx.x];        \
    for (unsigned row = 0; row < COMPACT_ROWS; row++, first += COMPACT_ROW) {                                          \
        bool chosen[COMPACT_EACH];                                                                                     \
        unsigned count = 0, all;                                                                                       \
        _Pragma("unroll") for (unsigned k = 0; k < COMPACT_EACH; k++)                                                  \
        {                                                                                                              \
            chosen[k] = first + k < n && CHOSEN(first + k);                                                            \
            count += chosen[k];                                                                                        \
        }                                                                                                              \
        size_t rank = before + compact_before(count, warps, &all);                                                     \
        _Pragma("unroll") for (unsigned k = 0; k < COMPACT_EACH; k++)                                                  \
        {                                                                                                              \
            if (first + k < n) {                                                                                       \
                PUT(first + k, chosen[k], rank);                                                                       \
            }                                                                                                          \
            rank += chosen[k];                                                                                         \
        }                                                                                                              \
        before += all;                                                                                                 \
        __syncthreads(); /* the shared memory is free */                                                               \
    }

#endif
