#include "twins.h"

constexpr unsigned THREADS = 256;

extern "C" __global__ void __block_size__((THREADS, 1, 1))
    twin_aos_to_soa_3(size_t n, const void *structs, unsigned *x, unsigned *y, unsigned *z)
{
    __shared__ unsigned tile[3 * THREADS];
    for (size_t first = (size_t)blockIdx.x * THREADS; first < n; first += (size_t)gridDim.x * THREADS) {
        const unsigned count = n - first < THREADS ? n - first : THREADS;
        auto words = static_cast<const unsigned *>(structs) + 3 * first;
#pragma unroll
        for (unsigned row = 0; row < 3 * THREADS; row += THREADS)
            if (row + threadIdx.x < 3 * count)
                tile[row + threadIdx.x] = words[row + threadIdx.x];
        __syncthreads();
        if (threadIdx.x < count) {
            x[first + threadIdx.x] = tile[3 * threadIdx.x];
            y[first + threadIdx.x] = tile[3 * threadIdx.x + 1];
            z[first + threadIdx.x] = tile[3 * threadIdx.x + 2];
        }
        __syncthreads();
    }
}

/* Structs of 3 fields alone. */
int twin_aos_to_soa_launch(void *stream, int fields, size_t n, const void *structs, void *const arrays[])
{
    if (fields != 3)
        return cudaErrorInvalidValue;
    const size_t blocks = (n + THREADS - 1) / THREADS;
    twin_aos_to_soa_3<<<blocks < 0x7fffffff ? blocks : 0x7fffffff, THREADS, 0, static_cast<cudaStream_t>(stream)>>>(
        n, structs, static_cast<unsigned *>(arrays[0]), static_cast<unsigned *>(arrays[1]),
        static_cast<unsigned *>(arrays[2]));
    return cudaGetLastError();
}
