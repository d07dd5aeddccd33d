#include "twins.h"

constexpr unsigned THREADS = 256, EACH = 4, TILE = THREADS * EACH;

extern "C" __global__ void __block_size__((THREADS, 1, 1))
    twin_aos_to_soa_3(size_t n, const void *structs, unsigned *x, unsigned *y, unsigned *z)
{
    __shared__ unsigned tile[3 * TILE];
    for (size_t first = (size_t)blockIdx.x * TILE; first < n; first += (size_t)gridDim.x * TILE) {
        const unsigned count = n - first < TILE ? n - first : TILE;
        auto words = static_cast<const unsigned *>(structs) + 3 * first;
        unsigned value[3 * EACH];
#pragma unroll
        for (unsigned k = 0; k < 3 * EACH; k++)
            value[k] = k * THREADS + threadIdx.x < 3 * count ? words[k * THREADS + threadIdx.x] : 0;
#pragma unroll
        for (unsigned k = 0; k < 3 * EACH; k++)
            tile[k * THREADS + threadIdx.x] = value[k];
        __syncthreads();
#pragma unroll
        for (unsigned i = threadIdx.x; i < TILE; i += THREADS)
            if (i < count) {
                x[first + i] = tile[3 * i];
                y[first + i] = tile[3 * i + 1];
                z[first + i] = tile[3 * i + 2];
            }
        __syncthreads();
    }
}

/* Structs of 3 fields alone. */
int twin_aos_to_soa_launch(void *stream, int fields, size_t n, const void *structs, void *const arrays[])
{
    if (fields != 3)
        return cudaErrorInvalidValue;
    const size_t blocks = (n + TILE - 1) / TILE;
    twin_aos_to_soa_3<<<blocks < 0x7fffffff ? blocks : 0x7fffffff, THREADS, 0, static_cast<cudaStream_t>(stream)>>>(
        n, structs, static_cast<unsigned *>(arrays[0]), static_cast<unsigned *>(arrays[1]),
        static_cast<unsigned *>(arrays[2]));
    return cudaGetLastError();
}
