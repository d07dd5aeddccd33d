/* Cooperative groups for CUDA: names for CUDA's own types, and inline functions that call their members. */
#ifndef LW_CUDA_GROUPS_H
#define LW_CUDA_GROUPS_H

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "groups_collective.h"
#include "groups_member.h"

typedef cooperative_groups::thread_group lw_thread_group;
typedef cooperative_groups::thread_block lw_thread_block;
typedef cooperative_groups::grid_group lw_grid_group;
typedef cooperative_groups::coalesced_group lw_coalesced_group;
#if defined(_CG_HAS_CLUSTER_GROUP) /* code for 9.0 and later */
typedef cooperative_groups::cluster_group lw_cluster_group;
#define lw_this_cluster() (cooperative_groups::this_cluster())
#endif
#define lw_tile(size) cooperative_groups::thread_block_tile<(size)>
#define lw_block_tile_memory(threads) cooperative_groups::block_tile_memory<(threads)>

/* ---- making groups ---- */
#define lw_this_thread_block() (cooperative_groups::this_thread_block())
#define lw_this_thread_block_with(memory) (cooperative_groups::this_thread_block(*(memory)))
#define lw_this_grid() (cooperative_groups::this_grid())
#define lw_coalesced_threads() (cooperative_groups::coalesced_threads())
#define lw_this_thread() (cooperative_groups::this_thread())
#define lw_tiled_partition(size, parent)                                                                               \
    (cooperative_groups::thread_block_tile<(size)>(cooperative_groups::tiled_partition<(size)>(parent)))
#define lw_dynamic_tiled_partition(parent, size) (cooperative_groups::tiled_partition(parent, size))
#define lw_binary_partition(group, predicate) (cooperative_groups::binary_partition(group, predicate))
/* `+`: CUDA takes a bool for a predicate, and in C a comparison is an int. */
#define lw_labeled_partition(group, label) (cooperative_groups::labeled_partition(group, +(label)))

template <class G> __device__ __forceinline__ lw_thread_group lw_thread_group_of(const G &group)
{
    return group;
}

#endif
