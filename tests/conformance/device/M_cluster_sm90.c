#include <lanewise/groups.h>

#include "M_cluster_sm90.h"
#include <tests/harness/place.h>

LW_KERNEL(m_cluster_place, (m_cluster *, out))
{
    lw_cluster_group cluster = lw_this_cluster();
    lw_grid_group grid = lw_this_grid();
    m_cluster *mine = &out[lw_group_thread_rank(grid)];
    mine->rank = lw_group_thread_rank(cluster);
    mine->count = lw_group_num_threads(cluster);
    mine->size = lw_group_size(cluster);
    mine->block_rank = lw_group_block_rank(cluster);
    mine->blocks = lw_group_num_blocks(cluster);
    store3(mine->block, lw_group_block_index(cluster));
    store3(mine->dim, lw_group_dim_blocks(cluster));
    store3(mine->thread, lw_group_thread_index(cluster));
    store3(mine->lanes, lw_group_dim_threads(cluster));
    mine->cluster_rank = lw_group_cluster_rank(grid);
    mine->clusters = lw_group_num_clusters(grid);
    store3(mine->cluster, lw_group_cluster_index(grid));
    store3(mine->grid_dim, lw_group_dim_clusters(grid));
}

LW_KERNEL(m_cluster_ring, (int, rounds), (int *, errors))
{
    LW_SHARED(int, board, [64]);
    lw_cluster_group cluster = lw_this_cluster();
    int rank = (int)lw_group_block_rank(cluster), next = (rank + 1) % (int)lw_group_num_blocks(cluster);
    int me = (int)threadIdx.x, wrong = 0;
    int *theirs = lw_group_map_shared_rank(cluster, board, next);
    wrong += lw_group_query_shared_rank(cluster, theirs) != (unsigned)next;
    wrong += lw_group_query_shared_rank(cluster, board) != (unsigned)rank;
    for (int round = 0; round < rounds; round++) {
        board[me] = 1000 * round + 100 * rank + me;
        if (round % 2) {
            lw_group_sync(cluster);
        } else {
            lw_arrival_token arrived = lw_group_barrier_arrive(cluster);
            lw_group_barrier_wait(cluster, arrived);
        }
        wrong += theirs[63 - me] != 1000 * round + 100 * next + 63 - me;
        lw_group_sync(cluster);
    }
    atomicAdd(&errors[blockIdx.x], wrong);
}
