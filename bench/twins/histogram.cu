#include "twins.h"

constexpr unsigned BINS = 256, THREADS = 256, MOST_BLOCKS = 1056;

__device__ void count4(unsigned *bins, unsigned word)
{
    atomicAdd(&bins[word & 0xff], 1u);
    atomicAdd(&bins[word >> 8 & 0xff], 1u);
    atomicAdd(&bins[word >> 16 & 0xff], 1u);
    atomicAdd(&bins[word >> 24], 1u);
}

extern "C" __global__ void __launch_bounds__(1024) twin_histogram(size_t n, const unsigned char *in, unsigned *counts)
{
    __shared__ unsigned bins[BINS];
    for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        bins[bin] = 0;
    __syncthreads();

    size_t stride = (size_t)gridDim.x * blockDim.x, first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t before = (size_t)(-(uintptr_t)in % 16);
    before = before < n ? before : n;
    size_t whole = (n - before) / 16, behind = before + whole * 16;
    auto vectors = reinterpret_cast<const uint4 *>(in + before);
    for (size_t i = first; i < whole; i += stride) {
        uint4 v = vectors[i];
        count4(bins, v.x);
        count4(bins, v.y);
        count4(bins, v.z);
        count4(bins, v.w);
    }
    for (size_t i = first; i < before; i += stride)
        atomicAdd(&bins[in[i]], 1u);
    for (size_t i = behind + first; i < n; i += stride)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();

    for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        unsigned count = bins[bin];
        if (count > 0)
            atomicAdd(&counts[bin], count);
    }
}

int twin_histogram_launch(void *stream, size_t n, const unsigned char *in, unsigned *counts)
{
    auto queue = static_cast<cudaStream_t>(stream);
    const size_t share = THREADS * 16 * 4;
    size_t blocks = (n + share - 1) / share;
    cudaMemsetAsync(counts, 0, BINS * sizeof *counts, queue);
    twin_histogram<<<(unsigned)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), THREADS, 0, queue>>>(n, in, counts);
    return cudaGetLastError();
}
