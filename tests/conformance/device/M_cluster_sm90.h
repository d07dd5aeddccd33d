/* The cluster as a group. */
#ifndef M_CLUSTER_H
#define M_CLUSTER_H

#include <lanewise/launch.h>

typedef struct m_cluster {
    unsigned rank, count, size, block_rank, blocks;
    unsigned block[3], dim[3], thread[3], lanes[3];
    unsigned long long cluster_rank, clusters; /* of the grid */
    unsigned cluster[3], grid_dim[3];
} m_cluster;
/* What each thread sees; out[] by the thread's rank in the grid. */
LW_DECLARE_KERNEL(m_cluster_place, (m_cluster *, out));

/* Each block of the cluster reads the next one's shared memory, `rounds` times, with the cluster's barrier between,
 * whole and in halves; errors[block]. */
LW_DECLARE_KERNEL(m_cluster_ring, (int, rounds), (int *, errors));

#endif
