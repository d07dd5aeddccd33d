/* Coalesced groups and partitions; out[] by rank in the block. */
#ifndef M_PARTITION_H
#define M_PARTITION_H

#include <lanewise/launch.h>

/* What a lane sees of a coalesced group. */
typedef struct m_part {
    unsigned rank, size, meta_rank, meta_size;
    int first, fourth, up, down; /* lanes: of rank 0, of rank 3 % size, of the rank lower by 1 and higher by 2 */
    int any, all, equal, unequal;
    unsigned ballot, match_any, match_all, match_none;
} m_part;

/* Parts of the tiles of 16 in a warp, by lane % labels; then, of those, by a predicate: lane < 16. */
LW_DECLARE_KERNEL(m_labeled, (int, labels), (m_part *, out), (m_part *, split));
/* The same with labels of other types: 64-bit integers that differ in the high half alone, pointers, and a comparison,
 * which is an int: the part of the first lane comes first. */
LW_DECLARE_KERNEL(m_labels, (m_part *, wide), (m_part *, pointers), (m_part *, comparison));
/* Parts of a warp by whether `mask` has the lane. */
LW_DECLARE_KERNEL(m_binary, (unsigned, mask), (m_part *, out));

/* The lanes active in a branch, one lane in three of those that exist. */
LW_DECLARE_KERNEL(m_active, (m_part *, out));
/* The even lanes each take a number from a counter, one addition a group; out[lane] is what it took. */
LW_DECLARE_KERNEL(m_aggregate, (unsigned *, counter), (unsigned *, out));

#endif
