#include "twins.h"

constexpr unsigned THREADS = 256, EACH = 4, ROW = THREADS * EACH, ROWS = 8, TILE = ROW * ROWS;

__device__ unsigned before_of_block(unsigned count, unsigned *warps, unsigned *total)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = count;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        unsigned lower = __shfl_up_sync(0xffffffff, sum, distance);
        if (lane >= (unsigned)distance)
            sum += lower;
    }
    if (lane == 31)
        warps[warp] = sum;
    __syncthreads();
    unsigned before = sum - count, all = 0;
#pragma unroll
    for (unsigned i = 0; i < THREADS / 32; i++) {
        if (i < warp)
            before += warps[i];
        all += warps[i];
    }
    *total = all;
    return before;
}

extern "C" __global__ void __launch_bounds__(THREADS)
    twin_compact_count(size_t n, const unsigned char *flags, size_t *counts)
{
    __shared__ unsigned warps[THREADS / 32];
    size_t first = (size_t)blockIdx.x * TILE;
    unsigned count = 0, all;
    for (unsigned i = threadIdx.x; i < TILE; i += THREADS)
        count += first + i < n && flags[first + i] != 0;
    before_of_block(count, warps, &all);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = all;
}

extern "C" __global__ void __launch_bounds__(THREADS) twin_compact_offsets(size_t tiles, size_t *counts, size_t *total)
{
    __shared__ unsigned warps[THREADS / 32];
    size_t before = 0;
    for (size_t first = 0; first < tiles; first += THREADS) {
        size_t i = first + threadIdx.x;
        unsigned all, count = i < tiles ? (unsigned)counts[i] : 0;
        unsigned lower = before_of_block(count, warps, &all);
        if (i < tiles)
            counts[i] = before + lower;
        before += all;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *total = before;
}

extern "C" __global__ void __launch_bounds__(THREADS)
    twin_compact_copy(size_t n, const unsigned char *flags, const unsigned *in, const size_t *counts, unsigned *out,
                      const size_t *total)
{
    __shared__ unsigned warps[THREADS / 32], staged[ROW];
    size_t first = (size_t)blockIdx.x * TILE, before = counts[blockIdx.x];
    for (unsigned row = 0; row < ROWS; row++, first += ROW) {
        size_t own = first + threadIdx.x * EACH;
        bool chosen[EACH];
        unsigned count = 0, all;
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            chosen[k] = own + k < n && flags[own + k] != 0;
            count += chosen[k];
        }
        unsigned rank = before_of_block(count, warps, &all);
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            unsigned value = own + k < n ? in[own + k] : 0;
            staged[chosen[k] ? rank : all + threadIdx.x * EACH + k - rank] = value;
            rank += chosen[k];
        }
        __syncthreads();
        for (unsigned base = 0; base < all; base += THREADS) {
            unsigned i = base + threadIdx.x;
            if (i < all)
                out[before + i] = staged[i];
        }
        if (total) {
            for (unsigned base = all; base < ROW; base += THREADS) {
                unsigned i = base + threadIdx.x;
                if (i < ROW && first + i < n)
                    out[*total + (first - before) + (i - all)] = staged[i];
            }
        }
        before += all;
        __syncthreads();
    }
}

int twin_select_launch(void *stream, size_t n, const unsigned char *flags, const void *in, void *out, size_t *count,
                       void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    auto counts = static_cast<size_t *>(workspace);
    auto tiles = static_cast<unsigned>((n + TILE - 1) / TILE);
    if (tiles)
        twin_compact_count<<<tiles, THREADS, 0, queue>>>(n, flags, counts);
    twin_compact_offsets<<<1, THREADS, 0, queue>>>(tiles, counts, count);
    if (tiles)
        twin_compact_copy<<<tiles, THREADS, 0, queue>>>(n, flags, static_cast<const unsigned *>(in), counts,
                                                        static_cast<unsigned *>(out), nullptr);
    return cudaGetLastError();
}
