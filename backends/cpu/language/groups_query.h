/* Queries of groups: ranks, sizes, indices; and the groups that a launch makes. */
#ifndef LW_CPU_GROUPS_QUERY_H
#define LW_CPU_GROUPS_QUERY_H

#include "cluster.h"
#include "groups_types.h"
#include "index.h"
#include "vector_types.h"

/* ---- sizes and indices of the launch; cluster.h has the cluster's ---- */
LW_CPU_INLINE unsigned lw_cpu_block_size(void)
{
    return LW_CPU_BLOCK_DIM(x) * LW_CPU_BLOCK_DIM(y) * LW_CPU_BLOCK_DIM(z);
}

LW_CPU_INLINE unsigned long long lw_cpu_grid_size(void)
{
    return (unsigned long long)LW_CPU_GRID_DIM(x) * (LW_CPU_GRID_DIM(y) * LW_CPU_GRID_DIM(z));
}

LW_CPU_INLINE unsigned long long lw_cpu_grid_block_rank(void)
{
    return LW_CPU_BLOCK_AT(x) +
           LW_CPU_GRID_DIM(x) * (LW_CPU_BLOCK_AT(y) + (unsigned long long)LW_CPU_GRID_DIM(y) * LW_CPU_BLOCK_AT(z));
}

LW_CPU_INLINE unsigned long long lw_cpu_grid_cluster_count(void)
{
    dim3 of = lw_cpu_cluster_grid();
    return of.x * of.y * of.z;
}

LW_CPU_INLINE unsigned long long lw_cpu_grid_cluster_rank(void)
{
    dim3 at = lw_cpu_cluster_index(), of = lw_cpu_cluster_grid();
    return at.x + of.x * (at.y + (unsigned long long)of.y * at.z);
}

LW_CPU_INLINE dim3 lw_cpu_grid_block_index(void)
{
    dim3 index = {LW_CPU_BLOCK_AT(x), LW_CPU_BLOCK_AT(y), LW_CPU_BLOCK_AT(z)};
    return index;
}

LW_CPU_INLINE int lw_cpu_grid_is_valid(void)
{
    return LW_CPU_COOPERATIVE != 0;
}

/* Calls the function for the group's type; other types do not compile. */
#define LW_CPU_OF(group, ...) ((void)(group), _Generic((group), __VA_ARGS__)())
#define lw_group_num_blocks(group)                                                                                     \
    LW_CPU_OF(group, lw_grid_group : lw_cpu_grid_size, lw_cluster_group : lw_cpu_cluster_size)
#define lw_group_block_rank(group)                                                                                     \
    LW_CPU_OF(group, lw_grid_group : lw_cpu_grid_block_rank, lw_cluster_group : lw_cpu_cluster_block_rank)
#define lw_group_block_index(group)                                                                                    \
    LW_CPU_OF(group, lw_grid_group : lw_cpu_grid_block_index, lw_cluster_group : lw_cpu_cluster_block_index)
#define lw_group_dim_blocks(group)                                                                                     \
    LW_CPU_OF(group, lw_grid_group : lw_cpu_grid_shape, lw_cluster_group : lw_cpu_cluster_dim)
#define lw_group_num_clusters(group) LW_CPU_OF(group, lw_grid_group : lw_cpu_grid_cluster_count)
#define lw_group_cluster_rank(group) LW_CPU_OF(group, lw_grid_group : lw_cpu_grid_cluster_rank)
#define lw_group_cluster_index(group) LW_CPU_OF(group, lw_grid_group : lw_cpu_cluster_index)
#define lw_group_dim_clusters(group) LW_CPU_OF(group, lw_grid_group : lw_cpu_cluster_grid)
#define lw_group_group_index(group) LW_CPU_OF(group, lw_thread_block : lw_cpu_grid_block_index)
#define lw_group_group_dim(group)                                                                                      \
    LW_CPU_OF(group, lw_thread_block : lw_cpu_block_shape, lw_grid_group : lw_cpu_grid_shape)
#define lw_group_is_valid(group) LW_CPU_OF(group, lw_grid_group : lw_cpu_grid_is_valid)

/* ---- shapes and indices in threads: of `blocks`, and of the caller when its block is at `at` ---- */
LW_CPU_INLINE dim3 lw_cpu_in_threads(dim3 blocks)
{
    dim3 threads = {blocks.x * LW_CPU_BLOCK_DIM(x), blocks.y * LW_CPU_BLOCK_DIM(y), blocks.z * LW_CPU_BLOCK_DIM(z)};
    return threads;
}

LW_CPU_INLINE dim3 lw_cpu_thread_in_blocks(dim3 at)
{
    dim3 thread = lw_cpu_in_threads(at);
    thread.x += LW_CPU_THREAD(x);
    thread.y += LW_CPU_THREAD(y);
    thread.z += LW_CPU_THREAD(z);
    return thread;
}

LW_CPU_INLINE dim3 lw_cpu_one_block(void)
{
    dim3 one = {1, 1, 1};
    return one;
}

LW_CPU_INLINE dim3 lw_cpu_first_block(void)
{
    dim3 first = {0, 0, 0};
    return first;
}

#define lw_group_dim_threads(group)                                                                                    \
    lw_cpu_in_threads(LW_CPU_OF(group, lw_thread_block : lw_cpu_one_block, lw_grid_group : lw_cpu_grid_shape,          \
                                lw_cluster_group : lw_cpu_cluster_dim))
#define lw_group_thread_index(group)                                                                                   \
    lw_cpu_thread_in_blocks(LW_CPU_OF(group, lw_thread_block : lw_cpu_first_block,                                     \
                                      lw_grid_group : lw_cpu_grid_block_index,                                         \
                                      lw_cluster_group : lw_cpu_cluster_block_index))

/* ---- ranks and sizes: unsigned, or unsigned long long if the group may be a grid ---- */
LW_CPU_INLINE unsigned long long lw_cpu_group_wide_rank(lw_cpu_group group)
{
    return group.kind == LW_CPU_GRID ? lw_cpu_grid_block_rank() * lw_cpu_block_size() + LW_CPU_RANK : group.rank;
}

LW_CPU_INLINE unsigned long long lw_cpu_group_wide_size(lw_cpu_group group)
{
    return group.kind == LW_CPU_GRID ? lw_cpu_grid_size() * lw_cpu_block_size() : group.size;
}

LW_CPU_INLINE unsigned lw_cpu_group_rank(lw_cpu_group group)
{
    return group.rank;
}

LW_CPU_INLINE unsigned lw_cpu_group_size(lw_cpu_group group)
{
    return group.size;
}

#define lw_group_thread_rank(group)                                                                                    \
    _Generic((group),                                                                                                  \
        lw_grid_group: lw_cpu_group_wide_rank,                                                                         \
        lw_thread_group: lw_cpu_group_wide_rank,                                                                       \
        default: lw_cpu_group_rank)((group).it)
#define lw_group_num_threads(group)                                                                                    \
    _Generic((group),                                                                                                  \
        lw_grid_group: lw_cpu_group_wide_size,                                                                         \
        lw_thread_group: lw_cpu_group_wide_size,                                                                       \
        default: lw_cpu_group_size)((group).it)
#define lw_group_size(group) lw_group_num_threads(group)

#define LW_CPU_META(group, name, member)                                                                               \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES(group, name);                                                                               \
        (group).it.member;                                                                                             \
    })
#define lw_group_meta_group_rank(group) LW_CPU_META(group, "lw_group_meta_group_rank", meta_rank)
#define lw_group_meta_group_size(group) LW_CPU_META(group, "lw_group_meta_group_size", meta_size)

/* ---- the groups that a launch makes ---- */
LW_CPU_INLINE lw_thread_block lw_this_thread_block(void)
{
    lw_thread_block block = {{LW_CPU_BLOCK, 0, LW_CPU_RANK, lw_cpu_block_size(), 0, 1}};
    return block;
}

#define lw_this_thread_block_with(memory) ((void)*(memory), lw_this_thread_block())

LW_CPU_INLINE lw_grid_group lw_this_grid(void)
{
    lw_grid_group grid = {{LW_CPU_GRID, 0, 0, 0, 0, 1}};
    return grid;
}

LW_CPU_INLINE lw_cluster_group lw_this_cluster(void)
{
    lw_cluster_group cluster = {{LW_CPU_CLUSTER, 0, 0, 0, 0, 1}};
    cluster.it.rank = lw_cpu_cluster_block_rank() * lw_cpu_block_size() + LW_CPU_RANK;
    cluster.it.size = lw_cpu_cluster_size() * lw_cpu_block_size();
    return cluster;
}

/* As in CUDA, any group except a tile of more than 32 threads. */
#define lw_thread_group_of(group)                                                                                      \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(!LW_CPU_IS_LARGE(group), "a tile of more than 32 threads is no thread_group");        \
        lw_thread_group lw__group = {(group).it};                                                                      \
        lw__group;                                                                                                     \
    })

#endif
