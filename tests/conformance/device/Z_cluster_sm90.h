/* Kernels of tests/conformance/Z_cluster.c. Blocks have 64 threads unless stated. */
#ifndef Z_CLUSTER_SM90_H
#define Z_CLUSTER_SM90_H

#include <lanewise/launch.h>

enum { Z_LANES = 64, Z_BINS = 64 };

/* A block's view of clusters. */
typedef struct z_place {
    unsigned specified, size, dim[3], rank, block_in_cluster[3], index[3], grid[3];
} z_place;

LW_DECLARE_KERNEL(z_places, (z_place *, out));
/* The same kernel with LW_CLUSTER_DIMS(2, 1, 1). */
LW_DECLARE_KERNEL(z_places_of_two, (z_place *, out));

/* Each block puts its number into shared memory; out[block * size + rank] is the number it reads from block `rank`. */
LW_DECLARE_KERNEL(z_read_all, (unsigned *, out));
/* Ranks of addresses: out[block * size + rank] of the address mapped to `rank`. */
LW_DECLARE_KERNEL(z_query, (unsigned *, out));

/* Every thread of the cluster adds 1 to a counter in each block's shared memory: out[block]. */
LW_DECLARE_KERNEL(z_add_everywhere, (unsigned *, out));

/* Arrive, independent work, wait: out[thread of the grid] is the value that the neighbouring block's thread wrote
 * before. The salt distinguishes launches. */
LW_DECLARE_KERNEL(z_split_barrier, (unsigned, salt), (unsigned *, out));
/* In each round one thread of the cluster, another each time, arrives late at the barrier: *wrong counts the threads
 * that pass before it has written. */
LW_DECLARE_KERNEL(z_late_lane, (unsigned, rounds), (unsigned, salt), (unsigned *, wrong));
/* Threads with an odd rank return before the barrier: the others pass all the same. out[block]: threads that
 * arrived. */
LW_DECLARE_KERNEL(z_exited_lanes, (unsigned *, out));
/* A token goes around the blocks `rounds` times, a barrier a step: out[block]. */
LW_DECLARE_KERNEL(z_ring, (int, rounds), (unsigned *, out));

/* Histogram of in[i] % (size * Z_BINS): each block of a cluster holds Z_BINS bins in its dynamic shared memory. */
LW_DECLARE_KERNEL(z_histogram, (const unsigned *, in), (int, n), (unsigned *, bins));

/* Each thread, `rounds` times: words[0] and *number + 1, words[1] the greatest value that words[0] had. */
LW_DECLARE_KERNEL(z_add_to_global, (int, rounds), (unsigned *, words), (float *, number));

/* The launch as seen: the block's number times 100, plus the last byte of dynamic shared memory. */
LW_DECLARE_KERNEL(z_dynamic, (int, bytes), (unsigned char *, out));

/* Faults: an address of a missing block, arriving twice, waiting without arriving, threads that never arrive. */
LW_DECLARE_KERNEL(z_bad_rank, (unsigned *, out));
LW_DECLARE_KERNEL(z_bad_address, (unsigned *, out));
LW_DECLARE_KERNEL(z_arrives_twice, (unsigned *, out));
LW_DECLARE_KERNEL(z_waits_first, (unsigned *, out));
LW_DECLARE_KERNEL(z_never_comes, (unsigned *, out));

#endif
