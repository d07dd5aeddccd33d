#include <float.h>
#include <math.h>

#include <kernels/adam.h>

#include "../harness/test.h"
#include "../kernel_case.h"

enum { GRAD, MEAN, SQUARE, PARAM };

/* dimension[1] is the step. */
static const struct lwk_adam rates = {.rate = 0.01f, .beta1 = 0.9f, .beta2 = 0.999f, .epsilon = 1e-8f, .decay = 0.1f};

static lw_status launch(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_adam_launch(run->stream, run->shape.dimension[0], &rates, run->shape.dimension[1], b[GRAD].device,
                           b[MEAN].device, b[SQUARE].device, b[PARAM].device);
}

static void prepare(struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "grad", KERNEL_F32, KERNEL_INPUT, n);
    float *mean = kernel_buffer_add(run, "mean", KERNEL_F32, KERNEL_INOUT, n)->host;
    float *square = kernel_buffer_add(run, "square", KERNEL_F32, KERNEL_INOUT, n)->host;
    kernel_buffer_add(run, "param", KERNEL_F32, KERNEL_INOUT, n);
    for (size_t i = 0; square != NULL && i < n; i++)
        square[i] = fabsf(square[i]);
    for (size_t i = 0; mean != NULL && square != NULL && i < n && run->shape.dimension[1] == 1; i++)
        mean[i] = square[i] = 0; /* as the first step finds them */
    kernel_finite_if_compared(run);
}

static double known(double bound)
{
    return fmin(isnan(bound) ? 0 : bound, (double)FLT_MAX);
}

static void reference(struct kernel_run *run)
{
    const double beta1 = (double)rates.beta1, beta2 = (double)rates.beta2, rate = (double)rates.rate;
    const double step = (double)run->shape.dimension[1];
    const double size = rate / (1 - pow(beta1, step)), second = 1 - pow(beta2, step);
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        const double g = (double)kernel_f32(run, GRAD)[i], p = (double)kernel_f32(run, PARAM)[i];
        const double m = beta1 * (double)kernel_f32(run, MEAN)[i] + (1 - beta1) * g;
        const double v = beta2 * (double)kernel_f32(run, SQUARE)[i] + (1 - beta2) * g * g;
        const double parts = fabs(beta1 * (double)kernel_f32(run, MEAN)[i]) + fabs((1 - beta1) * g);
        const double root = sqrt(v / second) + (double)rates.epsilon;
        const double kept = p * (1 - rate * (double)rates.decay);
        run->buffer[MEAN].expected[i] = m;
        run->buffer[MEAN].magnitude[i] = known(2 * parts);
        run->buffer[SQUARE].expected[i] = v;
        run->buffer[SQUARE].magnitude[i] = known(4 * v);
        run->buffer[PARAM].expected[i] = kept - size * m / root;
        run->buffer[PARAM].magnitude[i] = known(2 * fabs(p) + 12 * size * parts / root);
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
    return 28.0 * (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {{"adam", launch, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 1}},    {{1, 1}},       {{257, 2}},
                                             {{1024, 1}}, {{5000, 1000}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 16, 10}}, {{1 << 20, 10}}, {{1 << 24, 10}}, {{1 << 26, 10}}, {{UINT64_MAX}}};

static struct kernel_case adam = {
    .name = "adam",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(adam);

TEST(adam, refuses_bad_arguments)
{
    static const struct {
        struct lwk_adam by;
        const char *message;
    } wrong[] = {
        {{NAN, 0.9f, 0.9f, 1, 0}, "lwk_adam_launch: by->rate is nan; expected a finite number"},
        {{1, 1, 0.9f, 1, 0}, "lwk_adam_launch: by->beta1 is 1; expected from 0 to less than 1"},
        {{1, 0.9f, -0.5f, 1, 0}, "lwk_adam_launch: by->beta2 is -0.5; expected from 0 to less than 1"},
        {{1, 0.9f, 0.9f, -1, 0}, "lwk_adam_launch: by->epsilon is -1; expected 0 or more, and finite"},
        {{1, 0.9f, 0.9f, 1, INFINITY}, "lwk_adam_launch: by->decay is inf; expected a finite number"},
    };
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 16), LW_SUCCESS);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_STATUS(lwk_adam_launch(s, 1, &wrong[i].by, 1, p, p + 1, p + 2, p + 3), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, wrong[i].message);
    }
    CHECK_STATUS(lwk_adam_launch(s, 1, NULL, 1, p, p + 1, p + 2, p + 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_adam_launch: by is null");
    CHECK_STATUS(lwk_adam_launch(s, 1, &rates, 0, p, p + 1, p + 2, p + 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_adam_launch: step is 0; the first step is 1");
    CHECK_STATUS(lwk_adam_launch(s, 1, &rates, 1, NULL, p + 1, p + 2, p + 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_adam_launch: grad is null");
    CHECK_STATUS(lwk_adam_launch(s, 1, &rates, 1, p, NULL, p + 2, p + 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_adam_launch: mean is null");
    CHECK_STATUS(lwk_adam_launch(s, 1, &rates, 1, p, p + 1, NULL, p + 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_adam_launch: square is null");
    CHECK_STATUS(lwk_adam_launch(s, 1, &rates, 1, p, p + 1, p + 2, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_adam_launch: param is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* Adam goes down a bowl: the rates of many steps, and their corrections, fit together. */
TEST(adam, finds_a_minimum)
{
    enum { N = 3, STEPS = 300 };
    static const float least[N] = {0.5f, -1.0f, 0.25f}, steep[N] = {1.0f, 100.0f, 0.01f};
    const struct lwk_adam by = {.rate = 0.05f, .beta1 = 0.9f, .beta2 = 0.99f, .epsilon = 1e-8f, .decay = 0};
    float grad[N], param[N] = {0}, *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4 * sizeof grad), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, p, 0, 4 * sizeof grad), LW_SUCCESS);
    for (uint64_t step = 1; step <= STEPS; step++) {
        for (int i = 0; i < N; i++)
            grad[i] = steep[i] * (param[i] - least[i]);
        CHECK_STATUS(lw_memcpy(t->device, p, grad, sizeof grad, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lwk_adam_launch(lw_default_stream(t->device), N, &by, step, p, p + N, p + 2 * N, p + 3 * N),
                     LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, param, p + 3 * N, sizeof param, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    }
    for (int i = 0; i < N; i++)
        CHECK(fabsf(param[i] - least[i]) < 0.01f);
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
