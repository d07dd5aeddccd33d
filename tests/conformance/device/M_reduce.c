#include <lanewise/groups.h>

#include "M_reduce.h"

/* Neither commutative nor associative: the result shows which lanes were combined when, and on which side. */
__device__ float strange(float a, float b)
{
    return (a - b / 2) * 1.25f;
}

#define REDUCE_ALL(group)                                                                                              \
    unsigned me = threadIdx.x;                                                                                         \
    float x = in[me];                                                                                                  \
    out[me].sum = lw_group_reduce(group, x, lw_plus);                                                                  \
    out[me].total = lw_group_reduce(group, 3.0 * x, lw_plus);                                                          \
    out[me].integer = lw_group_reduce(group, 1000000007 * (int)me, lw_plus);                                           \
    out[me].wide = lw_group_reduce(group, 0x123456789abcdefull * me, lw_plus);                                         \
    out[me].narrow = lw_group_reduce(group, (short)(1000 + me), lw_plus);

#define REDUCE(n)                                                                                                      \
    LW_KERNEL(m_reduce_##n, (const float *, in), (m_reduced *, out))                                                   \
    {                                                                                                                  \
        lw_tile(n) tile = lw_tiled_partition(n, lw_this_thread_block());                                               \
        REDUCE_ALL(tile)                                                                                               \
        out[me].strange = lw_group_reduce(tile, x, strange);                                                           \
    }
REDUCE(1)
REDUCE(2)
REDUCE(4)
REDUCE(8)
REDUCE(16)
REDUCE(32)

#define REDUCE_LARGE(n)                                                                                                \
    LW_KERNEL(m_reduce_##n, (const float *, in), (m_reduced *, out))                                                   \
    {                                                                                                                  \
        LW_SHARED(lw_block_tile_memory(512), memory);                                                                  \
        lw_tile(n) tile = lw_tiled_partition(n, lw_this_thread_block_with(memory));                                    \
        REDUCE_ALL(tile)                                                                                               \
        out[me].strange = 0;                                                                                           \
    }
REDUCE_LARGE(64)
REDUCE_LARGE(128)
REDUCE_LARGE(256)
REDUCE_LARGE(512)

LW_KERNEL(m_reduce_coalesced, (unsigned, mask), (const float *, in), (m_reduced *, out))
{
    lw_tile(32) warp = lw_tiled_partition(32, lw_this_thread_block());
    lw_coalesced_group group = lw_binary_partition(warp, mask >> threadIdx.x % 32 & 1);
    REDUCE_ALL(group)
    out[me].strange = lw_group_reduce(group, x, strange);
}

__device__ int product(int a, int b)
{
    return a * b;
}

LW_KERNEL(m_operate, (const float *, in), (const int *, integers), (m_operators *, out))
{
    lw_tile(8) tile = lw_tiled_partition(8, lw_this_thread_block());
    unsigned me = threadIdx.x;
    int i = integers[me];
    out[me].less = lw_group_reduce(tile, in[me], lw_less);
    out[me].greater = lw_group_reduce(tile, in[me], lw_greater);
    out[me].plus = lw_group_reduce(tile, i, lw_plus);
    out[me].least = lw_group_reduce(tile, i, lw_less);
    out[me].most = lw_group_reduce(tile, i, lw_greater);
    out[me].conjunction = lw_group_reduce(tile, i, lw_bit_and);
    out[me].disjunction = lw_group_reduce(tile, i, lw_bit_or);
    out[me].difference = lw_group_reduce(tile, i, lw_bit_xor);
    out[me].product = lw_group_reduce(tile, i | 1, product);
    out[me].least_unsigned = lw_group_reduce(tile, (unsigned)i, lw_less);
    out[me].most_unsigned = lw_group_reduce(tile, (unsigned)i, lw_greater);
}

__device__ m_best better(m_best a, m_best b)
{
    return b.value > a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

LW_KERNEL(m_reduce_structures, (const float *, in), (m_best *, out))
{
    lw_tile(32) warp = lw_tiled_partition(32, lw_this_thread_block());
    unsigned me = threadIdx.x;
    m_best mine = {in[me], (int)me, {1.0f * me, 2.0f * me, 3.0f * me, 4.0f * me, 5.0f * me}};
    out[me] = lw_group_reduce(warp, mine, better);
}
