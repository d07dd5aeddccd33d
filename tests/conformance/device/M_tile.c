#include <lanewise/groups.h>

#include "M_tile.h"

#define TILE(n)                                                                                                        \
    LW_KERNEL(m_tile_##n, (m_tile *, out))                                                                             \
    {                                                                                                                  \
        lw_thread_block block = lw_this_thread_block();                                                                \
        lw_tile(n) tile = lw_tiled_partition(n, block);                                                                \
        unsigned me = lw_group_thread_rank(block), rank = lw_group_thread_rank(tile);                                  \
        int value = 1000 + (int)me;                                                                                    \
        m_tile *mine = &out[me];                                                                                       \
        mine->rank = rank;                                                                                             \
        mine->size = lw_group_num_threads(tile);                                                                       \
        mine->meta_rank = lw_group_meta_group_rank(tile);                                                              \
        mine->meta_size = lw_group_meta_group_size(tile);                                                              \
        mine->by_index = lw_group_shfl(tile, value, (int)rank + 3);                                                    \
        mine->up = lw_group_shfl_up(tile, value, 1);                                                                   \
        mine->down = lw_group_shfl_down(tile, value, 2);                                                               \
        mine->across = lw_group_shfl_xor(tile, value, n / 2);                                                          \
        mine->any = lw_group_any(tile, me == 5);                                                                       \
        mine->all = lw_group_all(tile, me < 64);                                                                       \
        mine->ballot = lw_group_ballot(tile, me % 3 == 0);                                                             \
        mine->match_any = lw_group_match_any(tile, rank / 2 % 3);                                                      \
        mine->match_all = lw_group_match_all(tile, me / n, &mine->all_match);                                          \
        mine->match_none = lw_group_match_all(tile, (double)rank, &mine->none_match);                                  \
    }
TILE(1)
TILE(2)
TILE(4)
TILE(8)
TILE(16)
TILE(32)

LW_KERNEL(m_vote_of_ended, (unsigned, leaving), (unsigned *, out))
{
    lw_tile(8) tile = lw_tiled_partition(8, lw_this_thread_block());
    lw_coalesced_group all = lw_binary_partition(tile, 1);
    unsigned *mine = out + 4 * threadIdx.x;
    if (leaving >> threadIdx.x % 32 & 1)
        return;
    mine[0] = (unsigned)lw_group_any(tile, 1);
    mine[1] = (unsigned)lw_group_all(tile, 1);
    mine[2] = lw_group_ballot(tile, 1);
    mine[3] = (unsigned)lw_group_all(all, 1);
}

#define LARGE_TILE(n)                                                                                                  \
    LW_KERNEL(m_tile_##n, (m_large_tile *, out))                                                                       \
    {                                                                                                                  \
        LW_SHARED(lw_block_tile_memory(512), memory);                                                                  \
        LW_SHARED(int, board, [512]);                                                                                  \
        lw_thread_block block = lw_this_thread_block_with(memory);                                                     \
        lw_tile(n) tile = lw_tiled_partition(n, block);                                                                \
        unsigned me = lw_group_thread_rank(block), rank = lw_group_thread_rank(tile);                                  \
        m_large_tile spare, *mine = blockIdx.x == 0 ? &out[me] : &spare;                                               \
        mine->rank = rank;                                                                                             \
        mine->size = lw_group_num_threads(tile);                                                                       \
        mine->meta_rank = lw_group_meta_group_rank(tile);                                                              \
        mine->meta_size = lw_group_meta_group_size(tile);                                                              \
        mine->any = lw_group_any(tile, me == 100);                                                                     \
        mine->all = lw_group_all(tile, me != 100);                                                                     \
        mine->wrong_shuffles = mine->wrong_barriers = 0;                                                               \
        for (int i = 0; i < M_LARGE_ROUNDS; i++) {                                                                     \
            int from = 7 * i % n, other = (int)(me - rank) + (int)(rank + 37 * i) % n;                                 \
            mine->wrong_shuffles += lw_group_shfl(tile, 0.5 * me + i, from) != 0.5 * ((int)(me - rank) + from) + i;    \
            board[me] = (int)me + 1000 * i;                                                                            \
            lw_group_sync(tile);                                                                                       \
            mine->wrong_barriers += board[other] != other + 1000 * i;                                                  \
            lw_group_sync(tile);                                                                                       \
        }                                                                                                              \
    }
LARGE_TILE(64)
LARGE_TILE(128)
LARGE_TILE(256)
LARGE_TILE(512)

typedef struct three {
    unsigned char byte[3];
} three;
typedef struct twelve {
    int word[3];
} twelve;
typedef struct most {
    double number[4];
} most;

LW_KERNEL(m_payload, (int *, errors))
{
    lw_tile(8) tile = lw_tiled_partition(8, lw_this_thread_block());
    unsigned rank = lw_group_thread_rank(tile), next = (rank + 1) % 8;
    int wrong = 0;
    unsigned char one = (unsigned char)(200 + rank);
    three three_bytes = {{(unsigned char)rank, (unsigned char)(2 * rank), (unsigned char)(3 * rank)}};
    twelve twelve_bytes = {{(int)rank, -(int)rank, 1000 * (int)rank}};
    most most_bytes = {{0.5 * rank, 1e100 * rank, -1.0 * rank, 1.0 / (1 + rank)}};
    wrong += lw_group_shfl(tile, one, (int)next) != 200 + next;
    wrong += lw_group_shfl(tile, 1e10 + rank, (int)next) != 1e10 + next;
    three_bytes = lw_group_shfl(tile, three_bytes, (int)next);
    wrong += three_bytes.byte[0] != next || three_bytes.byte[1] != 2 * next || three_bytes.byte[2] != 3 * next;
    twelve_bytes = lw_group_shfl_xor(tile, twelve_bytes, 1);
    wrong += twelve_bytes.word[0] != (int)(rank ^ 1) || twelve_bytes.word[1] != -(int)(rank ^ 1) ||
             twelve_bytes.word[2] != 1000 * (int)(rank ^ 1);
    most_bytes = lw_group_shfl(tile, most_bytes, (int)next);
    wrong += most_bytes.number[0] != 0.5 * next || most_bytes.number[1] != 1e100 * next ||
             most_bytes.number[2] != -1.0 * next || most_bytes.number[3] != 1.0 / (1 + next);
    errors[threadIdx.x] = wrong;
}

LW_KERNEL(m_this_thread, (m_tile *, out))
{
    lw_tile(1) alone = lw_this_thread();
    m_tile *mine = &out[threadIdx.x];
    mine->rank = lw_group_thread_rank(alone);
    mine->size = lw_group_size(alone);
    mine->meta_rank = lw_group_meta_group_rank(alone);
    mine->meta_size = lw_group_meta_group_size(alone);
    lw_group_sync(alone);
    mine->by_index = lw_group_shfl(alone, (int)threadIdx.x, 0);
    mine->ballot = lw_group_ballot(alone, threadIdx.x % 2 == 0);
    mine->all = (int)lw_group_reduce(alone, threadIdx.x, lw_plus);
}

LW_KERNEL(m_nested, (unsigned *, out))
{
    LW_SHARED(lw_block_tile_memory(128), memory);
    lw_thread_block block = lw_this_thread_block_with(memory);
    lw_tile(16) row = lw_tiled_partition(16, block);
    lw_tile(4) quarter = lw_tiled_partition(4, row);
    lw_tile(64) half = lw_tiled_partition(64, block);
    lw_tile(8) eighth = lw_tiled_partition(8, half);
    unsigned *mine = out + 8 * lw_group_thread_rank(block);
    mine[0] = lw_group_thread_rank(quarter);
    mine[1] = lw_group_meta_group_rank(quarter);
    mine[2] = lw_group_meta_group_size(quarter);
    mine[3] = lw_group_reduce(quarter, lw_group_thread_rank(block), lw_plus);
    mine[4] = lw_group_thread_rank(eighth);
    mine[5] = lw_group_meta_group_rank(eighth);
    mine[6] = lw_group_meta_group_size(eighth);
    mine[7] = lw_group_reduce(eighth, lw_group_thread_rank(block), lw_plus);
}

/* A function for groups of any kind. */
__device__ unsigned sum_through_memory(lw_thread_group group, unsigned value, unsigned *cells)
{
    unsigned rank = (unsigned)lw_group_thread_rank(group), sum = 0;
    cells[rank] = value;
    lw_group_sync(group);
    for (unsigned i = 0; i < lw_group_size(group); i++)
        sum += cells[i];
    lw_group_sync(group);
    return sum;
}

LW_KERNEL(m_dynamic, (unsigned, size), (unsigned *, out))
{
    LW_SHARED(unsigned, cells, [100]);
    lw_thread_block block = lw_this_thread_block();
    lw_thread_group tile = lw_dynamic_tiled_partition(block, size);
    unsigned me = lw_group_thread_rank(block), *mine = out + 5 * me;
    mine[0] = (unsigned)lw_group_thread_rank(tile);
    mine[1] = (unsigned)lw_group_size(tile);
    mine[2] = sum_through_memory(tile, me, cells + me / size * size);
    lw_thread_group half = lw_dynamic_tiled_partition(tile, size > 1 ? size / 2 : 1);
    mine[3] = (unsigned)lw_group_thread_rank(half);
    mine[4] = (unsigned)lw_group_num_threads(half);
}

LW_KERNEL(m_dynamic_coalesced, (unsigned, size), (unsigned *, out))
{
    lw_tile(32) warp = lw_tiled_partition(32, lw_this_thread_block());
    lw_coalesced_group half = lw_binary_partition(warp, threadIdx.x % 2);
    lw_coalesced_group part = lw_dynamic_tiled_partition(half, size);
    unsigned *mine = out + 5 * threadIdx.x;
    mine[0] = lw_group_thread_rank(part);
    mine[1] = lw_group_size(part);
    mine[2] = lw_group_meta_group_rank(part);
    mine[3] = lw_group_meta_group_size(part);
    mine[4] = lw_group_ballot(part, threadIdx.x < 16);
}
