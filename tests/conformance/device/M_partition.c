#include <lanewise/groups.h>

#include "M_partition.h"

__device__ m_part look_at(lw_coalesced_group group)
{
    int lane = (int)(threadIdx.x % 32);
    m_part seen;
    seen.rank = lw_group_thread_rank(group);
    seen.size = lw_group_size(group);
    seen.meta_rank = lw_group_meta_group_rank(group);
    seen.meta_size = lw_group_meta_group_size(group);
    seen.first = lw_group_shfl(group, lane, 0);
    seen.fourth = lw_group_shfl(group, lane, (int)(3 % seen.size));
    seen.up = lw_group_shfl_up(group, lane, 1);
    seen.down = lw_group_shfl_down(group, lane, 2);
    seen.any = lw_group_any(group, lane == 5);
    seen.all = lw_group_all(group, lane != 5);
    seen.ballot = lw_group_ballot(group, lane % 4 == 1);
    seen.match_any = lw_group_match_any(group, lane / 8);
    seen.match_all = lw_group_match_all(group, 1.5f, &seen.equal);
    seen.match_none = lw_group_match_all(group, lane, &seen.unequal);
    lw_group_sync(group);
    return seen;
}

LW_KERNEL(m_labeled, (int, labels), (m_part *, out), (m_part *, split))
{
    lw_tile(16) tile = lw_tiled_partition(16, lw_this_thread_block());
    int lane = (int)(threadIdx.x % 32);
    lw_coalesced_group part = lw_labeled_partition(tile, lane % labels);
    out[threadIdx.x] = look_at(part);
    split[threadIdx.x] = look_at(lw_binary_partition(part, lane % 16 < 5));
}

LW_KERNEL(m_labels, (m_part *, wide), (m_part *, pointers), (m_part *, comparison))
{
    lw_tile(32) warp = lw_tiled_partition(32, lw_this_thread_block());
    long long label = (long long)(threadIdx.x % 2) << 32;
    wide[threadIdx.x] = look_at(lw_labeled_partition(warp, label));
    pointers[threadIdx.x] = look_at(lw_labeled_partition(warp, pointers + threadIdx.x % 3));
    comparison[threadIdx.x] = look_at(lw_labeled_partition(warp, threadIdx.x % 4 < 2));
}

LW_KERNEL(m_binary, (unsigned, mask), (m_part *, out))
{
    lw_tile(32) warp = lw_tiled_partition(32, lw_this_thread_block());
    out[threadIdx.x] = look_at(lw_binary_partition(warp, mask >> threadIdx.x % 32 & 1));
}

LW_KERNEL(m_active, (m_part *, out))
{
    if (threadIdx.x % 3 == 0)
        out[threadIdx.x] = look_at(lw_coalesced_threads());
}

LW_KERNEL(m_aggregate, (unsigned *, counter), (unsigned *, out))
{
    if (threadIdx.x % 2 == 0) {
        lw_coalesced_group active = lw_coalesced_threads();
        unsigned first = 0;
        if (lw_group_thread_rank(active) == 0)
            first = atomicAdd(counter, lw_group_num_threads(active));
        out[blockIdx.x * blockDim.x + threadIdx.x] = lw_group_shfl(active, first, 0) + lw_group_thread_rank(active);
    }
}
