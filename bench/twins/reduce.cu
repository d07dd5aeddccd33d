#include "twins.h"

constexpr unsigned THREADS = 64, ROWS = 32, TILE = THREADS * ROWS, LEAST = 2 * TILE, MOST_BLOCKS = 1056;

extern "C" __global__ void __launch_bounds__(THREADS)
    twin_reduce_sum_float(size_t n, size_t chunk, const float *in, float *out)
{
    __shared__ float warps[2];
    size_t first = blockIdx.x * chunk, end = n - first < chunk ? n : first + chunk;
    float sum = 0;
    for (; end - first >= TILE; first += TILE) {
        float tile = 0;
#pragma unroll 16
        for (unsigned row = 0; row < ROWS; row++)
            tile += in[first + threadIdx.x + row * THREADS];
        sum += tile;
    }
    for (size_t i = first + threadIdx.x; i < end; i += THREADS)
        sum += in[i];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = warps[0] + warps[1];
}

int twin_reduce_sum_float_launch(void *stream, size_t n, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    auto part = static_cast<float *>(workspace);
    size_t least = (n + LEAST - 1) / LEAST, each = (least + MOST_BLOCKS - 1) / MOST_BLOCKS;
    size_t chunk = (each == 0 ? 1 : each) * LEAST;
    unsigned blocks = n == 0 ? 1 : static_cast<unsigned>((n - 1) / chunk) + 1;
    twin_reduce_sum_float<<<blocks, THREADS, 0, queue>>>(n, chunk, in, blocks == 1 ? out : part);
    if (blocks > 1)
        twin_reduce_sum_float<<<1, THREADS, 0, queue>>>(blocks, LEAST, part, out);
    return cudaGetLastError();
}
