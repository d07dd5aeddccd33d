/* Kernels of cooperative groups in the kernel language; sass_groups_hand.h has the same by hand. */
#include <lanewise/groups.h>

__device__ float larger(float a, float b)
{
    return a > b ? a : b;
}
__device__ int take(int *counter, int n)
{
    return atomicAdd(counter, n);
}
typedef struct twelve {
    int word[3];
} twelve;

#ifdef SASS_group_tile
LW_KERNEL(kernel, (const float *, in), (float *, out), (unsigned *, bits))
{
    lw_thread_block block = lw_this_thread_block();
    lw_tile(16) tile = lw_tiled_partition(16, block);
    lw_tile(4) four = lw_tiled_partition(4, tile);
    unsigned me = lw_group_thread_rank(block);
    float v = in[me];
    int equal;
    v += lw_group_shfl_down(tile, v, 4) + lw_group_shfl_up(tile, v, 3) + lw_group_shfl_xor(tile, v, 1);
    v += lw_group_shfl(four, v, (int)in[0]);
    out[me] = lw_group_reduce(tile, v, lw_plus) + lw_group_reduce(tile, v, larger) + lw_group_reduce(four, v, lw_less);
    lw_group_sync(tile);
    out[me + 1024] += lw_group_inclusive_scan(tile, v, lw_plus) + lw_group_exclusive_scan(tile, v, larger);
    bits[me] = lw_group_ballot(tile, v > 1) + lw_group_match_any(tile, me / 3) + lw_group_match_all(four, v, &equal) +
               lw_group_any(four, v > 2) + lw_group_all(tile, v > 3) + lw_group_meta_group_rank(tile) +
               lw_group_meta_group_size(four) + lw_group_size(tile) + lw_group_num_threads(four) +
               lw_group_reduce(tile, me, lw_bit_xor) + lw_group_exclusive_scan(four, me);
    bits[me] += equal;
    lw_tile(1) alone = lw_this_thread();
    bits[me + 1024] = lw_group_thread_rank(alone);
}
#endif

#ifdef SASS_group_lanes
LW_KERNEL(kernel, (const float *, in), (float *, out), (unsigned *, bits), (int *, counter))
{
    unsigned me = threadIdx.x;
    lw_tile(32) warp = lw_tiled_partition(32, lw_this_thread_block());
    lw_coalesced_group part = lw_labeled_partition(warp, me % 3), half = lw_binary_partition(part, in[me] > 0);
    float v = in[me];
    v += lw_group_shfl(part, v, 2) + lw_group_shfl_up(part, v, 1) + lw_group_shfl_down(half, v, 1);
    out[me] = lw_group_reduce(part, v, lw_plus) + lw_group_reduce(half, v, larger);
    out[me + 1024] = lw_group_inclusive_scan(part, v) + lw_group_exclusive_scan(half, v, lw_greater);
    if (v > 3) {
        lw_coalesced_group active = lw_coalesced_threads(), four = lw_dynamic_tiled_partition(active, 4);
        bits[me] = lw_group_ballot(active, v > 4) + lw_group_match_any(four, me) + lw_group_meta_group_rank(four);
        bits[me] += (unsigned)lw_group_invoke_one_broadcast(active, take, counter, 5);
        lw_group_sync(active);
    }
    twelve words = {{(int)me, 1, 2}};
    words = lw_group_shfl(warp, words, (int)me % 7);
    bits[me + 1024] = (unsigned)(words.word[0] + words.word[1] * words.word[2]);
    lw_group_invoke_one(warp, take, counter, 1);
}
#endif

#ifdef SASS_group_large
LW_KERNEL(kernel, (const float *, in), (float *, out))
{
    LW_SHARED(lw_block_tile_memory(512), memory);
    lw_thread_block block = lw_this_thread_block_with(memory);
    lw_tile(128) tile = lw_tiled_partition(128, block);
    unsigned me = threadIdx.x;
    float v = in[me];
    v += lw_group_shfl(tile, v, 77);
    out[me] = lw_group_reduce(tile, v, lw_plus) + lw_group_exclusive_scan(tile, v, lw_plus);
    lw_group_sync(tile);
    out[me + 1024] =
        lw_group_any(tile, v > 1) + lw_group_all(tile, v > 2) + out[me ^ 64] + lw_group_inclusive_scan(tile, v, larger);
}
#endif

#ifdef SASS_group_block
LW_KERNEL(kernel, (const int *, in), (int *, out), (unsigned, size))
{
    LW_SHARED(int, shared, [2][256]);
    lw_thread_block block = lw_this_thread_block();
    unsigned me = lw_group_thread_rank(block);
    lw_group_memcpy_async(block, shared[0], in, sizeof(int) * 256);
    lw_group_memcpy_async(block, shared[1], 256, in + 256, size);
    lw_group_wait_prior(block, 1);
    out[me] = shared[0][me ^ 1];
    lw_group_wait(block);
    out[me + 256] = shared[1][me ^ 1];
    lw_arrival_token arrived = lw_group_barrier_arrive(block);
    dim3 at = lw_group_thread_index(block), of = lw_group_dim_threads(block), which = lw_group_group_index(block);
    out[me + 512] = (int)(at.x + of.y + which.z + lw_group_group_dim(block).x);
    lw_group_barrier_wait(block, arrived);
    lw_thread_group some = lw_dynamic_tiled_partition(block, size);
    out[me + 768] = (int)(lw_group_thread_rank(some) + lw_group_num_threads(some));
    lw_group_sync(some);
    out[me + 1024] = out[me ^ 1];
    lw_group_sync(lw_thread_group_of(block));
}
#endif

#ifdef SASS_group_grid
LW_KERNEL(kernel, (unsigned long long *, out))
{
    lw_grid_group grid = lw_this_grid();
    unsigned long long me = lw_group_thread_rank(grid), count = lw_group_num_threads(grid);
    out[me] = lw_group_is_valid(grid) + lw_group_block_rank(grid) + lw_group_num_blocks(grid);
    lw_group_sync(grid);
    out[me] += out[count - 1 - me] + lw_group_dim_blocks(grid).y + lw_group_block_index(grid).z;
    lw_arrival_token arrived = lw_group_barrier_arrive(grid);
    out[count + me] = lw_group_thread_index(grid).x + lw_group_dim_threads(grid).y + lw_group_dim_clusters(grid).x +
                      lw_group_cluster_rank(grid) + lw_group_num_clusters(grid) + lw_group_cluster_index(grid).x;
    lw_group_barrier_wait(grid, arrived);
    out[me] += out[2 * count - 1 - me];
}
#endif

#ifdef SASS_group_cluster
LW_KERNEL(kernel, LW_CLUSTER_DIMS(2, 1, 1), (unsigned *, out))
{
    LW_SHARED(unsigned, shared, [64]);
    lw_cluster_group cluster = lw_this_cluster();
    unsigned me = lw_group_thread_rank(cluster), rank = lw_group_block_rank(cluster);
    shared[threadIdx.x] = me;
    lw_group_sync(cluster);
    unsigned *theirs = lw_group_map_shared_rank(cluster, shared, (int)(rank ^ 1));
    out[me] = theirs[threadIdx.x] + lw_group_query_shared_rank(cluster, theirs) + lw_group_num_blocks(cluster) +
              lw_group_num_threads(cluster);
    lw_arrival_token arrived = lw_group_barrier_arrive(cluster);
    out[me + 1024] = lw_group_thread_index(cluster).x + lw_group_dim_threads(cluster).y +
                     lw_group_block_index(cluster).x + lw_group_dim_blocks(cluster).x;
    lw_group_barrier_wait(cluster, arrived);
}
#endif
