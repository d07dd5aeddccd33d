#include <lanewise/kernel.h>

#include "device/kind.h"
#include "matrix_add.h"

enum { EACH = 4 }; /* elements of a row whose loads a thread has on their way: see vector_add.c */

LW_KERNEL(lwk_matrix_add, (int, width), (int, height), (const float *, a), (const float *, b), (float *, out))
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x, stride = (size_t)gridDim.y * blockDim.y;
    if (x >= (size_t)width)
        return;
    for (size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y; y < (size_t)height; y += stride)
        out[y * width + x] = a[y * width + x] + b[y * width + x];
}

LW_KERNEL(lwk_matrix_add_four, (int, width), (int, height), (const float *, a), (const float *, b), (float *, out))
{
    size_t tile = (size_t)blockDim.x * EACH, first = blockIdx.x * tile, x = first + threadIdx.x;
    size_t stride = (size_t)gridDim.y * blockDim.y;
    for (size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y; y < (size_t)height; y += stride) {
        size_t row = y * width;
        if (first + tile <= (size_t)width) {
            float p[EACH], q[EACH];
#pragma unroll
            for (unsigned k = 0; k < EACH; k++) {
                p[k] = a[row + x + k * blockDim.x];
                q[k] = b[row + x + k * blockDim.x];
            }
#pragma unroll
            for (unsigned k = 0; k < EACH; k++)
                out[row + x + k * blockDim.x] = p[k] + q[k];
        } else {
            for (size_t column = x; column < (size_t)width; column += blockDim.x)
                out[row + column] = a[row + column] + b[row + column];
        }
    }
}

LW_KERNEL(lwk_matrix_add_columns, (int, width), (int, height), (const float *, a), (const float *, b), (float *, out))
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (size_t)width)
        return;
    for (size_t y = 0; y < (size_t)height; y++)
        out[y * width + x] = a[y * width + x] + b[y * width + x];
}

static bool usable(const char *launcher, int width, int height, const float *a, const float *b, const float *out)
{
    const char *null = a == NULL ? "a" : b == NULL ? "b" : out == NULL ? "out" : NULL;
    if (width < 0 || height < 0)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d, at least 0", launcher, width < 0 ? "width" : "height",
                 width < 0 ? width : height);
    else if (width > 0 && height > 0 && null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return width >= 0 && height >= 0 && (width == 0 || height == 0 || null == NULL);
}

/* A grid of blocks of such a shape; a grid has at most 65535 rows of blocks. */
static lw_launch_config shape(lw_stream *stream, int width, int height, unsigned x, unsigned y)
{
    const unsigned most = 65535;
    unsigned columns = ((unsigned)width + x - 1) / x, rows = ((unsigned)height + y - 1) / y;
    return lw_grid(stream, lw_make_dim3(columns, rows < most ? rows : most, 1), lw_make_dim3(x, y, 1), 0);
}

lw_status lwk_matrix_add_launch(lw_stream *stream, int width, int height, const float *a, const float *b, float *out)
{
    if (!usable("lwk_matrix_add_launch", width, height, a, b, out))
        return LW_ERROR_INVALID_VALUE;
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    bool is_cpu;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    unsigned threads = (unsigned)width / EACH + (width % EACH != 0);
    return is_cpu
               ? lw_launch(lwk_matrix_add, shape(stream, width, height, 256, 1), width, height, a, b, out)
               : lw_launch(lwk_matrix_add_four, shape(stream, (int)threads, height, 256, 1), width, height, a, b, out);
}

lw_status lwk_matrix_add_tiles_launch(lw_stream *stream, int width, int height, const float *a, const float *b,
                                      float *out)
{
    if (!usable("lwk_matrix_add_tiles_launch", width, height, a, b, out))
        return LW_ERROR_INVALID_VALUE;
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_matrix_add, shape(stream, width, height, 32, 8), width, height, a, b, out);
}

lw_status lwk_matrix_add_columns_launch(lw_stream *stream, int width, int height, const float *a, const float *b,
                                        float *out)
{
    if (!usable("lwk_matrix_add_columns_launch", width, height, a, b, out))
        return LW_ERROR_INVALID_VALUE;
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_matrix_add_columns, shape(stream, width, 1, 256, 1), width, height, a, b, out);
}
