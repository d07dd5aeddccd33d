#include <math.h>

#include <kernels/sgemv.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is m, n, and by how much rows are longer; then beta is not 0. */
enum { A, X, Y, WORKSPACE };

static bool is_transposed(const struct kernel_run *run)
{
    return run->variant->name[0] == 't';
}

static size_t length_of(const struct kernel_run *run)
{
    return run->shape.dimension[is_transposed(run) ? 0 : 1];
}

static size_t count_of(const struct kernel_run *run)
{
    return run->shape.dimension[is_transposed(run) ? 1 : 0];
}

static size_t lda_of(const struct kernel_run *run)
{
    return run->shape.dimension[1] + run->shape.dimension[2];
}

static float alpha_of(const struct kernel_run *run)
{
    return run->shape.dimension[2] > 0 ? -1.5f : 1.0f;
}

static float beta_of(const struct kernel_run *run)
{
    return run->shape.dimension[2] > 0 ? 0.75f : 0.0f;
}

static void prepare(struct kernel_run *run)
{
    const size_t m = run->shape.dimension[0], n = run->shape.dimension[1];
    kernel_buffer_add(run, "a", KERNEL_F32, KERNEL_INPUT, m * lda_of(run));
    kernel_buffer_add(run, "x", KERNEL_F32, KERNEL_INPUT, length_of(run));
    kernel_buffer_add(run, "y", KERNEL_F32, run->shape.dimension[2] > 0 ? KERNEL_INOUT : KERNEL_OUTPUT, count_of(run));
    kernel_buffer_add(run, "workspace", KERNEL_F32, KERNEL_WORKSPACE,
                      lwk_sgemv_workspace(is_transposed(run), m, n) / sizeof(float));
}

static lw_status launch(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    return lwk_sgemv_launch(run->stream, is_transposed(run), run->shape.dimension[0], run->shape.dimension[1],
                            alpha_of(run), b[A].device, lda_of(run), b[X].device, beta_of(run), b[Y].device,
                            b[WORKSPACE].device);
}

/* The kernel that the launcher takes on a GPU, a part a row. */
static lw_status launch_warps(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    const size_t m = run->shape.dimension[0], n = run->shape.dimension[1];
    if (m == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_sgemv_warps, lw_linear(run->stream, m * 32, 256), m, n, 1, n, alpha_of(run), b[A].device,
                     lda_of(run), b[X].device, beta_of(run), b[Y].device, NULL);
}

/* The same of short rows, with as many lanes as elements or more. */
static lw_status launch_short(const struct kernel_run *run)
{
    const struct kernel_buffer *b = run->buffer;
    const size_t m = run->shape.dimension[0], n = run->shape.dimension[1];
    const unsigned lanes = n > 8 ? 32 : n > 4 ? 16 : 4;
    if (m == 0 || n == 0 || n > lanes)
        return launch_warps(run);
    return lw_launch(lwk_sgemv_short, lw_linear(run->stream, (m + 7) / 8 * lanes, 256), m, n, lanes, alpha_of(run),
                     b[A].device, lda_of(run), b[X].device, beta_of(run), b[Y].device);
}

static void reference(struct kernel_run *run)
{
    const float *a = kernel_f32(run, A), *x = kernel_f32(run, X), *y = kernel_f32(run, Y);
    const size_t step = is_transposed(run) ? lda_of(run) : 1, row = is_transposed(run) ? 1 : lda_of(run);
    const double alpha = (double)alpha_of(run), beta = (double)beta_of(run);
    for (size_t i = 0; i < count_of(run); i++) {
        double sum = 0, size = 0;
        for (size_t l = 0; l < length_of(run); l++) {
            sum += (double)a[i * row + l * step] * (double)x[l];
            size += fabs((double)a[i * row + l * step] * (double)x[l]);
        }
        size = fabs(alpha) * size + (beta == 0 ? 0 : fabs(beta * (double)y[i]));
        run->buffer[Y].expected[i] = alpha * sum + (beta == 0 ? 0 : beta * (double)y[i]);
        run->buffer[Y].magnitude[i] = isfinite(size) ? size : 0;
    }
}

/* Products of small integers add up exactly. Else each operation rounds by half an ULP of the sum of magnitudes at most. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : 0.5 * ((double)length_of(run) + 3);
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static double flops(const struct kernel_shape *shape)
{
    return 2.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static const struct kernel_variant variants[] = {{"rows", launch, NULL, false},
                                                 {"transposed", launch, NULL, false},
                                                 {"warps", launch_warps, NULL, false},
                                                 {"short", launch_short, NULL, false},
                                                 {NULL, NULL, NULL, false}};
/* Several parts of rows; of columns; more than are added up at once, of both. */
static const struct kernel_shape shapes[] = {{{0, 3, 0}},   {{3, 0, 0}},     {{4, 0, 1}},    {{1, 1, 0}},
                                             {{5, 31, 0}},  {{9, 45, 1}},    {{33, 65, 2}},  {{3, 2500, 1}},
                                             {{300, 7, 0}}, {{1, 40000, 0}}, {{2100, 3, 1}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{256, 256, 0}},    {{1024, 1024, 0}},  {{4096, 4096, 0}},
                                                   {{16, 1 << 20, 0}}, {{1 << 20, 16, 0}}, {{16384, 16384, 0}},
                                                   {{UINT64_MAX}}};

static struct kernel_case sgemv = {
    .name = "sgemv",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(sgemv);

TEST(sgemv, refuses_bad_arguments)
{
    float *p;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_sgemv_launch(s, false, 2, 3, 1, p, 2, p, 0, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_sgemv_launch: lda is 2, a row has 3");
    CHECK_STATUS(lwk_sgemv_launch(s, false, (size_t)1 << 31, 3, 1, p, 3, p, 0, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "m is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_sgemv_launch(s, true, 2, 2, 1, p, 2, NULL, 0, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "x is null");
    CHECK_STATUS(lwk_sgemv_launch(s, true, 100, 2, 1, p, 2, p, 0, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "workspace is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
