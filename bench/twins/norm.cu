#include "twins.h"

constexpr unsigned THREADS = 256;

/* The sum of the values of TEAM threads, a warp or a block, in each of them. */
template <unsigned TEAM> __device__ __forceinline__ float team_sum(float value, float *warps)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    if (TEAM == 32)
        return value;
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0;
#pragma unroll
    for (unsigned w = 0; w < TEAM / 32; w++)
        value += warps[w];
    return value;
}

/* TEAM threads have a row of at most TEAM * EACH columns in registers. */
template <unsigned TEAM, int EACH>
__global__ void __launch_bounds__(THREADS)
    twin_layer_norm(size_t rows, unsigned columns, const float *in, const float *gain, const float *bias, float epsilon,
                    float *out, float *mean, float *rstd)
{
    __shared__ float sums[THREADS / 32], squares[THREADS / 32];
    const unsigned lane = threadIdx.x % TEAM;
    const size_t row = (size_t)blockIdx.x * (THREADS / TEAM) + threadIdx.x / TEAM;
    if (row >= rows)
        return;
    in += row * columns;
    out += row * columns;
    float value[EACH], centre = 0, square = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        value[k] = lane + TEAM * k < columns ? in[lane + TEAM * k] : 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        centre += value[k];
    centre = team_sum<TEAM>(centre, sums) / columns;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        if (lane + TEAM * k < columns)
            square += (value[k] - centre) * (value[k] - centre);
    const float factor = rsqrtf(team_sum<TEAM>(square, squares) / columns + epsilon);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        if (lane + TEAM * k < columns)
            out[lane + TEAM * k] = (value[k] - centre) * factor * gain[lane + TEAM * k] + bias[lane + TEAM * k];
    if (lane == 0) {
        mean[row] = centre;
        rstd[row] = factor;
    }
}

int twin_layer_norm_launch(void *stream, size_t rows, size_t columns, const float *in, const float *gain,
                           const float *bias, float epsilon, float *out, float *mean, float *rstd)
{
    auto queue = static_cast<cudaStream_t>(stream);
    const size_t of_warps = (rows + THREADS / 32 - 1) / (THREADS / 32);
    if (columns > 8192)
        return -1;
    if (columns <= 128)
        twin_layer_norm<32, 4>
            <<<of_warps, THREADS, 0, queue>>>(rows, columns, in, gain, bias, epsilon, out, mean, rstd);
    else if (columns <= 1024)
        twin_layer_norm<32, 32>
            <<<of_warps, THREADS, 0, queue>>>(rows, columns, in, gain, bias, epsilon, out, mean, rstd);
    else
        twin_layer_norm<THREADS, 32>
            <<<rows, THREADS, 0, queue>>>(rows, columns, in, gain, bias, epsilon, out, mean, rstd);
    return cudaGetLastError();
}
