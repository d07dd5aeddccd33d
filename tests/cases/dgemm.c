#include <kernels/dgemm.h>

#include "../harness/test.h"
#include "product.h"

/* Even sizes have rows without gaps, beta = 0; odd ones have gaps and beta = 0.75. */
static struct product problem_of(const struct kernel_shape *shape)
{
    const size_t m = shape->dimension[0], n = shape->dimension[1], k = shape->dimension[2], gap = n % 2;
    const struct product p = {m,          n, k, k + gap, 1, n + 2 * gap, 1, n + 3 * gap, gap ? -1.5 : 1, gap ? 0.75 : 0,
                              KERNEL_F64, 0};
    return p;
}

static void prepare(struct kernel_run *run)
{
    const struct product p = problem_of(&run->shape);
    kernel_buffer_add(run, "a", KERNEL_F64, KERNEL_INPUT, p.m * p.row_a);
    kernel_buffer_add(run, "b", KERNEL_F64, KERNEL_INPUT, p.k * p.row_b);
    kernel_buffer_add(run, "c", KERNEL_F64, p.beta == 0 ? KERNEL_OUTPUT : KERNEL_INOUT, p.m * p.ldc);
}

static lw_status launch(const struct kernel_run *run)
{
    const struct product p = problem_of(&run->shape);
    return lwk_dgemm_launch(run->stream, (int)p.m, (int)p.n, (int)p.k, p.alpha, run->buffer[0].device, (int)p.row_a,
                            run->buffer[1].device, (int)p.row_b, p.beta, run->buffer[2].device, (int)p.ldc);
}

/* The kernels that the launcher takes on a GPU. */
static lw_status launch_tiles(const struct kernel_run *run)
{
    const struct product p = problem_of(&run->shape);
    const bool whole = p.k > 0 && p.m % 64 == 0 && p.n % 64 == 0 && p.k % 8 == 0 && run->misalign % 2 == 0;
    const lw_launch_config config =
        lw_grid(run->stream, lw_make_dim3((unsigned)(p.n + 63) / 64, (unsigned)(p.m + 63) / 64, 1), 256, 0);
    if (p.m == 0 || p.n == 0)
        return LW_SUCCESS;
    if (whole)
        return lw_launch(lwk_dgemm_whole, config, (int)p.m, (int)p.n, (int)p.k, p.alpha, run->buffer[0].device,
                         (int)p.row_a, run->buffer[1].device, (int)p.row_b, p.beta, run->buffer[2].device, (int)p.ldc);
    return lw_launch(lwk_dgemm_any, config, (int)p.m, (int)p.n, (int)p.k, p.alpha, run->buffer[0].device, (int)p.row_a,
                     run->buffer[1].device, (int)p.row_b, p.beta, run->buffer[2].device, (int)p.ldc);
}

/* The contract's loop: the exact bits, except the rest of the last row. */
static void reference(struct kernel_run *run)
{
    const struct product p = problem_of(&run->shape);
    const double *a = kernel_f64(run, 0), *b = kernel_f64(run, 1), *c = kernel_f64(run, 2);
    for (size_t i = 0; i < p.m; i++)
        for (size_t j = 0; j < p.ldc; j++) {
            double sum = 0;
            for (size_t l = 0; l < p.k && j < p.n; l++)
                sum = fma(a[i * p.row_a + l], b[l * p.row_b + j], sum);
            double *out = &run->buffer[2].expected[i * p.ldc + j];
            *out = j >= p.n      ? c[i * p.ldc + j]
                   : p.beta == 0 ? p.alpha * sum
                                 : fma(p.alpha, sum, p.beta * c[i * p.ldc + j]);
        }
}

static double bytes(const struct kernel_shape *shape)
{
    const struct product p = problem_of(shape);
    return 8.0 * (double)(p.m * p.k + p.k * p.n + p.m * p.n);
}

static double flops(const struct kernel_shape *shape)
{
    const struct product p = problem_of(shape);
    return 2.0 * (double)p.m * (double)p.n * (double)p.k;
}

static const struct kernel_variant variants[] = {
    {"chosen", launch, NULL, false}, {"tiles", launch_tiles, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 3, 3}},    {{3, 0, 3}},    {{3, 4, 0}},   {{5, 7, 0}},
                                             {{1, 1, 1}},    {{2, 3, 5}},    {{64, 64, 8}}, {{64, 128, 24}},
                                             {{63, 65, 33}}, {{66, 62, 31}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{512, 512, 512}}, {{1024, 1024, 1024}}, {{4096, 4096, 4096}}, {{UINT64_MAX}}};

static struct kernel_case dgemm = {
    .name = "dgemm",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(dgemm);

TEST(dgemm, refuses_bad_arguments)
{
    double *p;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_dgemm_launch(s, 2, 2, -1, 1, p, 2, p, 2, 0, p, 2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_dgemm_launch: k is -1");
    CHECK_STATUS(lwk_dgemm_launch(s, 2, 2, 2, 1, p, 2, p, 2, 0, p, 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "ldc is 1, a row has 2");
    CHECK_STATUS(lwk_dgemm_launch(s, 2, 2, 2, 1, p, 2, p, 2, 0, NULL, 2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "c is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
