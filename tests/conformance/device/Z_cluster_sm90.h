/* Kernels of tests/conformance/Z_cluster.c. Blocks are 64 lanes unless said. */
#ifndef Z_CLUSTER_SM90_H
#define Z_CLUSTER_SM90_H

#include <lanewise/launch.h>

enum { Z_LANES = 64, Z_BINS = 64 };

/* What a block is told of clusters. */
typedef struct z_place {
    unsigned specified, size, dim[3], rank, block_in_cluster[3], index[3], grid[3];
} z_place;

LW_DECLARE_KERNEL(z_places, (z_place *, out));
/* The same kernel with LW_CLUSTER_DIMS(2, 1, 1). */
LW_DECLARE_KERNEL(z_places_of_two, (z_place *, out));

/* Each block puts its number into shared memory; out[block * size + rank] is what it reads of block `rank`. */
LW_DECLARE_KERNEL(z_read_all, (unsigned *, out));
/* Ranks of addresses: out[block * size + rank] of the address mapped to `rank`. */
LW_DECLARE_KERNEL(z_query, (unsigned *, out));

/* Every lane of the cluster adds 1 to a counter in each block's shared memory: out[block]. */
LW_DECLARE_KERNEL(z_add_everywhere, (unsigned *, out));

/* Arrive, independent work, wait: out[lane of the grid] is what the neighbouring block's lane wrote before. The salt makes
 * sure that it is of this launch. */
LW_DECLARE_KERNEL(z_split_barrier, (unsigned, salt), (unsigned *, out));
/* In each round one lane of the cluster, another each time, comes late to the barrier: *wrong counts the lanes that pass
 * before it has written. */
LW_DECLARE_KERNEL(z_late_lane, (unsigned, rounds), (unsigned, salt), (unsigned *, wrong));
/* Lanes with an odd rank leave before the barrier: the others meet all the same. out[block]: lanes that came. */
LW_DECLARE_KERNEL(z_exited_lanes, (unsigned *, out));
/* A token goes around the blocks `rounds` times, a barrier a step: out[block]. */
LW_DECLARE_KERNEL(z_ring, (int, rounds), (unsigned *, out));

/* Histogram of in[i] % (size * Z_BINS): each block of a cluster holds Z_BINS bins in its dynamic shared memory. */
LW_DECLARE_KERNEL(z_histogram, (const unsigned *, in), (int, n), (unsigned *, bins));

/* Each lane, `rounds` times: words[0] and *number + 1, words[1] the greatest value that words[0] had. */
LW_DECLARE_KERNEL(z_add_to_global, (int, rounds), (unsigned *, words), (float *, number));

/* As it was launched: the block's number times 100, the dynamic shared bytes' last one. */
LW_DECLARE_KERNEL(z_dynamic, (int, bytes), (unsigned char *, out));

/* Faults: an address of a block that is not there, arriving twice, waiting without arriving, lanes that never come. */
LW_DECLARE_KERNEL(z_bad_rank, (unsigned *, out));
LW_DECLARE_KERNEL(z_bad_address, (unsigned *, out));
LW_DECLARE_KERNEL(z_arrives_twice, (unsigned *, out));
LW_DECLARE_KERNEL(z_waits_first, (unsigned *, out));
LW_DECLARE_KERNEL(z_never_comes, (unsigned *, out));

#endif
