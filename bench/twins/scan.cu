#include "twins.h"

constexpr unsigned THREADS = 256, EACH = 4, ROW = 32 * EACH, ROWS = 8, PART = ROWS * ROW, TILE_THREADS = 256,
                   TILE_BLOCKS = 5, PARTS = TILE_THREADS / 32, TILE = PARTS * PART, GROUP = 32, SPAN = 32 * GROUP,
                   SPAN_THREADS = SPAN;

static __device__ float scan_of_warp(float sum)
{
#pragma unroll
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        float lower = __shfl_up_sync(0xffffffff, sum, distance);
        if (threadIdx.x % 32 >= distance)
            sum += lower;
    }
    return sum;
}

static __device__ unsigned next_tile(unsigned long long *state, unsigned *number)
{
    if (threadIdx.x == 0)
        *number = (unsigned)atomicAdd(state, 1ull);
    __syncthreads();
    return *number;
}

static __device__ float wait_for(unsigned long long *word)
{
    unsigned long long found;
    do
        found = __nv_atomic_load_n(word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    while (found == 0);
    return __uint_as_float(static_cast<unsigned>(found));
}

static __device__ void publish(unsigned long long *word, float sum)
{
    __nv_atomic_store_n(word, 1ull << 32 | __float_as_uint(sum), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

struct Before {
    float spans, within; /* groups and tiles before in the span */
};

static __device__ Before look_back(unsigned long long *state, unsigned tiles, unsigned tile, float sum)
{
    unsigned long long *of_tile = state + 1, *of_group = of_tile + tiles, *of_span = of_group + tiles / GROUP;
    unsigned lane = threadIdx.x % 32, place = tile % GROUP, group = tile / GROUP, span = tile / SPAN;
    unsigned group_place = group % 32;
    bool ends_group = place == GROUP - 1;
    if (lane == place)
        publish(of_tile + tile, sum);
    else
        sum = lane < place ? wait_for(of_tile + (tile - place + lane)) : 0.0f;
    sum = scan_of_warp(sum);
    if (ends_group && lane == 31)
        publish(of_group + group, sum);
    float tiles_before = __shfl_sync(0xffffffff, sum, (place + 31) % 32);
    float of_own_group = __shfl_sync(0xffffffff, sum, 31);
    sum = lane < group_place    ? wait_for(of_group + (group - group_place + lane))
          : lane == group_place ? of_own_group
                                : 0.0f;
    sum = scan_of_warp(sum);
    float groups_before = __shfl_sync(0xffffffff, sum, (group_place + 31) % 32);
    Before before;
    before.spans = span == 0 ? 0 : wait_for(of_span + span - 1);
    before.within = (group_place == 0 ? 0 : groups_before) + (place == 0 ? 0 : tiles_before);
    if (ends_group && group_place == 31 && lane == 31)
        publish(of_span + span, before.spans + sum);
    return before;
}

static __device__ bool is_whole(size_t n, const float *array, size_t end)
{
    return (uintptr_t)array % sizeof(float4) == 0 && end <= n;
}

static __device__ float4 load4(size_t n, const float *in, size_t first, bool whole)
{
    if (whole)
        return __ldcs(reinterpret_cast<const float4 *>(in + first));
    float4 v = make_float4(0, 0, 0, 0);
    if (first < n)
        v.x = in[first];
    if (first + 1 < n)
        v.y = in[first + 1];
    if (first + 2 < n)
        v.z = in[first + 2];
    if (first + 3 < n)
        v.w = in[first + 3];
    return v;
}

static __device__ void store4(size_t n, float *out, size_t first, float4 v, bool whole)
{
    if (whole) {
        __stcs(reinterpret_cast<float4 *>(out + first), v);
        return;
    }
    if (first < n)
        out[first] = v.x;
    if (first + 1 < n)
        out[first + 1] = v.y;
    if (first + 2 < n)
        out[first + 2] = v.z;
    if (first + 3 < n)
        out[first + 3] = v.w;
}

static __device__ float sum4(float4 v)
{
    return ((v.x + v.y) + v.z) + v.w;
}

static __device__ float before_in_row(float up_to)
{
    float before = __shfl_up_sync(0xffffffff, up_to, 1);
    return threadIdx.x % 32 == 0 ? 0 : before;
}

static __device__ float4 running(float4 v, float before, int inclusive)
{
    float4 sums;
    sums.x = before;
    sums.y = sums.x + v.x;
    sums.z = sums.y + v.y;
    sums.w = sums.z + v.z;
    if (inclusive)
        sums = make_float4(sums.y, sums.z, sums.w, sums.w + v.w);
    return sums;
}

extern "C" __global__ void __launch_bounds__(TILE_THREADS, TILE_BLOCKS)
    twin_scan_look_back(size_t n, int inclusive, const float *in, float *out, unsigned long long *state)
{
    __shared__ unsigned number;
    __shared__ float sums[PARTS];
    __shared__ float preceding[2];
    unsigned lane = threadIdx.x % 32, part = threadIdx.x / 32;
    unsigned tile = gridDim.x == 1 ? 0 : next_tile(state, &number);
    size_t first = static_cast<size_t>(tile) * TILE + part * PART + lane * EACH;
    float4 v[ROWS];
    float before[ROWS], all = 0;
    if (is_whole(n, in, (static_cast<size_t>(tile) + 1) * TILE)) {
#pragma unroll
        for (unsigned row = 0; row < ROWS; row++)
            v[row] = load4(n, in, first + row * ROW, true);
    } else {
#pragma unroll
        for (unsigned row = 0; row < ROWS; row++)
            v[row] = load4(n, in, first + row * ROW, false);
    }
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        float up_to = scan_of_warp(sum4(v[row]));
        before[row] = all + before_in_row(up_to);
        all += __shfl_sync(0xffffffff, up_to, 31);
    }
    if (lane == 0)
        sums[part] = all;
    __syncthreads();
    float own = 0;
    all = 0;
#pragma unroll
    for (unsigned i = 0; i < PARTS; i++) {
        own = i == part ? all : own;
        all += sums[i];
    }
    if (gridDim.x > 1 && part == 0) {
        Before sum = look_back(state, gridDim.x, tile, all);
        if (lane == 0) {
            preceding[0] = sum.spans;
            preceding[1] = sum.within;
        }
    } else if (threadIdx.x == 0) {
        preceding[0] = preceding[1] = 0;
    }
    __syncthreads();
    float base = preceding[0] + (preceding[1] + own);
    bool whole = is_whole(n, out, (static_cast<size_t>(tile) + 1) * TILE);
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++)
        store4(n, out, first + row * ROW, running(v[row], base + before[row], inclusive), whole);
}

extern "C" __global__ void __block_size__((THREADS, 1, 1)) twin_scan_parts(size_t n, const float *in, float *sums)
{
    __shared__ float rows[ROWS];
    unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32;
    size_t first = static_cast<size_t>(blockIdx.x) * PART + threadIdx.x * EACH;
    float sum = sum4(load4(n, in, first, is_whole(n, in, (static_cast<size_t>(blockIdx.x) + 1) * PART)));
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        rows[row] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    sum = 0;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        sum += rows[i];
    sums[blockIdx.x] = sum;
}

extern "C" __global__ void __block_size__((SPAN_THREADS, 1, 1)) twin_scan_spans(size_t parts, float *sums, float *spans)
{
    __shared__ float groups[32];
    unsigned lane = threadIdx.x % 32, group = threadIdx.x / 32;
    size_t first = (static_cast<size_t>(blockIdx.x) * SPAN_THREADS + threadIdx.x) * PARTS;
    float all = 0, own[PARTS];
#pragma unroll
    for (unsigned i = 0; i < PARTS; i++) {
        own[i] = all;
        all += first + i < parts ? sums[first + i] : 0.0f;
    }
    float up_to = scan_of_warp(all);
    if (lane == 31)
        groups[group] = up_to;
    __syncthreads();
    if (group == 0) {
        float groups_up_to = scan_of_warp(groups[lane]);
        groups[lane] = before_in_row(groups_up_to);
        if (lane == 31)
            spans[blockIdx.x] = groups_up_to;
    }
    float tiles = before_in_row(up_to);
    __syncthreads();
    float before = groups[group] + tiles;
#pragma unroll
    for (unsigned i = 0; i < PARTS; i++)
        if (first + i < parts)
            sums[first + i] = before + own[i];
}

extern "C" __global__ void __block_size__((1, 1, 1)) twin_scan_chain(size_t count, float *spans)
{
    float sum = 0;
    for (size_t i = 0; i < count; i++) {
        float own = spans[i];
        spans[i] = sum;
        sum += own;
    }
}

extern "C" __global__ void __block_size__((THREADS, 1, 1))
    twin_scan_tiles(size_t n, int inclusive, const float *in, const float *sums, const float *spans, float *out)
{
    __shared__ float rows[ROWS];
    unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32;
    size_t first = static_cast<size_t>(blockIdx.x) * PART + threadIdx.x * EACH;
    float4 v = load4(n, in, first, is_whole(n, in, (static_cast<size_t>(blockIdx.x) + 1) * PART));
    float up_to = scan_of_warp(sum4(v)), before = before_in_row(up_to), above = 0;
    if (lane == 31)
        rows[row] = up_to;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < ROWS - 1; i++)
        if (i < row)
            above += rows[i];
    float base = sums == nullptr ? 0 : spans[blockIdx.x / (SPAN * PARTS)] + sums[blockIdx.x];
    store4(n, out, first, running(v, base + (above + before), inclusive),
           is_whole(n, out, (static_cast<size_t>(blockIdx.x) + 1) * PART));
}

int twin_scan_look_back_launch(void *stream, size_t n, int inclusive, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    auto tiles = static_cast<unsigned>((n + TILE - 1) / TILE);
    if (tiles > 1)
        cudaMemsetAsync(workspace, 0, (1 + tiles + tiles / GROUP + tiles / SPAN) * sizeof(unsigned long long), queue);
    twin_scan_look_back<<<tiles, TILE_THREADS, 0, queue>>>(n, inclusive, in, out,
                                                           static_cast<unsigned long long *>(workspace));
    return cudaGetLastError();
}

int twin_scan_passes_launch(void *stream, size_t n, int inclusive, const float *in, float *out, void *workspace)
{
    auto queue = static_cast<cudaStream_t>(stream);
    auto sums = static_cast<float *>(workspace);
    size_t parts = (n + PART - 1) / PART, spans = (parts + SPAN * PARTS - 1) / (SPAN * PARTS);
    float *of_spans = sums == nullptr ? nullptr : sums + parts;
    if (parts > 1) {
        twin_scan_parts<<<(unsigned)parts, THREADS, 0, queue>>>(n, in, sums);
        twin_scan_spans<<<(unsigned)spans, SPAN_THREADS, 0, queue>>>(parts, sums, of_spans);
        twin_scan_chain<<<1, 1, 0, queue>>>(spans, of_spans);
    }
    twin_scan_tiles<<<(unsigned)parts, THREADS, 0, queue>>>(n, inclusive, in, parts > 1 ? sums : nullptr, of_spans,
                                                            out);
    return cudaGetLastError();
}
