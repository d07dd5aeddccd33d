// A group's copies: a thread accesses what the copy writes, before the wait or (with an argument) after it.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
template <class Group> __device__ void add(const Group &group, int *own, const int *in, int *out, bool waits)
{
    int t = group.thread_rank();
    cg::memcpy_async(group, own, in, group.size() * sizeof *in); // the copy
    if (waits)
        cg::wait(group);
    out[t] = own[t]; // reads its own element
    if (!waits)
        cg::wait(group);
}
__global__ void of_block(const int *in, int *out, bool waits)
{
    __shared__ int own[96];
    own[threadIdx.x] = 0;
    __syncthreads();
    add(cg::this_thread_block(), own, in, out, waits);
}
template <int Size> __global__ void of_tile(const int *in, int *out, bool waits)
{
    __shared__ int own[96];
    own[threadIdx.x] = 0;
    __syncthreads();
    auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    int first = threadIdx.x / Size * Size;
    add(tile, own + first, in + first, out + first, waits);
}
int main(int count, char **)
{
    int *in, *out;
    bool waits = count > 1;
    cudaMalloc(&in, 96 * sizeof *in);
    cudaMalloc(&out, 96 * sizeof *out);
    cudaMemset(in, 1, 96 * sizeof *in);
    of_block<<<1, 96>>>(in, out, waits);
    of_tile<32><<<1, 96>>>(in, out, waits);
    of_tile<2><<<1, 96>>>(in, out, waits);
    cudaDeviceSynchronize();
    return 0;
}
