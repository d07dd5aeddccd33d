#include <math.h>

#include <kernels/scan.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, n);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, n);
    kernel_buffer_add(run, "workspace", KERNEL_F32, KERNEL_WORKSPACE, lwk_scan_workspace(n) / sizeof(float));
}

static lw_status launch_inclusive(const struct kernel_run *run)
{
    return lwk_scan_inclusive_launch(run->stream, run->shape.dimension[0], run->buffer[0].device, run->buffer[1].device,
                                     run->buffer[2].device);
}

static lw_status launch_exclusive(const struct kernel_run *run)
{
    return lwk_scan_exclusive_launch(run->stream, run->shape.dimension[0], run->buffer[0].device, run->buffer[1].device,
                                     run->buffer[2].device);
}

static void reference(struct kernel_run *run)
{
    const float *in = kernel_f32(run, 0);
    bool inclusive = run->variant->launch == launch_inclusive;
    double sum = 0, magnitude = 0;
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        double before = sum;
        sum += (double)in[i];
        magnitude += fabs((double)in[i]);
        run->buffer[1].expected[i] = inclusive ? sum : before;
        run->buffer[1].magnitude[i] = isfinite(magnitude) ? magnitude : 0;
    }
}

/* Small integers add up exactly in any order. Else the additions of one level err by 2^-24 of the sum of magnitudes at
 * most, which is no more than one ULP of it. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : lwk_scan_depth(run->shape.dimension[0]);
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {{"inclusive", launch_inclusive, NULL, false},
                                                 {"exclusive", launch_exclusive, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0}},    {{1}},    {{2}},    {{31}},    {{257}},    {{1023}},
                                             {{1024}}, {{1025}}, {{4096}}, {{10007}}, {{262144}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 26}}, {{UINT64_MAX}}};

static struct kernel_case scan = {
    .name = "scan",
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
KERNEL_CASE(scan);

/* The least length with sums of sums of sums, where an error in the workspace's layout would show. */
static const struct kernel_shape deep_shapes[] = {{{(uint64_t)1024 * 1024 + 1}}, {{UINT64_MAX}}};
static const struct kernel_variant deep_variants[] = {{"inclusive", launch_inclusive, NULL, false},
                                                      {NULL, NULL, NULL, false}};
static const struct kernel_shape no_shapes[] = {{{UINT64_MAX}}};

static struct kernel_case scan_deep = {
    .name = "scan_deep",
    .variants = deep_variants,
    .shapes = deep_shapes,
    .bench_shapes = no_shapes,
    .fills = KERNEL_FILL_INTEGERS,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(scan_deep);

/* In place: `out` may be `in`. */
TEST(scan, in_place)
{
    enum { N = 5000 };
    static float values[N];
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    void *workspace;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, sizeof values), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_scan_workspace(N)), LW_SUCCESS);
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        for (int i = 0; i < N; i++)
            values[i] = (float)(i % 7 - 3);
        CHECK_STATUS(lw_memcpy(t->device, p, values, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        CHECK_STATUS(exclusive ? lwk_scan_exclusive_launch(s, N, p, p, workspace)
                               : lwk_scan_inclusive_launch(s, N, p, p, workspace),
                     LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, values, p, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        for (int i = 0, sum = 0; i < N; i++) {
            int before = sum;
            sum += i % 7 - 3;
            CHECK_EQUAL(values[i], exclusive ? before : sum);
        }
    }
}

TEST(scan, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_EQUAL(lwk_scan_workspace(1024), 0);
    CHECK_STATUS(lwk_scan_inclusive_launch(s, 1, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scan_inclusive_launch: in is null");
    CHECK_STATUS(lwk_scan_exclusive_launch(s, 1025, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scan_exclusive_launch: workspace is null");
    CHECK_STATUS(lwk_scan_exclusive_launch(s, ((size_t)1 << 41) + 1, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "n is 2199023255553");
}
