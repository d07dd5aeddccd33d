#include <lanewise/kernel.h>

#include "transpose.h"

LW_KERNEL(lwk_transpose_naive, (int, width), (int, height), (const float *, in), (float *, out))
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)height; y += gridDim.y * blockDim.y)
        out[(size_t)x * height + y] = in[(size_t)y * width + x];
}

enum { ROWS = 8 }; /* of lanes in a block */

/* One tile of side `side`: what is read along x at (left + threadIdx.x, top + row) is written along y. `tile` has rows of
 * side + 1. The guards on both sides are the same elements' own, so nothing is read from the tile that was not written. */
static __device__ __forceinline__ void transpose_tile(int side, float *tile, unsigned left, unsigned top, int width,
                                                      int height, const float *in, float *out)
{
    unsigned x = left + threadIdx.x;
#pragma unroll
    for (int row = 0; row < side; row += ROWS) {
        unsigned y = top + threadIdx.y + row;
        if (x < (unsigned)width && y < (unsigned)height)
            tile[(threadIdx.y + row) * (side + 1) + threadIdx.x] = in[(size_t)y * width + x];
    }
    __syncthreads();
    unsigned y = top + threadIdx.x;
#pragma unroll
    for (int row = 0; row < side; row += ROWS) {
        x = left + threadIdx.y + row;
        if (x < (unsigned)width && y < (unsigned)height)
            out[(size_t)x * height + y] = tile[threadIdx.x * (side + 1) + threadIdx.y + row];
    }
}

/* A grid has at most 65535 rows of blocks: beyond them a block takes another tile, once its first is written out. */
LW_KERNEL(lwk_transpose_tile32, LW_BLOCK_SIZE(32, ROWS, 1), (int, width), (int, height), (const float *, in),
          (float *, out))
{
    LW_SHARED(float, tile, [32 * 33]);
    for (unsigned top = blockIdx.y * 32; top < (unsigned)height; top += gridDim.y * 32) {
        transpose_tile(32, tile, blockIdx.x * 32, top, width, height, in, out);
        __syncthreads();
    }
}

LW_KERNEL(lwk_transpose_tile64, LW_BLOCK_SIZE(64, ROWS, 1), (int, width), (int, height), (const float *, in),
          (float *, out))
{
    LW_SHARED(float, tile, [64 * 65]);
    for (unsigned top = blockIdx.y * 64; top < (unsigned)height; top += gridDim.y * 64) {
        transpose_tile(64, tile, blockIdx.x * 64, top, width, height, in, out);
        __syncthreads();
    }
}

static lw_launch_config cover(lw_stream *stream, int width, int height, unsigned tile_width, unsigned tile_height)
{
    unsigned columns = ((unsigned)width + tile_width - 1) / tile_width;
    unsigned rows = ((unsigned)height + tile_height - 1) / tile_height;
    return lw_grid(stream, lw_make_dim3(columns, rows < 65535 ? rows : 65535, 1), lw_make_dim3(tile_width, ROWS, 1), 0);
}

/* Answers whether there is something to do, and what to return where there is not. */
static bool usable(int width, int height, const float *in, const float *out, lw_status *status)
{
    bool empty = width == 0 || height == 0;
    bool wrong = width < 0 || height < 0 || (!empty && (in == NULL || out == NULL));
    *status = wrong ? LW_ERROR_INVALID_VALUE : LW_SUCCESS;
    return !wrong && !empty;
}

lw_status lwk_transpose_naive_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable(width, height, in, out, &status))
        return status;
    return lw_launch(lwk_transpose_naive, cover(stream, width, height, 32, ROWS), width, height, in, out);
}

lw_status lwk_transpose_tile32_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable(width, height, in, out, &status))
        return status;
    return lw_launch(lwk_transpose_tile32, cover(stream, width, height, 32, 32), width, height, in, out);
}

lw_status lwk_transpose_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable(width, height, in, out, &status))
        return status;
    return lw_launch(lwk_transpose_tile64, cover(stream, width, height, 64, 64), width, height, in, out);
}
