#include "twins.h"

constexpr unsigned LANES = 256, ELEMENTS = 16, MOST_BLOCKS = 1056, PARTIAL_OFFSET = 256;

__device__ float grid_sum(size_t n, const float *in)
{
    float sum = 0;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += in[i];
    return sum;
}

__device__ float sum4(float4 v)
{
    return (v.x + v.y) + (v.z + v.w);
}

/* The same by float4, four loads in flight. */
__device__ float grid_sum4(size_t n, const float *in)
{
    size_t stride = (size_t)gridDim.x * blockDim.x, first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t fours = n / 4, i = first;
    auto in4 = reinterpret_cast<const float4 *>(in);
    float sum = 0;
    for (; i + 3 * stride < fours; i += 4 * stride) {
        float4 a = in4[i], b = in4[i + stride], c = in4[i + 2 * stride], d = in4[i + 3 * stride];
        sum += (sum4(a) + sum4(b)) + (sum4(c) + sum4(d));
    }
    for (; i < fours; i += stride)
        sum += sum4(in4[i]);
    if (4 * fours + first < n)
        sum += in[4 * fours + first];
    return sum;
}

__device__ float warp_sum(float v)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

__device__ float block_sum(float v, float *warps)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warp_sum(v);
    if (lane == 0)
        warps[warp] = v;
    __syncthreads();
    if (warp == 0)
        v = warp_sum(lane < blockDim.x / 32 ? warps[lane] : 0.0f);
    return v;
}

extern "C" __global__ void __launch_bounds__(1024) twin_reduce_sum_tree(size_t n, const float *in, float *out)
{
    __shared__ float sums[1024];
    unsigned lane = threadIdx.x;
    sums[lane] = grid_sum(n, in);
    __syncthreads();
    for (unsigned live = blockDim.x; live > 1;) {
        unsigned half = (live + 1) / 2;
        if (lane + half < live)
            sums[lane] += sums[lane + half];
        __syncthreads();
        live = half;
    }
    if (lane == 0)
        out[blockIdx.x] = sums[0];
}

extern "C" __global__ void __launch_bounds__(1024) twin_reduce_sum_shuffle(size_t n, const float *in, float *out)
{
    __shared__ float warps[32];
    float sum = block_sum(grid_sum(n, in), warps);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

extern "C" __global__ void __launch_bounds__(1024)
    twin_reduce_sum_grid_stride(size_t n, const float *in, float *partial, unsigned *finished, float *out)
{
    __shared__ float warps[32];
    __shared__ bool last;
    float sum = (uintptr_t)in % sizeof(float4) == 0 ? grid_sum4(n, in) : grid_sum(n, in);
    sum = block_sum(sum, warps);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += __ldcg(&partial[i]);
    sum = block_sum(sum, warps);
    if (threadIdx.x == 0)
        *out = sum;
}

static unsigned blocks_of(size_t n)
{
    size_t blocks = (n + LANES * ELEMENTS - 1) / (LANES * ELEMENTS);
    return blocks == 0 ? 1 : blocks < MOST_BLOCKS ? (unsigned)blocks : MOST_BLOCKS;
}

static float *partial_of(void *workspace)
{
    return reinterpret_cast<float *>(static_cast<char *>(workspace) + PARTIAL_OFFSET);
}

int twin_reduce_sum_tree_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    float *partial = partial_of(workspace);
    twin_reduce_sum_tree<<<blocks_of(n), LANES, 0, queue>>>(n, in, partial);
    twin_reduce_sum_tree<<<1, LANES, 0, queue>>>(blocks_of(n), partial, out);
    return cudaGetLastError();
}

int twin_reduce_sum_shuffle_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    float *partial = partial_of(workspace);
    twin_reduce_sum_shuffle<<<blocks_of(n), LANES, 0, queue>>>(n, in, partial);
    twin_reduce_sum_shuffle<<<1, LANES, 0, queue>>>(blocks_of(n), partial, out);
    return cudaGetLastError();
}

int twin_reduce_sum_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    twin_reduce_sum_grid_stride<<<blocks_of(n), LANES, 0, static_cast<cudaStream_t>(stream)>>>(
        n, in, partial_of(workspace), static_cast<unsigned *>(workspace), out);
    return cudaGetLastError();
}
