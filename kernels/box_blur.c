#include <lanewise/kernel.h>

#include "box_blur.h"

/* Rows beyond the grid are taken by striding: a grid has at most 65535 rows of blocks. */
#define ROWS(y, height)                                                                                                \
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)(height); y += gridDim.y * blockDim.y)

static __device__ __forceinline__ unsigned held(unsigned at, int size)
{
    return at < (unsigned)size ? at : (unsigned)size - 1;
}

static __device__ __forceinline__ float sum_of_row(const float *row, unsigned x, int width)
{
    return row[x] + row[held(x + 1, width)] + row[held(x + 2, width)];
}

static __device__ __forceinline__ float mean_of_rows(float top, float middle, float bottom)
{
    return (top + middle + bottom) * (1.0f / 9.0f);
}

LW_KERNEL(lwk_box_blur_nine, (int, width), (int, height), (const float *, in), (float *, out))
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    ROWS(y, height)
    {
        const float *top = in + (size_t)y * width;
        const float *middle = in + (size_t)held(y + 1, height) * width;
        const float *bottom = in + (size_t)held(y + 2, height) * width;
        out[(size_t)y * width + x] =
            mean_of_rows(sum_of_row(top, x, width), sum_of_row(middle, x, width), sum_of_row(bottom, x, width));
    }
}

LW_KERNEL(lwk_box_blur_rows, (int, width), (int, height), (const float *, in), (float *, sums))
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    ROWS(y, height)
    sums[(size_t)y * width + x] = sum_of_row(in + (size_t)y * width, x, width);
}

LW_KERNEL(lwk_box_blur_columns, (int, width), (int, height), (const float *, sums), (float *, out))
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    ROWS(y, height)
    out[(size_t)y * width + x] =
        mean_of_rows(sums[(size_t)y * width + x], sums[(size_t)held(y + 1, height) * width + x],
                     sums[(size_t)held(y + 2, height) * width + x]);
}

enum { TILE_WIDTH = 32, TILE_HEIGHT = 8, HALO = 2, PATCH_WIDTH = TILE_WIDTH + HALO, PATCH_HEIGHT = TILE_HEIGHT + HALO };

LW_KERNEL(lwk_box_blur_tiled, LW_BLOCK_SIZE(TILE_WIDTH, TILE_HEIGHT, 1), (int, width), (int, height),
          (const float *, in), (float *, out))
{
    LW_SHARED(float, patch, [PATCH_HEIGHT][PATCH_WIDTH]);
    unsigned left = blockIdx.x * TILE_WIDTH, x = left + threadIdx.x;
    /* Every lane stays to the end, those beyond the edge too: all of them load and meet at the barriers. */
    for (unsigned top = blockIdx.y * TILE_HEIGHT; top < (unsigned)height; top += gridDim.y * TILE_HEIGHT) {
        for (unsigned i = threadIdx.y * TILE_WIDTH + threadIdx.x; i < PATCH_HEIGHT * PATCH_WIDTH;
             i += TILE_WIDTH * TILE_HEIGHT) {
            unsigned row = i / PATCH_WIDTH, column = i % PATCH_WIDTH;
            patch[row][column] = in[(size_t)held(top + row, height) * width + held(left + column, width)];
        }
        __syncthreads();
        unsigned y = top + threadIdx.y;
        if (x < (unsigned)width && y < (unsigned)height) {
            float sum[HALO + 1];
#pragma unroll
            for (int i = 0; i <= HALO; i++) {
                const float *row = &patch[threadIdx.y + i][threadIdx.x];
                sum[i] = row[0] + row[1] + row[2];
            }
            out[(size_t)y * width + x] = mean_of_rows(sum[0], sum[1], sum[2]);
        }
        __syncthreads(); /* before the next tile overwrites the patch */
    }
}

static lw_launch_config cover(lw_stream *stream, int width, int height)
{
    unsigned columns = ((unsigned)width + TILE_WIDTH - 1) / TILE_WIDTH;
    unsigned rows = ((unsigned)height + TILE_HEIGHT - 1) / TILE_HEIGHT;
    lw_dim3 grid = {columns, rows < 65535 ? rows : 65535, 1}, block = {TILE_WIDTH, TILE_HEIGHT, 1};
    return lw_grid(stream, grid, block, 0);
}

/* Answers whether there is something to do, and what to return where there is not. */
static bool usable(const char *launcher, int width, int height, const float *in, const float *between, const float *out,
                   lw_status *status)
{
    *status = LW_SUCCESS;
    if (width < 0 || height < 0)
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: the picture is %d x %d", launcher, width, height);
    else if (width > 0 && height > 0 && (in == NULL || between == NULL || out == NULL))
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher,
                           in == NULL    ? "in"
                           : out == NULL ? "out"
                                         : "between");
    return *status == LW_SUCCESS && width > 0 && height > 0;
}

lw_status lwk_box_blur_nine_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable("lwk_box_blur_nine_launch", width, height, in, in, out, &status))
        return status;
    return lw_launch(lwk_box_blur_nine, cover(stream, width, height), width, height, in, out);
}

lw_status lwk_box_blur_separable_launch(lw_stream *stream, int width, int height, const float *in, float *between,
                                        float *out)
{
    lw_status status;
    if (!usable("lwk_box_blur_separable_launch", width, height, in, between, out, &status))
        return status;
    status = lw_launch(lwk_box_blur_rows, cover(stream, width, height), width, height, in, between);
    if (status != LW_SUCCESS)
        return status;
    return lw_launch(lwk_box_blur_columns, cover(stream, width, height), width, height, between, out);
}

lw_status lwk_box_blur_tiled_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    lw_status status;
    if (!usable("lwk_box_blur_tiled_launch", width, height, in, in, out, &status))
        return status;
    return lw_launch(lwk_box_blur_tiled, cover(stream, width, height), width, height, in, out);
}
