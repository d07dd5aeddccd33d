/* The sum of all tiles before a block's, in one launch: a block publishes the sum of its tile and reads those of others.
 *
 * The tiles form a tree: 32 tiles are a group, 32 groups are a span. The last tile of a group publishes the group's sum. The last
 * tile of a span publishes the sum of all up to there. So a tile reads at most 31 tiles, 31 groups and one span, and the order of
 * additions depends on the number of the tile alone.
 *
 * A tile waits only for tiles of lower numbers. Blocks take numbers as they begin, so a tile that is waited for has begun: this
 * works however the device orders blocks, and if it holds only one at a time. */
#ifndef LWK_DEVICE_LOOK_BACK_H
#define LWK_DEVICE_LOOK_BACK_H

#include <stddef.h>

#include <lanewise/kernel.h>

enum { LWK_GROUP = 32, LWK_SPAN = 32 * LWK_GROUP }; /* tiles */

/* Words of a launch's state, zeros before it: the next tile's number, sums of tiles, groups and spans. */
static inline size_t lwk_look_back_words(size_t tiles)
{
    return 1 + tiles + tiles / LWK_GROUP + tiles / LWK_SPAN;
}

/* The number of the block's tile; all threads call. number: shared memory, free again after the next barrier. */
static __device__ __forceinline__ unsigned lwk_look_back_tile(unsigned long long *state, unsigned *number)
{
    if (threadIdx.x == 0)
        *number = (unsigned)atomicAdd(state, 1ull);
    __syncthreads();
    return *number;
}

/* A sum is one word, so its flag and its value come together, and no other memory needs an order. */
static __device__ __forceinline__ unsigned long long lwk_look_back_wait(unsigned long long *word)
{
    unsigned long long found;
    do
        found = __nv_atomic_load_n(word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    while (found == 0);
    return found;
}

static __device__ __forceinline__ void lwk_look_back_publish(unsigned long long *word, unsigned long long sum)
{
    __nv_atomic_store_n(word, sum, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/* Sums of type `type` as words that are not 0, and back. */
#define LWK_ENCODE_FLOAT(sum) (1ull << 32 | __float_as_uint(sum))
#define LWK_DECODE_FLOAT(word) __uint_as_float((unsigned)(word))
#define LWK_ENCODE_COUNT(sum) (1ull << 63 | (sum))
#define LWK_DECODE_COUNT(word) ((word) & ~(1ull << 63))

/* Defines `type name(type sum)`: for each lane of a warp the sum of its own and of all lower lanes' values, in an order that depends on
 * these alone. */
#define LWK_WARP_SCAN(name, type)                                                                                      \
    static __device__ __forceinline__ type name(type sum)                                                              \
    {                                                                                                                  \
        _Pragma("unroll") for (unsigned distance = 1; distance < 32; distance *= 2)                                    \
        {                                                                                                              \
            type lower = __shfl_up_sync(LW_FULL_MASK, sum, distance);                                                  \
            if (threadIdx.x % 32 >= distance)                                                                          \
                sum += lower;                                                                                          \
        }                                                                                                              \
        return sum;                                                                                                    \
    }

/* Defines `struct name##_before name(unsigned long long *state, unsigned tiles, unsigned tile, type sum)`: the sum of the spans before
 * that of `tile`, and of the groups and tiles before it in its span, for each lane of the warp that calls. sum: that of the tile, in
 * all lanes. scan: of LWK_WARP_SCAN. */
#define LWK_LOOK_BACK(name, type, scan, encode, decode)                                                                \
    struct name##_before {                                                                                             \
        type spans, within;                                                                                            \
    };                                                                                                                 \
    static __device__ __forceinline__ struct name##_before name(unsigned long long *state, unsigned tiles,             \
                                                                unsigned tile, type sum)                               \
    {                                                                                                                  \
        unsigned long long *of_tile = state + 1, *of_group = of_tile + tiles, *of_span = of_group + tiles / LWK_GROUP; \
        unsigned lane = threadIdx.x % 32, place = tile % LWK_GROUP, group = tile / LWK_GROUP, span = tile / LWK_SPAN;  \
        unsigned group_place = group % 32;                                                                             \
        bool ends_group = place == LWK_GROUP - 1;                                                                      \
        if (lane == place)                                                                                             \
            lwk_look_back_publish(of_tile + tile, encode(sum));                                                        \
        else                                                                                                           \
            sum = lane < place ? decode(lwk_look_back_wait(of_tile + (tile - place + lane))) : 0;                      \
        sum = scan(sum);                                                                                               \
        if (ends_group && lane == 31)                                                                                  \
            lwk_look_back_publish(of_group + group, encode(sum));                                                      \
        type tiles_before = __shfl_sync(LW_FULL_MASK, sum, (int)((place + 31) % 32));                                  \
        type of_own_group = __shfl_sync(LW_FULL_MASK, sum, 31);                                                        \
        sum = lane < group_place    ? decode(lwk_look_back_wait(of_group + (group - group_place + lane)))              \
              : lane == group_place ? of_own_group                                                                     \
                                    : 0;                                                                               \
        sum = scan(sum);                                                                                               \
        type groups_before = __shfl_sync(LW_FULL_MASK, sum, (int)((group_place + 31) % 32));                           \
        struct name##_before before;                                                                                   \
        before.spans = span == 0 ? 0 : decode(lwk_look_back_wait(of_span + span - 1));                                 \
        before.within = (group_place == 0 ? 0 : groups_before) + (place == 0 ? 0 : tiles_before);                      \
        if (ends_group && group_place == 31 && lane == 31)                                                             \
            lwk_look_back_publish(of_span + span, encode(before.spans + sum));                                         \
        return before;                                                                                                 \
    }

#endif
