#include <lanewise/groups.h>

#include "M_scan.h"

__device__ float strange(float a, float b)
{
    return (a - b / 2) * 1.25f;
}

#define SCAN_ALL(group)                                                                                                \
    unsigned me = threadIdx.x;                                                                                         \
    float x = in[me];                                                                                                  \
    m_scanned *mine = &out[me];                                                                                        \
    mine->inclusive = lw_group_inclusive_scan(group, x, lw_plus);                                                      \
    mine->exclusive = lw_group_exclusive_scan(group, x, lw_plus);                                                      \
    mine->strange_inclusive = lw_group_inclusive_scan(group, x, strange);                                              \
    mine->strange_exclusive = lw_group_exclusive_scan(group, x, strange);                                              \
    mine->integer_inclusive = lw_group_inclusive_scan(group, 1000000007 * (int)me);                                    \
    mine->integer_exclusive = lw_group_exclusive_scan(group, 1000000007 * (int)me);                                    \
    mine->most_inclusive = lw_group_inclusive_scan(group, me * 7 % 32, lw_greater);                                    \
    mine->most_exclusive = lw_group_exclusive_scan(group, me * 7 % 32, lw_greater);

#define SCAN(n)                                                                                                        \
    LW_KERNEL(m_scan_##n, (const float *, in), (m_scanned *, out))                                                     \
    {                                                                                                                  \
        LW_SHARED(lw_block_tile_memory(512), memory);                                                                  \
        lw_tile(n) tile = lw_tiled_partition(n, lw_this_thread_block_with(memory));                                    \
        SCAN_ALL(tile)                                                                                                 \
    }
SCAN(1)
SCAN(2)
SCAN(4)
SCAN(8)
SCAN(16)
SCAN(32)
SCAN(64)
SCAN(128)
SCAN(256)
SCAN(512)

LW_KERNEL(m_scan_coalesced, (unsigned, mask), (const float *, in), (m_scanned *, out))
{
    lw_tile(32) warp = lw_tiled_partition(32, lw_this_thread_block());
    lw_coalesced_group group = lw_binary_partition(warp, mask >> threadIdx.x % 32 & 1);
    SCAN_ALL(group)
}

LW_KERNEL(m_scan_example, (unsigned *, out))
{
    lw_tile(8) tile = lw_tiled_partition(8, lw_this_thread_block());
    out[threadIdx.x] = lw_group_inclusive_scan(tile, lw_group_thread_rank(tile));
}
