#include <math.h>
#include <string.h>

#include <kernels/norm.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is rows, columns, and by how much `in` has longer rows; those of other arrays are longer by one or two elements more. */
static size_t ld_of(const struct kernel_run *run, size_t more)
{
    return run->shape.dimension[1] + run->shape.dimension[2] + (run->shape.dimension[2] > 0 ? more : 0);
}

static const float epsilon = 1e-5f;

/* The order of buffers; the second line is the backward pass's. */
enum { IN, GAIN, BIAS, OUT, MEAN, RSTD };
enum { GRAD_MEAN = BIAS, GRAD_RSTD, GRAD_OUT, GRAD_IN };

static lw_status layer(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_layer_norm_launch(run->stream, run->shape.dimension[0], run->shape.dimension[1], b[IN].device,
                                 ld_of(run, 0), b[GAIN].device, b[BIAS].device, epsilon, b[OUT].device, ld_of(run, 1),
                                 b[MEAN].device, b[RSTD].device);
}

static lw_status layer_plain(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_layer_norm_launch(run->stream, run->shape.dimension[0], run->shape.dimension[1], b[IN].device,
                                 ld_of(run, 0), NULL, NULL, epsilon, b[OUT].device, ld_of(run, 1), b[MEAN].device,
                                 b[RSTD].device);
}

static lw_status rms(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_rms_norm_launch(run->stream, run->shape.dimension[0], run->shape.dimension[1], b[IN].device,
                               ld_of(run, 0), b[GAIN].device, epsilon, b[OUT].device, ld_of(run, 1), b[RSTD].device);
}

static lw_status layer_backward(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_layer_norm_backward_launch(run->stream, run->shape.dimension[0], run->shape.dimension[1], b[IN].device,
                                          ld_of(run, 0), b[GAIN].device, b[GRAD_MEAN].device, b[GRAD_RSTD].device,
                                          b[GRAD_OUT].device, ld_of(run, 1), b[GRAD_IN].device, ld_of(run, 2));
}

static lw_status rms_backward(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_rms_norm_backward_launch(run->stream, run->shape.dimension[0], run->shape.dimension[1], b[IN].device,
                                        ld_of(run, 0), NULL, b[GRAD_RSTD].device, b[GRAD_OUT].device, ld_of(run, 1),
                                        b[GRAD_IN].device, ld_of(run, 2));
}

/* `layer_plain` has no gain and no bias, the gradient of `rms` no gain. */
static const struct kernel_variant variants[] = {{"layer", layer, NULL, false},
                                                 {"layer_plain", layer_plain, NULL, false},
                                                 {"rms", rms, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_variant backward_variants[] = {
    {"layer", layer_backward, NULL, false}, {"rms", rms_backward, NULL, false}, {NULL, NULL, NULL, false}};

static bool is_layer(const struct kernel_run *run)
{
    return run->variant->name[0] == 'l';
}

static void prepare(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 0));
    kernel_buffer_add(run, "gain", KERNEL_F32, KERNEL_INPUT, columns);
    kernel_buffer_add(run, "bias", KERNEL_F32, KERNEL_INPUT, columns);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, rows * ld_of(run, 1));
    kernel_buffer_add(run, "mean", KERNEL_F32, KERNEL_OUTPUT, is_layer(run) ? rows : 0);
    kernel_buffer_add(run, "rstd", KERNEL_F32, KERNEL_OUTPUT, rows);
    kernel_finite_if_compared(run);
}

/* Means and rstd are any: the gradient is a function of them, too. */
static void prepare_backward(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 0));
    kernel_buffer_add(run, "gain", KERNEL_F32, KERNEL_INPUT, columns);
    kernel_buffer_add(run, "mean", KERNEL_F32, KERNEL_INPUT, rows);
    kernel_buffer_add(run, "rstd", KERNEL_F32, KERNEL_INPUT, rows);
    kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 1));
    kernel_buffer_add(run, "grad_in", KERNEL_F32, KERNEL_OUTPUT, rows * ld_of(run, 2));
    kernel_finite_if_compared(run);
}

/* Of the header. */
static double depth_of(size_t columns)
{
    size_t parts = columns <= 1024 ? 32 : columns <= 8192 ? 256 : 1024;
    return (double)columns / (double)parts + (double)parts / 32 + 8;
}

/* What is behind a row stays as it was: NaN. */
static void expect_rest(struct kernel_buffer *buffer, size_t rows, size_t columns, size_t ld)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = columns; c < ld; c++)
            buffer->expected[r * ld + c] = (double)NAN;
}

static double known(double bound)
{
    return isfinite(bound) ? bound : 0;
}

static void reference(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    const bool plain = run->variant->launch == layer_plain, has_bias = run->variant->launch == layer;
    const double depth = depth_of(columns), n = (double)columns;
    for (size_t r = 0; r < rows && columns > 0; r++) {
        const float *x = kernel_f32(run, IN) + r * ld_of(run, 0);
        double mean = 0, size = 0, squares = 0;
        for (size_t c = 0; c < columns; c++) {
            mean += is_layer(run) ? (double)x[c] / n : 0;
            size += fabs((double)x[c]) / n;
        }
        for (size_t c = 0; c < columns; c++)
            squares += ((double)x[c] - mean) * ((double)x[c] - mean);
        const double rstd = 1 / sqrt(squares / n + (double)epsilon);
        for (size_t c = 0; c < columns; c++) {
            const size_t at = r * ld_of(run, 1) + c;
            double gain = plain ? 1 : (double)kernel_f32(run, GAIN)[c];
            double bias = has_bias ? (double)kernel_f32(run, BIAS)[c] : 0;
            double norm = ((double)x[c] - mean) * rstd;
            run->buffer[OUT].expected[at] = norm * gain + bias;
            run->buffer[OUT].magnitude[at] =
                known(depth * (2 * fabs(norm * gain) + fabs(bias) + rstd * fabs(gain) * size * (1 + norm * norm)));
        }
        if (is_layer(run)) {
            run->buffer[MEAN].expected[r] = mean;
            run->buffer[MEAN].magnitude[r] = known(depth * size);
        }
        run->buffer[RSTD].expected[r] = rstd;
        run->buffer[RSTD].magnitude[r] = known(depth * (rstd + rstd * rstd * size));
    }
    expect_rest(&run->buffer[OUT], rows, columns, ld_of(run, 1));
    for (size_t r = 0; r < rows && columns == 0; r++) { /* nothing is done */
        if (is_layer(run))
            run->buffer[MEAN].expected[r] = (double)NAN;
        run->buffer[RSTD].expected[r] = (double)NAN;
    }
}

static void reference_backward(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    const double depth = depth_of(columns), n = (double)columns;
    for (size_t r = 0; r < rows; r++) {
        const float *x = kernel_f32(run, IN) + r * ld_of(run, 0), *g = kernel_f32(run, GRAD_OUT) + r * ld_of(run, 1);
        const double mean = is_layer(run) ? (double)kernel_f32(run, GRAD_MEAN)[r] : 0;
        const double rstd = (double)kernel_f32(run, GRAD_RSTD)[r];
        double terms = 0, products = 0, term_size = 0, product_size = 0;
        for (size_t c = 0; c < columns; c++) {
            double term = (double)g[c] * (is_layer(run) ? (double)kernel_f32(run, GAIN)[c] : 1);
            double norm = ((double)x[c] - mean) * rstd;
            terms += is_layer(run) ? term / n : 0;
            term_size += is_layer(run) ? fabs(term) / n : 0;
            products += term * norm / n;
            product_size += fabs(term * norm) / n;
        }
        for (size_t c = 0; c < columns; c++) {
            const size_t at = r * ld_of(run, 2) + c;
            double term = (double)g[c] * (is_layer(run) ? (double)kernel_f32(run, GAIN)[c] : 1);
            double norm = ((double)x[c] - mean) * rstd;
            run->buffer[GRAD_IN].expected[at] = rstd * (term - terms - norm * products);
            run->buffer[GRAD_IN].magnitude[at] =
                known(fabs(rstd) * depth * (fabs(term) + term_size + fabs(norm) * product_size));
        }
    }
    expect_rest(&run->buffer[GRAD_IN], rows, columns, ld_of(run, 2));
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
static const struct kernel_shape shapes[] = {{{0, 3, 0}},    {{3, 0, 0}},    {{1, 1, 0}},    {{70, 31, 1}},
                                             {{5, 32, 0}},   {{9, 33, 3}},   {{6, 129, 0}},  {{3, 1024, 1}},
                                             {{2, 1025, 0}}, {{2, 8192, 3}}, {{1, 9001, 0}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{8192, 64, 0}},       {{1024, 1000, 0}},    {{256, 4096, 0}},
                                                   {{1 << 19, 128, 0}},   {{1 << 16, 1024, 0}}, {{1 << 14, 4096, 0}},
                                                   {{1 << 12, 16384, 0}}, {{UINT64_MAX}}};

static struct kernel_case norm = {
    .name = "norm",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INDEX | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(norm);

static struct kernel_case norm_backward = {
    .name = "norm_backward",
    .variants = backward_variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_NONFINITE,
    .prepare = prepare_backward,
    .reference = reference_backward,
    .tolerance = tolerance,
    .bytes = backward_bytes,
};
KERNEL_CASE(norm_backward);

TEST(norm, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_layer_norm_launch(s, 1, 4, NULL, 4, p, p, 0, p, 4, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_layer_norm_launch: in is null");
    CHECK_STATUS(lwk_layer_norm_launch(s, 1, 4, p, 4, p, p, -1, p, 4, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_layer_norm_launch: epsilon is -1; expected 0 or more");
    CHECK_STATUS(lwk_layer_norm_launch(s, 1, 4, p, 4, NULL, p, 0, p, 4, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_layer_norm_launch: gain is null, but bias is not");
    CHECK_STATUS(lwk_rms_norm_launch(s, 1, 4, p, 4, p, NAN, p, 4, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_launch: epsilon is nan");
    CHECK_STATUS(lwk_rms_norm_launch(s, 1, 4, p, 4, p, 0, p, 3, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_launch: ld_out is 3; expected at least 4, the columns");
    CHECK_STATUS(lwk_rms_norm_launch(s, (size_t)1 << 31, 4, p, 4, p, 0, p, 4, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_launch: rows is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_layer_norm_backward_launch(s, 1, 4, p, 4, p, NULL, p, p, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_layer_norm_backward_launch: mean is null");
    CHECK_STATUS(lwk_rms_norm_backward_launch(s, 1, 4, p, 4, p, NULL, p, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_backward_launch: rstd is null");
    CHECK_STATUS(lwk_layer_norm_backward_launch(s, 1, 4, p, 4, p, p, p, NULL, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_layer_norm_backward_launch: grad_out is null");
    CHECK_STATUS(lwk_rms_norm_backward_launch(s, 1, 4, p, 4, p, p, p, 4, p, 2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_backward_launch: ld_grad_in is 2");
    CHECK_STATUS(lwk_layer_norm_launch(NULL, 1, 4, p, 4, p, p, 0, p, 4, p, p), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

enum { MOST_COLUMNS = 9001, LD = MOST_COLUMNS + 1, ROWS = 2 };

#define KERNELS(forward, backward, ...)                                                                                \
    do {                                                                                                               \
        status = lw_launch(forward, config, __VA_ARGS__, centred, in, ld, gain, bias, epsilon, out, ld, mean, rstd);   \
        if (status == LW_SUCCESS)                                                                                      \
            status = lw_launch(backward, config, __VA_ARGS__, in, ld, gain, mean, rstd, out, ld, grad, ld);            \
    } while (0)

/* Forward, then backward with `out` as gradient, by the kernels for GPUs or for CPUs; a block of the latter has both rows. */
static lw_status launch_kernels(lw_stream *stream, bool for_cpu, size_t columns, const float *in, float *out,
                                float *grad)
{
    const size_t rows = ROWS, ld = LD;
    const int centred = columns % 2 == 0;
    const float *gain = columns % 3 == 0 ? NULL : in + 100, *bias = columns % 3 < 2 ? NULL : in + 200;
    float *rstd = out + ROWS * LD, *mean = centred ? rstd + ROWS : NULL;
    unsigned threads = columns <= 1024 ? 32 : columns <= 8192 ? 256 : 1024;
    lw_launch_config config = lw_linear(stream, threads, threads);
    lw_status status;
    if (for_cpu && threads == 32)
        KERNELS(lwk_norm_rows_32, lwk_norm_backward_rows_32, rows, rows, columns);
    else if (for_cpu)
        KERNELS(lwk_norm_rows_256, lwk_norm_backward_rows_256, rows, rows, columns);
    else if (threads == 32) {
        config = lw_linear(stream, 256, 256);
        if (columns <= 128)
            KERNELS(lwk_norm_short, lwk_norm_backward_short, rows, columns);
        else
            KERNELS(lwk_norm_warps, lwk_norm_backward_warps, rows, columns);
    } else {
        config = lw_linear(stream, (size_t)ROWS * threads, threads);
        KERNELS(lwk_norm_blocks, lwk_norm_backward_blocks, rows, columns);
    }
    return status;
}

/* A launcher takes one of them by the kind of device; here both run. Longer rows have one kernel for both. */
TEST(norm, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    static const size_t columns[] = {1, 2, 33, 128, 500, 1024, 1025, 5000, 7000};
    static float host[ROWS * LD], got[2][2][ROWS * LD + 2 * ROWS];
    for (size_t i = 0; i < ROWS * LD; i++)
        host[i] = (float)(i * 2654435761u % 1000) / 300;
    lw_stream *stream = lw_default_stream(t->device);
    float *in, *out, *grad;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof got[0][0]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&grad, sizeof got[0][0]), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
        for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
            CHECK_STATUS(lw_memset(t->device, out, 0, sizeof got[0][0]), LW_SUCCESS);
            CHECK_STATUS(lw_memset(t->device, grad, 0, sizeof got[0][0]), LW_SUCCESS);
            CHECK_STATUS(launch_kernels(stream, for_cpu, columns[k], in, out, grad), LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[for_cpu][0], out, sizeof got[0][0], LW_MEMCPY_DEVICE_TO_HOST),
                         LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[for_cpu][1], grad, sizeof got[0][0], LW_MEMCPY_DEVICE_TO_HOST),
                         LW_SUCCESS);
        }
        CHECK(memcmp(got[0], got[1], sizeof got[0]) == 0);
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, grad), LW_SUCCESS);
}
