#include <math.h>

#include <kernels/saxpy.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static const float A = 2.5f;

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "x", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0]);
    kernel_buffer_add(run, "y", KERNEL_F32, KERNEL_INOUT, run->shape.dimension[0]);
}

static lw_status launch(const struct kernel_run *run)
{
    size_t n = run->shape.dimension[0];
    const float *x = run->buffer[0].device;
    float *y = run->buffer[1].device;
    if (run->block.x == 0 || n == 0)
        return lwk_saxpy_launch(run->stream, n, A, x, y);
    /* A third of the lanes: each takes several elements. */
    return lw_launch(lwk_saxpy, lw_linear(run->stream, n / 3 + 1, run->block.x), n, A, x, y);
}

static void reference(struct kernel_run *run)
{
    const float *x = kernel_f32(run, 0), *y = kernel_f32(run, 1);
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++)
        run->buffer[1].expected[i] = fma((double)A, (double)x[i], (double)y[i]);
}

/* One rounding; the reference has one of its own, 2^29 times finer. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 0.5 + 0x1p-20;
}

static double bytes(const struct kernel_shape *shape)
{
    return 12.0 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return 2.0 * (double)shape->dimension[0];
}

static const lw_dim3 blocks[] = {{1, 1, 1}, {31, 1, 1}, {33, 1, 1}, {1024, 1, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"plain", launch, blocks, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0}},   {{1}},     {{31}},     {{256}},
                                             {{257}}, {{10007}}, {{262144}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 26}}, {{UINT64_MAX}}};

static struct kernel_case saxpy = {
    .name = "saxpy",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills =
        KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_INDEX | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(saxpy);

TEST(saxpy, in_place)
{
    float values[100], *p;
    for (int i = 0; i < 100; i++)
        values[i] = (float)i;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, sizeof values), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, p, values, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lwk_saxpy_launch(lw_default_stream(t->device), 100, 2.0f, p, p), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, values, p, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < 100; i++)
        CHECK_EQUAL(values[i], 3 * i);
}

TEST(saxpy, refuses_null)
{
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_STATUS(lwk_saxpy_launch(lw_default_stream(t->device), 1, 2.0f, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_saxpy_launch: x is null");
    CHECK_STATUS(lwk_saxpy_launch(lw_default_stream(t->device), 1, 2.0f, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_saxpy_launch: y is null");
    CHECK_STATUS(lwk_saxpy_launch(NULL, 1, 2.0f, p, p), LW_ERROR_INVALID_HANDLE);
}
