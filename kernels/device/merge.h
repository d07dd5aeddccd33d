/* Merging two sorted ranges by the merge path (Green, McColl and Bader, GPU Merge Path, 2012): where the first so many merged elements end in both, so that
 * blocks and threads have equal parts. Elements of `a` come before equal ones of `b`. */
#ifndef LWK_DEVICE_MERGE_H
#define LWK_DEVICE_MERGE_H

#include <lanewise/kernel.h>

enum {
    LWK_MERGE_THREADS = 256, /* of a block */
    LWK_MERGE_EACH = 9, /* elements of a thread: an odd number, so that threads use different banks of shared memory */
    LWK_MERGE_TILE = LWK_MERGE_THREADS * LWK_MERGE_EACH
};

/* For each type of keys:
 * lwk_merge_split: how many of the first `diagonal` merged elements are of `a`; in_tile: of ranges in shared memory.
 * lwk_merge_thread: a thread's LWK_MERGE_EACH elements from `diagonal` on of two ranges in shared memory, one behind the other, and the places where they are.
 * lwk_merge_tile: a block's ranges, of LWK_MERGE_TILE elements at most, with their values, unless values_out is null. `keys` and `places` are shared memory.
 * lwk_merge_part: the same by one thread, of any length: from place x of `a` to end_a - 1, and y of `b` to end_b - 1. */
#define LWK_MERGE_OF(type)                                                                                             \
    static __device__ __forceinline__ size_t lwk_merge_split_##type(const type *a, size_t count_a, const type *b,      \
                                                                    size_t count_b, size_t diagonal)                   \
    {                                                                                                                  \
        size_t low = diagonal > count_b ? diagonal - count_b : 0, high = diagonal < count_a ? diagonal : count_a;      \
        while (low < high) {                                                                                           \
            const size_t middle = low + (high - low) / 2;                                                              \
            if (b[diagonal - 1 - middle] < a[middle])                                                                  \
                high = middle;                                                                                         \
            else                                                                                                       \
                low = middle + 1;                                                                                      \
        }                                                                                                              \
        return low;                                                                                                    \
    }                                                                                                                  \
                                                                                                                       \
    static __device__ __forceinline__ void lwk_merge_thread_##type(                                                    \
        const type *keys, unsigned count_a, unsigned count_b, unsigned diagonal, type own[LWK_MERGE_EACH],             \
        unsigned place[LWK_MERGE_EACH])                                                                                \
    {                                                                                                                  \
        unsigned low = diagonal > count_b ? diagonal - count_b : 0, high = diagonal < count_a ? diagonal : count_a;    \
        while (low < high) {                                                                                           \
            const unsigned middle = (low + high) / 2;                                                                  \
            const bool is_before = keys[count_a + diagonal - 1 - middle] < keys[middle];                               \
            high = is_before ? middle : high;                                                                          \
            low = is_before ? low : middle + 1;                                                                        \
        }                                                                                                              \
        unsigned x = low, y = count_a + diagonal - low;                                                                \
        _Pragma("unroll") for (int k = 0; k < LWK_MERGE_EACH; k++)                                                     \
        {                                                                                                              \
            const bool has_a = x < count_a, has_b = y < count_a + count_b;                                             \
            const type of_a = keys[has_a ? x : 0], of_b = keys[has_b ? y : 0];                                         \
            const bool take_b = has_b && (!has_a || of_b < of_a);                                                      \
            own[k] = take_b ? of_b : of_a;                                                                             \
            place[k] = take_b ? y : x;                                                                                 \
            x += take_b ? 0 : 1;                                                                                       \
            y += take_b ? 1 : 0;                                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static __device__ __forceinline__ void lwk_merge_tile_##type(                                                      \
        const type *a, const unsigned *values_a, unsigned count_a, const type *b, const unsigned *values_b,            \
        unsigned count_b, type *out, unsigned *values_out, type *keys, unsigned *places)                               \
    {                                                                                                                  \
        const unsigned count = count_a + count_b, all = threadIdx.x * LWK_MERGE_EACH;                                  \
        type own[LWK_MERGE_EACH];                                                                                      \
        unsigned place[LWK_MERGE_EACH];                                                                                \
        for (unsigned i = threadIdx.x; i < count; i += LWK_MERGE_THREADS)                                              \
            keys[i] = i < count_a ? a[i] : b[i - count_a];                                                             \
        __syncthreads();                                                                                               \
        lwk_merge_thread_##type(keys, count_a, count_b, all < count ? all : count, own, place);                        \
        __syncthreads();                                                                                               \
        _Pragma("unroll") for (unsigned k = 0; k < LWK_MERGE_EACH; k++)                                                \
        {                                                                                                              \
            if (all + k < count) {                                                                                     \
                keys[all + k] = own[k];                                                                                \
                places[all + k] = place[k];                                                                            \
            }                                                                                                          \
        }                                                                                                              \
        __syncthreads();                                                                                               \
        for (unsigned i = threadIdx.x; i < count; i += LWK_MERGE_THREADS) {                                            \
            out[i] = keys[i];                                                                                          \
            if (values_out != NULL)                                                                                    \
                values_out[i] = places[i] < count_a ? values_a[places[i]] : values_b[places[i] - count_a];             \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static __device__ __forceinline__ void lwk_merge_part_##type(                                                      \
        const type *a, const unsigned *values_a, size_t x, size_t end_a, const type *b, const unsigned *values_b,      \
        size_t y, size_t end_b, type *out, unsigned *values_out)                                                       \
    {                                                                                                                  \
        size_t i = 0;                                                                                                  \
        /* Both elements are loaded before one is chosen: no branch is on them. */                                     \
        for (; x < end_a && y < end_b && values_out != NULL; i++) {                                                    \
            const type of_a = a[x], of_b = b[y];                                                                       \
            const unsigned value_a = values_a[x], value_b = values_b[y];                                               \
            const size_t take_b = of_b < of_a;                                                                         \
            out[i] = take_b ? of_b : of_a;                                                                             \
            values_out[i] = take_b ? value_b : value_a;                                                                \
            x += 1 - take_b;                                                                                           \
            y += take_b;                                                                                               \
        }                                                                                                              \
        for (; x < end_a && y < end_b && values_out == NULL; i++) {                                                    \
            const type of_a = a[x], of_b = b[y];                                                                       \
            const size_t take_b = of_b < of_a;                                                                         \
            out[i] = take_b ? of_b : of_a;                                                                             \
            x += 1 - take_b;                                                                                           \
            y += take_b;                                                                                               \
        }                                                                                                              \
        for (; x < end_a; i++, x++) {                                                                                  \
            out[i] = a[x];                                                                                             \
            if (values_out != NULL)                                                                                    \
                values_out[i] = values_a[x];                                                                           \
        }                                                                                                              \
        for (; y < end_b; i++, y++) {                                                                                  \
            out[i] = b[y];                                                                                             \
            if (values_out != NULL)                                                                                    \
                values_out[i] = values_b[y];                                                                           \
        }                                                                                                              \
    }

#endif
