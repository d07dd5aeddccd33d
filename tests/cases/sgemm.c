#include <math.h>
#include <stdlib.h>

#include <kernels/sgemm.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Even sizes have rows without gaps, beta = 0; odd ones have gaps and beta = 0.75. */
struct problem {
    int m, n, k, lda, ldb, ldc;
    float alpha, beta;
};

static struct problem problem_of(const struct kernel_shape *shape)
{
    struct problem p = {(int)shape->dimension[0], (int)shape->dimension[1], (int)shape->dimension[2], 0, 0, 0, 1.0f, 0};
    int gap = p.n % 2;
    p.lda = p.k + gap;
    p.ldb = p.n + 2 * gap;
    p.ldc = p.n + 3 * gap;
    if (gap) {
        p.alpha = -1.5f;
        p.beta = 0.75f;
    }
    return p;
}

/* With beta = 0 C must not be read: it is junk then. */
static void prepare(struct kernel_run *run)
{
    struct problem p = problem_of(&run->shape);
    kernel_buffer_add(run, "a", KERNEL_F32, KERNEL_INPUT, (uint64_t)p.m * (uint64_t)p.lda);
    kernel_buffer_add(run, "b", KERNEL_F32, KERNEL_INPUT, (uint64_t)p.k * (uint64_t)p.ldb);
    kernel_buffer_add(run, "c", KERNEL_F32, p.beta == 0 ? KERNEL_OUTPUT : KERNEL_INOUT,
                      (uint64_t)p.m * (uint64_t)p.ldc);
}

static lw_status launch_register(const struct kernel_run *run)
{
    struct problem p = problem_of(&run->shape);
    return lwk_sgemm_launch(run->stream, p.m, p.n, p.k, p.alpha, run->buffer[0].device, p.lda, run->buffer[1].device,
                            p.ldb, p.beta, run->buffer[2].device, p.ldc);
}

static lw_status launch_tile16(const struct kernel_run *run)
{
    struct problem p = problem_of(&run->shape);
    return lwk_sgemm_tile16_launch(run->stream, p.m, p.n, p.k, p.alpha, run->buffer[0].device, p.lda,
                                   run->buffer[1].device, p.ldb, p.beta, run->buffer[2].device, p.ldc);
}

static void reference(struct kernel_run *run)
{
    struct problem p = problem_of(&run->shape);
    const float *a = kernel_f32(run, 0), *b = kernel_f32(run, 1), *c = kernel_f32(run, 2);
    for (int i = 0; i < p.m; i++) {
        double *out = run->buffer[2].expected + (size_t)i * (size_t)p.ldc;
        double *magnitude = run->buffer[2].magnitude + (size_t)i * (size_t)p.ldc;
        for (int j = 0; j < p.ldc; j++) {
            size_t at = (size_t)i * (size_t)p.ldc + (size_t)j;
            double sum = 0, size = 0;
            if (j >= p.n) { /* the gap stays as it was */
                out[j] = (double)c[at];
                continue;
            }
            for (int l = 0; l < p.k; l++) {
                double product =
                    (double)a[(size_t)i * (size_t)p.lda + (size_t)l] * (double)b[(size_t)l * (size_t)p.ldb + (size_t)j];
                sum += product;
                size += fabs(product);
            }
            out[j] = (double)p.alpha * sum + (p.beta == 0 ? 0 : (double)p.beta * (double)c[at]);
            magnitude[j] = fabs((double)p.alpha) * size + (p.beta == 0 ? 0 : fabs((double)p.beta * (double)c[at]));
            if (!isfinite(magnitude[j]))
                magnitude[j] = 0;
        }
    }
}

/* Products of small integers add up exactly. Else each of k fused steps, the product with alpha and the sum with beta C
 * round once, by half an ULP of the sum of magnitudes at most. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : 0.5 * ((double)run->shape.dimension[2] + 3);
}

static double bytes(const struct kernel_shape *shape)
{
    double m = (double)shape->dimension[0], n = (double)shape->dimension[1], k = (double)shape->dimension[2];
    return 4.0 * (m * k + k * n + m * n);
}

static double flops(const struct kernel_shape *shape)
{
    return 2.0 * (double)shape->dimension[0] * (double)shape->dimension[1] * (double)shape->dimension[2];
}

static const struct kernel_variant variants[] = {
    {"register", launch_register, NULL, false}, {"tile16", launch_tile16, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {
    {{0, 3, 3}},   {{3, 0, 3}},     {{3, 4, 0}},      {{5, 7, 0}},      {{1, 1, 1}},     {{2, 3, 5}},   {{16, 16, 16}},
    {{17, 33, 9}}, {{128, 128, 8}}, {{128, 256, 24}}, {{127, 129, 65}}, {{130, 62, 31}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{512, 512, 512}}, {{1024, 1024, 1024}}, {{4096, 4096, 4096}}, {{UINT64_MAX}}};

static struct kernel_case sgemm = {
    .name = "sgemm",
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
KERNEL_CASE(sgemm);

static bool is_refused(struct test *t, lw_status status, const char *word)
{
    if (status != LW_ERROR_INVALID_VALUE)
        test_fail(t, __FILE__, __LINE__, "%s: %s, expected LW_ERROR_INVALID_VALUE", word, lw_status_string(status));
    return status == LW_ERROR_INVALID_VALUE;
}

TEST(sgemm, refuses_bad_arguments)
{
    float *p;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK(is_refused(t, lwk_sgemm_launch(s, -1, 2, 2, 1, p, 2, p, 2, 0, p, 2), "m"));
    CHECK_MESSAGE(t->device, "lwk_sgemm_launch: m is -1");
    CHECK(is_refused(t, lwk_sgemm_launch(s, 2, 2, 2, 1, p, 1, p, 2, 0, p, 2), "lda"));
    CHECK_MESSAGE(t->device, "lda is 1, a row has 2");
    CHECK(is_refused(t, lwk_sgemm_tile16_launch(s, 2, 2, 2, 1, p, 2, NULL, 2, 0, p, 2), "b"));
    CHECK_MESSAGE(t->device, "lwk_sgemm_tile16_launch: b is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* The contract's loop, to the bit. */
static void multiply_serially(const struct kernel_run *run, float *out)
{
    struct problem p = problem_of(&run->shape);
    const float *a = kernel_f32(run, 0), *b = kernel_f32(run, 1), *c = kernel_f32(run, 2);
    for (int i = 0; i < p.m; i++) {
        for (int j = 0; j < p.n; j++) {
            size_t at = (size_t)i * (size_t)p.ldc + (size_t)j;
            float sum = 0;
            for (int l = 0; l < p.k; l++)
                sum = fmaf(a[(size_t)i * (size_t)p.lda + (size_t)l], b[(size_t)l * (size_t)p.ldb + (size_t)j], sum);
            out[at] = p.beta == 0 ? p.alpha * sum : fmaf(p.alpha, sum, p.beta * c[at]);
        }
    }
}

static bool gives_the_loops_bits(struct test *t, int variant, const struct kernel_shape *shape)
{
    struct problem p = problem_of(shape);
    struct kernel_run run;
    char message[512] = "";
    float *loop = calloc((size_t)p.m * (size_t)p.ldc, sizeof *loop);
    bool good = kernel_run_open(&run, t->device, lw_default_stream(t->device), &sgemm, variant, shape,
                                KERNEL_FILL_RANDOM, t->seed) == LW_SUCCESS &&
                kernel_run_launch(&run) == LW_SUCCESS && kernel_run_check(&run, NULL, message, sizeof message);
    if (good && loop) {
        multiply_serially(&run, loop);
        const float *actual = run.buffer[2].actual;
        for (size_t i = 0; i < (size_t)p.m * (size_t)p.ldc && good; i++)
            good = i % (size_t)p.ldc >= (size_t)p.n || actual[i] == loop[i];
    }
    kernel_run_close(&run);
    free(loop);
    return good && loop;
}

TEST(sgemm, gives_the_loops_bits)
{
    static const struct kernel_shape some[] = {{{128, 128, 64}}, {{70, 131, 37}}, {{33, 50, 19}}};
    for (int variant = 0; variant < 2; variant++)
        for (int i = 0; i < 3; i++)
            CHECK(gives_the_loops_bits(t, variant, &some[i]));
}
