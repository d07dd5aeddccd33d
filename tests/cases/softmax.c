#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kernels/softmax.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is rows, columns, and by how much `in` has longer rows; those of other arrays are longer by one or two elements more. */
static size_t ld_of(const struct kernel_run *run, int buffer)
{
    return run->shape.dimension[1] + run->shape.dimension[2] + (run->shape.dimension[2] > 0 ? (size_t)buffer : 0);
}

#define FORWARD(name, launcher)                                                                                        \
    static lw_status name(const struct kernel_run *run)                                                                \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], run->shape.dimension[1], run->buffer[0].device,          \
                        ld_of(run, 0), run->buffer[1].device, ld_of(run, 1));                                          \
    }
#define BACKWARD(name, launcher)                                                                                       \
    static lw_status name(const struct kernel_run *run)                                                                \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], run->shape.dimension[1], run->buffer[0].device,          \
                        ld_of(run, 0), run->buffer[1].device, ld_of(run, 1), run->buffer[2].device, ld_of(run, 2));    \
    }
FORWARD(softmax_launch, lwk_softmax_launch)
FORWARD(log_softmax_launch, lwk_log_softmax_launch)
BACKWARD(softmax_backward_launch, lwk_softmax_backward_launch)
BACKWARD(log_softmax_backward_launch, lwk_log_softmax_backward_launch)

static const struct kernel_variant variants[] = {{"softmax", softmax_launch, NULL, false},
                                                 {"log_softmax", log_softmax_launch, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_variant backward_variants[] = {{"softmax", softmax_backward_launch, NULL, false},
                                                          {"log_softmax", log_softmax_backward_launch, NULL, false},
                                                          {NULL, NULL, NULL, false}};

static bool is_logarithm(const struct kernel_run *run)
{
    return run->variant->name[0] == 'l';
}

/* Elements grow along a long row, so that the greatest is in its last chunk. */
static void prepare(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0];
    float *in = kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 0))->host;
    for (size_t i = 0; in != NULL && i < rows * ld_of(run, 0); i++)
        in[i] += (float)(i % ld_of(run, 0) / 4096);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, rows * ld_of(run, 1));
    kernel_finite_if_compared(run);
}

/* `out` holds probabilities, or logarithms down to -20. Extreme gradients are made so small that no sum is out of range. */
static void prepare_backward(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    float *out = kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 0))->host;
    float *grad_out = kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 1))->host;
    kernel_buffer_add(run, "grad_in", KERNEL_F32, KERNEL_OUTPUT, rows * ld_of(run, 2));
    for (size_t i = 0; out != NULL && i < rows * ld_of(run, 0); i++) {
        float part = (float)(i * 2654435761u % 1000) / 1000;
        out[i] = is_logarithm(run) ? -20 * part : part / (float)columns;
    }
    for (size_t i = 0; grad_out != NULL && i < rows * ld_of(run, 1) && run->fill == KERNEL_FILL_EXTREME; i++)
        grad_out[i] /= 4 * (float)columns;
    kernel_finite_if_compared(run);
}

/* Of the header: additions in a row, at most. */
static double depth_of(size_t columns)
{
    size_t parts = columns <= 1024 ? 32 : columns <= 8192 ? 256 : 1024;
    return 2.0 * (double)columns / (double)parts + (double)parts / 32 + 5;
}

/* What is behind a row stays as it was: NaN. */
static void expect_rest(struct kernel_buffer *buffer, size_t rows, size_t columns, size_t ld)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = columns; c < ld; c++)
            buffer->expected[r * ld + c] = (double)NAN;
}

static void reference(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    const double logarithm = log((double)columns), depth = depth_of(columns);
    struct kernel_buffer *out = &run->buffer[1];
    for (size_t r = 0; r < rows; r++) {
        const float *x = kernel_f32(run, 0) + r * ld_of(run, 0);
        double *y = out->expected + r * ld_of(run, 1), *magnitude = out->magnitude + r * ld_of(run, 1);
        double most = -(double)INFINITY, sum = 0;
        for (size_t c = 0; c < columns; c++)
            most = fmax(most, (double)x[c]);
        for (size_t c = 0; c < columns; c++)
            sum += exp((double)x[c] - most);
        for (size_t c = 0; c < columns; c++) {
            double less = (double)x[c] - most;
            y[c] = is_logarithm(run) ? less - log(sum) : exp(less) / sum;
            double bound = is_logarithm(run) ? 2 * fabs(y[c]) + 5 * logarithm + depth + 8
                                             : fmax((2 * logarithm + depth + 8 - 2 * less) * y[c], 0x1p-101);
            magnitude[c] = isfinite(bound) ? bound : 0;
            /* A logarithm beyond the range of floats. */
            if (y[c] < -(double)FLT_MAX)
                y[c] = -(double)INFINITY;
        }
    }
    expect_rest(out, rows, columns, ld_of(run, 1));
}

static void reference_backward(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    struct kernel_buffer *grad_in = &run->buffer[2];
    for (size_t r = 0; r < rows; r++) {
        const float *y = kernel_f32(run, 0) + r * ld_of(run, 0), *g = kernel_f32(run, 1) + r * ld_of(run, 1);
        double *result = grad_in->expected + r * ld_of(run, 2), *magnitude = grad_in->magnitude + r * ld_of(run, 2);
        double sum = 0, magnitudes = 0;
        for (size_t c = 0; c < columns; c++) {
            double term = is_logarithm(run) ? (double)g[c] : (double)y[c] * (double)g[c];
            sum += term;
            magnitudes += fabs(term);
        }
        for (size_t c = 0; c < columns; c++) {
            double p = is_logarithm(run) ? exp((double)y[c]) : (double)y[c];
            result[c] = is_logarithm(run) ? (double)g[c] - p * sum : p * ((double)g[c] - sum);
            double bound =
                is_logarithm(run) ? fabs((double)g[c]) + p * magnitudes : p * (fabs((double)g[c]) + magnitudes);
            bound *= depth_of(columns) + 3;
            magnitude[c] = isfinite(bound) ? bound : 0;
        }
    }
    expect_rest(grad_in, rows, columns, ld_of(run, 2));
}

/* Magnitudes are bounds in units of 2^-24; the ULP of a number is at least that of it. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 1;
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static double backward_bytes(const struct kernel_shape *shape)
{
    return 12.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

/* Rows of each kernel: of one element, shorter and longer than a warp, of whole and broken strips. */
static const struct kernel_shape shapes[] = {{{0, 3, 0}},    {{3, 0, 0}},    {{1, 1, 0}},     {{70, 31, 1}},
                                             {{5, 32, 0}},   {{9, 33, 3}},   {{6, 129, 0}},   {{3, 1024, 1}},
                                             {{2, 1025, 0}}, {{2, 8192, 3}}, {{1, 20001, 0}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{8192, 64, 0}},       {{1024, 1000, 0}},    {{256, 4096, 0}},
                                                   {{1 << 19, 128, 0}},   {{1 << 16, 1024, 0}}, {{1 << 14, 4096, 0}},
                                                   {{1 << 11, 32768, 0}}, {{UINT64_MAX}}};

static struct kernel_case softmax = {
    .name = "softmax",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(softmax);

static struct kernel_case softmax_backward = {
    .name = "softmax_backward",
    .variants = backward_variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare_backward,
    .reference = reference_backward,
    .tolerance = tolerance,
    .bytes = backward_bytes,
};
KERNEL_CASE(softmax_backward);

TEST(softmax, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    const size_t many = (size_t)1 << 31, far = (size_t)1 << 60;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_softmax_launch(s, 1, 4, NULL, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_softmax_launch: in is null");
    CHECK_STATUS(lwk_log_softmax_launch(s, 1, 4, p, 4, NULL, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_log_softmax_launch: out is null");
    CHECK_STATUS(lwk_softmax_launch(s, 2, 4, p, 3, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_softmax_launch: ld_in is 3; expected at least 4, the columns");
    CHECK_STATUS(lwk_softmax_launch(s, 2, 4, p, 4, p, far), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_softmax_launch: ld_out is 1152921504606846976, at most 576460752303423488 for 2 rows");
    CHECK_STATUS(lwk_softmax_launch(s, many, 4, p, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_softmax_launch: rows is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_softmax_backward_launch(s, 1, 4, NULL, 4, p, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_softmax_backward_launch: out is null");
    CHECK_STATUS(lwk_softmax_backward_launch(s, 1, 4, p, 4, p, 2, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_softmax_backward_launch: ld_grad_out is 2; expected at least 4");
    CHECK_STATUS(lwk_log_softmax_backward_launch(s, 1, 4, p, 4, p, 4, NULL, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_log_softmax_backward_launch: grad_in is null");
    CHECK_STATUS(lwk_log_softmax_backward_launch(s, many, 4, p, 4, p, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_log_softmax_backward_launch: rows is 2147483648");
    CHECK_STATUS(lwk_softmax_launch(NULL, 1, 4, p, 4, p, 4), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

enum { MOST_COLUMNS = 20001, LD = MOST_COLUMNS + 1, ROWS = 2 };

#define KERNELS(forward, backward, ...)                                                                                \
    do {                                                                                                               \
        status = lw_launch(forward, config, __VA_ARGS__, in, ld, out, ld, logarithm);                                  \
        if (status == LW_SUCCESS)                                                                                      \
            status = lw_launch(backward, config, __VA_ARGS__, out, ld, in, ld, grad, ld, logarithm);                   \
    } while (0)

/* Forward, then backward with `in` as gradient, by the kernels for GPUs or for CPUs; a block of the latter has both rows. */
static lw_status launch_kernels(lw_stream *stream, bool for_cpu, size_t columns, const float *in, float *out,
                                float *grad, int logarithm)
{
    const size_t rows = ROWS, ld = LD;
    unsigned threads = columns <= 1024 ? 32 : columns <= 8192 ? 256 : 1024;
    lw_launch_config config = lw_linear(stream, threads, threads);
    lw_status status;
    if (for_cpu && threads == 32)
        KERNELS(lwk_softmax_rows_32, lwk_softmax_backward_rows_32, rows, rows, columns);
    else if (for_cpu && threads == 256)
        KERNELS(lwk_softmax_rows_256, lwk_softmax_backward_rows_256, rows, rows, columns);
    else if (for_cpu)
        KERNELS(lwk_softmax_rows_1024, lwk_softmax_backward_rows_1024, rows, rows, columns);
    else if (threads == 32) {
        config = lw_linear(stream, 256, 256);
        if (columns <= 128)
            KERNELS(lwk_softmax_short, lwk_softmax_backward_short, rows, columns);
        else
            KERNELS(lwk_softmax_warps, lwk_softmax_backward_warps, rows, columns);
    } else {
        config = lw_linear(stream, ROWS * threads, threads);
        if (threads == 256)
            KERNELS(lwk_softmax_blocks, lwk_softmax_backward_blocks, columns);
        else
            KERNELS(lwk_softmax_long, lwk_softmax_backward_long, columns);
    }
    return status;
}

/* A launcher takes one of them by the kind of device; here both run. The greatest element of a long row is in its last chunk, and its
 * first chunk is of -infinity alone. */
TEST(softmax, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    static const size_t columns[] = {1, 33, 128, 500, 1024, 1025, 5000, MOST_COLUMNS};
    static float host[ROWS * LD], got[2][2][ROWS * LD];
    for (size_t i = 0; i < ROWS * LD; i++)
        host[i] = i >= LD && i < LD + 8192 ? -INFINITY : (float)(i * 2654435761u % 1000) / 50 + (float)(i / 4000);
    lw_stream *stream = lw_default_stream(t->device);
    float *in, *out, *grad;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&grad, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++)
        for (int logarithm = 0; logarithm < 2; logarithm++) {
            for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
                CHECK_STATUS(lw_memset(t->device, out, 0, sizeof host), LW_SUCCESS);
                CHECK_STATUS(lw_memset(t->device, grad, 0, sizeof host), LW_SUCCESS);
                CHECK_STATUS(launch_kernels(stream, for_cpu, columns[k], in, out, grad, logarithm), LW_SUCCESS);
                CHECK_STATUS(lw_memcpy(t->device, got[for_cpu][0], out, sizeof host, LW_MEMCPY_DEVICE_TO_HOST),
                             LW_SUCCESS);
                CHECK_STATUS(lw_memcpy(t->device, got[for_cpu][1], grad, sizeof host, LW_MEMCPY_DEVICE_TO_HOST),
                             LW_SUCCESS);
            }
            for (size_t i = 0; i < ROWS * LD; i++)
                for (int of = 0; of < 2; of++)
                    CHECK(memcmp(&got[0][of][i], &got[1][of][i], sizeof(float)) == 0 ||
                          (isnan(got[0][of][i]) && isnan(got[1][of][i])));
            CHECK(columns[k] != MOST_COLUMNS || isfinite(got[0][0][LD + 8192])); /* row 1 is not NaN */
        }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, grad), LW_SUCCESS);
}
