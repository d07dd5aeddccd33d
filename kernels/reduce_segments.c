#include <lanewise/kernel.h>

#include "device/order.h"
#include "device/reduce.h"
#include "reduce_segments.h"

enum { SHORT = 64, THREADS = 256 }; /* of segments of less than SHORT elements in the mean a thread has one */

/* name_each: a thread for each segment. name: a block for each. The last arguments are the parameters after `in`. */
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
