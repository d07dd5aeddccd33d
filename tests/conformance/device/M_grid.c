#include <lanewise/groups.h>

#include "../../line_above.h"
#include "M_grid.h"
#include <tests/harness/place.h>

LW_KERNEL(m_grid_place, (m_grid *, out))
{
    lw_grid_group grid = lw_this_grid();
    m_grid *mine = &out[lw_group_thread_rank(grid)];
    mine->valid = lw_group_is_valid(grid);
    mine->rank = lw_group_thread_rank(grid);
    mine->count = lw_group_num_threads(grid);
    mine->size = lw_group_size(grid);
    mine->block_rank = lw_group_block_rank(grid);
    mine->blocks = lw_group_num_blocks(grid);
    store3(mine->block, lw_group_block_index(grid));
    store3(mine->dim, lw_group_dim_blocks(grid));
    store3(mine->group_dim, lw_group_group_dim(grid));
    store3(mine->thread, lw_group_thread_index(grid));
    store3(mine->lanes, lw_group_dim_threads(grid));
}

__device__ int wrong_cells(const int *cells, int round)
{
    int wrong = 0;
    for (int i = (int)threadIdx.x; i < (int)gridDim.x; i += (int)blockDim.x)
        wrong += __ldcg(&cells[i]) != 1000 * round + i;
    return wrong;
}

LW_KERNEL(m_grid_rounds, (int, rounds), (int *, cells), (int *, errors))
{
    lw_grid_group grid = lw_this_grid();
    int block = (int)lw_group_block_rank(grid), wrong = 0;
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x == 0)
            cells[block] = 1000 * round + block;
        lw_group_sync(grid);
        wrong += wrong_cells(cells, round);
        lw_group_sync(grid);
    }
    atomicAdd(&errors[block], wrong);
}

LW_KERNEL(m_grid_halves, (int, rounds), (int *, cells), (int *, flags), (int *, errors))
{
    lw_grid_group grid = lw_this_grid();
    int block = (int)lw_group_block_rank(grid), wrong = 0;
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x == 0)
            cells[block] = 1000 * round + block;
        lw_arrival_token arrived = lw_group_barrier_arrive(grid);
        if (block == 0 && threadIdx.x == 0)
            while (atomicAdd(flags, 0) != round + 1)
                __nanosleep(100);
        lw_group_barrier_wait(grid, arrived);
        wrong += wrong_cells(cells, round);
        if (block == 1 && threadIdx.x == 0)
            atomicAdd(flags, 1);
        lw_group_sync(grid);
    }
    atomicAdd(&errors[block], wrong);
}

LW_KERNEL(m_grid_early_exit, (int *, cells), (int *, out))
{
    if (threadIdx.x != 0)
        return;
    lw_grid_group grid = lw_this_grid();
    cells[blockIdx.x] = (int)blockIdx.x + 1;
    lw_group_sync(grid);
    int sum = 0;
    for (int i = 0; i < (int)gridDim.x; i++)
        sum += __ldcg(&cells[i]);
    out[blockIdx.x] = sum;
}

LW_KERNEL(m_grid_sync, (int *, out))
{
    lw_group_sync(lw_this_grid());
    *out = 1;
}
LINE_ABOVE(m_grid_sync_line, 3)

LW_KERNEL(m_grid_missing, (int *, out))
{
    if (blockIdx.x != gridDim.x - 1)
        lw_group_sync(lw_this_grid());
    atomicExch(out, 1);
}
