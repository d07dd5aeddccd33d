#include <stdlib.h>

#include <kernels/median.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is width and height. */
static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0] * run->shape.dimension[1]);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, run->shape.dimension[0] * run->shape.dimension[1]);
}

static lw_status launch(const struct kernel_run *run)
{
    return lwk_median3_launch(run->stream, (int)run->shape.dimension[0], (int)run->shape.dimension[1],
                              run->buffer[0].device, run->buffer[1].device);
}

/* The kernel that the launcher takes on a GPU, with parts of three rows and fewer blocks than parts. */
static lw_status launch_columns(const struct kernel_run *run)
{
    const int width = (int)run->shape.dimension[0], height = (int)run->shape.dimension[1];
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_median3, lw_grid(run->stream, lw_make_dim3((unsigned)(width + 255) / 256, 2, 1), 256, 0),
                     width, height, 3, run->buffer[0].device, run->buffer[1].device);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void reference(struct kernel_run *run)
{
    const int width = (int)run->shape.dimension[0], height = (int)run->shape.dimension[1];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double window[9];
            for (int i = 0; i < 9; i++) {
                const int row = y + i / 3 - 1, column = x + i % 3 - 1;
                const int in_row = row < 0 ? 0 : row >= height ? height - 1 : row;
                const int in_column = column < 0 ? 0 : column >= width ? width - 1 : column;
                window[i] = (double)kernel_f32(run, 0)[(size_t)in_row * (size_t)width + (size_t)in_column];
            }
            qsort(window, 9, sizeof window[0], compare);
            run->buffer[1].expected[(size_t)y * (size_t)width + (size_t)x] = window[4];
        }
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static const struct kernel_variant variants[] = {
    {"window3", launch, NULL, false}, {"columns3", launch_columns, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 3}}, {{3, 0}}, {{1, 1}},   {{1, 5}},   {{2, 2}},
                                             {{5, 1}}, {{7, 5}}, {{258, 4}}, {{70, 19}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{256, 256}}, {{2048, 2048}}, {{8192, 4096}}, {{UINT64_MAX}}};

static struct kernel_case median = {
    .name = "median",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_INDEX,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(median);

TEST(median, refuses_bad_arguments)
{
    float *p = (float *)t;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lwk_median3_launch(s, 1, -1, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_median3_launch: height is -1; expected 0 to 1073741824");
    CHECK_STATUS(lwk_median3_launch(s, 1, 1, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in is null");
}
