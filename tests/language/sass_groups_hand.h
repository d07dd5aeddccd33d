/* Kernels of cooperative groups by hand in CUDA C++; sass_groups_ours.h has the same in the kernel language. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ float larger(float a, float b)
{
    return a > b ? a : b;
}
__device__ int take(int *counter, int n)
{
    return atomicAdd(counter, n);
}
struct twelve {
    int word[3];
};

#ifdef SASS_group_tile
extern "C" __global__ void kernel(const float *in, float *out, unsigned *bits)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    cg::thread_block_tile<4> four = cg::tiled_partition<4>(tile);
    unsigned me = block.thread_rank();
    float v = in[me];
    int equal;
    v += tile.shfl_down(v, 4) + tile.shfl_up(v, 3) + tile.shfl_xor(v, 1);
    v += four.shfl(v, (int)in[0]);
    out[me] =
        cg::reduce(tile, v, cg::plus<float>()) + cg::reduce(tile, v, larger) + cg::reduce(four, v, cg::less<float>());
    tile.sync();
    out[me + 1024] += cg::inclusive_scan(tile, v, cg::plus<float>()) + cg::exclusive_scan(tile, v, larger);
    bits[me] = tile.ballot(v > 1) + tile.match_any(me / 3) + four.match_all(v, equal) + four.any(v > 2) +
               tile.all(v > 3) + tile.meta_group_rank() + four.meta_group_size() + tile.size() + four.num_threads() +
               cg::reduce(tile, me, cg::bit_xor<unsigned>()) + cg::exclusive_scan(four, me);
    bits[me] += equal;
    cg::thread_block_tile<1> alone = cg::this_thread();
    bits[me + 1024] = alone.thread_rank();
}
#endif

#ifdef SASS_group_lanes
extern "C" __global__ void kernel(const float *in, float *out, unsigned *bits, int *counter)
{
    unsigned me = threadIdx.x;
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::coalesced_group part = cg::labeled_partition(warp, me % 3), half = cg::binary_partition(part, in[me] > 0);
    float v = in[me];
    v += part.shfl(v, 2) + part.shfl_up(v, 1) + half.shfl_down(v, 1);
    out[me] = cg::reduce(part, v, cg::plus<float>()) + cg::reduce(half, v, larger);
    out[me + 1024] = cg::inclusive_scan(part, v) + cg::exclusive_scan(half, v, cg::greater<float>());
    if (v > 3) {
        cg::coalesced_group active = cg::coalesced_threads(), four = cg::tiled_partition(active, 4);
        bits[me] = active.ballot(v > 4) + four.match_any(me) + four.meta_group_rank();
        bits[me] += (unsigned)cg::invoke_one_broadcast(active, take, counter, 5);
        active.sync();
    }
    twelve words = {{(int)me, 1, 2}};
    words = warp.shfl(words, (int)me % 7);
    bits[me + 1024] = (unsigned)(words.word[0] + words.word[1] * words.word[2]);
    cg::invoke_one(warp, take, counter, 1);
}
#endif

#ifdef SASS_group_large
extern "C" __global__ void kernel(const float *in, float *out)
{
    __shared__ cg::block_tile_memory<512> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    cg::thread_block_tile<128> tile = cg::tiled_partition<128>(block);
    unsigned me = threadIdx.x;
    float v = in[me];
    v += tile.shfl(v, 77);
    out[me] = cg::reduce(tile, v, cg::plus<float>()) + cg::exclusive_scan(tile, v, cg::plus<float>());
    tile.sync();
    out[me + 1024] = tile.any(v > 1) + tile.all(v > 2) + out[me ^ 64] + cg::inclusive_scan(tile, v, larger);
}
#endif

#ifdef SASS_group_block
extern "C" __global__ void kernel(const int *in, int *out, unsigned size)
{
    __shared__ int shared[2][256];
    cg::thread_block block = cg::this_thread_block();
    unsigned me = block.thread_rank();
    cg::memcpy_async(block, shared[0], in, sizeof(int) * 256);
    cg::memcpy_async(block, shared[1], size_t(256), in + 256, size_t(size));
    cg::wait_prior<1>(block);
    out[me] = shared[0][me ^ 1];
    cg::wait(block);
    out[me + 256] = shared[1][me ^ 1];
    cg::thread_block::arrival_token arrived = block.barrier_arrive();
    dim3 at = block.thread_index(), of = block.dim_threads(), which = block.group_index();
    out[me + 512] = (int)(at.x + of.y + which.z + block.group_dim().x);
    block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(arrived));
    cg::thread_group some = cg::tiled_partition(block, size);
    out[me + 768] = (int)(some.thread_rank() + some.size());
    some.sync();
    out[me + 1024] = out[me ^ 1];
    cg::thread_group any = block;
    any.sync();
}
#endif

#ifdef SASS_group_grid
extern "C" __global__ void kernel(unsigned long long *out)
{
    cg::grid_group grid = cg::this_grid();
    unsigned long long me = grid.thread_rank(), count = grid.num_threads();
    out[me] = grid.is_valid() + grid.block_rank() + grid.num_blocks();
    grid.sync();
    out[me] += out[count - 1 - me] + grid.dim_blocks().y + grid.block_index().z;
    cg::grid_group::arrival_token arrived = grid.barrier_arrive();
    out[count + me] = grid.thread_index().x + grid.dim_threads().y + grid.dim_clusters().x + grid.cluster_rank() +
                      grid.num_clusters() + grid.cluster_index().x;
    grid.barrier_wait(static_cast<cg::grid_group::arrival_token &&>(arrived));
    out[me] += out[2 * count - 1 - me];
}
#endif

#ifdef SASS_group_cluster
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(unsigned *out)
{
    __shared__ unsigned shared[64];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned me = cluster.thread_rank(), rank = cluster.block_rank();
    shared[threadIdx.x] = me;
    cluster.sync();
    unsigned *theirs = cluster.map_shared_rank(shared, (int)(rank ^ 1));
    out[me] = theirs[threadIdx.x] + cluster.query_shared_rank(theirs) + cluster.num_blocks() + cluster.num_threads();
    cluster.barrier_arrive();
    out[me + 1024] =
        cluster.thread_index().x + cluster.dim_threads().y + cluster.block_index().x + cluster.dim_blocks().x;
    cluster.barrier_wait();
}
#endif
