#include "twins.h"

#include <cmath>

constexpr unsigned THREADS = 256;

__device__ __forceinline__ float warp_max(float value)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, distance));
    return value;
}

__device__ __forceinline__ float warp_sum(float value)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

/* A warp has ROWS rows of at most 32 * EACH columns in registers. */
template <int ROWS, int EACH>
__global__ void __launch_bounds__(THREADS)
    twin_softmax_warps(size_t rows, unsigned columns, const float *in, size_t ld_in, float *out, size_t ld_out)
{
    const unsigned lane = threadIdx.x % 32;
    const size_t row = ((size_t)blockIdx.x * (THREADS / 32) + threadIdx.x / 32) * ROWS;
    if (row >= rows)
        return;
    float value[ROWS][EACH];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int k = 0; k < EACH; k++)
            value[r][k] =
                row + r < rows && lane + 32 * k < columns ? in[(row + r) * ld_in + lane + 32 * k] : -INFINITY;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        float most = -INFINITY, sum = 0;
#pragma unroll
        for (int k = 0; k < EACH; k++)
            most = fmaxf(most, value[r][k]);
        most = warp_max(most);
#pragma unroll
        for (int k = 0; k < EACH; k++)
            sum += value[r][k] = __expf(value[r][k] - most);
        const float factor = 1 / warp_sum(sum);
#pragma unroll
        for (int k = 0; k < EACH; k++)
            if (row + r < rows && lane + 32 * k < columns)
                out[(row + r) * ld_out + lane + 32 * k] = value[r][k] * factor;
    }
}

/* A block has a row of at most THREADS * EACH columns in registers. */
template <int EACH>
__global__ void __launch_bounds__(THREADS)
    twin_softmax_blocks(unsigned columns, const float *in, size_t ld_in, float *out, size_t ld_out)
{
    __shared__ float mosts[THREADS / 32], sums[THREADS / 32];
    in += blockIdx.x * ld_in;
    out += blockIdx.x * ld_out;
    float value[EACH], most = -INFINITY, sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        value[k] = threadIdx.x + THREADS * k < columns ? in[threadIdx.x + THREADS * k] : -INFINITY;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        most = fmaxf(most, value[k]);
    most = warp_max(most);
    if (threadIdx.x % 32 == 0)
        mosts[threadIdx.x / 32] = most;
    __syncthreads();
    for (unsigned w = 0; w < THREADS / 32; w++)
        most = fmaxf(most, mosts[w]);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += value[k] = __expf(value[k] - most);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (unsigned w = 0; w < THREADS / 32; w++)
        sum += sums[w];
    const float factor = 1 / sum;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        if (threadIdx.x + THREADS * k < columns)
            out[threadIdx.x + THREADS * k] = value[k] * factor;
}

int twin_softmax_launch(void *stream, size_t rows, size_t columns, const float *in, size_t ld_in, float *out,
                        size_t ld_out)
{
    auto queue = static_cast<cudaStream_t>(stream);
    const unsigned warps = THREADS / 32;
    if (columns > 8192)
        return -1;
    if (columns <= 128)
        twin_softmax_warps<4, 4>
            <<<(rows + 4 * warps - 1) / (4 * warps), THREADS, 0, queue>>>(rows, columns, in, ld_in, out, ld_out);
    else if (columns <= 1024)
        twin_softmax_warps<1, 32>
            <<<(rows + warps - 1) / warps, THREADS, 0, queue>>>(rows, columns, in, ld_in, out, ld_out);
    else
        twin_softmax_blocks<32><<<rows, THREADS, 0, queue>>>(columns, in, ld_in, out, ld_out);
    return cudaGetLastError();
}
