#include "twins.h"

constexpr unsigned THREADS = 256, EACH = 4, ROW = THREADS * EACH, ROWS = 8, TILE = ROW * ROWS;

static __device__ unsigned before_of_block(unsigned count, unsigned *warps, unsigned *total)
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

extern "C" __global__ void __block_size__((THREADS, 1, 1))
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

extern "C" __global__ void __block_size__((THREADS, 1, 1))
    twin_compact_offsets(size_t tiles, size_t *counts, size_t *total)
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

extern "C" __global__ void __block_size__((THREADS, 1, 1))
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

static __device__ unsigned scan_rows(unsigned sum)
{
#pragma unroll
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        unsigned lower = __shfl_up_sync(0xffffffff, sum, distance);
        if (threadIdx.x % 32 >= distance)
            sum += lower;
    }
    return sum;
}

static __device__ size_t scan_counts(size_t sum)
{
#pragma unroll
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        size_t lower = __shfl_up_sync(0xffffffff, sum, distance);
        if (threadIdx.x % 32 >= distance)
            sum += lower;
    }
    return sum;
}

static __device__ unsigned next_tile(unsigned long long *state, unsigned *number)
{
    if (threadIdx.x == 0)
        *number = static_cast<unsigned>(atomicAdd(state, 1ull));
    __syncthreads();
    return *number;
}

static __device__ size_t wait_for(unsigned long long *word)
{
    unsigned long long found;
    do
        found = __nv_atomic_load_n(word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    while (found == 0);
    return found & ~(1ull << 63);
}

static __device__ void publish(unsigned long long *word, size_t sum)
{
    __nv_atomic_store_n(word, 1ull << 63 | sum, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

static __device__ size_t look_back(unsigned long long *state, unsigned tiles, unsigned tile, size_t sum)
{
    unsigned long long *of_tile = state + 1, *of_group = of_tile + tiles, *of_span = of_group + tiles / 32;
    unsigned lane = threadIdx.x % 32, place = tile % 32, group = tile / 32, span = tile / 1024;
    unsigned group_place = group % 32;
    bool ends_group = place == 31;
    if (lane == place)
        publish(of_tile + tile, sum);
    else
        sum = lane < place ? wait_for(of_tile + (tile - place + lane)) : 0;
    sum = scan_counts(sum);
    if (ends_group && lane == 31)
        publish(of_group + group, sum);
    size_t tiles_before = __shfl_sync(0xffffffff, sum, (place + 31) % 32);
    size_t of_own_group = __shfl_sync(0xffffffff, sum, 31);
    sum = lane < group_place    ? wait_for(of_group + (group - group_place + lane))
          : lane == group_place ? of_own_group
                                : 0;
    sum = scan_counts(sum);
    size_t groups_before = __shfl_sync(0xffffffff, sum, (group_place + 31) % 32);
    size_t spans = span == 0 ? 0 : wait_for(of_span + span - 1);
    if (ends_group && group_place == 31 && lane == 31)
        publish(of_span + span, spans + sum);
    return spans + ((group_place == 0 ? 0 : groups_before) + (place == 0 ? 0 : tiles_before));
}

static __device__ uint4 load4(size_t n, const unsigned *in, size_t i, bool whole)
{
    if (whole)
        return *reinterpret_cast<const uint4 *>(in + i);
    uint4 v;
    v.x = i < n ? in[i] : 0;
    v.y = i + 1 < n ? in[i + 1] : 0;
    v.z = i + 2 < n ? in[i + 2] : 0;
    v.w = i + 3 < n ? in[i + 3] : 0;
    return v;
}

static __device__ unsigned flagged(size_t n, const unsigned char *flags, size_t i, bool whole)
{
    if (whole) {
        uchar4 f = *reinterpret_cast<const uchar4 *>(flags + i);
        return (f.x != 0) | (f.y != 0) << 1 | (f.z != 0) << 2 | (f.w != 0) << 3;
    }
    unsigned bits = 0;
#pragma unroll
    for (unsigned k = 0; k < EACH; k++)
        bits |= (i + k < n && flags[i + k] != 0 ? 1u : 0u) << k;
    return bits;
}

extern "C" __global__ void __launch_bounds__(THREADS, 4)
    twin_compact_select_look_back(size_t n, const unsigned char *flags, const unsigned *in, unsigned *out,
                                  size_t *count, unsigned long long *state)
{
    constexpr unsigned WARP_ROW = 32 * EACH, PART = ROWS * WARP_ROW;
    __shared__ unsigned number;
    __shared__ size_t preceding;
    __shared__ unsigned sums[THREADS / 32], staged[TILE];
    unsigned lane = threadIdx.x % 32, part = threadIdx.x / 32, tile = 0;
    if (gridDim.x != 1)
        tile = next_tile(state, &number);
    size_t own = static_cast<size_t>(tile) * TILE + part * PART + lane * EACH;
    bool whole = (static_cast<size_t>(tile) + 1) * TILE <= n && (uintptr_t)in % 16 == 0 && (uintptr_t)flags % 4 == 0;
    uint4 v[ROWS];
    unsigned chosen = 0;
    if (whole) {
#pragma unroll
        for (unsigned row = 0; row < ROWS; row++)
            v[row] = load4(n, in, own + row * WARP_ROW, true);
    } else {
#pragma unroll
        for (unsigned row = 0; row < ROWS; row++)
            v[row] = load4(n, in, own + row * WARP_ROW, false);
    }
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++)
        chosen |= flagged(n, flags, own + row * WARP_ROW, whole) << 4 * row;

    unsigned pairs = chosen - (chosen >> 1 & 0x55555555u);
    unsigned rows = (pairs & 0x33333333u) + (pairs >> 2 & 0x33333333u);
    unsigned even = rows & 0x0f0f0f0fu, odd = rows >> 4 & 0x0f0f0f0fu;
    unsigned even_up_to = scan_rows(even), odd_up_to = scan_rows(odd);
    unsigned even_all = __shfl_sync(0xffffffff, even_up_to, 31), odd_all = __shfl_sync(0xffffffff, odd_up_to, 31);
    unsigned all = 0;
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        unsigned place = row / 2 * 8, lower = row % 2 == 0 ? even_up_to - even : odd_up_to - odd;
        unsigned *to = staged + part * PART + all + (lower >> place & 0xff), bits = chosen >> 4 * row;
        if (bits & 1)
            *to++ = v[row].x;
        if (bits & 2)
            *to++ = v[row].y;
        if (bits & 4)
            *to++ = v[row].z;
        if (bits & 8)
            *to = v[row].w;
        all += (row % 2 == 0 ? even_all : odd_all) >> place & 0xff;
    }
    if (lane == 0)
        sums[part] = all;
    __syncthreads();
    unsigned before = 0, sum = 0;
#pragma unroll
    for (unsigned i = 0; i < THREADS / 32; i++) {
        before = i == part ? sum : before;
        sum += sums[i];
    }
    if (part == 0) {
        size_t of_tiles = gridDim.x > 1 ? look_back(state, gridDim.x, tile, sum) : 0;
        if (lane == 0) {
            preceding = of_tiles;
            if (tile == gridDim.x - 1)
                *count = of_tiles + sum;
        }
    }
    __syncthreads();
    size_t to = preceding + before;
    for (unsigned i = lane; i < all; i += 32)
        out[to + i] = staged[part * PART + i];
}

int twin_select_look_back_launch(void *stream, size_t n, const unsigned char *flags, const void *in, void *out,
                                 size_t *count, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    auto state = static_cast<unsigned long long *>(workspace);
    auto tiles = static_cast<unsigned>((n + TILE - 1) / TILE);
    if (tiles > 1)
        cudaMemsetAsync(state, 0, (1 + tiles + tiles / 32 + tiles / 1024) * sizeof *state, queue);
    twin_compact_select_look_back<<<tiles, THREADS, 0, queue>>>(n, flags, static_cast<const unsigned *>(in),
                                                                static_cast<unsigned *>(out), count, state);
    return cudaGetLastError();
}

int twin_select_passes_launch(void *stream, size_t n, const unsigned char *flags, const void *in, void *out,
                              size_t *count, void *workspace)
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
