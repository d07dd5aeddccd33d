#include <math.h>

#include <kernels/reduce_sum.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* With a block shape to try, three blocks of it share the work, and one sums the three. */
enum { BLOCKS = 3, PARTIAL = 64 };

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, n);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, 1);
    kernel_buffer_add(run, "workspace", KERNEL_F32, KERNEL_WORKSPACE,
                      lwk_reduce_sum_workspace(n) / sizeof(float) + (run->block.x ? BLOCKS : 0));
}

static lw_launch_config blocks_of(const struct kernel_run *run, unsigned blocks)
{
    return lw_grid(run->stream, lw_make_dim3(blocks, 1, 1), run->block, 0);
}

static lw_status launch_tree(const struct kernel_run *run)
{
    size_t n = run->shape.dimension[0];
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device, *workspace = run->buffer[2].device;
    if (run->block.x == 0)
        return lwk_reduce_sum_tree_launch(run->stream, n, in, out, workspace);
    lw_status status = lw_launch(lwk_reduce_sum_tree, blocks_of(run, BLOCKS), n, in, workspace);
    return status ? status : lw_launch(lwk_reduce_sum_tree, blocks_of(run, 1), BLOCKS, workspace, out);
}

static lw_status launch_shuffle(const struct kernel_run *run)
{
    size_t n = run->shape.dimension[0];
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device, *workspace = run->buffer[2].device;
    if (run->block.x == 0)
        return lwk_reduce_sum_shuffle_launch(run->stream, n, in, out, workspace);
    lw_status status = lw_launch(lwk_reduce_sum_shuffle, blocks_of(run, BLOCKS), n, in, workspace);
    return status ? status : lw_launch(lwk_reduce_sum_shuffle, blocks_of(run, 1), BLOCKS, workspace, out);
}

static lw_status launch_last_block(const struct kernel_run *run)
{
    size_t n = run->shape.dimension[0];
    const float *in = run->buffer[0].device;
    float *out = run->buffer[1].device, *workspace = run->buffer[2].device;
    if (run->block.x == 0)
        return lwk_reduce_sum_launch(run->stream, n, in, out, workspace);
    return lw_launch(lwk_reduce_sum_grid_stride, blocks_of(run, BLOCKS), n, in, workspace + PARTIAL,
                     (unsigned *)workspace, out);
}

static void reference(struct kernel_run *run)
{
    const float *in = kernel_f32(run, 0);
    double sum = 0, magnitude = 0;
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        sum += (double)in[i];
        magnitude += fabs((double)in[i]);
    }
    run->buffer[1].expected[0] = sum;
    run->buffer[1].magnitude[0] = isfinite(magnitude) ? magnitude : 0;
}

/* Small integers add up exactly in any order. Else the additions of one level err by 2^-24 of the sum of magnitudes at
 * most, which is no more than one ULP of it. */
static double tolerance(const struct kernel_run *run)
{
    double n = (double)run->shape.dimension[0];
    if (run->fill == KERNEL_FILL_INTEGERS)
        return 0;
    if (run->block.x == 0)
        return lwk_reduce_sum_depth(run->shape.dimension[0]);
    return n / BLOCKS / run->block.x + 1 + 2 * 10 + BLOCKS;
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0];
}

static const lw_dim3 any_blocks[] = {{1, 1, 1}, {33, 1, 1}, {1000, 1, 1}, {1024, 1, 1}, {0, 0, 0}};
static const lw_dim3 whole_warps[] = {{32, 1, 1}, {96, 1, 1}, {1024, 1, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"tree", launch_tree, any_blocks, false},
                                                 {"shuffle", launch_shuffle, whole_warps, false},
                                                 {"last_block", launch_last_block, whole_warps, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0}},   {{1}},    {{2}},    {{3}},      {{31}},     {{33}},
                                             {{255}}, {{1024}}, {{4097}}, {{100003}}, {{524288}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 24}}, {{1 << 28}}, {{UINT64_MAX}}};

static struct kernel_case reduce_sum = {
    .name = "reduce_sum",
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
KERNEL_CASE(reduce_sum);

/* `n` copies of 1.23f. Sums by a serial loop stand still once an element is less than half of the sum's ULP. */
static void sum_of_copies(struct test *t, size_t n, double *sum)
{
    enum { PIECE = 1 << 20 };
    static float piece[PIECE];
    float *in, *out, answer = 0;
    void *workspace;
    for (int i = 0; i < PIECE; i++)
        piece[i] = 1.23f;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, n * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_reduce_sum_workspace(n)), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, workspace, 0, lwk_reduce_sum_workspace(n)), LW_SUCCESS);
    for (size_t i = 0; i < n; i += PIECE) {
        size_t count = n - i < PIECE ? n - i : PIECE;
        CHECK_STATUS(lw_memcpy(t->device, in + i, piece, count * sizeof *in, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    }
    CHECK_STATUS(lwk_reduce_sum_launch(lw_default_stream(t->device), n, in, out, workspace), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &answer, out, sizeof answer, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    *sum = (double)answer;
}

/* 10^7 of them are 12300000, where floats are 1 apart; a serial loop gives 12332256 or so. */
TEST(reduce_sum, stays_precise)
{
    double sum = 0;
    CHECK_CALL(sum_of_copies(t, 10000000, &sum));
    CHECK(fabs(sum - (double)1.23f * 1e7) <= 4);
}

/* 10^8 of them are 123000000, where floats are 8 apart; a serial loop gives 33554432. 400 MB: for GPUs. */
TEST(reduce_sum, stays_precise_at_1e8, .cuda_only = true)
{
    double sum = 0;
    CHECK_CALL(sum_of_copies(t, 100000000, &sum));
    CHECK(fabs(sum - (double)1.23f * 1e8) <= 64);
}

TEST(reduce_sum, refuses_null)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, lwk_reduce_sum_workspace(1)), LW_SUCCESS);
    CHECK_STATUS(lwk_reduce_sum_launch(s, 1, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_sum_launch: in is null");
    CHECK_STATUS(lwk_reduce_sum_tree_launch(s, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_sum_tree_launch: out is null");
    CHECK_STATUS(lwk_reduce_sum_shuffle_launch(s, 0, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_sum_shuffle_launch: workspace is null");
}
