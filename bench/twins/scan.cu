#include "twins.h"

constexpr unsigned LANES = 256, EACH = 8, TILE = LANES * EACH, WARPS = LANES / 32;

/* One gap after every 32 words, against bank conflicts. */
__device__ unsigned padded(unsigned i)
{
    return i + i / 32;
}

__device__ float warp_inclusive(float v)
{
#pragma unroll
    for (unsigned offset = 1; offset < 32; offset <<= 1) {
        float below = __shfl_up_sync(0xffffffff, v, offset);
        if (threadIdx.x % 32 >= offset)
            v += below;
    }
    return v;
}

extern "C" __global__ void __block_size__((256, 1, 1))
    twin_scan_tiles(size_t n, const float *in, float *out, float *sums, int inclusive)
{
    __shared__ float tile[TILE + TILE / 32];
    __shared__ float warps[WARPS];
    size_t first = (size_t)blockIdx.x * TILE;
    for (unsigned i = threadIdx.x; i < TILE; i += LANES)
        tile[padded(i)] = first + i < n ? in[first + i] : 0.0f;
    __syncthreads();

    float mine[EACH], sum = 0;
#pragma unroll
    for (unsigned i = 0; i < EACH; i++) {
        mine[i] = tile[padded(threadIdx.x * EACH + i)];
        sum += mine[i];
    }
    float upto = warp_inclusive(sum);
    if (threadIdx.x % 32 == 31)
        warps[threadIdx.x / 32] = upto;
    __syncthreads();
    if (threadIdx.x < 32) {
        float scanned = warp_inclusive(threadIdx.x < WARPS ? warps[threadIdx.x] : 0.0f);
        if (threadIdx.x < WARPS)
            warps[threadIdx.x] = scanned;
        if (threadIdx.x == WARPS - 1 && sums)
            sums[blockIdx.x] = scanned;
    }
    __syncthreads();

    float below = __shfl_up_sync(0xffffffff, upto, 1);
    if (threadIdx.x % 32 == 0)
        below = 0;
    if (threadIdx.x >= 32)
        below += warps[threadIdx.x / 32 - 1];
#pragma unroll
    for (unsigned i = 0; i < EACH; i++) {
        float with = below + mine[i];
        tile[padded(threadIdx.x * EACH + i)] = inclusive ? with : below;
        below = with;
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < TILE; i += LANES)
        if (first + i < n)
            out[first + i] = tile[padded(i)];
}

extern "C" __global__ void __block_size__((256, 1, 1)) twin_scan_add(size_t n, const float *offsets, float *out)
{
    size_t first = (size_t)blockIdx.x * TILE;
    float offset = offsets[blockIdx.x];
    for (unsigned i = threadIdx.x; i < TILE; i += LANES)
        if (first + i < n)
            out[first + i] += offset;
}

static void scan(cudaStream_t stream, size_t n, const float *in, float *out, float *sums, int inclusive)
{
    size_t tiles = (n + TILE - 1) / TILE;
    twin_scan_tiles<<<(unsigned)tiles, LANES, 0, stream>>>(n, in, out, tiles > 1 ? sums : nullptr, inclusive);
    if (tiles == 1)
        return;
    scan(stream, tiles, sums, sums, sums + tiles, 0);
    twin_scan_add<<<(unsigned)tiles, LANES, 0, stream>>>(n, sums, out);
}

int twin_scan_inclusive_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    scan(static_cast<cudaStream_t>(stream), n, in, out, static_cast<float *>(workspace), 1);
    return cudaGetLastError();
}

int twin_scan_exclusive_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    scan(static_cast<cudaStream_t>(stream), n, in, out, static_cast<float *>(workspace), 0);
    return cudaGetLastError();
}
