#include <math.h>

#include <kernels/norm_parameters.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is rows, columns, and by how much `in` has longer rows; those of grad_out are longer by one element more. */
static size_t ld_of(const struct kernel_run *run, size_t more)
{
    return run->shape.dimension[1] + run->shape.dimension[2] + (run->shape.dimension[2] > 0 ? more : 0);
}

enum { IN, MEAN, RSTD, GRAD_OUT, GRAD_GAIN, GRAD_BIAS, WORKSPACE };

static bool is_layer(const struct kernel_run *run)
{
    return run->variant->name[0] == 'l';
}

static lw_status launch(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    if (is_layer(run))
        return lwk_layer_norm_parameters_launch(run->stream, rows, columns, b[IN].device, ld_of(run, 0), b[MEAN].device,
                                                b[RSTD].device, b[GRAD_OUT].device, ld_of(run, 1), b[GRAD_GAIN].device,
                                                b[GRAD_BIAS].device, b[WORKSPACE].device);
    return lwk_rms_norm_parameters_launch(run->stream, rows, columns, b[IN].device, ld_of(run, 0), b[RSTD].device,
                                          b[GRAD_OUT].device, ld_of(run, 1), b[GRAD_GAIN].device, b[WORKSPACE].device);
}

static const struct kernel_variant variants[] = {
    {"layer", launch, NULL, false}, {"rms", launch, NULL, false}, {NULL, NULL, NULL, false}};

static void prepare(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 0));
    kernel_buffer_add(run, "mean", KERNEL_F32, KERNEL_INPUT, rows);
    kernel_buffer_add(run, "rstd", KERNEL_F32, KERNEL_INPUT, rows);
    kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, rows * ld_of(run, 1));
    kernel_buffer_add(run, "grad_gain", KERNEL_F32, KERNEL_OUTPUT, columns);
    kernel_buffer_add(run, "grad_bias", KERNEL_F32, KERNEL_OUTPUT, is_layer(run) ? columns : 0);
    kernel_buffer_add(run, "workspace", KERNEL_U32, KERNEL_WORKSPACE, lwk_norm_parameters_workspace(rows, columns) / 4);
}

static void reference(struct kernel_run *run)
{
    size_t rows = run->shape.dimension[0], columns = run->shape.dimension[1];
    const double depth = lwk_norm_parameters_depth(rows, columns) + 3;
    for (size_t c = 0; c < columns; c++) {
        double gain = 0, bias = 0, gain_size = 0, bias_size = 0;
        for (size_t r = 0; r < rows; r++) {
            double mean = is_layer(run) ? (double)kernel_f32(run, MEAN)[r] : 0;
            double norm =
                ((double)kernel_f32(run, IN)[r * ld_of(run, 0) + c] - mean) * (double)kernel_f32(run, RSTD)[r];
            double grad = (double)kernel_f32(run, GRAD_OUT)[r * ld_of(run, 1) + c];
            gain += grad * norm;
            gain_size += fabs(grad * norm);
            bias += grad;
            bias_size += fabs(grad);
        }
        run->buffer[GRAD_GAIN].expected[c] = gain;
        run->buffer[GRAD_GAIN].magnitude[c] = isfinite(gain_size) ? depth * gain_size : 0;
        if (is_layer(run)) {
            run->buffer[GRAD_BIAS].expected[c] = bias;
            run->buffer[GRAD_BIAS].magnitude[c] = isfinite(bias_size) ? depth * bias_size : 0;
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
    return 8.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

/* One part; a few; more than are added up in a row. */
static const struct kernel_shape shapes[] = {{{0, 3, 0}},  {{3, 0, 0}},    {{1, 1, 0}},     {{32, 256, 0}},
                                             {{33, 7, 1}}, {{70, 300, 2}}, {{1100, 33, 1}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{8192, 64, 0}},     {{1024, 1000, 0}},    {{256, 4096, 0}},
                                                   {{1 << 19, 128, 0}}, {{1 << 14, 4096, 0}}, {{UINT64_MAX}}};

static struct kernel_case norm_parameters = {
    .name = "norm_parameters",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(norm_parameters);

TEST(norm_parameters, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_layer_norm_parameters_launch(s, 2, 4, p, 4, NULL, p, p, 4, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_layer_norm_parameters_launch: mean is null");
    CHECK_STATUS(lwk_layer_norm_parameters_launch(s, 2, 4, p, 4, p, p, p, 4, p, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_layer_norm_parameters_launch: grad_bias is null");
    CHECK_STATUS(lwk_rms_norm_parameters_launch(s, 2, 4, p, 3, p, p, 4, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_parameters_launch: ld_in is 3; expected at least 4, the columns");
    CHECK_STATUS(lwk_rms_norm_parameters_launch(s, 2, 4, p, 4, NULL, p, 4, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_parameters_launch: rstd is null");
    CHECK_STATUS(lwk_rms_norm_parameters_launch(s, 2, 4, p, 4, p, NULL, 4, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_parameters_launch: grad_out is null");
    CHECK_STATUS(lwk_rms_norm_parameters_launch(s, 2, 4, p, 4, p, p, 4, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_parameters_launch: grad_gain is null");
    CHECK_STATUS(lwk_rms_norm_parameters_launch(s, 64, 4, p, 4, p, p, 4, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_parameters_launch: workspace is null");
    CHECK_STATUS(
        lwk_rms_norm_parameters_launch(s, 1, (size_t)1 << 31, p, (size_t)1 << 31, p, p, (size_t)1 << 31, p, NULL),
        LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_parameters_launch: columns is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_rms_norm_parameters_launch(s, (size_t)1 << 31, 4, p, 4, p, p, 4, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_rms_norm_parameters_launch: rows is 2147483648");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
