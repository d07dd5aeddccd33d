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

/* Brings the chosen elements of a row together, then the others, in their order: VALUE(i) of them is in staged[0], staged[1] ...
 * MOVE(row_first, staged, all, before) does the rest: `all` of the row are chosen, and `before` of all elements before it, which is BEFORE
 * of the block's tile. No branch depends on a single element: where half are chosen, a CPU would predict it wrong. */
#define COMPACT_MOVE(BEFORE, CHOSEN, VALUE, MOVE)                                                                      \
    LW_SHARED(unsigned, warps, [COMPACT_THREADS / 32]);                                                                \
    LW_SHARED(unsigned, staged, [COMPACT_ROW]);                                                                        \
    size_t row_first = (size_t)blockIdx.x * COMPACT_TILE, before = BEFORE(row_first);                                  \
    for (unsigned row = 0; row < COMPACT_ROWS; row++, row_first += COMPACT_ROW) {                                      \
        size_t own = row_first + threadIdx.x * COMPACT_EACH;                                                           \
        bool chosen[COMPACT_EACH];                                                                                     \
        unsigned count = 0, all;                                                                                       \
        _Pragma("unroll") for (unsigned k = 0; k < COMPACT_EACH; k++)                                                  \
        {                                                                                                              \
            chosen[k] = own + k < n && CHOSEN(own + k);                                                                \
            count += chosen[k];                                                                                        \
        }                                                                                                              \
        unsigned rank = compact_before(count, warps, &all);                                                            \
        _Pragma("unroll") for (unsigned k = 0; k < COMPACT_EACH; k++)                                                  \
        {                                                                                                              \
            unsigned value = own + k < n ? VALUE(own + k) : 0;                                                         \
            staged[chosen[k] ? rank : all + threadIdx.x * COMPACT_EACH + k - rank] = value;                            \
            rank += chosen[k];                                                                                         \
        }                                                                                                              \
        __syncthreads();                                                                                               \
        MOVE(row_first, staged, all, before)                                                                           \
        before += all;                                                                                                 \
        __syncthreads(); /* the shared memory is free */                                                               \
    }

#endif
