#include "twins.h"

constexpr unsigned LANES = 256, WARPS = LANES / 32, MOST_BLOCKS = 1056;
constexpr unsigned FULL = 0xffffffff;

/* Grid-stride over float4, four in flight; the unaligned head and the tail by single floats. */
__device__ float thread_sum(size_t n, const float *__restrict__ in)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x, stride = (size_t)gridDim.x * blockDim.x;
    size_t head = (16 - ((size_t)in & 15) & 15) / sizeof(float);
    if (head > n)
        head = n;
    auto vectors = reinterpret_cast<const float4 *>(in + head);
    size_t count = (n - head) / 4, tail = head + count * 4, i = thread;
    float a = 0, b = 0, c = 0, d = 0;
    for (; i + 3 * stride < count; i += 4 * stride) {
        float4 p = vectors[i], q = vectors[i + stride], r = vectors[i + 2 * stride], s = vectors[i + 3 * stride];
        a += (p.x + p.y) + (p.z + p.w);
        b += (q.x + q.y) + (q.z + q.w);
        c += (r.x + r.y) + (r.z + r.w);
        d += (s.x + s.y) + (s.z + s.w);
    }
    for (; i < count; i += stride) {
        float4 p = vectors[i];
        a += (p.x + p.y) + (p.z + p.w);
    }
    if (thread < head)
        b += in[thread];
    if (tail + thread < n)
        c += in[tail + thread];
    return (a + b) + (c + d);
}

__device__ float warp_sum(float v)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(FULL, v, offset);
    return v;
}

__device__ float block_sum(float v, float *warps)
{
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        v = warp_sum(threadIdx.x < WARPS ? warps[threadIdx.x] : 0.0f);
    return v;
}

extern "C" __global__ void __block_size__((256, 1, 1)) twin_reduce_sum_tree(size_t n, const float *in, float *sums)
{
    __shared__ float partial[LANES];
    partial[threadIdx.x] = thread_sum(n, in);
    for (unsigned half = LANES / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = partial[0];
}

extern "C" __global__ void __block_size__((256, 1, 1)) twin_reduce_sum_shuffle(size_t n, const float *in, float *sums)
{
    __shared__ float warps[WARPS];
    float sum = block_sum(thread_sum(n, in), warps);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

extern "C" __global__ void __block_size__((256, 1, 1))
    twin_reduce_sum_last_block(size_t n, const float *in, float *sums, unsigned *finished, float *out)
{
    __shared__ float warps[WARPS];
    __shared__ bool last;
    float sum = block_sum(thread_sum(n, in), warps);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += LANES)
        sum += __ldcg(&sums[i]);
    sum = block_sum(sum, warps);
    if (threadIdx.x == 0)
        *out = sum;
}

static unsigned blocks_for(size_t n)
{
    size_t wanted = n / (LANES * 16) + 1;
    return wanted < MOST_BLOCKS ? (unsigned)wanted : MOST_BLOCKS;
}

int twin_reduce_sum_tree_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    float *sums = static_cast<float *>(workspace) + 4;
    twin_reduce_sum_tree<<<blocks_for(n), LANES, 0, queue>>>(n, in, sums);
    twin_reduce_sum_tree<<<1, LANES, 0, queue>>>(blocks_for(n), sums, out);
    return cudaGetLastError();
}

int twin_reduce_sum_shuffle_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    float *sums = static_cast<float *>(workspace) + 4;
    twin_reduce_sum_shuffle<<<blocks_for(n), LANES, 0, queue>>>(n, in, sums);
    twin_reduce_sum_shuffle<<<1, LANES, 0, queue>>>(blocks_for(n), sums, out);
    return cudaGetLastError();
}

int twin_reduce_sum_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    float *sums = static_cast<float *>(workspace) + 4;
    twin_reduce_sum_last_block<<<blocks_for(n), LANES, 0, queue>>>(n, in, sums, static_cast<unsigned *>(workspace), out);
    return cudaGetLastError();
}
