#include <limits.h>

#include <lanewise/kernel.h>

#include "transpose_steps.h"

enum { SIDE = 32, ROWS = 8, UNROLL = 4 }; /* of a tile, of threads in a block, elements a thread */

/* A grid has at most 65535 rows of blocks: beyond them threads and blocks take further elements. */
LW_KERNEL(lwk_transpose_copy_rows, (int, width), (int, height), (const float *, in), (float *, out))
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)height; y += gridDim.y * blockDim.y)
        out[(size_t)y * width + x] = in[(size_t)y * width + x];
}

LW_KERNEL(lwk_transpose_copy_columns, (int, width), (int, height), (const float *, in), (float *, out))
{
    unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= (unsigned)height)
        return;
    for (unsigned x = blockIdx.y * blockDim.y + threadIdx.y; x < (unsigned)width; x += gridDim.y * blockDim.y)
        out[(size_t)y * width + x] = in[(size_t)y * width + x];
}

LW_KERNEL(lwk_transpose_read_columns, (int, width), (int, height), (const float *, in), (float *, out))
{
    unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= (unsigned)height)
        return;
    for (unsigned x = blockIdx.y * blockDim.y + threadIdx.y; x < (unsigned)width; x += gridDim.y * blockDim.y)
        out[(size_t)x * height + y] = __ldg(&in[(size_t)y * width + x]);
}

/* All four are read before the first is stored, except at the edge: there a thread may have fewer. */
LW_KERNEL(lwk_transpose_unroll4_rows, (int, width), (int, height), (const float *, in), (float *, out))
{
    unsigned left = blockIdx.x * (UNROLL * blockDim.x), first = left + threadIdx.x;
    bool whole = left + UNROLL * blockDim.x <= (unsigned)width;
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)height; y += gridDim.y * blockDim.y) {
        const float *row = in + (size_t)y * width;
        if (whole) {
            float value[UNROLL];
#pragma unroll
            for (int i = 0; i < UNROLL; i++)
                value[i] = row[first + i * blockDim.x];
#pragma unroll
            for (int i = 0; i < UNROLL; i++)
                out[(size_t)(first + i * blockDim.x) * height + y] = value[i];
        } else {
            for (unsigned x = first; x < (unsigned)width; x += blockDim.x)
                out[(size_t)x * height + y] = row[x];
        }
    }
}

LW_KERNEL(lwk_transpose_unroll4_columns, (int, width), (int, height), (const float *, in), (float *, out))
{
    unsigned top = blockIdx.x * (UNROLL * blockDim.x), first = top + threadIdx.x;
    bool whole = top + UNROLL * blockDim.x <= (unsigned)height;
    for (unsigned x = blockIdx.y * blockDim.y + threadIdx.y; x < (unsigned)width; x += gridDim.y * blockDim.y) {
        float *row = out + (size_t)x * height;
        if (whole) {
            float value[UNROLL];
#pragma unroll
            for (int i = 0; i < UNROLL; i++)
                value[i] = __ldg(&in[(size_t)(first + i * blockDim.x) * width + x]);
#pragma unroll
            for (int i = 0; i < UNROLL; i++)
                row[first + i * blockDim.x] = value[i];
        } else {
            for (unsigned y = first; y < (unsigned)height; y += blockDim.x)
                row[y] = __ldg(&in[(size_t)y * width + x]);
        }
    }
}

/* One tile: what is read along x from row top + threadIdx.y on is written along y. `pitch` is that of the tile's rows. */
static __device__ __forceinline__ void transpose_tile(int pitch, float *tile, unsigned left, unsigned top, int width,
                                                      int height, const float *in, float *out)
{
    unsigned x = left + threadIdx.x, y = top + threadIdx.y;
#pragma unroll
    for (int i = 0; i < SIDE; i += ROWS)
        if (x < (unsigned)width && y + i < (unsigned)height)
            tile[(threadIdx.y + i) * pitch + threadIdx.x] = in[(size_t)(y + i) * width + x];
    __syncthreads();
    x = left + threadIdx.y;
    y = top + threadIdx.x;
#pragma unroll
    for (int i = 0; i < SIDE; i += ROWS)
        if (x + i < (unsigned)width && y < (unsigned)height)
            out[(size_t)(x + i) * height + y] = tile[threadIdx.x * pitch + threadIdx.y + i];
    __syncthreads(); /* the tile is free */
}

LW_KERNEL(lwk_transpose_tile32_unpadded, LW_BLOCK_SIZE(SIDE, ROWS, 1), (int, width), (int, height), (const float *, in),
          (float *, out))
{
    LW_SHARED(float, tile, [SIDE * SIDE]);
    for (unsigned top = blockIdx.y * SIDE; top < (unsigned)height; top += gridDim.y * SIDE)
        transpose_tile(SIDE, tile, blockIdx.x * SIDE, top, width, height, in, out);
}

/* Blocks are numbered as they start; block b takes row b mod rows of the grid, and one column further in each. */
LW_KERNEL(lwk_transpose_tile32_diagonal, LW_BLOCK_SIZE(SIDE, ROWS, 1), (int, width), (int, height), (const float *, in),
          (float *, out))
{
    LW_SHARED(float, tile, [SIDE * (SIDE + 1)]);
    unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned row = block % gridDim.y, column = (block / gridDim.y + row) % gridDim.x;
    for (unsigned top = row * SIDE; top < (unsigned)height; top += gridDim.y * SIDE)
        transpose_tile(SIDE + 1, tile, column * SIDE, top, width, height, in, out);
}

/* Blocks of 32 x 8 threads, each for `across` elements in the grid's first dimension and `down` in its second. */
static lw_launch_config cover(lw_stream *stream, int columns, int rows, unsigned across, unsigned down)
{
    unsigned x = ((unsigned)columns + across - 1) / across, y = ((unsigned)rows + down - 1) / down;
    unsigned most = UINT_MAX / x < 65535 ? UINT_MAX / x : 65535;
    return lw_grid(stream, lw_make_dim3(x, y < most ? y : most, 1), lw_make_dim3(SIDE, ROWS, 1), 0);
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

#define LAUNCHER(kernel, columns, rows, across, down)                                                                  \
    lw_status kernel##_launch(lw_stream *stream, int width, int height, const float *in, float *out)                   \
    {                                                                                                                  \
        lw_status status;                                                                                              \
        if (!usable(#kernel "_launch", width, height, in, out, &status))                                               \
            return status;                                                                                             \
        return lw_launch(kernel, cover(stream, columns, rows, across, down), width, height, in, out);                  \
    }
LAUNCHER(lwk_transpose_copy_rows, width, height, SIDE, ROWS)
LAUNCHER(lwk_transpose_copy_columns, height, width, SIDE, ROWS)
LAUNCHER(lwk_transpose_read_columns, height, width, SIDE, ROWS)
LAUNCHER(lwk_transpose_unroll4_rows, width, height, UNROLL *SIDE, ROWS)
LAUNCHER(lwk_transpose_unroll4_columns, height, width, UNROLL *SIDE, ROWS)
LAUNCHER(lwk_transpose_tile32_unpadded, width, height, SIDE, SIDE)
LAUNCHER(lwk_transpose_tile32_diagonal, width, height, SIDE, SIDE)
