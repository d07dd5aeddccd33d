#include <float.h>
#include <math.h>
#include <string.h>

#include <kernels/activation.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static enum lwk_activation activation_of(const struct kernel_run *run)
{
    const char *name = run->variant->name;
    return !strcmp(name, "relu")   ? LWK_RELU
           : !strcmp(name, "silu") ? LWK_SILU
           : !strcmp(name, "gelu") ? LWK_GELU
                                   : LWK_GELU_TANH;
}

static lw_status launch(const struct kernel_run *run)
{
    return lwk_activation_launch(run->stream, activation_of(run), run->shape.dimension[0], run->buffer[0].device,
                                 run->buffer[1].device);
}

static lw_status launch_backward(const struct kernel_run *run)
{
    return lwk_activation_backward_launch(run->stream, activation_of(run), run->shape.dimension[0],
                                          run->buffer[0].device, run->buffer[1].device, run->buffer[2].device);
}

static const struct kernel_variant variants[] = {{"relu", launch, NULL, false},
                                                 {"silu", launch, NULL, false},
                                                 {"gelu", launch, NULL, false},
                                                 {"gelu_tanh", launch, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_variant backward_variants[] = {{"relu", launch_backward, NULL, false},
                                                          {"silu", launch_backward, NULL, false},
                                                          {"gelu", launch_backward, NULL, false},
                                                          {"gelu_tanh", launch_backward, NULL, false},
                                                          {NULL, NULL, NULL, false}};

/* Elements from -20 to 20: there the functions bend, and powers of e come near 0. */
static void widen(struct kernel_run *run, float *in)
{
    for (size_t i = 0; in != NULL && i < run->shape.dimension[0] && run->fill != KERNEL_FILL_EXTREME; i++)
        in[i] *= i % 2 == 0 ? 20.0f : 2.0f;
}

static void prepare(struct kernel_run *run)
{
    widen(run, kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0])->host);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, run->shape.dimension[0]);
    kernel_finite_if_compared(run);
}

static void prepare_backward(struct kernel_run *run)
{
    widen(run, kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0])->host);
    float *grad = kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0])->host;
    for (size_t i = 0; grad != NULL && i < run->shape.dimension[0]; i++)
        grad[i] = isinf(grad[i]) ? 1.0f : 0.5f * grad[i]; /* derivatives are up to 1.13, or too small */
    kernel_buffer_add(run, "grad_in", KERNEL_F32, KERNEL_OUTPUT, run->shape.dimension[0]);
    kernel_finite_if_compared(run);
}

static double u_of(double x)
{
    return sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x);
}

/* 1 / (1 + e^-x). */
static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static void reference(struct kernel_run *run)
{
    enum lwk_activation activation = activation_of(run);
    for (size_t i = 0; i < run->shape.dimension[0]; i++) {
        double x = (double)kernel_f32(run, 0)[i], y = x, bound = 0;
        if (activation == LWK_RELU)
            y = x <= 0 ? 0 : x;
        else if (x == -(double)INFINITY)
            y = (double)NAN;
        else if (activation == LWK_SILU)
            y = x * logistic(x);
        else if (activation == LWK_GELU)
            y = x * 0.5 * erfc(-x / sqrt(2));
        else
            y = x * logistic(2 * u_of(x));
        if (activation != LWK_RELU && isfinite(y)) {
            bound = activation == LWK_GELU_TANH ? 12 + 12 * fmin(fabs(u_of(x)), 100) : 12 + fmin(x * x, 400) / 8;
            bound = fmax(bound * fabs(y), 0x1p-94);
        }
        run->buffer[1].expected[i] = y;
        run->buffer[1].magnitude[i] = fmin(bound, (double)FLT_MAX);
    }
}

static void reference_backward(struct kernel_run *run)
{
    enum lwk_activation activation = activation_of(run);
    for (size_t i = 0; i < run->shape.dimension[0]; i++) {
        double x = (double)kernel_f32(run, 0)[i], grad = (double)kernel_f32(run, 1)[i], slope = 0;
        double near = isnan(x) ? x : fmin(fmax(x, -200), 200); /* no product of infinity and 0 */
        if (activation == LWK_RELU)
            slope = x <= 0 ? 0 : 1;
        else if (activation == LWK_SILU)
            slope = logistic(near) * (1 + near * logistic(-near));
        else if (activation == LWK_GELU)
            slope = 0.5 * erfc(-near / sqrt(2)) + near * exp(-near * near / 2) / sqrt(2 * acos(-1));
        else {
            double s = logistic(2 * u_of(near)), inner = 2 * sqrt(2 / acos(-1)) * (1 + 3 * 0.044715 * near * near);
            slope = s + near * inner * s * logistic(-2 * u_of(near));
        }
        run->buffer[2].expected[i] = grad * slope;
        if (activation != LWK_RELU && isfinite(grad))
            run->buffer[2].magnitude[i] = fmin(fmax(32 * fabs(grad), 0x1p-94), (double)FLT_MAX);
    }
}

/* Magnitudes are bounds in units of 2^-24; the ULP of a number is at least that of it. */
static double tolerance(const struct kernel_run *run)
{
    return activation_of(run) == LWK_RELU ? 0 : 1;
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0];
}

static double backward_bytes(const struct kernel_shape *shape)
{
    return 12.0 * (double)shape->dimension[0];
}

static const struct kernel_shape shapes[] = {{{0}}, {{1}}, {{257}}, {{1024}}, {{5000}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 18}}, {{1 << 20}}, {{1 << 26}}, {{UINT64_MAX}}};

static struct kernel_case activation = {
    .name = "activation",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(activation);

static struct kernel_case activation_backward = {
    .name = "activation_backward",
    .variants = backward_variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare_backward,
    .reference = reference_backward,
    .tolerance = tolerance,
    .bytes = backward_bytes,
};
KERNEL_CASE(activation_backward);

TEST(activation, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 16), LW_SUCCESS);
    CHECK_STATUS(lwk_activation_launch(s, LWK_RELU, 1, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_activation_launch: in is null");
    CHECK_STATUS(lwk_activation_launch(s, LWK_RELU, 1, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_activation_launch: out is null");
    CHECK_STATUS(lwk_activation_launch(s, (enum lwk_activation)4, 1, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_activation_launch: activation is 4; expected LWK_RELU to LWK_GELU_TANH, 0 to 3");
    CHECK_STATUS(lwk_activation_backward_launch(s, LWK_GELU, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_activation_backward_launch: grad_out is null");
    CHECK_STATUS(lwk_activation_backward_launch(s, LWK_GELU, 1, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_activation_backward_launch: grad_in is null");
    CHECK_STATUS(lwk_activation_backward_launch(s, (enum lwk_activation)9, 1, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_activation_backward_launch: activation is 9");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
