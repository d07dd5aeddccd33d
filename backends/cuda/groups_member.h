/* The members of CUDA's groups as functions: lw_group_NAME(group, ...) is group.NAME(...). */
#ifndef LW_CUDA_GROUPS_MEMBER_H
#define LW_CUDA_GROUPS_MEMBER_H

#include <cooperative_groups.h>

#define LW_CUDA_MEMBER(name)                                                                                           \
    template <class G> __device__ __forceinline__ auto lw_group_##name(const G &group)->decltype(group.name())         \
    {                                                                                                                  \
        return group.name();                                                                                           \
    }
LW_CUDA_MEMBER(sync)
LW_CUDA_MEMBER(thread_rank)
LW_CUDA_MEMBER(num_threads)
LW_CUDA_MEMBER(size)
LW_CUDA_MEMBER(meta_group_rank)
LW_CUDA_MEMBER(meta_group_size)
LW_CUDA_MEMBER(group_index)
LW_CUDA_MEMBER(group_dim)
LW_CUDA_MEMBER(thread_index)
LW_CUDA_MEMBER(dim_threads)
LW_CUDA_MEMBER(is_valid)
LW_CUDA_MEMBER(block_index)
LW_CUDA_MEMBER(block_rank)
LW_CUDA_MEMBER(dim_blocks)
LW_CUDA_MEMBER(num_blocks)
LW_CUDA_MEMBER(cluster_index)
LW_CUDA_MEMBER(cluster_rank)
LW_CUDA_MEMBER(dim_clusters)
LW_CUDA_MEMBER(num_clusters)
#undef LW_CUDA_MEMBER

/* CUDA declares the member num_threads() here, and does not define it. */
__device__ __forceinline__ unsigned long long lw_group_num_threads(const cooperative_groups::thread_group &group)
{
    return group.size();
}

/* One type for all groups' tokens; a grid's is a number, the others' are empty. */
struct lw_arrival_token {
    unsigned word;
};
__device__ __forceinline__ lw_arrival_token lw_group_barrier_arrive(const cooperative_groups::grid_group &grid)
{
    return {grid.barrier_arrive()};
}
__device__ __forceinline__ void lw_group_barrier_wait(const cooperative_groups::grid_group &grid,
                                                      lw_arrival_token token)
{
    unsigned word = token.word;
    grid.barrier_wait(static_cast<unsigned &&>(word));
}
template <class G>
__device__ __forceinline__ auto lw_group_barrier_arrive(const G &group)
    -> decltype((void)group.barrier_arrive(), lw_arrival_token())
{
    (void)group.barrier_arrive();
    return {0};
}
template <class G>
__device__ __forceinline__ auto lw_group_barrier_wait(const G &group, lw_arrival_token)
    -> decltype(group.barrier_wait(typename G::arrival_token()))
{
    return group.barrier_wait(typename G::arrival_token());
}

template <class G, class T>
__device__ __forceinline__ auto lw_group_map_shared_rank(const G &cluster, T *pointer, int rank)
    -> decltype(cluster.map_shared_rank(pointer, rank))
{
    return cluster.map_shared_rank(pointer, rank);
}
template <class G>
__device__ __forceinline__ auto lw_group_query_shared_rank(const G &cluster, const void *pointer)
    -> decltype(cluster.query_shared_rank(pointer))
{
    return cluster.query_shared_rank(pointer);
}

#endif
