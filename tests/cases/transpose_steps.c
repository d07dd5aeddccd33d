#include <stdio.h>
#include <stdlib.h>

#include <kernels/transpose_steps.h>

#include "../harness/test.h"
#include "../kernel_case.h"

typedef lw_status launcher(lw_stream *stream, int width, int height, const float *in, float *out);

static void prepare(struct kernel_run *run)
{
    uint64_t elements = run->shape.dimension[0] * run->shape.dimension[1];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, elements);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, elements);
}

/* With a block shape to try, the grid has one row of blocks: they take all elements below in turns. `columns`: the grid's first dimension
 * goes down the rows. */
#define STEP(name, columns, across)                                                                                    \
    static lw_status launch_##name(const struct kernel_run *run)                                                       \
    {                                                                                                                  \
        int width = (int)run->shape.dimension[0], height = (int)run->shape.dimension[1];                               \
        const float *in = run->buffer[0].device;                                                                       \
        float *out = run->buffer[1].device;                                                                            \
        unsigned covered = (unsigned)((columns) ? height : width), each = (across) * run->block.x;                     \
        if (each == 0 || !in)                                                                                          \
            return lwk_transpose_##name##_launch(run->stream, width, height, in, out);                                 \
        lw_dim3 grid = {(covered + each - 1) / each, 1, 1};                                                            \
        return lw_launch(lwk_transpose_##name, lw_grid(run->stream, grid, run->block, 0), width, height, in, out);     \
    }
STEP(copy_rows, false, 1)
STEP(copy_columns, true, 1)
STEP(read_columns, true, 1)
STEP(unroll4_rows, false, 4)
STEP(unroll4_columns, true, 4)
STEP(tile32_unpadded, false, 1)
STEP(tile32_diagonal, false, 1)

static void reference(struct kernel_run *run)
{
    bool copies = run->variant->launch == launch_copy_rows || run->variant->launch == launch_copy_columns;
    uint64_t width = run->shape.dimension[0], height = run->shape.dimension[1];
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++)
            run->buffer[1].expected[copies ? y * width + x : x * height + y] =
                (double)kernel_f32(run, 0)[y * width + x];
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static const lw_dim3 blocks[] = {{16, 16, 1}, {5, 33, 1}, {0, 0, 0}}, block32[] = {{32, 8, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"copy_rows", launch_copy_rows, blocks, false},
                                                 {"copy_columns", launch_copy_columns, blocks, false},
                                                 {"read_columns", launch_read_columns, blocks, false},
                                                 {"unroll4_rows", launch_unroll4_rows, blocks, false},
                                                 {"unroll4_columns", launch_unroll4_columns, blocks, false},
                                                 {"tile32_unpadded", launch_tile32_unpadded, block32, false},
                                                 {"tile32_diagonal", launch_tile32_diagonal, block32, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 3}},   {{3, 0}},    {{1, 1}},     {{1, 65}},
                                             {{64, 64}}, {{127, 31}}, {{300, 123}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1024, 1024}}, {{8192, 8192}}, {{16384, 16384}}, {{UINT64_MAX}}};

static struct kernel_case transpose_steps = {
    .name = "transpose_steps",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_INDEX | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(transpose_steps);

TEST(transpose_steps, refuses_bad_arguments)
{
    static const struct {
        const char *name;
        launcher *launch;
    } steps[] = {{"lwk_transpose_copy_rows_launch", lwk_transpose_copy_rows_launch},
                 {"lwk_transpose_copy_columns_launch", lwk_transpose_copy_columns_launch},
                 {"lwk_transpose_read_columns_launch", lwk_transpose_read_columns_launch},
                 {"lwk_transpose_unroll4_rows_launch", lwk_transpose_unroll4_rows_launch},
                 {"lwk_transpose_unroll4_columns_launch", lwk_transpose_unroll4_columns_launch},
                 {"lwk_transpose_tile32_unpadded_launch", lwk_transpose_tile32_unpadded_launch},
                 {"lwk_transpose_tile32_diagonal_launch", lwk_transpose_tile32_diagonal_launch}};
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    char message[128];
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        CHECK_STATUS(steps[i].launch(s, 1, -1, p, p), LW_ERROR_INVALID_VALUE);
        snprintf(message, sizeof message, "%s: the matrix is 1 x -1", steps[i].name);
        CHECK_MESSAGE(NULL, message);
        CHECK_STATUS(steps[i].launch(s, 1, 1, NULL, p), LW_ERROR_INVALID_VALUE);
        snprintf(message, sizeof message, "%s: in is null", steps[i].name);
        CHECK_MESSAGE(NULL, message);
        CHECK_STATUS(steps[i].launch(s, 1, 1, p, NULL), LW_ERROR_INVALID_VALUE);
        snprintf(message, sizeof message, "%s: out is null", steps[i].name);
        CHECK_MESSAGE(NULL, message);
    }
}

/* A grid has 65535 rows of blocks, here of 8 elements: threads take the elements beyond them in turns. */
TEST(transpose_steps, has_more_rows_than_a_grid)
{
    enum { HEIGHT = 65535 * 8 + 9 };
    uint32_t *in, *out, *numbers = malloc(HEIGHT * sizeof *numbers);
    CHECK(numbers != NULL);
    for (uint32_t i = 0; i < HEIGHT; i++)
        numbers[i] = i;
    bool same = true;
    lw_status status = lw_malloc(t->device, (void **)&in, HEIGHT * sizeof *in);
    if (status == LW_SUCCESS)
        status = lw_malloc(t->device, (void **)&out, HEIGHT * sizeof *out);
    if (status == LW_SUCCESS)
        status = lw_memcpy(t->device, in, numbers, HEIGHT * sizeof *in, LW_MEMCPY_HOST_TO_DEVICE);
    if (status == LW_SUCCESS)
        status =
            lwk_transpose_copy_rows_launch(lw_default_stream(t->device), 1, HEIGHT, (const float *)in, (float *)out);
    if (status == LW_SUCCESS)
        status = lw_memcpy(t->device, numbers, out, HEIGHT * sizeof *out, LW_MEMCPY_DEVICE_TO_HOST);
    for (uint32_t i = 0; i < HEIGHT; i++)
        same = same && numbers[i] == i;
    free(numbers);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK(same);
}
