#include <math.h>

#include <kernels/black_scholes.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is n. */
static const float rate = 0.02f, volatility = 0.3f;

enum { SPOT, STRIKE, YEARS, CALL, PUT };

/* Of numbers from -1 to 1: prices from 5 to 30, of exercise from 1 to 100, and a week to ten years. */
static void prepare(struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0];
    float *spot = kernel_buffer_add(run, "spot", KERNEL_F32, KERNEL_INPUT, n)->host;
    float *strike = kernel_buffer_add(run, "strike", KERNEL_F32, KERNEL_INPUT, n)->host;
    float *years = kernel_buffer_add(run, "years", KERNEL_F32, KERNEL_INPUT, n)->host;
    kernel_buffer_add(run, "call", KERNEL_F32, KERNEL_OUTPUT, n);
    kernel_buffer_add(run, "put", KERNEL_F32, KERNEL_OUTPUT, n);
    for (uint64_t i = 0; i < n && spot && strike && years; i++) {
        spot[i] = 17.5f + 12.5f * spot[i];
        strike[i] = 50.5f + 49.5f * strike[i];
        years[i] = 5.01f + 4.99f * years[i];
    }
}

static lw_status launch(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    if (run->block.x == 0 || run->shape.dimension[0] == 0)
        return lwk_black_scholes_launch(run->stream, run->shape.dimension[0], rate, volatility, b[SPOT].device,
                                        b[STRIKE].device, b[YEARS].device, b[CALL].device, b[PUT].device);
    return lw_launch(lwk_black_scholes, lw_linear(run->stream, run->shape.dimension[0], run->block.x),
                     (size_t)run->shape.dimension[0], rate, volatility, b[SPOT].device, b[STRIKE].device,
                     b[YEARS].device, b[CALL].device, b[PUT].device);
}

static double normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}

/* Magnitudes are the header's bounds in units of 2^-24. */
static void reference(struct kernel_run *run)
{
    const double r = (double)rate, v = (double)volatility;
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        const double s = (double)kernel_f32(run, SPOT)[i], k = (double)kernel_f32(run, STRIKE)[i];
        const double t = (double)kernel_f32(run, YEARS)[i], root = v * sqrt(t), now = k * exp(-r * t);
        const double d1 = (log(s / k) + (r + v * v / 2) * t) / root, d2 = d1 - root;
        run->buffer[CALL].expected[i] = s * normal(d1) - now * normal(d2);
        run->buffer[PUT].expected[i] = now * normal(-d2) - s * normal(-d1);
        run->buffer[CALL].magnitude[i] = (16 + 2 * fabs(d1)) * (s + now);
        run->buffer[PUT].magnitude[i] = (16 + 2 * fabs(d1)) * (s + now);
    }
}

/* The ULP of a number is at least 2^-24 of it. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 1;
}

static double bytes(const struct kernel_shape *shape)
{
    return 20.0 * (double)shape->dimension[0];
}

static const lw_dim3 blocks[] = {{33, 1, 1}, {1024, 1, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"plain", launch, blocks, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0}}, {{1}}, {{257}}, {{10000}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 16}}, {{1 << 22}}, {{1 << 26}}, {{UINT64_MAX}}};

static struct kernel_case black_scholes = {
    .name = "black_scholes",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(black_scholes);

TEST(black_scholes, refuses_bad_arguments)
{
    float *p = (float *)t;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lwk_black_scholes_launch(s, 1, 0, 1, p, NULL, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_black_scholes_launch: strike is null");
    CHECK_STATUS(lwk_black_scholes_launch(s, 1, 0, 0, p, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "volatility is 0; expected a finite number over 0");
    CHECK_STATUS(lwk_black_scholes_launch(s, 1, INFINITY, 1, p, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "rate is inf");
}
