#include <math.h>
#include <stdlib.h>

#include <kernels/spmv_sell.h>

#include "../harness/test.h"
#include "../kernel_case.h"
#include "sparse.h"

/* The values of places without an entry are as random as the others: nothing may read them. */
static void prepare(struct kernel_run *run)
{
    uint64_t rows = run->shape.dimension[0], slices = (rows + 31) / 32, entries = sparse_entries(&run->shape);
    uint32_t *csr_offsets = malloc((rows + 1) * sizeof *csr_offsets), *csr_columns = malloc(entries * 4 + 1);
    uint32_t *offsets = kernel_buffer_add(run, "offsets", KERNEL_U32, KERNEL_INPUT, slices + 1)->host;
    size_t places = 0;
    sparse_make(&run->shape, csr_offsets, csr_columns);
    if (csr_offsets != NULL && csr_columns != NULL && offsets != NULL)
        places = lwk_sell_offsets(rows, (const int *)csr_offsets, (int *)offsets);
    else
        run->out_of_memory = true;
    uint32_t *columns = kernel_buffer_add(run, "columns", KERNEL_U32, KERNEL_INPUT, places)->host;
    for (uint64_t row = 0; row < 32 * slices && columns != NULL; row++)
        for (uint64_t place = offsets[row / 32] + row % 32, k = row < rows ? csr_offsets[row] : entries;
             place < offsets[row / 32 + 1]; place += 32, k++)
            columns[place] = row < rows && k < csr_offsets[row + 1] ? csr_columns[k] : UINT32_MAX;
    kernel_buffer_add(run, "values", KERNEL_F32, KERNEL_INPUT, places);
    kernel_buffer_add(run, "x", KERNEL_F32, KERNEL_INPUT, rows);
    /* With beta = 0 y must not be read: it is junk then. */
    kernel_buffer_add(run, "y", KERNEL_F32, rows % 2 ? KERNEL_INOUT : KERNEL_OUTPUT, rows);
    free(csr_offsets);
    free(csr_columns);
}

/* Odd numbers of rows have factors. */
static lw_status launch(const struct kernel_run *run)
{
    bool odd = run->shape.dimension[0] % 2;
    return lwk_spmv_sell_launch(run->stream, run->shape.dimension[0], run->buffer[1].count, odd ? -1.5f : 1,
                                run->buffer[0].device, run->buffer[1].device, run->buffer[2].device,
                                run->buffer[3].device, odd ? 0.75f : 0, run->buffer[4].device);
}

/* What the launcher takes on a GPU. */
static lw_status launch_rows(const struct kernel_run *run)
{
    unsigned rows = (unsigned)run->shape.dimension[0], odd = rows % 2;
    lw_dim3 grid = {(rows + 95) / 96, 1, 1}, block = {32, 3, 1};
    if (rows == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_spmv_sell, lw_grid(run->stream, grid, block, 0), (int)rows, odd ? -1.5f : 1,
                     run->buffer[0].device, run->buffer[1].device, run->buffer[2].device, run->buffer[3].device,
                     odd ? 0.75f : 0, run->buffer[4].device);
}

static void reference(struct kernel_run *run)
{
    const uint32_t *offsets = kernel_u32(run, 0), *columns = kernel_u32(run, 1);
    bool odd = run->shape.dimension[0] % 2;
    for (uint64_t row = 0; row < run->shape.dimension[0]; row++) {
        double sum = 0, magnitude = 0, own = odd ? 0.75 * (double)kernel_f32(run, 4)[row] : 0;
        for (uint32_t place = offsets[row / 32] + (uint32_t)row % 32; place < offsets[row / 32 + 1]; place += 32)
            if (columns[place] != UINT32_MAX) {
                double product = (double)kernel_f32(run, 2)[place] * (double)kernel_f32(run, 3)[columns[place]];
                sum += product;
                magnitude += fabs(product);
            }
        magnitude = (odd ? 1.5 : 1) * magnitude + fabs(own);
        run->buffer[4].expected[row] = (odd ? -1.5 : 1) * sum + own;
        run->buffer[4].magnitude[row] = magnitude;
    }
}

/* Small integers add up exactly; else spmv_sell.h has the bound. */
static double tolerance(const struct kernel_run *run)
{
    uint32_t widest = 0;
    const uint32_t *offsets = kernel_u32(run, 0);
    for (uint64_t s = 0; s + 1 < run->buffer[0].count; s++)
        widest = offsets[s + 1] - offsets[s] > widest ? offsets[s + 1] - offsets[s] : widest;
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : widest / 32 + 6.0;
}

static double bytes(const struct kernel_shape *shape)
{
    return 8 * sparse_mean_entries(shape) + 8 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return 2 * sparse_mean_entries(shape);
}

static const struct kernel_variant variants[] = {
    {"chosen", launch, NULL, false}, {"rows", launch_rows, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 0, SPARSE_RANDOM}},  {{3, 0, SPARSE_RANDOM}},
                                             {{1, 5, SPARSE_RANDOM}},  {{361, 5, SPARSE_STENCIL}},
                                             {{515, 6, SPARSE_POWER}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 22, 5, SPARSE_STENCIL}}, {{1 << 20, 16, SPARSE_RANDOM}}, {{1 << 16, 16, SPARSE_RANDOM}}, {{UINT64_MAX}}};

static struct kernel_case spmv_sell = {
    .name = "spmv_sell",
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
KERNEL_CASE(spmv_sell);

TEST(spmv_sell, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    void *p;
    int *i;
    float *f;
    CHECK_STATUS(lw_malloc(t->device, &p, 64), LW_SUCCESS);
    i = p;
    f = p;
    CHECK_STATUS(lwk_spmv_sell_launch(s, 1, 32, 1, NULL, i, f, f, 0, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_sell_launch: offsets is null");
    CHECK_STATUS(lwk_spmv_sell_launch(s, 1, 32, 1, i, NULL, f, f, 0, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_sell_launch: columns is null");
    CHECK_STATUS(lwk_spmv_sell_launch(s, 1, 32, 1, i, i, NULL, f, 0, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_sell_launch: values is null");
    CHECK_STATUS(lwk_spmv_sell_launch(s, 1, 32, 1, i, i, f, NULL, 0, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_sell_launch: x is null");
    CHECK_STATUS(lwk_spmv_sell_launch(s, 1, 0, 1, i, NULL, NULL, NULL, 0, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_sell_launch: y is null");
    CHECK_STATUS(lwk_spmv_sell_launch(s, 1, (size_t)1 << 31, 1, i, i, f, f, 0, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_spmv_sell_launch: places is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_sell_from_csr_launch(s, (size_t)1 << 31, 1, i, i, f, i, i, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_sell_from_csr_launch: rows is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_sell_from_csr_launch(s, 1, 32, NULL, i, f, i, i, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_sell_from_csr_launch: csr_offsets is null");
    CHECK_STATUS(lwk_sell_from_csr_launch(s, 1, 32, i, i, f, i, i, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_sell_from_csr_launch: values is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

TEST(spmv_sell, offsets_are_refused_that_fall_or_are_too_many, .host = true)
{
    const int falling[] = {0, 5, 4}, most[] = {0, INT32_MAX}, fits[] = {0, INT32_MAX / 32, INT32_MAX / 32};
    int offsets[2];
    CHECK(lwk_sell_offsets(2, falling, offsets) == SIZE_MAX);
    CHECK(lwk_sell_offsets(1, most, offsets) == SIZE_MAX);
    CHECK(lwk_sell_offsets(1, NULL, offsets) == SIZE_MAX);
    CHECK(lwk_sell_offsets(1, fits, NULL) == SIZE_MAX);
    CHECK(lwk_sell_offsets(0, fits, offsets) == 0 && offsets[0] == 0);
    CHECK(lwk_sell_offsets(2, fits, offsets) == INT32_MAX / 32 * 32 && offsets[1] == INT32_MAX / 32 * 32);
}

/* Three slices, the last of them of 6 rows. */
TEST(spmv_sell, csr_form_becomes_slices)
{
    enum { ROWS = 70, MOST = ROWS * 9, SLICES = 3 };
    int csr[ROWS + 1] = {0}, csr_columns[MOST], offsets[SLICES + 1], columns[MOST + 32 * 9];
    float csr_values[MOST], values[MOST + 32 * 9];
    for (int row = 0; row < ROWS; row++) {
        csr[row + 1] = csr[row] + (row < 64 ? row * 7 % 10 : row % 4);
        for (int k = csr[row]; k < csr[row + 1]; k++) {
            csr_columns[k] = k * 13 % ROWS;
            csr_values[k] = (float)(k + 1);
        }
    }
    size_t places = lwk_sell_offsets(ROWS, csr, offsets);
    CHECK(places == 32 * (9 + 9 + 3) && offsets[1] == 32 * 9 && offsets[2] == 32 * 18 && offsets[3] == (int)places);
    void *device[6];
    const void *host[] = {csr, csr_columns, csr_values, offsets};
    const size_t size[] = {sizeof csr, sizeof csr_columns, sizeof csr_values, sizeof offsets, places * 4, places * 4};
    for (int i = 0; i < 6; i++) {
        CHECK_STATUS(lw_malloc(t->device, &device[i], size[i]), LW_SUCCESS);
        CHECK_STATUS(i < 4 ? lw_memcpy(t->device, device[i], host[i], size[i], LW_MEMCPY_HOST_TO_DEVICE)
                           : lw_memset(t->device, device[i], 0x5a, size[i]),
                     LW_SUCCESS);
    }
    CHECK_STATUS(lwk_sell_from_csr_launch(lw_default_stream(t->device), ROWS, places, device[0], device[1], device[2],
                                          device[3], device[4], device[5]),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, columns, device[4], size[4], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, values, device[5], size[5], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int row = 0; row < SLICES * 32; row++)
        for (int place = offsets[row / 32] + row % 32, j = 0; place < offsets[row / 32 + 1]; place += 32, j++) {
            bool is_entry = row < ROWS && csr[row] + j < csr[row + 1];
            CHECK(columns[place] == (is_entry ? csr_columns[csr[row] + j] : -1));
            CHECK(values[place] == (is_entry ? csr_values[csr[row] + j] : 0));
        }
    for (int i = 0; i < 6; i++)
        CHECK_STATUS(lw_free(t->device, device[i]), LW_SUCCESS);
}
