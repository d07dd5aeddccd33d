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

/* One tile: what is read along x from row top + threadIdx.y on is written along y. `tile` has rows of side + 1; `side`
 * is a constant at each call, 64 at most. A lane's elements are all read before the first is stored: on a GPU what
 * bounds a copy is how many bytes are on their way. Tiles at the edge check every element, on both sides the same
 * ones, so nothing is taken from the tile that was not put there. */
static __device__ __forceinline__ void transpose_tile(int side, float *tile, unsigned left, unsigned top, int width,
                                                      int height, const float *in, float *out)
{
    float value[64 / ROWS];
    bool whole = left + side <= (unsigned)width && top + side <= (unsigned)height;
    unsigned x = left + threadIdx.x, y = top + threadIdx.y;
    const float *from = in + ((size_t)y * width + x);
#pragma unroll
    for (int i = 0; i < side / ROWS; i++) {
        value[i] = whole || (x < (unsigned)width && y + i * ROWS < (unsigned)height) ? *from : 0.0f;
        from += (size_t)ROWS * width;
    }
#pragma unroll
    for (int i = 0; i < side / ROWS; i++)
        tile[(threadIdx.y + i * ROWS) * (side + 1) + threadIdx.x] = value[i];
    __syncthreads();
    x = left + threadIdx.y;
    y = top + threadIdx.x;
    float *to = out + ((size_t)x * height + y);
#pragma unroll
    for (int i = 0; i < side / ROWS; i++) {
        if (whole || (x + i * ROWS < (unsigned)width && y < (unsigned)height))
            *to = tile[threadIdx.x * (side + 1) + threadIdx.y + i * ROWS];
        to += (size_t)ROWS * height;
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
static bool usable(const char *launcher, int width, int height, const float *in, const float *out, lw_status *status)
{
    *status = LW_SUCCESS;
    if (width < 0 || height < 0)
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: the matrix is %d x %d", launcher, width, height);
    else if (width > 0 && height > 0 && (in == NULL || out == NULL))
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, in == NULL ? "in" : "out");
    return *status == LW_SUCCESS && width > 0 && height > 0;
}

lw_status lwk_transpose_naive_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable("lwk_transpose_naive_launch", width, height, in, out, &status))
        return status;
    return lw_launch(lwk_transpose_naive, cover(stream, width, height, 32, ROWS), width, height, in, out);
}

lw_status lwk_transpose_tile32_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable("lwk_transpose_tile32_launch", width, height, in, out, &status))
        return status;
    return lw_launch(lwk_transpose_tile32, cover(stream, width, height, 32, 32), width, height, in, out);
}

lw_status lwk_transpose_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable("lwk_transpose_launch", width, height, in, out, &status))
        return status;
    return lw_launch(lwk_transpose_tile64, cover(stream, width, height, 64, 64), width, height, in, out);
}
