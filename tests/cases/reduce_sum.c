#include <math.h>

#include <kernels/reduce_sum.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0]);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, 1);
    kernel_buffer_add(run, "workspace", KERNEL_F32, KERNEL_WORKSPACE,
                      lwk_reduce_sum_workspace(run->shape.dimension[0]) / sizeof(float));
}

static lw_status launch_tree(const struct kernel_run *run)
{
    return lwk_reduce_sum_tree_launch(run->stream, run->shape.dimension[0], run->buffer[0].device,
                                      run->buffer[1].device, run->buffer[2].device);
}

static lw_status launch_shuffle(const struct kernel_run *run)
{
    return lwk_reduce_sum_shuffle_launch(run->stream, run->shape.dimension[0], run->buffer[0].device,
                                         run->buffer[1].device, run->buffer[2].device);
}

static lw_status launch_last_block(const struct kernel_run *run)
{
    return lwk_reduce_sum_launch(run->stream, run->shape.dimension[0], run->buffer[0].device, run->buffer[1].device,
                                 run->buffer[2].device);
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

/* Half an ULP of the sum of magnitudes for each addition on the longest way: a lane's own, two trees and the blocks. */
static double tolerance(const struct kernel_run *run)
{
    return 0.5 * ((double)run->shape.dimension[0] / (1056.0 * 256 * 4) + 4 + 8 + 5 + 8);
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {{"tree", launch_tree, NULL, false},
                                                 {"shuffle", launch_shuffle, NULL, false},
                                                 {"last_block", launch_last_block, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0}},    {{1}},     {{2}},      {{3}},      {{31}},     {{33}},
                                             {{255}},  {{1024}},  {{4097}},   {{100003}}, {{524288}}, {{UINT64_MAX}}};
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

/* 10^7 copies of 1.23f add up to 12300000; a serial float loop gives 12332256 or so. */
TEST(reduce_sum, stays_precise)
{
    enum { N = 10000000, PIECE = 1 << 16 };
    static float piece[PIECE];
    float *in, *out, sum = 0;
    void *workspace;
    for (int i = 0; i < PIECE; i++)
        piece[i] = 1.23f;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, N * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_reduce_sum_workspace(N)), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, workspace, 0, lwk_reduce_sum_workspace(N)), LW_SUCCESS);
    for (int i = 0; i < N; i += PIECE) {
        size_t count = N - i < PIECE ? N - i : PIECE;
        CHECK_STATUS(lw_memcpy(t->device, in + i, piece, count * sizeof *in, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    }
    CHECK_STATUS(lwk_reduce_sum_launch(lw_default_stream(t->device), N, in, out, workspace), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &sum, out, sizeof sum, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK(fabs((double)sum - (double)1.23f * N) <= 4); /* floats are 1 apart there */
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, workspace), LW_SUCCESS);
}
