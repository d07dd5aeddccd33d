#include <kernels/vector_add.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "a", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0]);
    kernel_buffer_add(run, "b", KERNEL_F32, KERNEL_INPUT, run->shape.dimension[0]);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, run->shape.dimension[0]);
}

static lw_status launch(const struct kernel_run *run)
{
    size_t n = run->shape.dimension[0];
    const float *a = run->buffer[0].device, *b = run->buffer[1].device;
    float *out = run->buffer[2].device;
    if (run->block.x == 0 || n == 0)
        return lwk_vector_add_launch(run->stream, n, a, b, out);
    return lw_launch(lwk_vector_add, lw_linear(run->stream, n, run->block.x), n, a, b, out);
}

/* One rounding, as the kernel's: the exact bits. */
static void reference(struct kernel_run *run)
{
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++)
        run->buffer[2].expected[i] = (double)(kernel_f32(run, 0)[i] + kernel_f32(run, 1)[i]);
}

static double bytes(const struct kernel_shape *shape)
{
    return 12.0 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0];
}

static const lw_dim3 blocks[] = {{1, 1, 1}, {33, 1, 1}, {1024, 1, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"plain", launch, blocks, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0}}, {{1}}, {{31}}, {{257}}, {{10007}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 24}}, {{1 << 26}}, {{UINT64_MAX}}};

static struct kernel_case vector_add = {
    .name = "vector_add",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INDEX | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(vector_add);

TEST(vector_add, in_place)
{
    float values[100], *p;
    for (int i = 0; i < 100; i++)
        values[i] = (float)i;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, sizeof values), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, p, values, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lwk_vector_add_launch(lw_default_stream(t->device), 100, p, p, p), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, values, p, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < 100; i++)
        CHECK_EQUAL(values[i], 2 * i);
}

TEST(vector_add, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_STATUS(lwk_vector_add_launch(s, 1, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_vector_add_launch: a is null");
    CHECK_STATUS(lwk_vector_add_launch(s, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_vector_add_launch: b is null");
    CHECK_STATUS(lwk_vector_add_launch(s, 1, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_vector_add_launch: out is null");
    CHECK_STATUS(lwk_vector_add_launch(s, (size_t)1 << 39, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "n is 549755813888, at most 549755813632");
}
