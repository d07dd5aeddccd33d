#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kernels/box_blur.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    uint64_t pixels = run->shape.dimension[0] * run->shape.dimension[1];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, pixels);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, pixels);
    kernel_buffer_add(run, "sums", KERNEL_F32, KERNEL_WORKSPACE, pixels);
}

static int width(const struct kernel_run *run)
{
    return (int)run->shape.dimension[0];
}

static int height(const struct kernel_run *run)
{
    return (int)run->shape.dimension[1];
}

/* With a block shape to try, too few rows of blocks for the picture: each takes several in turns. */
static lw_launch_config short_grid(const struct kernel_run *run)
{
    lw_dim3 grid = {((unsigned)width(run) + run->block.x - 1) / run->block.x, 3, 1};
    return lw_grid(run->stream, grid, run->block, 0);
}

static lw_status launch_nine(const struct kernel_run *run)
{
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device;
    if (run->block.x == 0 || !in)
        return lwk_box_blur_nine_launch(run->stream, width(run), height(run), in, out);
    return lw_launch(lwk_box_blur_nine, short_grid(run), width(run), height(run), in, out);
}

static lw_status launch_separable(const struct kernel_run *run)
{
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device, *sums = run->buffer[2].device;
    if (run->block.x == 0 || !in)
        return lwk_box_blur_separable_launch(run->stream, width(run), height(run), in, sums, out);
    lw_status status = lw_launch(lwk_box_blur_rows, short_grid(run), width(run), height(run), in, sums);
    return status ? status : lw_launch(lwk_box_blur_columns, short_grid(run), width(run), height(run), sums, out);
}

static lw_status launch_tiled(const struct kernel_run *run)
{
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device;
    if (run->block.x == 0 || !in)
        return lwk_box_blur_tiled_launch(run->stream, width(run), height(run), in, out);
    return lw_launch(lwk_box_blur_tiled, short_grid(run), width(run), height(run), in, out);
}

static void reference(struct kernel_run *run)
{
    const float *in = kernel_f32(run, 0);
    int w = width(run), h = height(run);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            double sum = 0, magnitude = 0;
            for (int j = y; j < y + 3; j++) {
                for (int i = x; i < x + 3; i++) {
                    double value = (double)in[(size_t)(j < h ? j : h - 1) * (size_t)w + (size_t)(i < w ? i : w - 1)];
                    sum += value;
                    magnitude += fabs(value);
                }
            }
            size_t at = (size_t)y * (size_t)w + (size_t)x;
            run->buffer[1].expected[at] = sum / 9;
            run->buffer[1].magnitude[at] = isfinite(magnitude) ? magnitude / 9 : 0;
        }
    }
}

/* Eight additions, of which four at most follow one another, the rounded 1/9 and the product: half an ULP each. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 4.0;
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static double flops(const struct kernel_shape *shape)
{
    return 9.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static const lw_dim3 blocks[] = {{1, 1, 1}, {7, 5, 1}, {32, 32, 1}, {0, 0, 0}};
static const lw_dim3 tile[] = {{32, 8, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"nine", launch_nine, blocks, false},
                                                 {"separable", launch_separable, blocks, false},
                                                 {"tiled", launch_tiled, tile, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 5}},   {{5, 0}},    {{1, 1}},    {{2, 3}},
                                             {{1, 17}},  {{33, 1}},   {{32, 8}},   {{31, 7}},
                                             {{65, 19}}, {{127, 61}}, {{256, 64}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1024, 1024}}, {{8192, 4096}}, {{UINT64_MAX}}};

static struct kernel_case box_blur = {
    .name = "box_blur",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_INDEX | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(box_blur);

/* The three ways give the same bits, at the border and within. */
TEST(box_blur, variants_agree)
{
    static const struct kernel_shape shape = {{97, 45}};
    float *first = NULL;
    char message[1024];
    bool good = true;
    for (int variant = 0; variant < 3 && good; variant++) {
        struct kernel_run run;
        good = kernel_run_open(&run, t->device, lw_default_stream(t->device), &box_blur, variant, &shape,
                               KERNEL_FILL_RANDOM, t->seed) == LW_SUCCESS &&
               kernel_run_launch(&run) == LW_SUCCESS && kernel_run_check(&run, NULL, message, sizeof message);
        if (good && variant == 0) {
            first = malloc(run.buffer[1].bytes);
            good = first != NULL;
            if (good)
                memcpy(first, run.buffer[1].actual, run.buffer[1].bytes);
        } else if (good) {
            good = memcmp(first, run.buffer[1].actual, run.buffer[1].bytes) == 0;
        }
        kernel_run_close(&run);
    }
    free(first);
    CHECK(good);
}

TEST(box_blur, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_STATUS(lwk_box_blur_nine_launch(s, 1, -2, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_box_blur_nine_launch: the picture is 1 x -2");
    CHECK_STATUS(lwk_box_blur_separable_launch(s, 1, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_box_blur_separable_launch: between is null");
    CHECK_STATUS(lwk_box_blur_tiled_launch(s, 1, 1, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_box_blur_tiled_launch: in is null");
}
