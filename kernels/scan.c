#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/look_back.h"
#include "scan.h"

/* A part is what one warp adds up in one launch, or one block in several: rows of 32 times four elements. A tile is what a block has in
 * one launch. */
enum {
    THREADS = 256,
    EACH = 4,
    ROW = 32 * EACH,
    ROWS = 8,
    PART = ROWS * ROW,
    TILE_THREADS = 256,
    TILE_BLOCKS = 5, /* of a multiprocessor */
    PARTS = TILE_THREADS / 32,
    TILE = PARTS * PART,
    SPAN_THREADS = LWK_SPAN
};

LWK_WARP_SCAN(scan_of_warp, float)
LWK_LOOK_BACK(look_back, float, scan_of_warp, LWK_ENCODE_FLOAT, LWK_DECODE_FLOAT)

/* A lane's four elements, zeros beyond the end. whole: one load takes all four. */
static __device__ __forceinline__ float4 load_four(size_t n, const float *in, size_t first, bool whole)
{
    if (whole)
        return __ldcs((const float4 *)(const void *)(in + first));
    float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (first < n)
        four.x = in[first];
    if (first + 1 < n)
        four.y = in[first + 1];
    if (first + 2 < n)
        four.z = in[first + 2];
    if (first + 3 < n)
        four.w = in[first + 3];
    return four;
}

static __device__ __forceinline__ void store_four(size_t n, float *out, size_t first, float4 four, bool whole)
{
    if (whole) {
        __stcs((float4 *)(void *)(out + first), four);
        return;
    }
    if (first < n)
        out[first] = four.x;
    if (first + 1 < n)
        out[first + 1] = four.y;
    if (first + 2 < n)
        out[first + 2] = four.z;
    if (first + 3 < n)
        out[first + 3] = four.w;
}

/* Whether arrays happen to be aligned for loads and stores of four elements, and have all up to `end`. */
static __device__ __forceinline__ bool is_whole(size_t n, const float *array, size_t end)
{
    return (uintptr_t)array % sizeof(float4) == 0 && end <= n;
}

static __device__ __forceinline__ float sum_of_four(float4 four)
{
    return ((four.x + four.y) + four.z) + four.w;
}

/* The sum of a row up to and without the lane's four. `up_to`: with them. */
static __device__ __forceinline__ float before_in_row(float up_to)
{
    float before = __shfl_up_sync(LW_FULL_MASK, up_to, 1); /* subtracting would lose bits */
    return threadIdx.x % 32 == 0 ? 0.0f : before;
}

/* Running sums of the lane's four, which `before` precedes. */
static __device__ __forceinline__ float4 running(float4 four, float before, int inclusive)
{
    float4 sums;
    sums.x = before;
    sums.y = sums.x + four.x;
    sums.z = sums.y + four.y;
    sums.w = sums.z + four.z;
    if (inclusive)
        sums = make_float4(sums.y, sums.z, sums.w, sums.w + four.w);
    return sums;
}

/* ---- one launch: on GPUs ---- */
LW_KERNEL(lwk_scan_look_back, LW_LAUNCH_BOUNDS(TILE_THREADS, TILE_BLOCKS), (size_t, n), (int, inclusive),
          (const float *, in), (float *, out), (unsigned long long *, state))
{
    LW_SHARED(unsigned, number);
    LW_SHARED(float, sums, [PARTS]);
    LW_SHARED(float, preceding, [2]);
    unsigned lane = threadIdx.x % 32, part = threadIdx.x / 32;
    unsigned tile = gridDim.x == 1 ? 0 : lwk_look_back_tile(state, number);
    size_t first = (size_t)tile * TILE + part * PART + lane * EACH;
    float4 four[ROWS];
    float before[ROWS], all = 0.0f;
    if (is_whole(n, in, ((size_t)tile + 1) * TILE)) { /* all loads are in flight together */
#pragma unroll
        for (unsigned row = 0; row < ROWS; row++)
            four[row] = load_four(n, in, first + row * ROW, true);
    } else {
#pragma unroll
        for (unsigned row = 0; row < ROWS; row++)
            four[row] = load_four(n, in, first + row * ROW, false);
    }
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        float up_to = scan_of_warp(sum_of_four(four[row]));
        before[row] = all + before_in_row(up_to);
        all += __shfl_sync(LW_FULL_MASK, up_to, 31);
    }
    if (lane == 0)
        sums[part] = all;
    __syncthreads();
    float own = 0.0f;
    all = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < PARTS; i++) {
        own = i == part ? all : own;
        all += sums[i];
    }
    if (gridDim.x > 1 && part == 0) {
        struct look_back_before sum = look_back(state, gridDim.x, tile, all);
        if (lane == 0) {
            preceding[0] = sum.spans;
            preceding[1] = sum.within;
        }
    } else if (threadIdx.x == 0) {
        preceding[0] = preceding[1] = 0.0f;
    }
    __syncthreads();
    float base = preceding[0] + (preceding[1] + own);
    bool whole = is_whole(n, out, ((size_t)tile + 1) * TILE);
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++)
        store_four(n, out, first + row * ROW, running(four[row], base + before[row], inclusive), whole);
}

/* ---- the same additions in several launches: on CPUs, where blocks that wait for each other are slow ---- */
LW_KERNEL(lwk_scan_parts, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (const float *, in), (float *, sums))
{
    LW_SHARED(float, rows, [ROWS]);
    unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32;
    size_t first = (size_t)blockIdx.x * PART + threadIdx.x * EACH;
    float sum = sum_of_four(load_four(n, in, first, is_whole(n, in, ((size_t)blockIdx.x + 1) * PART)));
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) /* lane 31 of scan_of_warp() adds the same */
        sum += __shfl_down_sync(LW_FULL_MASK, sum, distance);
    if (lane == 0)
        rows[row] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    sum = 0.0f;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        sum += rows[i];
    sums[blockIdx.x] = sum;
}

/* A block has a span, a warp a group, a thread a tile. */
LW_KERNEL(lwk_scan_spans, LW_BLOCK_SIZE(SPAN_THREADS, 1, 1), (size_t, parts), (float *, sums), (float *, spans))
{
    LW_SHARED(float, groups, [32]);
    unsigned lane = threadIdx.x % 32, group = threadIdx.x / 32;
    size_t first = ((size_t)blockIdx.x * SPAN_THREADS + threadIdx.x) * PARTS;
    float all = 0.0f, own[PARTS];
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
    for (unsigned i = 0; i < PARTS; i++) {
        if (first + i < parts)
            sums[first + i] = before + own[i];
    }
}

LW_KERNEL(lwk_scan_chain, LW_BLOCK_SIZE(1, 1, 1), (size_t, count), (float *, spans))
{
    float sum = 0.0f;
    for (size_t i = 0; i < count; i++) {
        float own = spans[i];
        spans[i] = sum;
        sum += own;
    }
}

LW_KERNEL(lwk_scan_tiles, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (int, inclusive), (const float *, in),
          (const float *, sums), (const float *, spans), (float *, out))
{
    LW_SHARED(float, rows, [ROWS]);
    unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32;
    size_t first = (size_t)blockIdx.x * PART + threadIdx.x * EACH;
    float4 four = load_four(n, in, first, is_whole(n, in, ((size_t)blockIdx.x + 1) * PART));
    float up_to = scan_of_warp(sum_of_four(four)), before = before_in_row(up_to), above = 0.0f;
    if (lane == 31)
        rows[row] = up_to;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < ROWS - 1; i++) {
        if (i < row)
            above += rows[i];
    }
    float base = sums == NULL ? 0.0f : spans[blockIdx.x / (LWK_SPAN * PARTS)] + sums[blockIdx.x];
    store_four(n, out, first, running(four, base + (above + before), inclusive),
               is_whole(n, out, ((size_t)blockIdx.x + 1) * PART));
}

/* ---- the host's side ---- */
static size_t pieces(size_t n, size_t size)
{
    return n / size + (n % size != 0);
}

/* In floats: where the spans' sums are, after those of the parts. */
static size_t spans_at(size_t n)
{
    return pieces(n, PART);
}

size_t lwk_scan_workspace(size_t n)
{
    if (n <= PART)
        return 0;
    size_t launches = (spans_at(n) + pieces(n, (size_t)LWK_SPAN * TILE)) * sizeof(float);
    size_t one = n <= TILE ? 0 : lwk_look_back_words(pieces(n, TILE)) * sizeof(unsigned long long);
    return launches > one ? launches : one;
}

double lwk_scan_depth(size_t n)
{
    const double part =
        3 + 5 + (ROWS - 1) + 1 + EACH + 1; /* a lane's four, the row, the rows; the four again, the base */
    const double tree =
        (PARTS - 1) + 5 + 5 + 1 + 1 + 1 + 1; /* parts, tiles, groups; what makes the base, and the span */
    return n <= PART ? part : part + tree + (double)pieces(n, (size_t)LWK_SPAN * TILE);
}

enum { BY_DEVICE, LOOK_BACK, PASSES };

static lw_status in_one_pass(lw_stream *stream, size_t n, int inclusive, const float *in, float *out,
                             unsigned long long *state)
{
    size_t tiles = pieces(n, TILE);
    if (tiles > 1) {
        lw_status status = lw_memset_async(stream, state, 0, lwk_look_back_words(tiles) * sizeof(unsigned long long));
        if (status != LW_SUCCESS)
            return status;
    }
    return lw_launch(lwk_scan_look_back, lw_linear(stream, tiles * TILE_THREADS, TILE_THREADS), n, inclusive, in, out,
                     state);
}

static lw_status in_passes(lw_stream *stream, size_t n, int inclusive, const float *in, float *out, float *sums)
{
    size_t parts = pieces(n, PART), spans = pieces(n, (size_t)LWK_SPAN * TILE);
    float *of_spans = sums == NULL ? NULL : sums + spans_at(n);
    lw_launch_config config = lw_linear(stream, parts * THREADS, THREADS);
    lw_status status = LW_SUCCESS;
    if (parts == 1)
        return lw_launch(lwk_scan_tiles, config, n, inclusive, in, NULL, NULL, out);
    status = lw_launch(lwk_scan_parts, config, n, in, sums);
    if (status == LW_SUCCESS)
        status =
            lw_launch(lwk_scan_spans, lw_linear(stream, spans * SPAN_THREADS, SPAN_THREADS), parts, sums, of_spans);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_scan_chain, lw_linear(stream, 1, 1), spans, of_spans);
    if (status != LW_SUCCESS)
        return status;
    return lw_launch(lwk_scan_tiles, config, n, inclusive, in, sums, of_spans, out);
}

static lw_status launch(const char *launcher, lw_stream *stream, size_t n, int inclusive, const float *in, float *out,
                        void *workspace, int how)
{
    const size_t most = (((size_t)1 << 31) - 1) * PART;
    if (n == 0)
        return LW_SUCCESS;
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, most);
    if (in == NULL || out == NULL || (n > PART && workspace == NULL))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher,
                        in == NULL    ? "in"
                        : out == NULL ? "out"
                                      : "workspace");
    if (how == BY_DEVICE) {
        bool is_cpu;
        lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
        if (status != LW_SUCCESS)
            return status;
        how = is_cpu ? PASSES : LOOK_BACK;
    }
    return how == LOOK_BACK ? in_one_pass(stream, n, inclusive, in, out, (unsigned long long *)workspace)
                            : in_passes(stream, n, inclusive, in, out, (float *)workspace);
}

#define LAUNCHER(name, inclusive, how)                                                                                 \
    lw_status name(lw_stream *stream, size_t n, const float *in, float *out, void *workspace)                          \
    {                                                                                                                  \
        return launch(#name, stream, n, inclusive, in, out, workspace, how);                                           \
    }

LAUNCHER(lwk_scan_inclusive_launch, 1, BY_DEVICE)
LAUNCHER(lwk_scan_exclusive_launch, 0, BY_DEVICE)
LAUNCHER(lwk_scan_inclusive_look_back_launch, 1, LOOK_BACK)
LAUNCHER(lwk_scan_exclusive_look_back_launch, 0, LOOK_BACK)
LAUNCHER(lwk_scan_inclusive_passes_launch, 1, PASSES)
LAUNCHER(lwk_scan_exclusive_passes_launch, 0, PASSES)
