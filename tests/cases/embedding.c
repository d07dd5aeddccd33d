#include <float.h>
#include <math.h>

#include <kernels/embedding.h>
#include <kernels/radix_sort.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Dimensions: n, columns, rows. Rows of n odd have space between them. */
enum { TABLE, INDICES, OUT, SORTED = 0, ORDER, GRAD_OUT, GRAD_TABLE, WORKSPACE };

static uint64_t ld_of(const struct kernel_run *run)
{
    return run->shape.dimension[1] + 3 * (run->shape.dimension[0] % 2);
}

/* A third of all are equal, some are no rows. */
static int index_of(const struct kernel_run *run, uint64_t i)
{
    const uint64_t rows = run->shape.dimension[2], bits = (i + 1) * 0x9e3779b97f4a7c15u >> 20;
    return bits % 3 == 0 ? (int)(rows / 2) : (int)(bits % (rows + 2)) - 1;
}

static void prepare(struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "table", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[2] * ld_of(run));
    kernel_buffer_add(run, "indices", KERNEL_U32, KERNEL_INPUT, n);
    for (uint64_t i = 0; i < n && kernel_u32(run, INDICES) != NULL; i++)
        kernel_u32(run, INDICES)[i] = (uint32_t)index_of(run, i);
    float *out = kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_INOUT, n * ld_of(run))->host;
    for (uint64_t i = 0; out != NULL && i < n * ld_of(run); i++)
        out[i] = NAN; /* what is behind a row stays so */
}

static lw_status launch(const struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension;
    return lwk_embedding_launch(run->stream, d[0], d[2], d[1], run->buffer[TABLE].device, ld_of(run),
                                run->buffer[INDICES].device, run->buffer[OUT].device, ld_of(run));
}

static void reference(struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension, ld = ld_of(run);
    for (uint64_t i = 0; i < d[0]; i++)
        for (uint64_t c = 0; c < ld; c++) {
            const int row = index_of(run, i);
            run->buffer[OUT].expected[i * ld + c] = c >= d[1] ? (double)NAN
                                                    : row < 0 || row >= (int)d[2]
                                                        ? 0
                                                        : (double)kernel_f32(run, TABLE)[(uint64_t)row * ld + c];
        }
}

/* Sorts by counting; an index that is no row goes to either end. */
static void prepare_sorted(struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "sorted", KERNEL_U32, KERNEL_INPUT, n);
    kernel_buffer_add(run, "order", KERNEL_U32, KERNEL_INPUT, n);
    kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, n * ld_of(run));
    kernel_buffer_add(run, "grad_table", KERNEL_F32, KERNEL_INOUT, run->shape.dimension[2] * ld_of(run));
    kernel_buffer_add(run, "workspace", KERNEL_F32, KERNEL_WORKSPACE,
                      lwk_embedding_workspace(n, run->shape.dimension[1]) / sizeof(float));
    if (n == 0 || kernel_u32(run, SORTED) == NULL || kernel_u32(run, ORDER) == NULL)
        return;
    const bool atomic = run->variant->name[0] == 'a';
    uint32_t *start = calloc(run->shape.dimension[2] + 3, sizeof *start);
    if (start == NULL) {
        run->out_of_memory = true;
        return;
    }
    for (uint64_t i = 0; i < n; i++)
        start[index_of(run, i) + 2]++;
    for (uint64_t r = 0; r < run->shape.dimension[2] + 2; r++)
        start[r + 1] += start[r];
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t place = atomic ? (uint32_t)i : start[index_of(run, i) + 1]++;
        kernel_u32(run, SORTED)[place] = (uint32_t)index_of(run, i);
        kernel_u32(run, ORDER)[place] = (uint32_t)i;
    }
    free(start);
    kernel_finite_if_compared(run);
}

static lw_status launch_sorted(const struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension;
    const struct kernel_buffer *b = run->buffer;
    return lwk_embedding_backward_launch(run->stream, d[0], d[2], d[1], b[SORTED].device, b[ORDER].device,
                                         b[GRAD_OUT].device, ld_of(run), b[GRAD_TABLE].device, ld_of(run),
                                         b[WORKSPACE].device);
}

static lw_status launch_atomic(const struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension;
    const struct kernel_buffer *b = run->buffer;
    return lwk_embedding_backward_atomic_launch(run->stream, d[0], d[2], d[1], b[SORTED].device, b[GRAD_OUT].device,
                                                ld_of(run), b[GRAD_TABLE].device, ld_of(run));
}

static void reference_backward(struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension, ld = ld_of(run);
    double *sum = run->buffer[GRAD_TABLE].expected, *bound = run->buffer[GRAD_TABLE].magnitude;
    for (uint64_t e = 0; e < d[2] * ld; e++)
        bound[e] = fabs(sum[e] = (double)kernel_f32(run, GRAD_TABLE)[e]);
    for (uint64_t i = 0; i < d[0]; i++)
        for (uint64_t c = 0; c < d[1]; c++) {
            const int row = index_of(run, i);
            if (row < 0 || row >= (int)d[2])
                continue;
            sum[(uint64_t)row * ld + c] += (double)kernel_f32(run, GRAD_OUT)[i * ld + c];
            bound[(uint64_t)row * ld + c] += fabs((double)kernel_f32(run, GRAD_OUT)[i * ld + c]);
        }
    for (uint64_t e = 0; e < d[2] * ld; e++)
        bound[e] = isfinite(bound[e]) ? bound[e] * (double)(d[0] + 1) : 0;
}

/* Magnitudes are bounds in units of 2^-24; the ULP of a number is at least that of it. Sums of integers are exact. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : 1;
}

static double bytes(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0] * (8.0 * (double)shape->dimension[1] + 4);
}

/* Rows of the table that indices choose are read and written. */
static double backward_bytes(const struct kernel_shape *shape)
{
    const double n = (double)shape->dimension[0], rows = (double)shape->dimension[2];
    return n * (4.0 * (double)shape->dimension[1] + 8) + fmin(n, rows) * 8 * (double)shape->dimension[1];
}

static const struct kernel_variant variants[] = {{"embedding", launch, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_variant backward_variants[] = {
    {"sorted", launch_sorted, NULL, false}, {"atomic", launch_atomic, NULL, true}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 3, 5}},      {{3, 0, 5}},   {{4, 3, 0}},    {{1, 1, 1}},
                                             {{70, 4, 9}},     {{33, 65, 3}}, {{129, 24, 1}}, {{500, 64, 200}},
                                             {{200, 600, 20}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{4096, 64, 10000}}, {{2048, 768, 50257}}, {{1 << 14, 1024, 50257}}, {{1 << 17, 1024, 50257}}, {{UINT64_MAX}}};

static struct kernel_case embedding = {
    .name = "embedding",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(embedding);

static struct kernel_case embedding_backward = {
    .name = "embedding_backward",
    .variants = backward_variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_NONFINITE,
    .prepare = prepare_sorted,
    .reference = reference_backward,
    .tolerance = tolerance,
    .bytes = backward_bytes,
};
KERNEL_CASE(embedding_backward);

TEST(embedding, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    const size_t many = (size_t)1 << 31;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    const int *ids = (const int *)p;
    const unsigned *order = (const unsigned *)p;
    CHECK_STATUS(lwk_embedding_launch(s, 1, 1, 4, NULL, 4, ids, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_launch: table is null");
    CHECK_STATUS(lwk_embedding_launch(s, 1, 1, 4, p, 4, NULL, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_launch: indices is null");
    CHECK_STATUS(lwk_embedding_launch(s, 1, 1, 4, p, 4, ids, NULL, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_launch: out is null");
    CHECK_STATUS(lwk_embedding_launch(s, 1, 1, 4, p, 3, ids, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_launch: ld_table is 3; expected at least 4, the columns");
    CHECK_STATUS(lwk_embedding_launch(s, many, 1, 4, p, 4, ids, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_launch: n is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_embedding_launch(s, 1, 1, many, p, many, ids, p, many), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_launch: columns is 2147483648, at most 2147483647");
    CHECK_STATUS(lwk_embedding_backward_launch(s, 1, 1, 4, NULL, order, p, 4, p, 4, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_backward_launch: sorted is null");
    CHECK_STATUS(lwk_embedding_backward_launch(s, 1, 1, 4, ids, NULL, p, 4, p, 4, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_backward_launch: order is null");
    CHECK_STATUS(lwk_embedding_backward_launch(s, 1, 1, 4, ids, order, NULL, 4, p, 4, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_backward_launch: grad_out is null");
    CHECK_STATUS(lwk_embedding_backward_launch(s, 1, 1, 4, ids, order, p, 4, p, 2, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_backward_launch: ld_grad_table is 2; expected at least 4, the columns");
    CHECK_STATUS(lwk_embedding_backward_launch(s, 1, 1, 4, ids, order, p, 4, p, 4, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_backward_launch: workspace is null");
    CHECK_STATUS(lwk_embedding_backward_atomic_launch(s, 1, 1, 4, NULL, p, 4, p, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_backward_atomic_launch: indices is null");
    CHECK_STATUS(lwk_embedding_backward_atomic_launch(s, many - 1, 1, 2049, ids, p, 2049, p, 2049),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_embedding_backward_atomic_launch: 2147483647 x 2049 elements are more than a grid has");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* A launcher takes one of them by the kind of device; here all run, in both widths. */
TEST(embedding, kernels_for_gpus_and_for_cpus_give_the_same_rows)
{
    enum { N = 40, ROWS = 11, LD = 300 };
    static float host[ROWS * LD], got[3][N * LD];
    static const size_t columns[] = {4, 64, 300};
    int index[N];
    lw_stream *s = lw_default_stream(t->device);
    float *table, *out;
    int *indices;
    for (int i = 0; i < ROWS * LD; i++)
        host[i] = (float)(i + 1);
    for (int i = 0; i < N; i++)
        index[i] = i * 7 % 13 - 1;
    CHECK_STATUS(lw_malloc(t->device, (void **)&table, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof got[0]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&indices, sizeof index), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, table, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, indices, index, sizeof index, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (int k = 0; k < 3; k++) {
        const size_t n = N, rows = ROWS, ld = LD, each = 3;
        for (unsigned way = 0; way < 3; way++) {
            const unsigned shift = 5 - way, width = (way == 1 ? 4u : 1u) * 4u << shift; /* floats of a part */
            const unsigned parts = ((unsigned)columns[k] + width - 1) / width;
            CHECK_STATUS(lw_memset(t->device, out, 0, sizeof got[0]), LW_SUCCESS);
            if (way == 0)
                CHECK_STATUS(lw_launch(lwk_embedding_1, lw_linear(s, n * parts << shift, 256), n, parts, shift, rows,
                                       columns[k], table, ld, indices, out, ld),
                             LW_SUCCESS);
            else if (way == 1)
                CHECK_STATUS(lw_launch(lwk_embedding_4, lw_linear(s, n * parts << shift, 256), n, parts, shift, rows,
                                       columns[k], table, ld, indices, out, ld),
                             LW_SUCCESS);
            else
                CHECK_STATUS(lw_launch(lwk_embedding_rows, lw_linear(s, (n / each + 1) * 64, 64), n, each, rows,
                                       columns[k], table, ld, indices, out, ld),
                             LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[way], out, sizeof got[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        }
        for (size_t i = 0; i < N * LD; i++) {
            const int row = index[i / LD];
            const bool inside = i % LD < columns[k] && row >= 0 && row < ROWS;
            for (int way = 0; way < 3; way++)
                CHECK(got[way][i] == (inside ? host[(size_t)row * LD + i % LD] : 0));
        }
    }
    CHECK_STATUS(lw_free(t->device, table), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, indices), LW_SUCCESS);
}

/* As a program does it: indices are sorted by the library's radix sort. The kernels with and without atomic operations agree with it. */
TEST(embedding, gradients_of_indices_that_the_library_sorts)
{
    enum { N = 3000, ROWS = 40, COLUMNS = 72 };
    static int host[4 * N];
    static float grad[N * COLUMNS], got[5][ROWS * COLUMNS];
    lw_stream *s = lw_default_stream(t->device);
    const size_t rows = ROWS, columns = COLUMNS, n = N, chunks = (N + 31) / 32;
    int *ids;
    float *grad_out, *table, *partial;
    void *workspace;
    for (int i = 0; i < N; i++) {
        host[i] = i % 3 == 0 ? 7 : (int)((unsigned)i * 2654435761u % (ROWS + 3)) - 1;
        host[N + i] = i;
    }
    for (size_t i = 0; i < n * columns; i++)
        grad[i] = 0.1f * ((float)(int)(i * 7 % 17) - 8);
    CHECK_STATUS(lw_malloc(t->device, (void **)&ids, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&grad_out, sizeof grad), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&table, sizeof got[0]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&partial, lwk_embedding_workspace(n, columns)), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_radix_sort_workspace(n, LWK_RADIX_INT32, true)), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, ids, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, grad_out, grad, sizeof grad, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lwk_radix_sort_pairs_launch(s, n, LWK_RADIX_INT32, LWK_RADIX_ASCENDING, 0, 32, ids, ids + 2 * n,
                                             ids + n, ids + 3 * n, workspace),
                 LW_SUCCESS);
    for (int way = 0; way < 5; way++) {
        CHECK_STATUS(lw_memcpy(t->device, table, grad, sizeof got[0], LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        if (way == 0)
            CHECK_STATUS(lwk_embedding_backward_launch(s, n, rows, columns, ids + 2 * n, (unsigned *)ids + 3 * n,
                                                       grad_out, columns, table, columns, partial),
                         LW_SUCCESS);
        else if (way == 1)
            CHECK_STATUS(lw_launch(lwk_embedding_backward_atomic, lw_linear(s, chunks * 2 * 64, 64), n, rows, columns,
                                   ids, grad_out, columns, table, columns),
                         LW_SUCCESS);
        else if (way == 2) {
            CHECK_STATUS(lw_launch(lwk_embedding_backward_chunks_1, lw_linear(s, chunks * 2 * 64, 64), n, rows, columns,
                                   ids + 2 * n, (unsigned *)ids + 3 * n, grad_out, columns, table, columns, partial),
                         LW_SUCCESS);
            CHECK_STATUS(lw_launch(lwk_embedding_backward_finish_1, lw_linear(s, chunks * 2 * 64, 64), n, rows, columns,
                                   ids + 2 * n, table, columns, partial),
                         LW_SUCCESS);
        } else if (way == 3) {
            CHECK_STATUS(lw_launch(lwk_embedding_backward_chunks_4, lw_linear(s, chunks * 64, 64), n, rows, columns,
                                   ids + 2 * n, (unsigned *)ids + 3 * n, grad_out, columns, table, columns, partial),
                         LW_SUCCESS);
            CHECK_STATUS(lw_launch(lwk_embedding_backward_finish_4, lw_linear(s, chunks * 64, 64), n, rows, columns,
                                   ids + 2 * n, table, columns, partial),
                         LW_SUCCESS);
        } else
            CHECK_STATUS(lw_launch(lwk_embedding_backward_columns, lw_linear(s, columns, 64), n, rows, columns, ids,
                                   grad_out, columns, table, columns),
                         LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, got[way], table, sizeof got[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    }
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            float sum = grad[r * columns + c];
            for (size_t i = 0; i < n; i++)
                sum += host[i] == (int)r ? grad[i * columns + c] : 0;
            for (int way = 0; way < 5; way++)
                CHECK(fabsf(got[way][r * columns + c] - sum) < 0.01f);
            /* a GPU's kernels and a CPU's, to the bit */
            CHECK(got[0][r * columns + c] == got[2][r * columns + c] &&
                  got[0][r * columns + c] == got[3][r * columns + c]);
        }
    CHECK_STATUS(lw_free(t->device, ids), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, grad_out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, table), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, partial), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, workspace), LW_SUCCESS);
}
