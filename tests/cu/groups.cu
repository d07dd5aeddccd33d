// Cooperative groups: blocks, tiles of constant and other sizes, coalesced threads, partitions, reductions, scans, the grid.
// > block: 96 95 31 2 0
// > tiles: 28 4 12 3 1 f0 112
// > large tile: 2016 95
// > dynamic: 8 5 13
// > coalesced: 1 1
// > partition: 16 240 10 1
// > parents: 2 of 8, 1 of 2, 1 of 4, 1 of 4 from 41
// > scans: 28 21 15
// > copy: 63
// > generic: 96 32
// > structure: 3.5 7
// > grid: 1 4 128 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;
__device__ int generic_size(cg::thread_group group)
{
    group.sync();
    return (int)group.size();
}
__global__ void block(int *out)
{
    cg::thread_block b = cg::this_thread_block();
    __shared__ int last;
    if (b.thread_rank() == b.size() - 1)
        last = b.thread_rank();
    b.sync();
    if (b.thread_rank() == 0)
        out[0] = b.size(), out[1] = last, out[2] = b.group_dim().x - 1, out[3] = b.dim_threads().y - 1, out[4] = b.group_index().x;
}
__global__ void tiles(int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int sum = cg::reduce(tile, (int)tile.thread_rank(), cg::plus<int>());
    int shifted = tile.shfl_down((int)threadIdx.x, 4), all = tile.all(threadIdx.x < 64);
    unsigned votes = tile.ballot(tile.thread_rank() >= 4);
    int most = cg::reduce(tile, (int)threadIdx.x * 16, cg::greater<int>());
    if (threadIdx.x == 8)
        out[0] = sum, out[1] = shifted - 8, out[2] = shifted, out[3] = tile.meta_group_size() - 1, out[4] = all, out[5] = votes;
    if (threadIdx.x == 0)
        out[6] = most;
}
__global__ void large(int *out)
{
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    int sum = cg::reduce(tile, (int)tile.thread_rank(), cg::plus<int>());
    int most = cg::reduce(tile, (int)threadIdx.x - 32, cg::greater<int>());
    if (threadIdx.x == 127)
        out[0] = sum, out[1] = most;
}
__global__ void dynamic(int *out)
{
    cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 8);
    tile.sync();
    if (threadIdx.x == 13)
        out[0] = tile.size(), out[1] = tile.thread_rank(), out[2] = threadIdx.x;
}
__global__ void coalesced(int *out)
{
    if (threadIdx.x % 2) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(&out[0], (int)active.size());
        int any = active.any(1);
        if (threadIdx.x == 1)
            out[1] = any;
    }
}
__global__ void partition(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto half = cg::binary_partition(warp, threadIdx.x % 2);
    int sum = cg::reduce(half, (int)threadIdx.x, cg::plus<int>());
    auto label = cg::labeled_partition(warp, (int)threadIdx.x / 10);
    if (threadIdx.x == 2)
        out[0] = half.size(), out[1] = sum, out[2] = label.size(), out[3] = half.thread_rank();
    auto quarter = cg::tiled_partition<4>(warp);
    auto part = cg::tiled_partition(half, 4);
    int first = part.shfl((int)threadIdx.x, 0);
    if (threadIdx.x == 41) {
        out[4] = quarter.meta_group_rank(), out[5] = quarter.meta_group_size();
        out[6] = half.meta_group_rank(), out[7] = half.meta_group_size();
        out[8] = label.meta_group_rank(), out[9] = label.meta_group_size();
        out[10] = part.meta_group_rank(), out[11] = part.meta_group_size(), out[12] = first;
    }
}
__global__ void scans(int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int after = cg::inclusive_scan(tile, (int)tile.thread_rank()), before = cg::exclusive_scan(tile, (int)tile.thread_rank());
    if (threadIdx.x == 7)
        out[0] = after, out[1] = before;
    if (threadIdx.x == 6)
        out[2] = before;
}
__global__ void copy(const int *from, int *out)
{
    __shared__ int part[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, part, from, sizeof part);
    cg::wait(block);
    if (threadIdx.x == 0)
        out[0] = part[63];
}
__global__ void generic(int *out)
{
    int whole = generic_size(cg::this_thread_block()), warp = generic_size(cg::tiled_partition<32>(cg::this_thread_block()));
    if (threadIdx.x == 0)
        out[0] = whole, out[1] = warp;
}
struct Pair {
    double a;
    int b, c;
};
__global__ void structure(double *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    Pair pair = {threadIdx.x / 2.0, (int)threadIdx.x, 0};
    Pair seventh = warp.shfl(pair, 7);
    if (threadIdx.x == 0)
        out[0] = seventh.a, out[1] = seventh.b;
}
__global__ void grid(int *out)
{
    cg::grid_group g = cg::this_grid();
    atomicAdd(&out[2], 1);
    g.sync();
    if (g.thread_rank() == 0)
        out[0] = g.is_valid(), out[1] = g.num_blocks(), out[3] = out[2];
}

int main()
{
    int *d, h[64];
    cudaMalloc(&d, sizeof h);
    block<<<1, dim3(32, 3)>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("block: %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
    tiles<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("tiles: %d %d %d %d %d %x %d\n", h[0], h[1], h[2], h[3], h[4], h[5], h[6]);
    large<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("large tile: %d %d\n", h[0], h[1]);
    dynamic<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("dynamic: %d %d %d\n", h[0], h[1], h[2]);
    cudaMemset(d, 0, sizeof h);
    coalesced<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("coalesced: %d %d\n", h[0] / 16, h[1]);
    partition<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("partition: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
    printf("parents: %d of %d, %d of %d, %d of %d, %d of %d from %d\n", h[4], h[5], h[6], h[7], h[8], h[9], h[10],
           h[11], h[12]);
    scans<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("scans: %d %d %d\n", h[0], h[1], h[2]);
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    int *e;
    cudaMalloc(&e, sizeof h);
    copy<<<1, 16>>>(d, e);
    cudaMemcpy(h, e, sizeof h[0], cudaMemcpyDeviceToHost);
    printf("copy: %d\n", h[0]);
    generic<<<1, 96>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("generic: %d %d\n", h[0], h[1]);
    double *r, hr[2];
    cudaMalloc(&r, sizeof hr);
    structure<<<1, 32>>>(r);
    cudaMemcpy(hr, r, sizeof hr, cudaMemcpyDeviceToHost);
    printf("structure: %g %g\n", hr[0], hr[1]);
    cudaMemset(d, 0, sizeof h);
    void *arguments[] = {&d};
    cudaLaunchCooperativeKernel(grid, dim3(4), dim3(32), arguments);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("grid: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
