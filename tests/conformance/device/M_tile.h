/* What threads see of their tiles. Results are written at the thread's rank in the block. */
#ifndef M_TILE_H
#define M_TILE_H

#include <lanewise/launch.h>

/* Of tiles of a warp. */
typedef struct m_tile {
    unsigned rank, size, meta_rank, meta_size;
    int by_index, up, down, across; /* 1000 + the rank of another: see the kernel */
    int any, all;
    unsigned ballot, match_any, match_all, match_none;
    int all_match, none_match;
} m_tile;
LW_DECLARE_KERNEL(m_tile_1, (m_tile *, out));
LW_DECLARE_KERNEL(m_tile_2, (m_tile *, out));
LW_DECLARE_KERNEL(m_tile_4, (m_tile *, out));
LW_DECLARE_KERNEL(m_tile_8, (m_tile *, out));
LW_DECLARE_KERNEL(m_tile_16, (m_tile *, out));
LW_DECLARE_KERNEL(m_tile_32, (m_tile *, out));

/* Of tiles of several warps; in round i the thread with rank 7 * i % size broadcasts. Blocks of 512 threads. */
enum { M_LARGE_ROUNDS = 40 };
typedef struct m_large_tile {
    unsigned rank, size, meta_rank, meta_size;
    int wrong_shuffles, wrong_barriers, any, all;
} m_large_tile;
LW_DECLARE_KERNEL(m_tile_64, (m_large_tile *, out));
LW_DECLARE_KERNEL(m_tile_128, (m_large_tile *, out));
LW_DECLARE_KERNEL(m_tile_256, (m_large_tile *, out));
LW_DECLARE_KERNEL(m_tile_512, (m_large_tile *, out));

/* The lanes of `leaving` in each warp end first; the others vote in tiles of 8, and in coalesced groups of all of
 * them. Four results a lane: any and all of predicates that hold, the ballot of the tile, all of the group. */
LW_DECLARE_KERNEL(m_vote_of_ended, (unsigned, leaving), (unsigned *, out));

/* Values of 1, 3, 8, 12 and 32 bytes, each from the lane with the next rank of a tile of 8: errors. */
LW_DECLARE_KERNEL(m_payload, (int *, errors));

/* The caller alone. */
LW_DECLARE_KERNEL(m_this_thread, (m_tile *, out));

/* Tiles of tiles: of 4 in 16 in the block, and of 8 in 64 in the block: ranks and meta ranks, 8 numbers a thread. */
LW_DECLARE_KERNEL(m_nested, (unsigned *, out));

/* Tiles whose size, an argument, the compiler does not know: of the block, then of half as many of those. 5 numbers
 * a thread: ranks and sizes, and a sum over the first ones' threads through shared memory. */
LW_DECLARE_KERNEL(m_dynamic, (unsigned, size), (unsigned *, out));
/* Of the odd lanes of a warp: rank, size, meta rank and meta size. */
LW_DECLARE_KERNEL(m_dynamic_coalesced, (unsigned, size), (unsigned *, out));

#endif
