#include <math.h>

#include <kernels/scan.h>

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

/* On the way to an element: 8 + 5 + 3 additions in its tile and in each of two more levels, and those between; half an
 * ULP of the sum of magnitudes each. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 0.5 * (3 * 20);
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
static const struct kernel_shape shapes[] = {{{0}},    {{1}},    {{2}},    {{31}},   {{257}},    {{2047}},
                                             {{2048}}, {{2049}}, {{4096}}, {{10007}}, {{262144}}, {{UINT64_MAX}}};
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
static const struct kernel_shape deep_shapes[] = {{{(uint64_t)2048 * 2048 + 1}}, {{UINT64_MAX}}};
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
