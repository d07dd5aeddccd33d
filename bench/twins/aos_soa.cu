#include "twins.h"

constexpr unsigned THREADS = 256, EACH = 4, TILE = THREADS * EACH;

extern "C" __global__ void __block_size__((THREADS, 1, 1))
    twin_aos_to_soa_3_tile(size_t n, const void *structs, unsigned *x, unsigned *y, unsigned *z)
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

extern "C" __global__ void __block_size__((THREADS, 1, 1))
    twin_soa_to_aos_3_tile(size_t n, const unsigned *x, const unsigned *y, const unsigned *z, void *structs)
{
    __shared__ unsigned tile[3 * TILE];
    for (size_t first = (size_t)blockIdx.x * TILE; first < n; first += (size_t)gridDim.x * TILE) {
        const unsigned count = n - first < TILE ? n - first : TILE;
        auto words = static_cast<unsigned *>(structs) + 3 * first;
        uint3 value[EACH];
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            const unsigned i = k * THREADS + threadIdx.x;
            value[k] = i < count ? make_uint3(x[first + i], y[first + i], z[first + i]) : make_uint3(0, 0, 0);
        }
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            const unsigned i = k * THREADS + threadIdx.x;
            tile[3 * i] = value[k].x;
            tile[3 * i + 1] = value[k].y;
            tile[3 * i + 2] = value[k].z;
        }
        __syncthreads();
#pragma unroll
        for (unsigned word = threadIdx.x; word < 3 * TILE; word += THREADS)
            if (word < 3 * count)
                words[word] = tile[word];
        __syncthreads();
    }
}

static size_t blocks_of(size_t n)
{
    const size_t blocks = (n + TILE - 1) / TILE;
    return blocks < 0x7fffffff ? blocks : 0x7fffffff;
}

/* Structs of 3 fields alone. */
int twin_aos_to_soa_launch(void *stream, int fields, size_t n, const void *structs, void *const arrays[])
{
    if (fields != 3)
        return cudaErrorInvalidValue;
    twin_aos_to_soa_3_tile<<<blocks_of(n), THREADS, 0, static_cast<cudaStream_t>(stream)>>>(
        n, structs, static_cast<unsigned *>(arrays[0]), static_cast<unsigned *>(arrays[1]),
        static_cast<unsigned *>(arrays[2]));
    return cudaGetLastError();
}

int twin_soa_to_aos_launch(void *stream, int fields, size_t n, const void *const arrays[], void *structs)
{
    if (fields != 3)
        return cudaErrorInvalidValue;
    twin_soa_to_aos_3_tile<<<blocks_of(n), THREADS, 0, static_cast<cudaStream_t>(stream)>>>(
        n, static_cast<const unsigned *>(arrays[0]), static_cast<const unsigned *>(arrays[1]),
        static_cast<const unsigned *>(arrays[2]), structs);
    return cudaGetLastError();
}
