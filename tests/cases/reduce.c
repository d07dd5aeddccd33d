#include <limits.h>
#include <math.h>
#include <string.h>

#include <kernels/device/chunks.h>
#include <kernels/reduce.h>

#include "../harness/test.h"
#include "../kernel_case.h"

#define LAUNCH(kernel)                                                                                                 \
    static lw_status launch_##kernel(const struct kernel_run *run)                                                     \
    {                                                                                                                  \
        return lwk_reduce_##kernel##_launch(run->stream, run->shape.dimension[0], run->buffer[0].device,               \
                                            run->buffer[1].device, run->buffer[2].device);                             \
    }

LAUNCH(sum_float)
LAUNCH(sum_double)
LAUNCH(sum_int)
LAUNCH(min_float)
LAUNCH(min_double)
LAUNCH(min_int)
LAUNCH(max_float)
LAUNCH(max_double)
LAUNCH(max_int)

static const struct kernel_variant variants[] = {
    {"sum_float", launch_sum_float, NULL, false},   {"sum_double", launch_sum_double, NULL, false},
    {"sum_int", launch_sum_int, NULL, false},       {"min_float", launch_min_float, NULL, false},
    {"min_double", launch_min_double, NULL, false}, {"min_int", launch_min_int, NULL, false},
    {"max_float", launch_max_float, NULL, false},   {"max_double", launch_max_double, NULL, false},
    {"max_int", launch_max_int, NULL, false},       {NULL, NULL, NULL, false}};

static bool is_sum(const struct kernel_run *run)
{
    return !strncmp(run->variant->name, "sum", 3);
}

static enum kernel_type type_of(const struct kernel_run *run)
{
    const char *type = run->variant->name + 4;
    return !strcmp(type, "float") ? KERNEL_F32 : !strcmp(type, "double") ? KERNEL_F64 : KERNEL_U32;
}

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "in", type_of(run), KERNEL_INPUT, n);
    kernel_buffer_add(run, "out", type_of(run), KERNEL_OUTPUT, 1);
    kernel_buffer_add(run, "workspace", KERNEL_F64, KERNEL_WORKSPACE, lwk_reduce_workspace(n) / sizeof(double));
}

static void reference_sum(struct kernel_run *run)
{
    long double sum = 0, magnitude = 0; /* more bits than a double */
    uint32_t wrapping = 0;
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        if (type_of(run) == KERNEL_U32) {
            wrapping += kernel_u32(run, 0)[i];
            continue;
        }
        double value = type_of(run) == KERNEL_F32 ? (double)kernel_f32(run, 0)[i] : kernel_f64(run, 0)[i];
        sum += value;
        magnitude += fabs(value);
    }
    run->buffer[1].expected[0] = type_of(run) == KERNEL_U32 ? wrapping : (double)sum;
    run->buffer[1].magnitude[0] = isfinite((double)magnitude) ? (double)magnitude : 0;
}

static void reference(struct kernel_run *run)
{
    if (is_sum(run)) {
        reference_sum(run);
        return;
    }
    bool ints = type_of(run) == KERNEL_U32, least = !strncmp(run->variant->name, "min", 3);
    double best = least ? (ints ? INT_MAX : (double)INFINITY) : (ints ? INT_MIN : -(double)INFINITY);
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        double value = ints                         ? (double)(int)kernel_u32(run, 0)[i]
                       : type_of(run) == KERNEL_F32 ? (double)kernel_f32(run, 0)[i]
                                                    : kernel_f64(run, 0)[i];
        if (least ? value < best : value > best)
            best = value;
    }
    run->buffer[1].expected[0] = ints ? (double)(uint32_t)(int)best : best + 0.0; /* no -0 */
}

/* Small integers add up exactly in any order. Else the additions of one level err by half an ULP of the sum of magnitudes
 * at most. */
static double tolerance(const struct kernel_run *run)
{
    if (run->fill == KERNEL_FILL_INTEGERS || !is_sum(run) || type_of(run) == KERNEL_U32)
        return 0;
    return lwk_reduce_depth(run->shape.dimension[0]);
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)shape->dimension[0]; /* of floats and ints */
}

static double flops(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0];
}

/* None, parts of a tile, a chunk to the last element, some blocks. */
static const struct kernel_shape shapes[] = {{{0}},    {{1}},    {{63}},   {{65}},     {{2047}},      {{1024}},
                                             {{1025}}, {{4096}}, {{4097}}, {{100003}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 24}}, {{1 << 28}}, {{UINT64_MAX}}};

static struct kernel_case reduce = {
    .name = "reduce",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_INDEX | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(reduce);

enum { COPIES = 100000000 };

static void fill_copies(struct test *t, float *in, size_t n)
{
    enum { PIECE = 1 << 18 };
    static float piece[PIECE];
    for (int i = 0; i < PIECE; i++)
        piece[i] = 1.23f;
    for (size_t i = 0; i < n; i += PIECE) {
        size_t count = n - i < PIECE ? n - i : PIECE;
        CHECK_STATUS(lw_memcpy(t->device, in + i, piece, count * sizeof *in, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    }
}

/* The sum of 10^8 copies of 1.23f without most of its work: all blocks but the last give the same, so one of them and the last are
 * run, and what one block makes of all. */
static void sum_of_copies(struct test *t, float *sum)
{
    struct lwk_chunks all = lwk_chunks_of(COPIES);
    lw_dim3 one = lw_make_dim3(1, 1, 1), block = lw_make_dim3(LWK_REDUCE_THREADS, 1, 1);
    lw_launch_config config = lw_grid(lw_default_stream(t->device), one, block, 0);
    float *in, *part, *out, host[LWK_REDUCE_MOST_BLOCKS];
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, all.chunk * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&part, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, 2 * sizeof *out), LW_SUCCESS);
    CHECK_CALL(fill_copies(t, in, all.chunk));
    size_t rest = COPIES - all.chunk * (all.blocks - 1);
    CHECK_STATUS(lw_launch(lwk_reduce_sum_float, config, all.chunk, all.chunk, in, out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(lwk_reduce_sum_float, config, rest, all.chunk, in, out + 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, host, out, 2 * sizeof *out, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    host[all.blocks - 1] = host[1];
    for (unsigned i = 1; i < all.blocks - 1; i++)
        host[i] = host[0];
    CHECK_STATUS(lw_memcpy(t->device, part, host, all.blocks * sizeof *part, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_launch(lwk_reduce_sum_float, config, all.blocks, LWK_REDUCE_CHUNK_LEAST, part, out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, sum, out, sizeof *sum, LW_MEMCPY_DEFAULT), LW_SUCCESS);
}

/* 10^8 of them are 123000002, where floats are 8 apart: ours is 4 of them away, on every device. A serial loop stands still at 33554432,
 * once an element is less than half of the sum's ULP. */
TEST(reduce, stays_precise)
{
    float sum = 0, serial = 0x1p25f;
    CHECK(serial + 1.23f == serial);
    CHECK_CALL(sum_of_copies(t, &sum));
    CHECK_EQUAL(sum, 122999968);
}

/* All the work, with the same bits. 400 MB: for GPUs. */
TEST(reduce, stays_precise_in_full, .cuda_only = true)
{
    float sampled = 0, sum = 0, *in, *out;
    void *workspace;
    CHECK_CALL(sum_of_copies(t, &sampled));
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, COPIES * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_reduce_workspace(COPIES)), LW_SUCCESS);
    CHECK_CALL(fill_copies(t, in, COPIES));
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lwk_reduce_sum_float_launch(stream, COPIES, in, out, workspace), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &sum, out, sizeof sum, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK(sum == sampled);
}

TEST(reduce, refuses_null)
{
    lw_stream *s = lw_default_stream(t->device);
    double *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 16), LW_SUCCESS);
    CHECK_EQUAL(lwk_reduce_workspace(LWK_REDUCE_CHUNK_LEAST), 0);
    CHECK_STATUS(lwk_reduce_sum_double_launch(s, 1, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_sum_double_launch: in is null");
    CHECK_STATUS(lwk_reduce_min_float_launch(s, 0, NULL, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_min_float_launch: out is null");
    CHECK_STATUS(lwk_reduce_max_double_launch(s, LWK_REDUCE_CHUNK_LEAST + 1, p, p + 1, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_max_double_launch: workspace is null");
}
