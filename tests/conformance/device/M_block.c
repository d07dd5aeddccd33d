#include <lanewise/groups.h>

#include "../../line_above.h"
#include "M_block.h"

__device__ m_index index_of(dim3 from)
{
    m_index to = {from.x, from.y, from.z};
    return to;
}

LW_KERNEL(m_block_place, (m_block *, out))
{
    lw_thread_block block = lw_this_thread_block();
    lw_grid_group grid = lw_this_grid();
    m_block *mine = &out[lw_group_thread_rank(grid)];
    mine->rank = lw_group_thread_rank(block);
    mine->count = lw_group_num_threads(block);
    mine->size = lw_group_size(block);
    mine->group = index_of(lw_group_group_index(block));
    mine->thread = index_of(lw_group_thread_index(block));
    mine->lanes = index_of(lw_group_dim_threads(block));
    mine->group_lanes = index_of(lw_group_group_dim(block));
}

/* ---- groups are values ---- */
__device__ unsigned add_up(lw_tile(8) tile, unsigned value)
{
    return lw_group_reduce(tile, value, lw_plus);
}

__device__ lw_coalesced_group lanes_alike(lw_tile(8) tile, unsigned label)
{
    return lw_labeled_partition(tile, label);
}

LW_KERNEL(m_values, (int *, errors))
{
    lw_thread_block block = lw_this_thread_block();
    lw_tile(8) tile = lw_tiled_partition(8, block), same = tile;
    unsigned me = lw_group_thread_rank(block), first = me / 8 * 8;
    lw_coalesced_group half = lanes_alike(tile, me % 2), copy = half;
    int wrong = 0;
    /* Each tile loops its own number of times. */
    for (unsigned i = 0; i <= lw_group_meta_group_rank(tile) % 3; i++)
        wrong += add_up(same, me + i) != 8 * first + 28 + 8 * i;
    if (me % 2)
        wrong += lw_group_reduce(half, me, lw_plus) != 4 * first + 16;
    else
        wrong += lw_group_reduce(copy, me, lw_plus) != 4 * first + 12;
    errors[me] = wrong;
}

/* ---- barriers ---- */
/* Each member of the group reads what the next one wrote, round after round, in cells of the group's own. */
#define PASS_ON(group, cells)                                                                                          \
    for (int round = 0; round < 10; round++) {                                                                         \
        int rank = (int)lw_group_thread_rank(group), next = (rank + 1) % (int)lw_group_size(group);                    \
        (cells)[rank] = 100 * round + rank;                                                                            \
        lw_group_sync(group);                                                                                          \
        wrong += (cells)[next] != 100 * round + next;                                                                  \
        lw_group_sync(group);                                                                                          \
    }

LW_KERNEL(m_sync_all, (int *, errors))
{
    LW_SHARED(int, board, [128]);
    LW_SHARED(lw_block_tile_memory(128), memory);
    lw_thread_block block = lw_this_thread_block_with(memory);
    lw_tile(64) half = lw_tiled_partition(64, block);
    lw_tile(32) warp = lw_tiled_partition(32, block);
    lw_tile(4) four = lw_tiled_partition(4, warp);
    lw_tile(1) alone = lw_this_thread();
    lw_coalesced_group thirds = lw_labeled_partition(warp, threadIdx.x % 32 % 3), active = lw_coalesced_threads();
    lw_thread_group eight = lw_dynamic_tiled_partition(block, 8), any = lw_thread_group_of(thirds);
    int me = (int)lw_group_thread_rank(block), wrong = 0;
    PASS_ON(block, board)
    PASS_ON(half, board + me / 64 * 64)
    PASS_ON(warp, board + me / 32 * 32)
    PASS_ON(four, board + me / 4 * 4)
    PASS_ON(alone, board + me)
    lw_group_sync(block);
    PASS_ON(thirds, board + me / 32 * 32 + me % 32 % 3 * 11)
    lw_group_sync(block);
    PASS_ON(eight, board + me / 8 * 8)
    lw_group_sync(block);
    PASS_ON(any, board + me / 32 * 32 + me % 32 % 3 * 11)
    lw_group_sync(active);
    errors[me] = wrong;
}

LW_KERNEL(m_sync_places, (int *, errors))
{
    LW_SHARED(int, board, [256]);
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block), count = (int)lw_group_size(block), wrong = 0;
    for (int round = 0; round < 10; round++) {
        board[me] = me + 1000 * round;
        if (me % 32 < 16)
            lw_group_sync(block);
        else
            lw_group_sync(block);
        wrong += board[count - 1 - me] != count - 1 - me + 1000 * round;
        lw_group_sync(block);
    }
    errors[me] = wrong;
}

LW_KERNEL(m_block_halves, (int *, errors))
{
    LW_SHARED(int, board, [256]);
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block), next = (me + 1) % (int)lw_group_size(block), wrong = 0;
    for (int round = 0; round < 10; round++) {
        board[me] = me + 1000 * round;
        lw_arrival_token arrived = lw_group_barrier_arrive(block);
        int meanwhile = me * round;
        lw_group_barrier_wait(block, arrived);
        wrong += board[next] != next + 1000 * round || meanwhile != me * round;
        lw_group_sync(block);
    }
    errors[me] = wrong;
}

/* ---- one thread for all ---- */
__device__ void count_one(int *counter)
{
    atomicAdd(counter, 1);
}

__device__ int number_of(int *counter, int number)
{
    atomicAdd(counter, 1);
    return 100 + number;
}

LW_KERNEL(m_invoke, (int *, counts), (int *, errors))
{
    LW_SHARED(lw_block_tile_memory(128), memory);
    lw_thread_block block = lw_this_thread_block_with(memory);
    lw_tile(64) half = lw_tiled_partition(64, block);
    lw_tile(8) tile = lw_tiled_partition(8, block);
    lw_coalesced_group odd = lw_binary_partition(tile, threadIdx.x % 2);
    int me = (int)threadIdx.x, wrong = 0;
    lw_group_invoke_one(block, count_one, counts);
    lw_group_invoke_one(half, count_one, counts + 1);
    lw_group_invoke_one(tile, count_one, counts + 2);
    lw_group_invoke_one(odd, count_one, counts + 3);
    wrong += lw_group_invoke_one_broadcast(half, number_of, counts + 4, me / 64) != 100 + me / 64;
    wrong += lw_group_invoke_one_broadcast(tile, number_of, counts + 5, me / 8) != 100 + me / 8;
    int part = me / 8 * 2 + me % 2;
    wrong += lw_group_invoke_one_broadcast(odd, number_of, counts + 6, part) != 100 + part;
    errors[me] = wrong;
}

/* ---- misuse ---- */
LW_KERNEL(m_skip, (int *, out))
{
    lw_thread_block block = lw_this_thread_block();
    lw_tile(16) tile = lw_tiled_partition(16, block);
    int sum = 0;
    if (threadIdx.x != 5)
        sum = lw_group_reduce(tile, 1, lw_plus);
    lw_group_sync(block);
    out[threadIdx.x] = sum;
}
LINE_ABOVE(m_skip_line, 4)
LINE_ABOVE(m_skip_other_line, 4)

LW_KERNEL(m_uneven, (int *, out))
{
    LW_SHARED(lw_block_tile_memory(128), memory);
    lw_tile(64) tile = lw_tiled_partition(64, lw_this_thread_block_with(memory));
    lw_group_sync(tile);
    out[threadIdx.x] = 1;
}

LW_KERNEL(m_no_such_rank, (int *, out))
{
    lw_tile(4) tile = lw_tiled_partition(4, lw_this_thread_block());
    lw_coalesced_group all = lw_binary_partition(tile, 1);
    out[threadIdx.x] = lw_group_shfl(all, (int)threadIdx.x, 9);
}

LW_KERNEL(m_bad_size, (unsigned, size), (int *, out))
{
    lw_thread_group tile = lw_dynamic_tiled_partition(lw_this_thread_block(), size);
    out[threadIdx.x] = (int)lw_group_size(tile);
}
LINE_ABOVE(m_bad_size_line, 3)
