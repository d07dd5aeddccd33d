/* Clusters: blocks that are resident together and can access each other's shared memory. In a launch without clusters
 * each block is its own cluster. On a GPU they need compute capability 9.0. */
#ifndef LW_CPU_CLUSTER_H
#define LW_CPU_CLUSTER_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"
#include "vector_types.h"

/* A cluster's shape and size in blocks; 1 if the launch or the kernel specifies clusters. */
#define __clusterDim() lw_cpu_cluster_dim()
#define __clusterSizeInBlocks() lw_cpu_cluster_size()
#define __clusterDimIsSpecified() lw_cpu_cluster_is_specified()

/* The block's index and rank in its cluster (x fastest); the cluster's index in the grid; the grid's shape in
 * clusters. */
#define __clusterRelativeBlockIdx() lw_cpu_cluster_block_index()
#define __clusterRelativeBlockRank() lw_cpu_cluster_block_rank()
#define __clusterIdx() lw_cpu_cluster_index()
#define __clusterGridDimInClusters() lw_cpu_cluster_grid()

/* Every thread of the cluster arrives, then waits. Writes before the arrival are visible after the wait. */
#define __cluster_barrier_arrive() emu_cluster_arrive(LW_CPU_SITE("__cluster_barrier_arrive"))
#define __cluster_barrier_arrive_relaxed() emu_cluster_arrive(LW_CPU_SITE("__cluster_barrier_arrive_relaxed"))
#define __cluster_barrier_wait() emu_cluster_wait(LW_CPU_SITE("__cluster_barrier_wait"))

/* The address in block `rank`'s shared memory that corresponds to the caller's `pointer`; the rank of an address's
 * block. */
#define __cluster_map_shared_rank(pointer, rank)                                                                       \
    emu_map_shared_rank(pointer, rank, LW_CPU_SITE("__cluster_map_shared_rank"))
#define __cluster_query_shared_rank(pointer) emu_query_shared_rank(pointer)

LW_CPU_INLINE dim3 lw_cpu_cluster_dim(void)
{
    dim3 dim = {LW_CPU_CLUSTER_DIM(x), LW_CPU_CLUSTER_DIM(y), LW_CPU_CLUSTER_DIM(z)};
    return dim;
}

LW_CPU_INLINE unsigned lw_cpu_cluster_size(void)
{
    return LW_CPU_CLUSTER_DIM(x) * LW_CPU_CLUSTER_DIM(y) * LW_CPU_CLUSTER_DIM(z);
}

LW_CPU_INLINE unsigned lw_cpu_cluster_is_specified(void)
{
    return LW_CPU_CLUSTERED != 0;
}

LW_CPU_INLINE dim3 lw_cpu_cluster_block_index(void)
{
    dim3 index = {LW_CPU_BLOCK_AT(x) % LW_CPU_CLUSTER_DIM(x), LW_CPU_BLOCK_AT(y) % LW_CPU_CLUSTER_DIM(y),
                  LW_CPU_BLOCK_AT(z) % LW_CPU_CLUSTER_DIM(z)};
    return index;
}

LW_CPU_INLINE unsigned lw_cpu_cluster_block_rank(void)
{
    dim3 index = lw_cpu_cluster_block_index();
    return index.x + LW_CPU_CLUSTER_DIM(x) * (index.y + LW_CPU_CLUSTER_DIM(y) * index.z);
}

LW_CPU_INLINE dim3 lw_cpu_cluster_index(void)
{
    dim3 index = {LW_CPU_BLOCK_AT(x) / LW_CPU_CLUSTER_DIM(x), LW_CPU_BLOCK_AT(y) / LW_CPU_CLUSTER_DIM(y),
                  LW_CPU_BLOCK_AT(z) / LW_CPU_CLUSTER_DIM(z)};
    return index;
}

LW_CPU_INLINE dim3 lw_cpu_cluster_grid(void)
{
    dim3 dim = {LW_CPU_GRID_DIM(x) / LW_CPU_CLUSTER_DIM(x), LW_CPU_GRID_DIM(y) / LW_CPU_CLUSTER_DIM(y),
                LW_CPU_GRID_DIM(z) / LW_CPU_CLUSTER_DIM(z)};
    return dim;
}

#endif
