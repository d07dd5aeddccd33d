#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/order.h"
#include "reduce_segments.h"

/* Segments of less than SHORT elements in the mean have a thread each, of less than LONG a warp, else a block: PARTS groups of COLUMNS
 * threads, each for a part of the segment. A segment shorter than LONG is one part: more would cost a CPU more than they give a GPU. */
enum {
    SHORT = 32,
    LONG = 1024,
    WARP = 32,
    COLUMNS = 64,
    PARTS = 4,
    THREADS = PARTS * COLUMNS,
    ROWS = 8,
    CPU_ROWS = 32
};

static __device__ __forceinline__ size_t part_of(size_t length)
{
    return length < LONG ? length : (length + THREADS - 1) / THREADS * COLUMNS;
}

/* What thread `lane` of a group of `lanes` threads has of elements first to end - 1. The loads of ROWS elements are on their way at once. */
#define OF_THREAD(all, type, identity, combine, take, flip, first, end, lane, lanes)                                   \
    for (size_t i = first + lane; i < end; i += (size_t)ROWS * lanes) {                                                \
        type element[ROWS];                                                                                            \
        _Pragma("unroll") for (unsigned row = 0; row < ROWS; row++) element[row] =                                     \
            i + row * lanes < end ? take(in[i + row * lanes], flip) : identity;                                        \
        _Pragma("unroll") for (unsigned row = 0; row < ROWS; row++) all = combine(all, element[row]);                  \
    }

#define OF_WARP(all, combine)                                                                                          \
    _Pragma("unroll") for (int distance = WARP / 2; distance > 0; distance /= 2) all =                                 \
        combine(all, __shfl_down_sync(LW_FULL_MASK, all, distance));

/* The same for a CPU, whose threads are loops: without branches, and in tiles of more rows than a compiler unrolls, which would make it go
 * down the columns. */
#define OF_COLUMN(all, combine, take, flip, first, end)                                                                \
    for (; end - first >= CPU_ROWS * COLUMNS; first += CPU_ROWS * COLUMNS) {                                           \
        _Pragma("unroll 1") for (unsigned row = 0; row < CPU_ROWS; row++) all =                                        \
            combine(all, take(in[first + row * COLUMNS + threadIdx.x], flip));                                         \
    }                                                                                                                  \
    for (size_t i = first + threadIdx.x; i < end; i += COLUMNS)                                                        \
        all = combine(all, take(in[i], flip));

/* name_each: a thread for each segment. name_warps: a warp. name: a block. For CPUs, with the same bits: name_lanes: a thread that has a
 * warp's sums in an array; name_columns: a block of COLUMNS threads, which takes one part after another. The last arguments are the
 * parameters after `in`. */
#define KERNELS(name, type, identity, combine, take, flip, result, ...)                                                \
    LW_KERNEL(name##_each, LW_LAUNCH_BOUNDS(1024), (size_t, segments), (const size_t *, offsets), (const type *, in),  \
              __VA_ARGS__)                                                                                             \
    {                                                                                                                  \
        size_t segment = (size_t)blockIdx.x * blockDim.x + threadIdx.x;                                                \
        if (segment >= segments)                                                                                       \
            return;                                                                                                    \
        type all = identity;                                                                                           \
        for (size_t i = offsets[segment]; i < offsets[segment + 1]; i++)                                               \
            all = combine(all, take(in[i], flip));                                                                     \
        out[segment] = result;                                                                                         \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(name##_warps, LW_LAUNCH_BOUNDS(1024), (size_t, segments), (const size_t *, offsets), (const type *, in), \
              __VA_ARGS__)                                                                                             \
    {                                                                                                                  \
        size_t segment = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;                                       \
        if (segment >= segments)                                                                                       \
            return;                                                                                                    \
        size_t first = offsets[segment], end = offsets[segment + 1];                                                   \
        type all = identity;                                                                                           \
        OF_THREAD(all, type, identity, combine, take, flip, first, end, threadIdx.x % WARP, WARP)                      \
        OF_WARP(all, combine)                                                                                          \
        if (threadIdx.x % WARP == 0)                                                                                   \
            out[segment] = result;                                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(name##_lanes, LW_LAUNCH_BOUNDS(1024), (size_t, segments), (const size_t *, offsets), (const type *, in), \
              __VA_ARGS__)                                                                                             \
    {                                                                                                                  \
        size_t segment = (size_t)blockIdx.x * blockDim.x + threadIdx.x;                                                \
        if (segment >= segments)                                                                                       \
            return;                                                                                                    \
        size_t first = offsets[segment], end = offsets[segment + 1];                                                   \
        type lane[WARP];                                                                                               \
        for (unsigned k = 0; k < WARP; k++)                                                                            \
            lane[k] = identity;                                                                                        \
        for (; end - first >= WARP; first += WARP)                                                                     \
            for (unsigned k = 0; k < WARP; k++)                                                                        \
                lane[k] = combine(lane[k], take(in[first + k], flip));                                                 \
        for (unsigned k = 0; k < end - first; k++)                                                                     \
            lane[k] = combine(lane[k], take(in[first + k], flip));                                                     \
        for (unsigned distance = WARP / 2; distance > 0; distance /= 2)                                                \
            for (unsigned k = 0; k < distance; k++)                                                                    \
                lane[k] = combine(lane[k], lane[k + distance]);                                                        \
        type all = lane[0];                                                                                            \
        out[segment] = result;                                                                                         \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(name, LW_BLOCK_SIZE(THREADS, 1, 1), (const size_t *, offsets), (const type *, in), __VA_ARGS__)          \
    {                                                                                                                  \
        LW_SHARED(type, columns, [PARTS][COLUMNS]);                                                                    \
        size_t segment = blockIdx.x, first = offsets[segment], end = offsets[segment + 1];                             \
        size_t part = part_of(end - first);                                                                            \
        unsigned own = threadIdx.x / COLUMNS, column = threadIdx.x % COLUMNS;                                          \
        first += own * part;                                                                                           \
        if (first + part < end)                                                                                        \
            end = first + part;                                                                                        \
        type all = identity;                                                                                           \
        OF_THREAD(all, type, identity, combine, take, flip, first, end, column, COLUMNS)                               \
        columns[own][column] = all;                                                                                    \
        __syncthreads();                                                                                               \
        if (threadIdx.x >= COLUMNS)                                                                                    \
            return;                                                                                                    \
        _Pragma("unroll") for (unsigned k = 1; k < PARTS; k++) all = combine(all, columns[k][column]);                 \
        columns[0][column] = all;                                                                                      \
        __syncthreads();                                                                                               \
        if (threadIdx.x >= WARP)                                                                                       \
            return;                                                                                                    \
        all = combine(all, columns[0][column + WARP]);                                                                 \
        OF_WARP(all, combine)                                                                                          \
        if (threadIdx.x == 0)                                                                                          \
            out[segment] = result;                                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(name##_columns, LW_BLOCK_SIZE(COLUMNS, 1, 1), (const size_t *, offsets), (const type *, in),             \
              __VA_ARGS__)                                                                                             \
    {                                                                                                                  \
        LW_SHARED(type, columns, [COLUMNS]);                                                                           \
        size_t segment = blockIdx.x, first = offsets[segment], last = offsets[segment + 1];                            \
        size_t part = part_of(last - first);                                                                           \
        type all = identity;                                                                                           \
        for (unsigned own = 0; first < last; own++) {                                                                  \
            size_t end = last - first > part ? first + part : last;                                                    \
            type of_part = identity;                                                                                   \
            OF_COLUMN(of_part, combine, take, flip, first, end)                                                        \
            first = end;                                                                                               \
            all = own == 0 ? of_part : combine(all, of_part);                                                          \
        }                                                                                                              \
        columns[threadIdx.x] = all;                                                                                    \
        __syncthreads();                                                                                               \
        if (threadIdx.x >= WARP)                                                                                       \
            return;                                                                                                    \
        all = combine(all, columns[threadIdx.x + WARP]);                                                               \
        OF_WARP(all, combine)                                                                                          \
        if (threadIdx.x == 0)                                                                                          \
            out[segment] = result;                                                                                     \
    }

#define SUM_KERNELS(name, type) KERNELS(name, type, 0, lwk_add_##type, lwk_same_##type, 0, all, (type *, out))
/* The addition makes +0 of -0. */
#define MIN_KERNELS(name, type, most)                                                                                  \
    KERNELS(name, type, most, lwk_least_##type, lwk_flip_##type, flip, lwk_flip_##type(all, flip) + 0, (type *, out),  \
            (type, flip))

SUM_KERNELS(lwk_reduce_segments_sum_float, float)
SUM_KERNELS(lwk_reduce_segments_sum_double, double)
SUM_KERNELS(lwk_reduce_segments_sum_int, int)
MIN_KERNELS(lwk_reduce_segments_min_float, float, INFINITY)
MIN_KERNELS(lwk_reduce_segments_min_double, double, INFINITY)
MIN_KERNELS(lwk_reduce_segments_min_int, int, INT_MAX)

static bool usable(const char *launcher, size_t segments, size_t n, const size_t *offsets, const void *in,
                   const void *out)
{
    const char *null = offsets == NULL ? "offsets" : in == NULL && n > 0 ? "in" : out == NULL ? "out" : NULL;
    if (null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    else if (segments > INT_MAX)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: segments is %zu, at most %d", launcher, segments, INT_MAX);
    return null == NULL && segments <= INT_MAX;
}

#define SUM(kernel, flip, ...) lw_launch(kernel, __VA_ARGS__)
#define MIN(kernel, flip, ...) lw_launch(kernel, __VA_ARGS__, flip)

#define LAUNCHER(launcher, type, LAUNCH, kernel, flip)                                                                 \
    lw_status launcher(lw_stream *stream, size_t segments, size_t n, const size_t *offsets, const type *in, type *out) \
    {                                                                                                                  \
        if (segments == 0)                                                                                             \
            return LW_SUCCESS;                                                                                         \
        if (!usable(#launcher, segments, n, offsets, in, out))                                                         \
            return LW_ERROR_INVALID_VALUE;                                                                             \
        if (n / SHORT < segments)                                                                                      \
            return LAUNCH(kernel##_each, flip, lw_linear(stream, segments, THREADS), segments, offsets, in, out);      \
        bool is_cpu, is_long = n / LONG >= segments;                                                                   \
        lw_status status = lwk_stream_is_cpu(stream, &is_cpu);                                                         \
        if (status)                                                                                                    \
            return status;                                                                                             \
        if (is_cpu && is_long)                                                                                         \
            return LAUNCH(kernel##_columns, flip, lw_linear(stream, segments * COLUMNS, COLUMNS), offsets, in, out);   \
        if (is_cpu)                                                                                                    \
            return LAUNCH(kernel##_lanes, flip, lw_linear(stream, segments, THREADS), segments, offsets, in, out);     \
        if (is_long)                                                                                                   \
            return LAUNCH(kernel, flip, lw_linear(stream, segments * THREADS, THREADS), offsets, in, out);             \
        return LAUNCH(kernel##_warps, flip, lw_linear(stream, segments * WARP, THREADS), segments, offsets, in, out);  \
    }

LAUNCHER(lwk_reduce_segments_sum_float_launch, float, SUM, lwk_reduce_segments_sum_float, 0)
LAUNCHER(lwk_reduce_segments_sum_double_launch, double, SUM, lwk_reduce_segments_sum_double, 0)
LAUNCHER(lwk_reduce_segments_sum_int_launch, int, SUM, lwk_reduce_segments_sum_int, 0)
LAUNCHER(lwk_reduce_segments_min_float_launch, float, MIN, lwk_reduce_segments_min_float, 1.0f)
LAUNCHER(lwk_reduce_segments_min_double_launch, double, MIN, lwk_reduce_segments_min_double, 1.0)
LAUNCHER(lwk_reduce_segments_min_int_launch, int, MIN, lwk_reduce_segments_min_int, 0)
LAUNCHER(lwk_reduce_segments_max_float_launch, float, MIN, lwk_reduce_segments_min_float, -1.0f)
LAUNCHER(lwk_reduce_segments_max_double_launch, double, MIN, lwk_reduce_segments_min_double, -1.0)
LAUNCHER(lwk_reduce_segments_max_int_launch, int, MIN, lwk_reduce_segments_min_int, -1)
