#include "twins.h"

constexpr unsigned LANES = 256, WARPS = LANES / 32, EACH = 4, TILE = LANES * EACH;

__device__ float4 load4(size_t n, const float *in, size_t first)
{
    if ((uintptr_t)in % sizeof(float4) == 0 && first + EACH <= n)
        return *reinterpret_cast<const float4 *>(in + first);
    float4 v = make_float4(0, 0, 0, 0);
    if (first < n)
        v.x = in[first];
    if (first + 1 < n)
        v.y = in[first + 1];
    if (first + 2 < n)
        v.z = in[first + 2];
    if (first + 3 < n)
        v.w = in[first + 3];
    return v;
}

__device__ void store4(size_t n, float *out, size_t first, float4 v)
{
    if ((uintptr_t)out % sizeof(float4) == 0 && first + EACH <= n) {
        *reinterpret_cast<float4 *>(out + first) = v;
        return;
    }
    if (first < n)
        out[first] = v.x;
    if (first + 1 < n)
        out[first + 1] = v.y;
    if (first + 2 < n)
        out[first + 2] = v.z;
    if (first + 3 < n)
        out[first + 3] = v.w;
}

extern "C" __global__ void __block_size__((LANES, 1, 1)) twin_scan_sums(size_t n, const float *in, float *sums)
{
    __shared__ float warps[WARPS];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float4 v = load4(n, in, (size_t)blockIdx.x * TILE + threadIdx.x * EACH);
    float sum = (v.x + v.y) + (v.z + v.w);
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        warps[warp] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    sum = warps[0];
#pragma unroll
    for (int i = 1; i < WARPS; i++)
        sum += warps[i];
    sums[blockIdx.x] = sum;
}

extern "C" __global__ void __block_size__((LANES, 1, 1))
    twin_scan_tiles(size_t n, int inclusive, const float *in, const float *before, float *out)
{
    __shared__ float warps[WARPS];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t first = (size_t)blockIdx.x * TILE + threadIdx.x * EACH;
    float4 v = load4(n, in, first);
    float base = before ? before[blockIdx.x] : 0.0f;
    float sum = ((v.x + v.y) + v.z) + v.w;
#pragma unroll
    for (unsigned offset = 1; offset < 32; offset <<= 1) {
        float lower = __shfl_up_sync(0xffffffff, sum, offset);
        if (lane >= offset)
            sum += lower;
    }
    if (lane == 31)
        warps[warp] = sum;
    float running = __shfl_up_sync(0xffffffff, sum, 1);
    if (lane == 0)
        running = 0;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < WARPS - 1; i++)
        if (i < warp)
            base += warps[i];
    running += base;

    float4 result;
    result.x = running;
    result.y = result.x + v.x;
    result.z = result.y + v.y;
    result.w = result.z + v.z;
    if (inclusive)
        result = make_float4(result.y, result.z, result.w, result.w + v.w);
    store4(n, out, first, result);
}

static void scan(cudaStream_t stream, size_t n, int inclusive, const float *in, float *out, float *workspace)
{
    size_t tiles = (n + TILE - 1) / TILE;
    float *sums = tiles > 1 ? workspace : nullptr;
    if (sums) {
        twin_scan_sums<<<(unsigned)tiles, LANES, 0, stream>>>(n, in, sums);
        scan(stream, tiles, 0, sums, sums, workspace + tiles);
    }
    twin_scan_tiles<<<(unsigned)tiles, LANES, 0, stream>>>(n, inclusive, in, sums, out);
}

int twin_scan_inclusive_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    scan(static_cast<cudaStream_t>(stream), n, 1, in, out, static_cast<float *>(workspace));
    return cudaGetLastError();
}

int twin_scan_exclusive_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    scan(static_cast<cudaStream_t>(stream), n, 0, in, out, static_cast<float *>(workspace));
    return cudaGetLastError();
}
