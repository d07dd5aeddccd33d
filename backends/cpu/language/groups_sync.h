/* A group's barrier, also split into arrive and wait; and the cluster's shared memory. */
#ifndef LW_CPU_GROUPS_SYNC_H
#define LW_CPU_GROUPS_SYNC_H

#include "groups_types.h"

LW_CPU_INLINE void lw_cpu_group_sync(lw_cpu_group group, const emu_site *site)
{
    switch (group.kind) {
    case LW_CPU_BLOCK: emu_barrier_sync(0, site); break;
    case LW_CPU_GRID: emu_grid_sync(site); break;
    case LW_CPU_CLUSTER:
        emu_cluster_arrive(site);
        emu_cluster_wait(site);
        break;
    default:
        if (group.size > 32)
            emu_tile_sync(group.size, site);
        else
            emu_syncwarp(group.mask, site);
    }
}

#define lw_group_sync(group) lw_cpu_group_sync((group).it, LW_CPU_SITE("lw_group_sync"))

/* For a block, arriving does nothing, as in CUDA. */
LW_CPU_INLINE lw_arrival_token lw_cpu_group_arrive(lw_cpu_group group, const emu_site *site)
{
    lw_arrival_token token = {0};
    if (group.kind == LW_CPU_GRID)
        token.word = emu_grid_arrive(site);
    else if (group.kind == LW_CPU_CLUSTER)
        emu_cluster_arrive(site);
    return token;
}

LW_CPU_INLINE void lw_cpu_group_wait(lw_cpu_group group, lw_arrival_token token, const emu_site *site)
{
    if (group.kind == LW_CPU_GRID)
        emu_grid_wait(token.word, site);
    else if (group.kind == LW_CPU_CLUSTER)
        emu_cluster_wait(site);
    else
        emu_barrier_sync(0, site);
}

#define LW_CPU_TAKES_BARRIERS(group, name)                                                                             \
    LW_CPU_EXPRESSION_ASSERT(_Generic((group), lw_thread_block: 1, lw_grid_group: 1, lw_cluster_group: 1, default: 0), \
                             name " takes a thread block, a grid or a cluster")
#define lw_group_barrier_arrive(group)                                                                                 \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_BARRIERS(group, "lw_group_barrier_arrive");                                                       \
        lw_cpu_group_arrive((group).it, LW_CPU_SITE("lw_group_barrier_arrive"));                                       \
    })
#define lw_group_barrier_wait(group, token)                                                                            \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_BARRIERS(group, "lw_group_barrier_wait");                                                         \
        lw_cpu_group_wait((group).it, token, LW_CPU_SITE("lw_group_barrier_wait"));                                    \
    })

LW_CPU_INLINE void *lw_cpu_map_shared_rank(lw_cpu_group cluster, const void *pointer, int rank, const emu_site *site)
{
    (void)cluster;
    return emu_map_shared_rank(pointer, (unsigned)rank, site);
}

LW_CPU_INLINE unsigned lw_cpu_query_shared_rank(lw_cpu_group cluster, const void *pointer)
{
    (void)cluster;
    return emu_query_shared_rank(pointer);
}

#define lw_group_map_shared_rank(group, pointer, rank)                                                                 \
    ((LW_CPU_PLAIN_TYPE(pointer)) _Generic((group), lw_cluster_group: lw_cpu_map_shared_rank)(                         \
        (group).it, pointer, rank, LW_CPU_SITE("lw_group_map_shared_rank")))
#define lw_group_query_shared_rank(group, pointer)                                                                     \
    _Generic((group), lw_cluster_group: lw_cpu_query_shared_rank)((group).it, pointer)

#endif
