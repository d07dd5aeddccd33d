#include <lanewise/kernel.h>

#include "argmin.h"
#include "device/order.h"
#include "device/reduce.h"

#define NONE UINT_MAX

static __device__ __forceinline__ unsigned lower(unsigned a, unsigned b)
{
    return b < a ? b : a;
}
LWK_REDUCE_BLOCK(first_of_block, unsigned, lower)

/* A thread remembers the tile, not the element: in a tile it only has to keep the least. */
#define TILES_KERNEL(name, type, most)                                                                                 \
    LWK_REDUCE_BLOCK(name##_block, type, lwk_least_##type)                                                             \
    LW_KERNEL(name, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, n), (size_t, chunk), (const type *, in),         \
              (type, flip), (type *, least), (unsigned *, tile))                                                       \
    {                                                                                                                  \
        size_t first = blockIdx.x * chunk, end = n - first < chunk ? n : first + chunk;                                \
        type own = most;                                                                                               \
        unsigned at = NONE, number = 0;                                                                                \
        for (; end - first >= LWK_REDUCE_TILE; first += LWK_REDUCE_TILE, number++) {                                   \
            type here = most;                                                                                          \
            LWK_REDUCE_UNROLL for (unsigned row = 0; row < LWK_REDUCE_ROWS; row++) here =                              \
                lwk_least_##type(here, lwk_flip_##type(in[first + threadIdx.x + row * LWK_REDUCE_THREADS], flip));     \
            at = here < own ? number : at;                                                                             \
            own = lwk_least_##type(own, here);                                                                         \
        }                                                                                                              \
        for (size_t i = first + threadIdx.x; i < end; i += LWK_REDUCE_THREADS) {                                       \
            type here = lwk_flip_##type(in[i], flip);                                                                  \
            at = here < own ? number : at;                                                                             \
            own = lwk_least_##type(own, here);                                                                         \
        }                                                                                                              \
        type all = name##_block(own);                                                                                  \
        at = first_of_block(own == all ? at : NONE);                                                                   \
        if (threadIdx.x == 0) {                                                                                        \
            least[blockIdx.x] = all;                                                                                   \
            tile[blockIdx.x] = at;                                                                                     \
        }                                                                                                              \
    }

/* No element is less than `most` where no block has a tile: then the first that equals it counts, of all elements. */
#define FIND_KERNEL(name, type, most)                                                                                  \
    LWK_REDUCE_BLOCK(name##_block, type, lwk_least_##type)                                                             \
    LW_KERNEL(name, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, n), (size_t, chunk), (const type *, in),         \
              (type, flip), (unsigned, blocks), (const type *, least), (const unsigned *, tile), (type *, value),      \
              (size_t *, index))                                                                                       \
    {                                                                                                                  \
        type own = most;                                                                                               \
        unsigned at = NONE;                                                                                            \
        for (unsigned i = threadIdx.x; i < blocks; i += LWK_REDUCE_THREADS) {                                          \
            type here = least[i];                                                                                      \
            at = here < own ? i : at;                                                                                  \
            own = lwk_least_##type(own, here);                                                                         \
        }                                                                                                              \
        type all = name##_block(own);                                                                                  \
        unsigned block = first_of_block(own == all ? at : NONE);                                                       \
        size_t first = 0, end = n, found = n;                                                                          \
        if (block != NONE) {                                                                                           \
            first = block * chunk + (size_t)tile[block] * LWK_REDUCE_TILE;                                             \
            end = n - first < LWK_REDUCE_TILE ? n : first + LWK_REDUCE_TILE;                                           \
        }                                                                                                              \
        for (; first < end && found == n; first += LWK_REDUCE_TILE) {                                                  \
            unsigned where = NONE;                                                                                     \
            for (unsigned i = threadIdx.x; i < LWK_REDUCE_TILE && first + i < end; i += LWK_REDUCE_THREADS)            \
                where = lower(where, lwk_flip_##type(in[first + i], flip) == all ? i : NONE);                          \
            __syncthreads(); /* the shared memory of before is free */                                                 \
            where = first_of_block(where);                                                                             \
            if (where != NONE)                                                                                         \
                found = first + where;                                                                                 \
        }                                                                                                              \
        if (threadIdx.x == 0) {                                                                                        \
            *value = found < n ? in[found] : lwk_flip_##type(most, flip);                                              \
            *index = found;                                                                                            \
        }                                                                                                              \
    }

TILES_KERNEL(lwk_argmin_tiles_float, float, INFINITY)
TILES_KERNEL(lwk_argmin_tiles_double, double, INFINITY)
TILES_KERNEL(lwk_argmin_tiles_int, int, INT_MAX)
FIND_KERNEL(lwk_argmin_find_float, float, INFINITY)
FIND_KERNEL(lwk_argmin_find_double, double, INFINITY)
FIND_KERNEL(lwk_argmin_find_int, int, INT_MAX)

size_t lwk_argmin_workspace(size_t n)
{
    return lwk_chunks_of(n).blocks * (sizeof(double) + sizeof(unsigned));
}

static lw_launch_config shape(lw_stream *stream, unsigned blocks)
{
    return lw_grid(stream, lw_make_dim3(blocks, 1, 1), lw_make_dim3(LWK_REDUCE_THREADS, 1, 1), 0);
}

static bool usable(const char *launcher, size_t n, const void *in, const void *value, const void *index,
                   const void *workspace)
{
    const size_t greatest = (size_t)1 << 51; /* the number of a tile in its chunk is an unsigned */
    const char *null = n > 0 && in == NULL ? "in"
                       : value == NULL     ? "value"
                       : index == NULL     ? "index"
                       : workspace == NULL ? "workspace"
                                           : NULL;
    if (null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    else if (n > greatest)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, greatest);
    return null == NULL && n <= greatest;
}

#define LAUNCHER(launcher, type, flip)                                                                                 \
    lw_status launcher(lw_stream *stream, size_t n, const type *in, type *value, size_t *index, void *workspace)       \
    {                                                                                                                  \
        if (!usable(#launcher, n, in, value, index, workspace))                                                        \
            return LW_ERROR_INVALID_VALUE;                                                                             \
        struct lwk_chunks all = lwk_chunks_of(n);                                                                      \
        type *least = (type *)workspace;                                                                               \
        unsigned *tile = (unsigned *)(void *)((double *)workspace + all.blocks);                                       \
        lw_status status =                                                                                             \
            lw_launch(lwk_argmin_tiles_##type, shape(stream, all.blocks), n, all.chunk, in, flip, least, tile);        \
        if (status != LW_SUCCESS)                                                                                      \
            return status;                                                                                             \
        return lw_launch(lwk_argmin_find_##type, shape(stream, 1), n, all.chunk, in, flip, all.blocks, least, tile,    \
                         value, index);                                                                                \
    }

LAUNCHER(lwk_argmin_float_launch, float, 1.0f)
LAUNCHER(lwk_argmin_double_launch, double, 1.0)
LAUNCHER(lwk_argmin_int_launch, int, 0)
LAUNCHER(lwk_argmax_float_launch, float, -1.0f)
LAUNCHER(lwk_argmax_double_launch, double, -1.0)
LAUNCHER(lwk_argmax_int_launch, int, -1)
