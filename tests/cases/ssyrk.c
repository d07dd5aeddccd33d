#include <string.h>

#include <kernels/ssyrk.h>

#include "../harness/test.h"
#include "product.h"

/* A shape is n, k, 0; variants say which triangle of which product. Odd n: rows have gaps, and beta is not 0. */
static bool is_lower(const struct kernel_run *run)
{
    return strstr(run->variant->name, "lower") != NULL;
}

static bool is_of_rows(const struct kernel_run *run)
{
    return run->variant->name[0] == 'r';
}

static struct product problem_of(const struct kernel_run *run)
{
    const size_t n = run->shape.dimension[0], k = run->shape.dimension[1], gap = n % 2;
    const size_t lda = (is_of_rows(run) ? k : n) + gap;
    struct product p = {
        n, n, k, lda, 1, 1, lda, n + 3 * gap, gap ? -1.5 : 1, gap ? 0.75 : 0, KERNEL_F32, is_lower(run) ? 1 : -1};
    if (!is_of_rows(run)) {
        p.row_a = p.column_b = 1;
        p.column_a = p.row_b = lda;
    }
    return p;
}

static size_t lda_of(const struct product *p)
{
    return p->row_a > p->column_a ? p->row_a : p->column_a;
}

/* C is an input where beta is 0, too: its other triangle stays. */
static void prepare(struct kernel_run *run)
{
    const struct product p = problem_of(run);
    kernel_buffer_add(run, "a", KERNEL_F32, KERNEL_INPUT, (is_of_rows(run) ? p.n : p.k) * lda_of(&p));
    kernel_buffer_add(run, "c", KERNEL_F32, KERNEL_INOUT, p.n * p.ldc);
}

static lw_status launch(const struct kernel_run *run)
{
    const struct product p = problem_of(run);
    return lwk_ssyrk_launch(run->stream, is_lower(run) ? LWK_SYRK_LOWER : LWK_SYRK_UPPER,
                            is_of_rows(run) ? LWK_SYRK_ROWS : LWK_SYRK_COLUMNS, (int)p.n, (int)p.k, (float)p.alpha,
                            run->buffer[0].device, (int)lda_of(&p), (float)p.beta, run->buffer[1].device, (int)p.ldc);
}

/* The kernels that the launcher takes for large n. */
static lw_status launch_large(const struct kernel_run *run)
{
    const struct product p = problem_of(run);
    const unsigned side = ((unsigned)p.n + 127) / 128;
    const lw_launch_config config = lw_grid(run->stream, lw_make_dim3(side, side, 1), 256, 0);
    const int part = is_lower(run) ? LWK_SYRK_LOWER : LWK_SYRK_UPPER;
    const int even = p.k > 0 && p.n % 128 == 0 && p.k % 8 == 0 && run->misalign == 0;
    if (p.n == 0)
        return LW_SUCCESS;
    if (is_of_rows(run))
        return lw_launch(lwk_ssyrk_rows_large, config, (int)p.n, (int)p.k, part, (float)p.alpha, run->buffer[0].device,
                         (int)lda_of(&p), (float)p.beta, run->buffer[1].device, (int)p.ldc, even);
    return lw_launch(lwk_ssyrk_columns_large, config, (int)p.n, (int)p.k, part, (float)p.alpha, run->buffer[0].device,
                     (int)lda_of(&p), (float)p.beta, run->buffer[1].device, (int)p.ldc, even);
}

static void reference(struct kernel_run *run)
{
    const struct product p = problem_of(run);
    product_of(&p, kernel_f32(run, 0), kernel_f32(run, 0), kernel_f32(run, 1), run->buffer[1].expected,
               run->buffer[1].magnitude);
    for (size_t i = p.n; p.n > 0 && i < p.ldc; i++)
        run->buffer[1].expected[(p.n - 1) * p.ldc + i] = (double)kernel_f32(run, 1)[(p.n - 1) * p.ldc + i];
}

/* As sgemm's. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : 0.5 * ((double)run->shape.dimension[1] + 3);
}

static double bytes(const struct kernel_shape *shape)
{
    const double n = (double)shape->dimension[0], k = (double)shape->dimension[1];
    return 4.0 * (n * k + n * (n + 1) / 2);
}

static double flops(const struct kernel_shape *shape)
{
    const double n = (double)shape->dimension[0], k = (double)shape->dimension[1];
    return n * (n + 1) * k;
}

static const struct kernel_variant variants[] = {{"rows_lower", launch, NULL, false},
                                                 {"columns_upper", launch, NULL, false},
                                                 {"rows_upper_large", launch_large, NULL, false},
                                                 {"columns_lower_large", launch_large, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 3, 0}},   {{4, 0, 0}},  {{5, 0, 0}},   {{1, 1, 0}},   {{3, 5, 0}},
                                             {{64, 16, 0}}, {{66, 9, 0}}, {{129, 7, 0}}, {{256, 8, 0}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{512, 512, 0}}, {{1024, 1024, 0}}, {{4096, 4096, 0}}, {{UINT64_MAX}}};

static struct kernel_case ssyrk = {
    .name = "ssyrk",
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
KERNEL_CASE(ssyrk);

TEST(ssyrk, refuses_bad_arguments)
{
    float *p;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_ssyrk_launch(s, (lwk_syrk_part)2, LWK_SYRK_ROWS, 2, 2, 1, p, 2, 0, p, 2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_ssyrk_launch: part is 2");
    CHECK_STATUS(lwk_ssyrk_launch(s, LWK_SYRK_LOWER, (lwk_syrk_product)-1, 2, 2, 1, p, 2, 0, p, 2),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "product is -1");
    CHECK_STATUS(lwk_ssyrk_launch(s, LWK_SYRK_LOWER, LWK_SYRK_COLUMNS, 3, 2, 1, p, 2, 0, p, 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lda is 2, a row has 3");
    CHECK_STATUS(lwk_ssyrk_launch(s, LWK_SYRK_LOWER, LWK_SYRK_ROWS, -3, 2, 1, p, 2, 0, p, 3), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "n is -3");
    CHECK_STATUS(lwk_ssyrk_launch(s, LWK_SYRK_LOWER, LWK_SYRK_ROWS, 2, 2, 1, NULL, 2, 0, p, 2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "a is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
