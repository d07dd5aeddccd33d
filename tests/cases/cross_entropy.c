#include <math.h>
#include <string.h>

#include <kernels/cross_entropy.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is rows, columns, and by how much `in` has longer rows; those of grad_in are longer by one element more. */
static size_t ld_of(const struct kernel_run *run, size_t more)
{
    return run->shape.dimension[1] + run->shape.dimension[2] + (run->shape.dimension[2] > 0 ? more : 0);
}

static const int ignore = -100;

enum { IN, LABELS, LOSS, LOG_SUM };
enum { GRAD_LOG_SUM = LOSS, GRAD_LOSS, GRAD_IN };

static lw_status forward(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_cross_entropy_launch(run->stream, run->shape.dimension[0], run->shape.dimension[1], b[IN].device,
                                    ld_of(run, 0), b[LABELS].device, ignore, b[LOSS].device, b[LOG_SUM].device);
}

static lw_status backward(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_cross_entropy_backward_launch(
        run->stream, run->shape.dimension[0], run->shape.dimension[1], b[IN].device, ld_of(run, 0), b[LABELS].device,
        ignore, b[GRAD_LOG_SUM].device, b[GRAD_LOSS].device, b[GRAD_IN].device, ld_of(run, 1));
}

static const struct kernel_variant variants[] = {{"forward", forward, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_variant backward_variants[] = {{"backward", backward, NULL, false},
                                                          {NULL, NULL, NULL, false}};

/* Elements grow along a long row, so that the greatest is in its last chunk. Every fifth row is ignored. Some labels are no columns, except in
 * the bench, which takes NaN for a wrong result. */
static void prepare_inputs(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    float *in = kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 0))->host;
    uint32_t *labels = kernel_buffer_add(run, "labels", KERNEL_U32, KERNEL_INPUT, rows)->host;
    for (size_t i = 0; in != NULL && i < rows * ld_of(run, 0); i++)
        in[i] += (float)(i % ld_of(run, 0) / 4096);
    for (size_t r = 0; labels != NULL && r < rows; r++)
        labels[r] = r % 5 == 3                  ? (uint32_t)ignore
                    : r % 11 == 8 && rows < 100 ? (uint32_t)columns
                    : r % 11 == 9 && rows < 100 ? UINT32_MAX
                    : columns == 0              ? 0
                                                : (uint32_t)(columns - 1 - r * 7919 % columns);
}

static void prepare(struct kernel_run *run)
{
    prepare_inputs(run);
    kernel_buffer_add(run, "loss", KERNEL_F32, KERNEL_OUTPUT, run->shape.dimension[0]);
    kernel_buffer_add(run, "log_sum", KERNEL_F32, KERNEL_OUTPUT, run->shape.dimension[0]);
    kernel_finite_if_compared(run);
}

static void prepare_backward(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0];
    prepare_inputs(run);
    float *log_sum = kernel_buffer_add(run, "log_sum", KERNEL_F32, KERNEL_INPUT, rows)->host;
    for (size_t r = 0; log_sum != NULL && r < rows; r++)
        log_sum[r] += 8;
    kernel_buffer_add(run, "grad_loss", KERNEL_F32, KERNEL_INPUT, rows);
    kernel_buffer_add(run, "grad_in", KERNEL_F32, KERNEL_OUTPUT, rows * ld_of(run, 1));
}

static double known(double bound)
{
    return isfinite(bound) ? bound : 0;
}

static void reference(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    size_t parts = columns <= 1024 ? 32 : 256;
    const double depth = 2.0 * (double)columns / (double)parts + (double)parts / 32 + 5;
    for (size_t r = 0; r < rows; r++) {
        const float *x = kernel_f32(run, IN) + r * ld_of(run, 0);
        const int label = (int)kernel_u32(run, LABELS)[r];
        double most = -(double)INFINITY, sum = 0;
        for (size_t c = 0; c < columns; c++)
            most = fmax(most, (double)x[c]);
        for (size_t c = 0; c < columns; c++)
            sum += exp((double)x[c] - most);
        double loss = label == ignore                         ? 0
                      : label < 0 || (size_t)label >= columns ? (double)NAN
                                                              : log(sum) + (most - (double)x[label]);
        const double rest = 5 * log((double)columns) + depth + 8;
        run->buffer[LOSS].expected[r] = columns == 0 ? (double)NAN : loss;
        run->buffer[LOSS].magnitude[r] = known(2 * fabs(loss) + rest);
        run->buffer[LOG_SUM].expected[r] = columns == 0 ? (double)NAN : most + log(sum);
        run->buffer[LOG_SUM].magnitude[r] = known(2 * fabs(most + log(sum)) + rest);
    }
}

static void reference_backward(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    struct kernel_buffer *grad_in = &run->buffer[GRAD_IN];
    for (size_t r = 0; r < rows; r++) {
        const float *x = kernel_f32(run, IN) + r * ld_of(run, 0);
        const int label = (int)kernel_u32(run, LABELS)[r];
        const double all = (double)kernel_f32(run, GRAD_LOG_SUM)[r], grad = (double)kernel_f32(run, GRAD_LOSS)[r];
        for (size_t c = 0; c < ld_of(run, 1); c++) {
            double result = (double)NAN, bound = 0; /* what is behind a row stays as it was: NaN */
            if (c < columns && label == ignore)
                result = 0;
            else if (c < columns && label >= 0 && (size_t)label < columns) {
                result = grad * (exp((double)x[c] - all) - ((size_t)label == c ? 1 : 0));
                bound = known((2 * fabs((double)x[c] - all) + 8) * fabs(grad));
            }
            grad_in->expected[r * ld_of(run, 1) + c] = result;
            grad_in->magnitude[r * ld_of(run, 1) + c] = bound;
        }
    }
}

/* Magnitudes are bounds in units of 2^-24; the ULP of a number is at least that of it. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 1;
}

static double bytes(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0] * (4.0 * (double)shape->dimension[1] + 12);
}

static double backward_bytes(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0] * (8.0 * (double)shape->dimension[1] + 12);
}

static const struct kernel_shape shapes[] = {{{0, 3, 0}},    {{3, 0, 0}},    {{1, 1, 0}},   {{70, 31, 1}},
                                             {{5, 32, 0}},   {{9, 33, 3}},   {{6, 129, 0}}, {{3, 1024, 1}},
                                             {{3, 1025, 2}}, {{2, 9001, 0}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{8192, 100, 0}},     {{1024, 1000, 0}},    {{128, 8192, 0}},
                                                   {{1 << 16, 1024, 0}}, {{1 << 13, 8192, 0}}, {{1 << 11, 50257, 0}},
                                                   {{UINT64_MAX}}};

static struct kernel_case cross_entropy = {
    .name = "cross_entropy",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(cross_entropy);

static struct kernel_case cross_entropy_backward = {
    .name = "cross_entropy_backward",
    .variants = backward_variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare_backward,
    .reference = reference_backward,
    .tolerance = tolerance,
    .bytes = backward_bytes,
};
KERNEL_CASE(cross_entropy_backward);

TEST(cross_entropy, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    const size_t many = (size_t)1 << 31;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    const int *labels = (const int *)p;
    CHECK_STATUS(lwk_cross_entropy_launch(s, 1, 4, NULL, 4, labels, 0, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_launch: in is null");
    CHECK_STATUS(lwk_cross_entropy_launch(s, 1, 4, p, 4, NULL, 0, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_launch: labels is null");
    CHECK_STATUS(lwk_cross_entropy_launch(s, 1, 4, p, 4, labels, 0, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_launch: loss is null");
    CHECK_STATUS(lwk_cross_entropy_launch(s, 1, many, p, many, labels, 0, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_launch: columns is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_cross_entropy_launch(s, many, 4, p, 4, labels, 0, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_launch: rows is 2147483648");
    CHECK_STATUS(lwk_cross_entropy_backward_launch(s, 1, 4, p, 4, labels, 0, NULL, p, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_backward_launch: log_sum is null");
    CHECK_STATUS(lwk_cross_entropy_backward_launch(s, 1, 4, p, 4, labels, 0, p, p, NULL, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_backward_launch: grad_in is null");
    CHECK_STATUS(lwk_cross_entropy_backward_launch(s, 1, 4, p, 4, labels, 0, p, p, p, 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_cross_entropy_backward_launch: ld_grad_in is 3; expected at least 4, the columns");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

enum { MOST_COLUMNS = 20001, LD = MOST_COLUMNS + 1, ROWS = 3 };

/* Forward by the kernels for GPUs or for CPUs, then backward. */
static lw_status launch_kernels(lw_stream *stream, bool for_cpu, size_t columns, const float *in, const int *labels,
                                float *loss, float *log_sum, float *grad)
{
    const size_t rows = ROWS, ld = LD, parts = columns / 1024 + 1;
    lw_status status;
    if (for_cpu && columns <= 1024)
        status = lw_launch(lwk_cross_entropy_rows_32, lw_linear(stream, 32, 32), rows, rows, columns, in, ld, labels,
                           ignore, loss, log_sum);
    else if (for_cpu)
        status = lw_launch(lwk_cross_entropy_rows_256, lw_linear(stream, 256, 256), rows, rows, columns, in, ld, labels,
                           ignore, loss, log_sum);
    else if (columns <= 128)
        status = lw_launch(lwk_cross_entropy_short, lw_linear(stream, 256, 256), rows, columns, in, ld, labels, ignore,
                           loss, log_sum);
    else if (columns <= 1024)
        status = lw_launch(lwk_cross_entropy_warps, lw_linear(stream, 256, 256), rows, columns, in, ld, labels, ignore,
                           loss, log_sum);
    else
        status = lw_launch(lwk_cross_entropy_blocks, lw_linear(stream, 256 * ROWS, 256), columns, in, ld, labels,
                           ignore, loss, log_sum);
    if (status != LW_SUCCESS)
        return status;
    if (for_cpu)
        return lw_launch(lwk_cross_entropy_backward_rows, lw_linear(stream, 32, 32), rows, rows, columns, in, ld,
                         labels, ignore, log_sum, NULL, grad, ld);
    return lw_launch(lwk_cross_entropy_backward_warps, lw_linear(stream, 32 * rows * parts, 256), rows, parts, columns,
                     in, ld, labels, ignore, log_sum, NULL, grad, ld);
}

/* A launcher takes one of them by the kind of device; here both run. The first chunk of row 1 is of -infinity alone. */
TEST(cross_entropy, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    static const size_t columns[] = {1, 33, 128, 500, 1024, 1025, 8200, MOST_COLUMNS};
    static float host[ROWS * LD], got[2][2 * ROWS + ROWS * LD];
    const int label[ROWS] = {0, 0, ignore};
    for (size_t i = 0; i < ROWS * LD; i++)
        host[i] = i >= LD && i < LD + 8192 ? -INFINITY : (float)(i * 2654435761u % 1000) / 50 + (float)(i / 4000);
    lw_stream *stream = lw_default_stream(t->device);
    float *in, *out;
    int *labels;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof got[0]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&labels, sizeof label), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, labels, label, sizeof label, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
        for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
            CHECK_STATUS(lw_memset(t->device, out, 0, sizeof got[0]), LW_SUCCESS);
            CHECK_STATUS(
                launch_kernels(stream, for_cpu, columns[k], in, labels, out, out + ROWS, out + (size_t)(2 * ROWS)),
                LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[for_cpu], out, sizeof got[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        }
        for (size_t i = 0; i < 2 * ROWS + ROWS * LD; i++)
            CHECK(memcmp(&got[0][i], &got[1][i], sizeof(float)) == 0 || (isnan(got[0][i]) && isnan(got[1][i])));
        CHECK(columns[k] <= 8192 || isfinite(got[0][ROWS + 1])); /* row 1 is not NaN */
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, labels), LW_SUCCESS);
}
