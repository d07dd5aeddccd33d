#include <kernels/histogram.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "in", KERNEL_U8, KERNEL_INPUT, run->shape.dimension[0]);
    kernel_buffer_add(run, "counts", KERNEL_U32, KERNEL_OUTPUT, 256);
}

static lw_status launch(const struct kernel_run *run)
{
    size_t n = run->shape.dimension[0];
    const uint8_t *in = run->buffer[0].device;
    uint32_t *counts = run->buffer[1].device;
    if (run->block.x == 0 || n == 0)
        return lwk_histogram_launch(run->stream, n, in, counts);
    lw_status status = lw_memset_async(run->stream, counts, 0, 256 * sizeof *counts);
    return status ? status : lw_launch(lwk_histogram, lw_linear(run->stream, n / 40 + 1, run->block.x), n, in, counts);
}

static void reference(struct kernel_run *run)
{
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++)
        run->buffer[1].expected[kernel_u8(run, 0)[i]]++;
}

static double bytes(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0];
}

static const lw_dim3 blocks[] = {{1, 1, 1}, {33, 1, 1}, {1024, 1, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"block_private", launch, blocks, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0}},    {{1}},     {{15}},    {{16}},     {{17}},
                                             {{4099}}, {{16384}}, {{65537}}, {{300007}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 22}}, {{1 << 28}}, {{UINT64_MAX}}};

/* Extremes: three values alone, as in a picture of few tones, where all lanes want the same bins. */
static struct kernel_case histogram = {
    .name = "histogram",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INDEX | KERNEL_FILL_EXTREME,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(histogram);

TEST(histogram, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    unsigned *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 1024), LW_SUCCESS);
    CHECK_STATUS(lwk_histogram_launch(s, (size_t)1 << 32, (unsigned char *)p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_histogram_launch: n is 4294967296");
    CHECK_STATUS(lwk_histogram_launch(s, 1, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_histogram_launch: in is null");
    CHECK_STATUS(lwk_histogram_launch(s, 0, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_histogram_launch: counts is null");
}
