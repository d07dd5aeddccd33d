#include <lanewise/kernel.h>

#include "device/kind.h"
#include "permute.h"

enum { ROWS = 8, COLUMN = 32 };                              /* of threads in a block */
static const size_t most_blocks = 0x7fffffff;                /* in a grid's first dimension */
static const size_t most_rows = 65535;                       /* in its others: beyond them blocks take further tiles */
static const size_t most_elements = 0x7fffffff * (size_t)32; /* 32: the smaller tile's side */

/* A thread's elements are all read before the first is stored: on a GPU what bounds a copy is how many bytes are on their way. Rows of a
 * tile are longer by 4 bytes, or by an element where that is more, so that its columns lie in different banks. Tiles at the edge check every
 * element, on both sides the same ones, so nothing is taken from the tile that was not put there. */
#define TILES(bytes, type, zero, side, pitch)                                                                          \
    LW_KERNEL(lwk_permute_tiles_##bytes, LW_BLOCK_SIZE(side, ROWS, 1), (size_t, width), (size_t, height),              \
              (size_t, planes), (size_t, in_row), (size_t, in_plane), (size_t, out_row), (size_t, out_plane),          \
              (const void *, in), (void *, out))                                                                       \
    {                                                                                                                  \
        LW_SHARED(type, tile, [(side) * (pitch)]);                                                                     \
        const size_t left = (size_t)blockIdx.x * (side);                                                               \
        if (left >= width)                                                                                             \
            return;                                                                                                    \
        const unsigned across = width - left < (side) ? (unsigned)(width - left) : (side);                             \
        for (size_t plane = blockIdx.z; plane < planes; plane += gridDim.z)                                            \
            for (size_t top = (size_t)blockIdx.y * (side); top < height; top += (size_t)gridDim.y * (side)) {          \
                const unsigned down = height - top < (side) ? (unsigned)(height - top) : (side);                       \
                const bool whole = across == (side) && down == (side);                                                 \
                const type *from =                                                                                     \
                    (const type *)in + (plane * in_plane + (top + threadIdx.y) * in_row + left + threadIdx.x);         \
                type *to = (type *)out + (plane * out_plane + (left + threadIdx.y) * out_row + top + threadIdx.x);     \
                type value[(side) / ROWS];                                                                             \
                _Pragma("unroll") for (int i = 0; i < (side) / ROWS; i++)                                              \
                {                                                                                                      \
                    value[i] = whole || (threadIdx.x < across && threadIdx.y + i * ROWS < down) ? *from : zero;        \
                    from += ROWS * in_row;                                                                             \
                }                                                                                                      \
                _Pragma("unroll") for (int i = 0; i < (side) / ROWS; i++)                                              \
                    tile[(threadIdx.y + i * ROWS) * (pitch) + threadIdx.x] = value[i];                                 \
                __syncthreads();                                                                                       \
                _Pragma("unroll") for (int i = 0; i < (side) / ROWS; i++)                                              \
                {                                                                                                      \
                    if (whole || (threadIdx.y + i * ROWS < across && threadIdx.x < down))                              \
                        *to = tile[threadIdx.x * (pitch) + threadIdx.y + i * ROWS];                                    \
                    to += ROWS * out_row;                                                                              \
                }                                                                                                      \
                __syncthreads(); /* the tile is free */                                                                \
            }                                                                                                          \
    }
TILES(1, unsigned char, 0, 64, 68)
TILES(2, unsigned short, 0, 64, 66)
TILES(4, unsigned, 0, 64, 65)
TILES(8, unsigned long long, 0, 32, 33)
TILES(16, uint4, make_uint4(0, 0, 0, 0), 32, 33)

/* For CPUs, where caches hold what is read along columns. The loop goes along rows: its length is that of the tile, not of a block. */
#define COLUMNS(bytes, type)                                                                                           \
    LW_KERNEL(lwk_permute_columns_##bytes, LW_BLOCK_SIZE(COLUMN, 1, 1), (size_t, width), (size_t, height),             \
              (size_t, planes), (size_t, in_row), (size_t, in_plane), (size_t, out_row), (size_t, out_plane),          \
              (const void *, in), (void *, out))                                                                       \
    {                                                                                                                  \
        const size_t left = (size_t)blockIdx.x * COLUMN;                                                               \
        if (left >= width)                                                                                             \
            return;                                                                                                    \
        const unsigned across = width - left < COLUMN ? (unsigned)(width - left) : (unsigned)COLUMN;                   \
        for (size_t plane = blockIdx.z; plane < planes; plane += gridDim.z)                                            \
            for (size_t top = (size_t)blockIdx.y * COLUMN; top < height; top += (size_t)gridDim.y * COLUMN) {          \
                const type *from = (const type *)in + (plane * in_plane + (top + threadIdx.x) * in_row + left);        \
                type *to = (type *)out + (plane * out_plane + left * out_row + top + threadIdx.x);                     \
                if (threadIdx.x < height - top)                                                                        \
                    for (unsigned x = 0; x < across; x++)                                                              \
                        to[x * out_row] = from[x];                                                                     \
            }                                                                                                          \
    }
COLUMNS(1, unsigned char)
COLUMNS(2, unsigned short)
COLUMNS(4, unsigned)
COLUMNS(8, unsigned long long)

#define MOVE_ROWS(bytes, type)                                                                                         \
    LW_KERNEL(lwk_permute_rows_##bytes, (size_t, width), (size_t, columns), (size_t, rows), (const void *, in),        \
              (void *, out))                                                                                           \
    {                                                                                                                  \
        size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;                                                      \
        if (x >= width)                                                                                                \
            return;                                                                                                    \
        for (size_t j = blockIdx.z; j < columns; j += gridDim.z)                                                       \
            for (size_t i = (size_t)blockIdx.y * blockDim.y + threadIdx.y; i < rows;                                   \
                 i += (size_t)gridDim.y * blockDim.y)                                                                  \
                ((type *)out)[(j * rows + i) * width + x] = ((const type *)in)[(i * columns + j) * width + x];         \
    }
MOVE_ROWS(1, unsigned char)
MOVE_ROWS(2, unsigned short)
MOVE_ROWS(4, unsigned)
MOVE_ROWS(8, unsigned long long)
MOVE_ROWS(16, uint4)

/* ---- the host's side ---- */
static unsigned blocks_of(size_t n, size_t each, size_t most)
{
    size_t blocks = n / each + (n % each != 0);
    return (unsigned)(blocks < most ? blocks : most);
}

/* What the tiles' kernels take, in their order. */
struct planes {
    size_t width, height, count, in_row, in_plane, out_row, out_plane;
};

#define LAUNCH_PLANES(kernel)                                                                                          \
    lw_launch(lwk_permute_##kernel, config, p.width, p.height, p.count, p.in_row, p.in_plane, p.out_row, p.out_plane,  \
              in, out)

static lw_launch_config cover(lw_stream *stream, struct planes p, unsigned side, unsigned rows)
{
    unsigned across = blocks_of(p.width, side, most_blocks), down = blocks_of(p.height, side, most_rows);
    return lw_grid(stream, lw_make_dim3(across, down, blocks_of(p.count, 1, most_rows)), lw_make_dim3(side, rows, 1),
                   0);
}

static lw_status launch_planes(lw_stream *stream, size_t element_size, struct planes p, const void *in, void *out)
{
    bool is_cpu = false;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu && element_size < 16) {
        lw_launch_config config = cover(stream, p, COLUMN, 1);
        return element_size == 1   ? LAUNCH_PLANES(columns_1)
               : element_size == 2 ? LAUNCH_PLANES(columns_2)
               : element_size == 4 ? LAUNCH_PLANES(columns_4)
                                   : LAUNCH_PLANES(columns_8);
    }
    lw_launch_config config = cover(stream, p, element_size < 8 ? 64 : 32, ROWS);
    return element_size == 1   ? LAUNCH_PLANES(tiles_1)
           : element_size == 2 ? LAUNCH_PLANES(tiles_2)
           : element_size == 4 ? LAUNCH_PLANES(tiles_4)
           : element_size == 8 ? LAUNCH_PLANES(tiles_8)
                               : LAUNCH_PLANES(tiles_16);
}

#define LAUNCH_ROWS(bytes) lw_launch(lwk_permute_rows_##bytes, config, width, columns, rows, in, out)

/* A block moves several short rows. On a CPU it moves more, one after another, as each block takes its time to start. */
static lw_status launch_rows(lw_stream *stream, size_t element_size, size_t width, size_t columns, size_t rows,
                             const void *in, void *out)
{
    bool is_cpu = false;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    unsigned across = width < 256 ? (unsigned)width : 256, down = 256 / across;
    lw_launch_config config = lw_grid(stream,
                                      lw_make_dim3(blocks_of(width, across, most_blocks),
                                                   blocks_of(rows, is_cpu ? 16 * (size_t)down : down, most_rows),
                                                   blocks_of(columns, 1, most_rows)),
                                      lw_make_dim3(across, down, 1), 0);
    return element_size == 1   ? LAUNCH_ROWS(1)
           : element_size == 2 ? LAUNCH_ROWS(2)
           : element_size == 4 ? LAUNCH_ROWS(4)
           : element_size == 8 ? LAUNCH_ROWS(8)
                               : LAUNCH_ROWS(16);
}

/* Answers whether there is something to do, and what to return where there is not. */
static bool usable(const char *launcher, size_t element_size, const size_t size[3], const void *in, const void *out,
                   lw_status *status)
{
    size_t left = most_elements;
    *status = LW_SUCCESS;
    if (element_size > 16 || element_size == 0 || (element_size & (element_size - 1)) != 0) {
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: element_size is %zu; expected 1, 2, 4, 8 or 16", launcher,
                           element_size);
        return false;
    }
    if (size[0] == 0 || size[1] == 0 || size[2] == 0)
        return false;
    for (int k = 0; k < 3; k++)
        left /= size[k];
    if (left == 0)
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %zu x %zu x %zu elements, at most %zu together", launcher,
                           size[0], size[1], size[2], most_elements);
    else if (in == NULL || out == NULL)
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, in == NULL ? "in" : "out");
    else if ((uintptr_t)in % element_size != 0 || (uintptr_t)out % element_size != 0)
        *status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is not aligned to its elements of %zu bytes", launcher,
                           (uintptr_t)in % element_size != 0 ? "in" : "out", element_size);
    return *status == LW_SUCCESS;
}

/* The largest element that divides a row of so many bytes, and to which both arrays are aligned. */
static size_t widest(size_t bytes, const void *in, const void *out)
{
    size_t all = bytes | (uintptr_t)in | (uintptr_t)out | 16;
    return all & (~all + 1);
}

lw_status lwk_permute_launch(lw_stream *stream, size_t element_size, const size_t size[3], const int order[3],
                             const void *in, void *out)
{
    const char *launcher = "lwk_permute_launch";
    lw_status status;
    if (size == NULL || order == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, size == NULL ? "size" : "order");
    unsigned seen = 0;
    for (int k = 0; k < 3; k++)
        seen |= order[k] >= 0 && order[k] < 3 ? 1u << order[k] : 0;
    if (seen != 7)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: order is %d, %d, %d; expected 0, 1 and 2, each once", launcher,
                        order[0], order[1], order[2]);
    if (!usable(launcher, element_size, size, in, out, &status))
        return status;

    /* Axes of one element may be anywhere: without them two axes are in order, or one matrix is transposed. */
    int axis[3], axes = 0;
    for (int k = 0; k < 3; k++)
        if (size[order[k]] > 1)
            axis[axes++] = order[k];
    const size_t a = size[0], b = size[1], c = size[2];
    if (axes < 2 || (axis[0] < axis[1] && (axes == 2 || axis[1] < axis[2])))
        return lw_memcpy_async(stream, out, in, a * b * c * element_size, LW_MEMCPY_DEVICE_TO_DEVICE);
    struct planes p;
    if (axes == 2)
        p = (struct planes){size[axis[0]], size[axis[1]], 1, size[axis[0]], 0, size[axis[1]], 0};
    else if (order[2] == 2) { /* 1, 0, 2: rows stay whole; short ones are elements themselves */
        size_t wide = widest(c * element_size, in, out);
        if (wide < c * element_size)
            return launch_rows(stream, wide, c * element_size / wide, b, a, in, out);
        element_size = wide;
        p = (struct planes){b, a, 1, b, 0, a, 0};
    } else if (order[0] == 0) /* 0, 2, 1 */
        p = (struct planes){c, b, a, c, b * c, b, b * c};
    else if (order[0] == 1) /* 1, 2, 0 */
        p = (struct planes){b * c, a, 1, b * c, 0, a, 0};
    else if (order[1] == 0) /* 2, 0, 1 */
        p = (struct planes){c, a * b, 1, c, 0, a * b, 0};
    else /* 2, 1, 0 */
        p = (struct planes){c, a, b, b * c, c, a * b, a};
    return launch_planes(stream, element_size, p, in, out);
}

lw_status lwk_transpose_batched_launch(lw_stream *stream, size_t element_size, size_t matrices, size_t width,
                                       size_t height, const void *in, void *out)
{
    const size_t size[] = {matrices, height, width};
    lw_status status;
    if (!usable("lwk_transpose_batched_launch", element_size, size, in, out, &status))
        return status;
    struct planes p = {width, height, matrices, width, width * height, height, width * height};
    return launch_planes(stream, element_size, p, in, out);
}
