/* Blocks and barriers. */
#ifndef M_BLOCK_H
#define M_BLOCK_H

#include <lanewise/launch.h>

typedef struct m_index {
    unsigned x, y, z;
} m_index;

/* What each thread of each block sees of its block; out[] by block, then by rank. */
typedef struct m_block {
    unsigned rank, count, size;
    m_index group, thread, lanes, group_lanes;
} m_block;
LW_DECLARE_KERNEL(m_block_place, (m_block *, out));

/* Groups made at the start, handed to functions, and used in branches that whole groups take; errors[rank]. */
LW_DECLARE_KERNEL(m_values, (int *, errors));

/* Values pass from thread to thread of groups of all kinds, with only the group's barrier between. Blocks of 128;
 * errors[rank]. */
LW_DECLARE_KERNEL(m_sync_all, (int *, errors));

/* The halves of each warp reach the block's barrier from two places; errors[rank]. Blocks of at most 256. */
LW_DECLARE_KERNEL(m_sync_places, (int *, errors));

/* The block's barrier in two halves; errors[rank]. Blocks of at most 256. */
LW_DECLARE_KERNEL(m_block_halves, (int *, errors));

/* One thread acts for its group, of a block, tiles of 64 and of 8, odd and even lanes of these: counts[] of calls;
 * then the last three with a result, 100 + the group's number, for all: errors[rank]. One block of 128. */
LW_DECLARE_KERNEL(m_invoke, (int *, counts), (int *, errors));

/* ---- misuse ---- */
/* Lane 5 skips its tile's reduction and goes to the block's barrier. */
LW_DECLARE_KERNEL(m_skip, (int *, out));
int m_skip_line(void);
int m_skip_other_line(void);
/* A tile of 64 in a block that ends inside one. */
LW_DECLARE_KERNEL(m_uneven, (int *, out));
/* Outside the group: rank 9 of a coalesced group of 4. */
LW_DECLARE_KERNEL(m_no_such_rank, (int *, out));
/* Tiles of `size`, as an argument. */
LW_DECLARE_KERNEL(m_bad_size, (unsigned, size), (int *, out));
int m_bad_size_line(void);

#endif
