/* The grid as a group. */
#ifndef M_GRID_H
#define M_GRID_H

#include <lanewise/launch.h>

typedef struct m_grid {
    int valid;
    unsigned long long rank, count, size, block_rank, blocks;
    unsigned block[3], dim[3], group_dim[3], thread[3], lanes[3];
} m_grid;
/* What each thread sees; out[rank]. */
LW_DECLARE_KERNEL(m_grid_place, (m_grid *, out));

/* `rounds` times each block writes its cell and, after the grid's barrier, reads the others'; errors[block]. */
LW_DECLARE_KERNEL(m_grid_rounds, (int, rounds), (int *, cells), (int *, errors));

/* The barrier in two halves: block 0 arrives, and does not wait until another block that has waited sets the flag.
 * flags: one int, zero; errors[block]. At least 2 blocks. */
LW_DECLARE_KERNEL(m_grid_halves, (int, rounds), (int *, cells), (int *, flags), (int *, errors));

/* One thread a block takes part for it after the others have returned; out[block] is the sum of all blocks' numbers. */
LW_DECLARE_KERNEL(m_grid_early_exit, (int *, cells), (int *, out));

/* Only the barrier. */
LW_DECLARE_KERNEL(m_grid_sync, (int *, out));
int m_grid_sync_line(void);
/* The last block skips the barrier. */
LW_DECLARE_KERNEL(m_grid_missing, (int *, out));

#endif
