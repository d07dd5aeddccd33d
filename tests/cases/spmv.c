#include <math.h>

#include <kernels/spmv.h>

#include "../harness/test.h"
#include "../kernel_case.h"
#include "sparse.h"

static void prepare(struct kernel_run *run)
{
    uint64_t rows = run->shape.dimension[0], entries = sparse_entries(&run->shape);
    uint32_t *offsets = kernel_buffer_add(run, "offsets", KERNEL_U32, KERNEL_INPUT, rows + 1)->host;
    uint32_t *columns = kernel_buffer_add(run, "columns", KERNEL_U32, KERNEL_INPUT, entries)->host;
    sparse_make(&run->shape, offsets, columns);
    kernel_buffer_add(run, "values", KERNEL_F32, KERNEL_INPUT, entries);
    kernel_buffer_add(run, "x", KERNEL_F32, KERNEL_INPUT, rows);
    /* With beta = 0 y must not be read: it is junk then. */
    kernel_buffer_add(run, "y", KERNEL_F32, rows % 2 ? KERNEL_INOUT : KERNEL_OUTPUT, rows);
    kernel_buffer_add(run, "workspace", KERNEL_U32, KERNEL_WORKSPACE,
                      lwk_spmv_coo_workspace(rows, entries) / sizeof(int));
    uint32_t *indices = kernel_buffer_add(run, "row_indices", KERNEL_U32, KERNEL_INPUT, entries)->host;
    for (uint64_t row = 0; row < rows && offsets != NULL && indices != NULL; row++)
        for (uint64_t k = offsets[row]; k < offsets[row + 1]; k++)
            indices[k] = (uint32_t)row;
}

/* Odd numbers of rows have factors. */
static float alpha_of(const struct kernel_run *run)
{
    return run->shape.dimension[0] % 2 ? -1.5f : 1;
}

static float beta_of(const struct kernel_run *run)
{
    return run->shape.dimension[0] % 2 ? 0.75f : 0;
}

#define ARGUMENTS                                                                                                      \
    run->stream, run->shape.dimension[0], run->buffer[1].count, alpha_of(run), run->buffer[0].device,                  \
        run->buffer[1].device, run->buffer[2].device, run->buffer[3].device, beta_of(run), run->buffer[4].device

static lw_status launch_chosen(const struct kernel_run *run)
{
    return lwk_spmv_launch(ARGUMENTS, run->buffer[5].device);
}

static lw_status launch_scalar(const struct kernel_run *run)
{
    return lwk_spmv_scalar_launch(ARGUMENTS);
}

static lw_status launch_vector(const struct kernel_run *run)
{
    return lwk_spmv_vector_launch(ARGUMENTS);
}

static lw_status launch_merge(const struct kernel_run *run)
{
    return lwk_spmv_merge_launch(ARGUMENTS, run->buffer[5].device);
}

static lw_status launch_coo(const struct kernel_run *run)
{
    return lwk_spmv_coo_launch(run->stream, run->shape.dimension[0], run->buffer[1].count, alpha_of(run),
                               run->buffer[6].device, run->buffer[1].device, run->buffer[2].device,
                               run->buffer[3].device, beta_of(run), run->buffer[4].device, run->buffer[5].device);
}

/* How the launcher makes offsets on a GPU. */
static lw_status launch_coo_offsets(const struct kernel_run *run)
{
    uint64_t rows = run->shape.dimension[0], entries = run->buffer[1].count;
    int *offsets = run->buffer[5].device;
    if (rows == 0)
        return LW_SUCCESS;
    lw_status status = lw_launch(lwk_spmv_coo_offsets, lw_linear(run->stream, entries + 1, 64), (int)rows, (int)entries,
                                 run->buffer[6].device, offsets);
    return status != LW_SUCCESS ? status
                                : lwk_spmv_scalar_launch(run->stream, rows, entries, alpha_of(run), offsets,
                                                         run->buffer[1].device, run->buffer[2].device,
                                                         run->buffer[3].device, beta_of(run), run->buffer[4].device);
}

static void reference(struct kernel_run *run)
{
    const uint32_t *offsets = kernel_u32(run, 0), *columns = kernel_u32(run, 1);
    const float *values = kernel_f32(run, 2), *x = kernel_f32(run, 3), *y = kernel_f32(run, 4);
    double alpha = (double)alpha_of(run), beta = (double)beta_of(run);
    for (uint64_t row = 0; row < run->shape.dimension[0]; row++) {
        double sum = 0, magnitude = 0;
        for (uint32_t k = offsets[row]; k < offsets[row + 1]; k++) {
            double product = (double)values[k] * (double)x[columns[k]];
            sum += product;
            magnitude += fabs(product);
        }
        double own = beta == 0 ? 0 : beta * (double)y[row];
        magnitude = fabs(alpha) * magnitude + fabs(own);
        run->buffer[4].expected[row] = alpha * sum + own;
        run->buffer[4].magnitude[row] = magnitude;
    }
}

/* Small integers add up exactly; else spmv.h has the bound. */
static double tolerance(const struct kernel_run *run)
{
    uint32_t longest = 0;
    const uint32_t *offsets = kernel_u32(run, 0);
    for (uint64_t row = 0; row < run->shape.dimension[0]; row++)
        longest = offsets[row + 1] - offsets[row] > longest ? offsets[row + 1] - offsets[row] : longest;
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : longest + 6.0;
}

static double bytes(const struct kernel_shape *shape)
{
    return 8 * sparse_mean_entries(shape) + 12 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return 2 * sparse_mean_entries(shape);
}

static const struct kernel_variant variants[] = {{"chosen", launch_chosen, NULL, true}, /* by the device */
                                                 {"scalar", launch_scalar, NULL, false},
                                                 {"vector", launch_vector, NULL, false},
                                                 {"merge", launch_merge, NULL, false},
                                                 {"coo", launch_coo, NULL, true},
                                                 {"coo_offsets", launch_coo_offsets, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {
    {{0, 0, SPARSE_RANDOM}},    {{3, 0, SPARSE_RANDOM}},   {{1, 5, SPARSE_RANDOM}},
    {{361, 5, SPARSE_STENCIL}}, {{70, 29, SPARSE_RANDOM}}, {{128, 16, SPARSE_RANDOM}},
    {{515, 8, SPARSE_POWER}},   {{150, 33, SPARSE_GIANT}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 22, 5, SPARSE_STENCIL}},
                                                   {{1 << 20, 16, SPARSE_RANDOM}},
                                                   {{1 << 20, 16, SPARSE_POWER}},
                                                   {{1 << 18, 5, SPARSE_STENCIL}},
                                                   {{1 << 16, 16, SPARSE_RANDOM}},
                                                   {{1 << 16, 16, SPARSE_POWER}},
                                                   {{UINT64_MAX}}};

static struct kernel_case spmv = {
    .name = "spmv",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(spmv);

TEST(spmv, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    void *p;
    int *i;
    float *f;
    CHECK_STATUS(lw_malloc(t->device, &p, 64), LW_SUCCESS);
    i = p;
    f = p;
    CHECK_STATUS(lwk_spmv_launch(s, 1, 1, 1, NULL, i, f, f, 0, f, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_launch: offsets is null");
    CHECK_STATUS(lwk_spmv_scalar_launch(s, 1, 1, 1, i, NULL, f, f, 0, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_scalar_launch: columns is null");
    CHECK_STATUS(lwk_spmv_vector_launch(s, 1, 1, 1, i, i, NULL, f, 0, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_vector_launch: values is null");
    CHECK_STATUS(lwk_spmv_merge_launch(s, 1, 1, 1, i, i, f, NULL, 0, f, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_merge_launch: x is null");
    CHECK_STATUS(lwk_spmv_merge_launch(s, 1, 0, 1, i, NULL, NULL, NULL, 0, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_merge_launch: y is null");
    CHECK_STATUS(lwk_spmv_merge_launch(s, 1, 1, 1, i, i, f, f, 0, f, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_merge_launch: workspace is null");
    CHECK_STATUS(lwk_spmv_launch(s, 1, 1, 1, i, i, f, f, 0, f, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_launch: workspace is null");
    CHECK_STATUS(lwk_spmv_launch(s, (size_t)1 << 31, 1, 1, i, i, f, f, 0, f, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_launch: rows is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_spmv_launch(s, 1, (size_t)1 << 31, 1, i, i, f, f, 0, f, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_launch: entries is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_spmv_coo_launch(s, 1, 1, 1, NULL, i, f, f, 0, f, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_coo_launch: row_indices is null");
    CHECK_STATUS(lwk_spmv_coo_launch(s, 1, 1, 1, i, i, f, f, 0, f, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_coo_launch: workspace is null");
    CHECK_STATUS(lwk_spmv_coo_launch(s, 1, 1, 1, i, i, f, NULL, 0, f, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_coo_launch: x is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* Rounded, whatever is added to it: a compiler may fuse a product and a sum, even over a conversion. */
static float product(float a, float b)
{
    volatile float rounded = a * b;
    return rounded;
}

/* The contract's loop, to the bit. */
TEST(spmv, scalar_gives_the_loops_bits)
{
    static const struct kernel_shape some[] = {{{515, 8, SPARSE_POWER}}, {{128, 16, SPARSE_RANDOM}}};
    for (int i = 0; i < 2; i++) {
        struct kernel_run run;
        char message[512] = "";
        CHECK(kernel_run_open(&run, t->device, lw_default_stream(t->device), &spmv, 1, &some[i], KERNEL_FILL_RANDOM,
                              t->seed) == LW_SUCCESS &&
              kernel_run_launch(&run) == LW_SUCCESS && kernel_run_check(&run, NULL, message, sizeof message));
        const uint32_t *offsets = kernel_u32(&run, 0), *columns = kernel_u32(&run, 1);
        const float *actual = run.buffer[4].actual;
        float alpha = alpha_of(&run), beta = beta_of(&run);
        bool good = true;
        for (uint64_t row = 0; row < some[i].dimension[0]; row++) {
            float sum = 0;
            for (uint32_t k = offsets[row]; k < offsets[row + 1]; k++)
                sum += product(kernel_f32(&run, 2)[k], kernel_f32(&run, 3)[columns[k]]);
            good = good && actual[row] == (beta == 0 ? product(alpha, sum)
                                                     : product(beta, kernel_f32(&run, 4)[row]) + product(alpha, sum));
        }
        kernel_run_close(&run);
        CHECK(good);
    }
}

/* Rows that go on through one tile, through many of a warp's, beyond a warp's and to the last tile. */
TEST(spmv, carries_of_any_number_of_tiles_are_added)
{
    static const int last[] = {2, 9, 30, 34, 63, 131, 132}; /* tiles after which rows 1, 2 ... end */
    enum { RUNS = sizeof last / sizeof *last, TILES = 133 };
    int starts[TILES + 1] = {0}, row = 0;
    float carries[TILES], y[RUNS + 1], expected[RUNS + 1];
    for (int i = 0; i <= RUNS; i++)
        y[i] = expected[i] = (float)i;
    for (int tile = 0; tile < TILES; tile++) {
        starts[tile + 1] = tile + 1 < TILES ? row : RUNS + 1;
        carries[tile] = (float)(tile % 17 - 5);
        if (tile + 1 < TILES)
            expected[row] += 2 * carries[tile];
        if (tile == last[row])
            row++;
    }
    carries[TILES - 1] = 0;
    size_t tiles = TILES;
    int *from;
    float *carry, *out;
    CHECK_STATUS(lw_malloc(t->device, (void **)&from, sizeof starts), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&carry, sizeof carries), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof y), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, from, starts, sizeof starts, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, carry, carries, sizeof carries, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, out, y, sizeof y, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_launch(lwk_spmv_merge_carries, lw_linear(lw_default_stream(t->device), tiles, 64), RUNS + 1, tiles,
                           2, from, carry, out),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, y, out, sizeof y, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i <= RUNS; i++)
        CHECK(y[i] == expected[i]);
    CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, carry), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}
