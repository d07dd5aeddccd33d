#include <lanewise/kernel.h>

#include "device/order.h"
#include "device/reduce.h"
#include "reduce.h"

#define CHUNK size_t first = blockIdx.x * chunk, end = n - first < chunk ? n : first + chunk

#define SUM_KERNEL(name, type)                                                                                         \
    LWK_REDUCE_BLOCK(name##_block, type, lwk_add_##type)                                                               \
    LWK_REDUCE_RANGE(name##_range, type, 0, lwk_add_##type, lwk_same_##type)                                           \
    LW_KERNEL(name, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, n), (size_t, chunk), (const type *, in),         \
              (type *, out))                                                                                           \
    {                                                                                                                  \
        CHUNK;                                                                                                         \
        type sum = name##_block(name##_range(first, end, in, 0));                                                      \
        if (threadIdx.x == 0)                                                                                          \
            out[blockIdx.x] = sum;                                                                                     \
    }

#define MIN_KERNEL(name, type, most)                                                                                   \
    LWK_REDUCE_BLOCK(name##_block, type, lwk_least_##type)                                                             \
    LWK_REDUCE_RANGE(name##_range, type, most, lwk_least_##type, lwk_flip_##type)                                      \
    LW_KERNEL(name, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, n), (size_t, chunk), (const type *, in),         \
              (type *, out), (type, flip))                                                                             \
    {                                                                                                                  \
        CHUNK;                                                                                                         \
        type least = name##_block(name##_range(first, end, in, flip));                                                 \
        if (threadIdx.x == 0)                                                                                          \
            out[blockIdx.x] = lwk_flip_##type(least, flip) + 0; /* no -0 */                                            \
    }

SUM_KERNEL(lwk_reduce_sum_float, float)
SUM_KERNEL(lwk_reduce_sum_double, double)
SUM_KERNEL(lwk_reduce_sum_int, int)
MIN_KERNEL(lwk_reduce_min_float, float, INFINITY)
MIN_KERNEL(lwk_reduce_min_double, double, INFINITY)
MIN_KERNEL(lwk_reduce_min_int, int, INT_MAX)

size_t lwk_reduce_workspace(size_t n)
{
    unsigned blocks = lwk_chunks_of(n).blocks;
    return blocks == 1 ? 0 : blocks * sizeof(double);
}

double lwk_reduce_depth(size_t n)
{
    double tiles = (double)lwk_chunks_of(n).chunk / LWK_REDUCE_TILE;
    const double tile = LWK_REDUCE_ROWS, rest = LWK_REDUCE_ROWS,
                 block = 6; /* of a block: five of a warp, one of two warps */
    return (tile + tiles + rest + block) + (tile + 1 + rest + block);
}

static lw_launch_config shape(lw_stream *stream, unsigned blocks)
{
    return lw_grid(stream, lw_make_dim3(blocks, 1, 1), lw_make_dim3(LWK_REDUCE_THREADS, 1, 1), 0);
}

static bool usable(const char *launcher, size_t n, const void *in, const void *out, const void *workspace)
{
    const char *null = n > 0 && in == NULL                                ? "in"
                       : out == NULL                                      ? "out"
                       : workspace == NULL && lwk_reduce_workspace(n) > 0 ? "workspace"
                                                                          : NULL;
    if (null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return null == NULL;
}

#define SUM(kernel, flip, ...) lw_launch(kernel, __VA_ARGS__)
#define MIN(kernel, flip, ...) lw_launch(kernel, __VA_ARGS__, flip)

/* A block reduces each chunk, then one block what these have given. */
#define LAUNCHER(launcher, type, LAUNCH, kernel, flip)                                                                 \
    lw_status launcher(lw_stream *stream, size_t n, const type *in, type *out, void *workspace)                        \
    {                                                                                                                  \
        struct lwk_chunks all = lwk_chunks_of(n);                                                                      \
        type *part = (type *)workspace;                                                                                \
        if (!usable(#launcher, n, in, out, workspace))                                                                 \
            return LW_ERROR_INVALID_VALUE;                                                                             \
        if (all.blocks == 1)                                                                                           \
            return LAUNCH(kernel, flip, shape(stream, 1), n, all.chunk, in, out);                                      \
        lw_status status = LAUNCH(kernel, flip, shape(stream, all.blocks), n, all.chunk, in, part);                    \
        if (status != LW_SUCCESS)                                                                                      \
            return status;                                                                                             \
        return LAUNCH(kernel, flip, shape(stream, 1), all.blocks, LWK_REDUCE_CHUNK_LEAST, part, out);                  \
    }

LAUNCHER(lwk_reduce_sum_float_launch, float, SUM, lwk_reduce_sum_float, 0)
LAUNCHER(lwk_reduce_sum_double_launch, double, SUM, lwk_reduce_sum_double, 0)
LAUNCHER(lwk_reduce_sum_int_launch, int, SUM, lwk_reduce_sum_int, 0)
LAUNCHER(lwk_reduce_min_float_launch, float, MIN, lwk_reduce_min_float, 1.0f)
LAUNCHER(lwk_reduce_min_double_launch, double, MIN, lwk_reduce_min_double, 1.0)
LAUNCHER(lwk_reduce_min_int_launch, int, MIN, lwk_reduce_min_int, 0)
LAUNCHER(lwk_reduce_max_float_launch, float, MIN, lwk_reduce_min_float, -1.0f)
LAUNCHER(lwk_reduce_max_double_launch, double, MIN, lwk_reduce_min_double, -1.0)
LAUNCHER(lwk_reduce_max_int_launch, int, MIN, lwk_reduce_min_int, -1)
