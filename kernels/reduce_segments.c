#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/order.h"
#include "device/reduce.h"
#include "reduce_segments.h"

/* Segments of less than SHORT elements in the mean have a thread each, of less than LONG a warp, else a block. */
enum { SHORT = 32, LONG = 1024, THREADS = 256, WARP_ROWS = 8 };

/* name_each: a thread for each segment. name_warps: a warp, whose threads have the loads of WARP_ROWS elements on their way at
 * once. name_lanes: the same on a CPU, whose threads are loops: one has a warp's sums in an array. name: a block. The last arguments are the parameters after `in`. */
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
        size_t segment = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;                                         \
        if (segment >= segments)                                                                                       \
            return;                                                                                                    \
        type all = identity;                                                                                           \
        size_t end = offsets[segment + 1];                                                                             \
        for (size_t i = offsets[segment] + threadIdx.x % 32; i < end; i += 32 * WARP_ROWS) {                           \
            type element[WARP_ROWS];                                                                                   \
            _Pragma("unroll") for (unsigned row = 0; row < WARP_ROWS; row++) element[row] =                            \
                i + row * 32 < end ? take(in[i + row * 32], flip) : identity;                                          \
            _Pragma("unroll") for (unsigned row = 0; row < WARP_ROWS; row++) all = combine(all, element[row]);         \
        }                                                                                                              \
        _Pragma("unroll") for (int distance = 16; distance > 0; distance /= 2) all =                                   \
            combine(all, __shfl_down_sync(LW_FULL_MASK, all, distance));                                               \
        if (threadIdx.x % 32 == 0)                                                                                     \
            out[segment] = result;                                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(name##_lanes, LW_LAUNCH_BOUNDS(1024), (size_t, segments), (const size_t *, offsets), (const type *, in), \
              __VA_ARGS__)                                                                                             \
    {                                                                                                                  \
        size_t segment = (size_t)blockIdx.x * blockDim.x + threadIdx.x;                                                \
        if (segment >= segments)                                                                                       \
            return;                                                                                                    \
        type lane[32];                                                                                                 \
        for (unsigned k = 0; k < 32; k++)                                                                              \
            lane[k] = identity;                                                                                        \
        size_t first = offsets[segment], end = offsets[segment + 1];                                                   \
        for (; end - first >= 32; first += 32)                                                                         \
            for (unsigned k = 0; k < 32; k++)                                                                          \
                lane[k] = combine(lane[k], take(in[first + k], flip));                                                 \
        for (unsigned k = 0; k < end - first; k++)                                                                     \
            lane[k] = combine(lane[k], take(in[first + k], flip));                                                     \
        for (unsigned distance = 16; distance > 0; distance /= 2)                                                      \
            for (unsigned k = 0; k < distance; k++)                                                                    \
                lane[k] = combine(lane[k], lane[k + distance]);                                                        \
        type all = lane[0];                                                                                            \
        out[segment] = result;                                                                                         \
    }                                                                                                                  \
                                                                                                                       \
    LWK_REDUCE_BLOCK(name##_block, type, combine)                                                                      \
    LWK_REDUCE_RANGE(name##_range, type, identity, combine, take)                                                      \
    LW_KERNEL(name, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (const size_t *, offsets), (const type *, in),            \
              __VA_ARGS__)                                                                                             \
    {                                                                                                                  \
        type all = name##_block(name##_range(offsets[blockIdx.x], offsets[blockIdx.x + 1], in, flip));                 \
        if (threadIdx.x == 0)                                                                                          \
            out[blockIdx.x] = result;                                                                                  \
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
        if (n / LONG < segments) {                                                                                     \
            bool is_cpu;                                                                                               \
            lw_status status = lwk_stream_is_cpu(stream, &is_cpu);                                                     \
            if (status)                                                                                                \
                return status;                                                                                         \
            if (is_cpu)                                                                                                \
                return LAUNCH(kernel##_lanes, flip, lw_linear(stream, segments, THREADS), segments, offsets, in, out); \
            return LAUNCH(kernel##_warps, flip, lw_linear(stream, segments * 32, THREADS), segments, offsets, in,      \
                          out);                                                                                        \
        }                                                                                                              \
        lw_launch_config blocks = lw_linear(stream, segments * LWK_REDUCE_THREADS, LWK_REDUCE_THREADS);                \
        return LAUNCH(kernel, flip, blocks, offsets, in, out);                                                         \
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
