#include <stdio.h>

#include <kernels/sgemm_batched.h>

#include "../harness/test.h"
#include "product.h"

/* A shape is batch, m, n; k is between. Odd n: rows have gaps, matrices too, beta is not 0, and all products share B. */
enum { A, B, C, POINTERS };

struct problem {
    struct product of;
    size_t batch, stride_a, stride_b, stride_c;
};

static struct problem problem_of(const struct kernel_shape *shape)
{
    const size_t m = shape->dimension[1], n = shape->dimension[2], gap = n % 2, k = m == 7 ? 0 : (m + n) / 2;
    struct problem p = {
        {m, n, k, k + gap, 1, n + 2 * gap, 1, n + 3 * gap, gap ? -1.5 : 1, gap ? 0.75 : 0, KERNEL_F32, 0},
        shape->dimension[0],
        0,
        0,
        0};
    p.stride_a = m * p.of.row_a + 4 * gap;
    p.stride_b = gap ? 0 : k * p.of.row_b;
    p.stride_c = m * p.of.ldc + gap;
    return p;
}

static void prepare(struct kernel_run *run)
{
    const struct problem p = problem_of(&run->shape);
    kernel_buffer_add(run, "a", KERNEL_F32, KERNEL_INPUT, p.batch * p.stride_a);
    kernel_buffer_add(run, "b", KERNEL_F32, KERNEL_INPUT, (p.stride_b == 0 ? 1 : p.batch) * p.of.k * p.of.row_b);
    kernel_buffer_add(run, "c", KERNEL_F32, p.of.beta == 0 ? KERNEL_OUTPUT : KERNEL_INOUT, p.batch * p.stride_c);
    kernel_buffer_add(run, "pointers", KERNEL_U64, KERNEL_WORKSPACE, 3 * p.batch);
}

static lw_status launch_strided(const struct kernel_run *run)
{
    const struct problem p = problem_of(&run->shape);
    const struct kernel_buffer *b = run->buffer;
    return lwk_sgemm_strided_batched_launch(
        run->stream, p.batch, (int)p.of.m, (int)p.of.n, (int)p.of.k, (float)p.of.alpha, b[A].device, (int)p.of.row_a,
        p.stride_a, b[B].device, (int)p.of.row_b, p.stride_b, (float)p.of.beta, b[C].device, (int)p.of.ldc, p.stride_c);
}

static lw_status launch_pointers(const struct kernel_run *run)
{
    const struct problem p = problem_of(&run->shape);
    const struct kernel_buffer *b = run->buffer;
    float **all = malloc((3 * p.batch + 1) * sizeof *all), **device = b[POINTERS].device;
    if (all == NULL)
        return LW_ERROR_OUT_OF_MEMORY;
    for (size_t z = 0; z < p.batch; z++) {
        all[z] = p.of.k > 0 ? (float *)b[A].device + z * p.stride_a : NULL;
        all[p.batch + z] = p.of.k > 0 ? (float *)b[B].device + z * p.stride_b : NULL;
        all[2 * p.batch + z] = b[C].device != NULL ? (float *)b[C].device + z * p.stride_c : NULL;
    }
    lw_status status = p.batch == 0
                           ? LW_SUCCESS
                           : lw_memcpy(run->device, device, all, 3 * p.batch * sizeof *all, LW_MEMCPY_HOST_TO_DEVICE);
    free(all);
    if (status != LW_SUCCESS)
        return status;
    return lwk_sgemm_batched_launch(run->stream, p.batch, (int)p.of.m, (int)p.of.n, (int)p.of.k, (float)p.of.alpha,
                                    (const float *const *)device, (int)p.of.row_a,
                                    (const float *const *)device + p.batch, (int)p.of.row_b, (float)p.of.beta,
                                    device + 2 * p.batch, (int)p.of.ldc);
}

/* Each kernel, for the bits of both on every device. */
#define DIRECT(size, tile, threads)                                                                                    \
    static lw_status launch_##size(const struct kernel_run *run)                                                       \
    {                                                                                                                  \
        const struct problem p = problem_of(&run->shape);                                                              \
        const struct kernel_buffer *b = run->buffer;                                                                   \
        const size_t tiles = ((p.of.m + tile - 1) / tile) * ((p.of.n + tile - 1) / tile);                              \
        if (tiles * p.batch == 0)                                                                                      \
            return LW_SUCCESS;                                                                                         \
        return lw_launch(lwk_sgemm_batched_##size,                                                                     \
                         lw_grid(run->stream, lw_make_dim3((unsigned)tiles, 1, (unsigned)p.batch), threads, 0),        \
                         (int)p.of.m, (int)p.of.n, (int)p.of.k, (float)p.of.alpha, b[A].device, (int)p.of.row_a,       \
                         p.stride_a, NULL, b[B].device, (int)p.of.row_b, p.stride_b, NULL, (float)p.of.beta,           \
                         b[C].device, (int)p.of.ldc, p.stride_c, NULL,                                                 \
                         p.of.k > 0 && p.of.m % tile == 0 && p.of.n % tile == 0 && p.of.k % 8 == 0);                   \
    }
DIRECT(large, 128, 256)
DIRECT(small, 32, 64)

static void reference(struct kernel_run *run)
{
    const struct problem p = problem_of(&run->shape);
    struct kernel_buffer *c = &run->buffer[C];
    for (size_t z = 0; z < p.batch; z++) {
        const float *old = kernel_f32(run, C) == NULL ? NULL : kernel_f32(run, C) + z * p.stride_c;
        product_of(&p.of, kernel_f32(run, A) + z * p.stride_a, kernel_f32(run, B) + z * p.stride_b, old,
                   c->expected + z * p.stride_c, c->magnitude + z * p.stride_c);
        for (size_t i = p.of.m == 0 ? 0 : (p.of.m - 1) * p.of.ldc + p.of.n; i < p.stride_c; i++)
            c->expected[z * p.stride_c + i] = (double)old[i];
    }
}

/* As sgemm's. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : 0.5 * ((double)problem_of(&run->shape).of.k + 3);
}

static double bytes(const struct kernel_shape *shape)
{
    const struct problem p = problem_of(shape);
    return 4.0 * (double)(p.batch * (p.of.m * p.of.k + p.of.k * p.of.n + p.of.m * p.of.n));
}

static double flops(const struct kernel_shape *shape)
{
    const struct problem p = problem_of(shape);
    return 2.0 * (double)(p.batch * p.of.m * p.of.k * p.of.n);
}

static const struct kernel_variant variants[] = {{"strided", launch_strided, NULL, false},
                                                 {"pointers", launch_pointers, NULL, false},
                                                 {"large", launch_large, NULL, false},
                                                 {"small", launch_small, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {
    {{0, 3, 3}},   {{3, 0, 3}},   {{3, 3, 0}},    {{2, 7, 3}},   {{2, 7, 4}},     {{1, 1, 1}},   {{5, 3, 4}},
    {{3, 32, 32}}, {{2, 33, 29}}, {{2, 65, 130}}, {{2, 64, 96}}, {{1, 128, 128}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{4096, 16, 16}}, {{4096, 32, 32}},  {{512, 64, 64}},
                                                   {{64, 256, 256}}, {{8, 1024, 1024}}, {{UINT64_MAX}}};

static struct kernel_case sgemm_batched = {
    .name = "sgemm_batched",
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
KERNEL_CASE(sgemm_batched);

TEST(sgemm_batched, refuses_bad_arguments)
{
    float *p;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_sgemm_strided_batched_launch(s, 2, 2, 2, 2, 1, p, 2, 4, p, 2, 4, 0, p, 2, 3),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_sgemm_strided_batched_launch: stride_c is 3, a matrix has 4");
    CHECK_STATUS(lwk_sgemm_strided_batched_launch(s, 2, 2, 2, 2, 1, p, 2, 4, p, 1, 4, 0, p, 2, 4),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "ldb is 1, a row has 2");
    CHECK_STATUS(
        lwk_sgemm_batched_launch(s, 2, 2, 2, 2, 1, NULL, 2, (const float *const *)p, 2, 0, (float *const *)p, 2),
        LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_sgemm_batched_launch: a is null");
    CHECK_STATUS(lwk_sgemm_batched_launch(s, 2, 2, -2, 2, 1, NULL, 2, NULL, 2, 0, NULL, 2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "n is -2");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

static bool gives_the_loops_bits(struct test *t, int variant, const struct kernel_shape *shape)
{
    const struct problem p = problem_of(shape);
    struct kernel_run run;
    char message[512] = "";
    bool good = kernel_run_open(&run, t->device, lw_default_stream(t->device), &sgemm_batched, variant, shape,
                                KERNEL_FILL_RANDOM, t->seed) == LW_SUCCESS &&
                kernel_run_launch(&run) == LW_SUCCESS && kernel_run_check(&run, NULL, message, sizeof message);
    for (size_t z = 0; z < p.batch && good; z++)
        for (size_t i = 0; i < p.of.m && good; i++)
            for (size_t j = 0; j < p.of.n && good; j++)
                good = ((const float *)run.buffer[C].actual)[z * p.stride_c + i * p.of.ldc + j] ==
                       product_loop(&p.of, kernel_f32(&run, A) + z * p.stride_a, kernel_f32(&run, B) + z * p.stride_b,
                                    kernel_f32(&run, C) + z * p.stride_c, i, j);
    kernel_run_close(&run);
    return good;
}

TEST(sgemm_batched, gives_the_loops_bits)
{
    static const struct kernel_shape some[] = {{{2, 32, 32}}, {{2, 37, 35}}, {{1, 128, 128}}};
    for (int variant = 0; variant < 4; variant++)
        for (int i = 0; i < 3; i++)
            CHECK(gives_the_loops_bits(t, variant, &some[i]));
}
