#include <kernels/transpose.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    uint64_t elements = run->shape.dimension[0] * run->shape.dimension[1];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, elements);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, elements);
}

static lw_status launch_naive(const struct kernel_run *run)
{
    unsigned width = (unsigned)run->shape.dimension[0], height = (unsigned)run->shape.dimension[1];
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device;
    lw_dim3 block = run->block;
    if (block.x == 0 || !in)
        return lwk_transpose_naive_launch(run->stream, (int)width, (int)height, in, out);
    lw_dim3 grid = {(width + block.x - 1) / block.x, (height + block.y - 1) / block.y, 1};
    return lw_launch(lwk_transpose_naive, lw_grid(run->stream, grid, block, 0), (int)width, (int)height, in, out);
}

/* With a block shape to try, the tiled kernels get one row of blocks: it takes the tiles below in turns. */
static lw_status launch_tiled(const struct kernel_run *run)
{
    unsigned width = (unsigned)run->shape.dimension[0], height = (unsigned)run->shape.dimension[1];
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device;
    if (run->block.x == 0 || !in)
        return lwk_transpose_launch(run->stream, (int)width, (int)height, in, out);
    lw_dim3 grid = {(width + 63) / 64, 1, 1};
    return lw_launch(lwk_transpose_tile64, lw_grid(run->stream, grid, run->block, 0), (int)width, (int)height, in, out);
}

static lw_status launch_tile32(const struct kernel_run *run)
{
    unsigned width = (unsigned)run->shape.dimension[0], height = (unsigned)run->shape.dimension[1];
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device;
    if (run->block.x == 0 || !in)
        return lwk_transpose_tile32_launch(run->stream, (int)width, (int)height, in, out);
    lw_dim3 grid = {(width + 31) / 32, 1, 1};
    return lw_launch(lwk_transpose_tile32, lw_grid(run->stream, grid, run->block, 0), (int)width, (int)height, in, out);
}

static void reference(struct kernel_run *run)
{
    uint64_t width = run->shape.dimension[0], height = run->shape.dimension[1];
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++)
            run->buffer[1].expected[x * height + y] = (double)kernel_f32(run, 0)[y * width + x];
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static const lw_dim3 blocks[] = {{1, 1, 1}, {16, 16, 1}, {5, 33, 1}, {0, 0, 0}};
static const lw_dim3 block32[] = {{32, 8, 1}, {0, 0, 0}}, block64[] = {{64, 8, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"naive", launch_naive, blocks, false},
                                                 {"tiled", launch_tiled, block64, false},
                                                 {"tile32", launch_tile32, block32, false},
                                                 {NULL, NULL, NULL, false}};
/* Not square, so that width and height cannot be taken for each other; 500 is no multiple of any tile. */
static const struct kernel_shape shapes[] = {{{0, 3}},   {{3, 0}},    {{1, 1}},     {{1, 65}},    {{64, 64}},
                                             {{63, 65}}, {{127, 31}}, {{500, 123}}, {{256, 128}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1024, 1024}}, {{8192, 8192}}, {{16384, 16384}}, {{UINT64_MAX}}};

static struct kernel_case transpose = {
    .name = "transpose",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_INDEX | KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(transpose);

TEST(transpose, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_STATUS(lwk_transpose_launch(s, -1, 1, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_transpose_launch: the matrix is -1 x 1");
    CHECK_STATUS(lwk_transpose_tile32_launch(s, 1, 1, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_transpose_tile32_launch: in is null");
    CHECK_STATUS(lwk_transpose_naive_launch(s, 1, 1, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_transpose_naive_launch: out is null");
}
