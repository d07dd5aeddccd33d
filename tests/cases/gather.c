#include <limits.h>
#include <string.h>

#include <kernels/gather.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is n and count. */
enum { IN, INDICES, OUT };

#define LAUNCH(name, bytes, index_type)                                                                                \
    static lw_status launch_##name##_##bytes(const struct kernel_run *run)                                             \
    {                                                                                                                  \
        size_t n = run->shape.dimension[0], count = run->shape.dimension[1];                                           \
        const void *in = run->buffer[IN].device;                                                                       \
        const index_type *indices = run->buffer[INDICES].device;                                                       \
        void *out = run->buffer[OUT].device;                                                                           \
        if (run->block.x == 0 || n == 0)                                                                               \
            return lwk_##name##_launch(run->stream, bytes, n, count, in, indices, out);                                \
        return lw_launch(lwk_##name##_##bytes, lw_grid(run->stream, lw_make_dim3(3, 1, 1), run->block, 0), n, count,   \
                         in, indices, out);                                                                            \
    }
LAUNCH(gather, 4, int)
LAUNCH(gather, 8, int)
LAUNCH(gather_int64, 4, int64_t)
LAUNCH(gather_int64, 8, int64_t)
LAUNCH(scatter, 4, int)
LAUNCH(scatter, 8, int)
LAUNCH(scatter_int64, 4, int64_t)
LAUNCH(scatter_int64, 8, int64_t)

/* A grid of three blocks: threads take several elements each. */
static const lw_dim3 blocks[] = {{33, 1, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"gather_4", launch_gather_4, blocks, false},
                                                 {"gather_8", launch_gather_8, blocks, false},
                                                 {"gather_int64_4", launch_gather_int64_4, blocks, false},
                                                 {"gather_int64_8", launch_gather_int64_8, blocks, false},
                                                 {"scatter_4", launch_scatter_4, blocks, false},
                                                 {"scatter_8", launch_scatter_8, blocks, false},
                                                 {"scatter_int64_4", launch_scatter_int64_4, blocks, false},
                                                 {"scatter_int64_8", launch_scatter_int64_8, blocks, false},
                                                 {NULL, NULL, NULL, false}};

static bool has(const struct kernel_run *run, const char *word)
{
    return strstr(run->variant->name, word) != NULL;
}

/* Each index once in count, in a mixed order: 1000003 is prime. Those from count on, one of 13 before and some far away are out of range. */
static int64_t index_of(const struct kernel_run *run, uint64_t i)
{
    uint64_t count = run->shape.dimension[1];
    const int64_t far[] = {-1, (int64_t)count, INT_MIN, INT_MAX, -1 - (int64_t)count};
    if (i >= count || i % 13 == 5)
        return far[i % 5];
    return (int64_t)(i * 1000003 % count);
}

/* These have the lower half of an index in range. */
static int64_t wide_index_of(const struct kernel_run *run, uint64_t i)
{
    return i % 17 == 3 ? (i % 2 == 0 ? INT64_MIN : (int64_t)1 << 32) : index_of(run, i);
}

static int64_t index_at(const struct kernel_run *run, uint64_t i)
{
    return has(run, "int64") ? wide_index_of(run, i) : index_of(run, i);
}

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0], count = run->shape.dimension[1];
    bool scatters = has(run, "scatter"), wide = has(run, "int64");
    enum kernel_type type = has(run, "_8") ? KERNEL_F64 : KERNEL_F32;
    kernel_buffer_add(run, "in", type, KERNEL_INPUT, scatters ? n : count);
    void *indices = kernel_buffer_add(run, "indices", wide ? KERNEL_U64 : KERNEL_U32, KERNEL_INPUT, n)->host;
    for (uint64_t i = 0; i < n && indices != NULL; i++) {
        if (wide)
            ((uint64_t *)indices)[i] = (uint64_t)index_at(run, i);
        else
            ((uint32_t *)indices)[i] = (uint32_t)index_at(run, i);
    }
    kernel_buffer_add(run, "out", type, scatters ? KERNEL_INOUT : KERNEL_OUTPUT, scatters ? count : n);
}

static double element(const struct kernel_run *run, int buffer, uint64_t i)
{
    return has(run, "_8") ? kernel_f64(run, buffer)[i] : (double)kernel_f32(run, buffer)[i];
}

static void reference(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0], count = run->shape.dimension[1];
    double *expected = run->buffer[OUT].expected;
    if (has(run, "scatter"))
        for (uint64_t i = 0; i < count; i++)
            expected[i] = element(run, OUT, i);
    for (uint64_t i = 0; i < n; i++) {
        int64_t index = index_at(run, i);
        bool within = index >= 0 && (uint64_t)index < count;
        if (!has(run, "scatter"))
            expected[i] = within ? element(run, IN, (uint64_t)index) : 0.0;
        else if (within)
            expected[index] = element(run, IN, i);
    }
}

/* Of elements of 4 bytes by indices of 32 bits. */
static double bytes(const struct kernel_shape *shape)
{
    return 12.0 * (double)shape->dimension[0];
}

static const struct kernel_shape shapes[] = {{{0, 5}},    {{1, 0}},      {{7, 0}},       {{1, 1}},
                                             {{100, 30}}, {{300, 1001}}, {{1025, 1025}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 20, 1 << 16}}, {{1 << 20, 1 << 20}}, {{1 << 26, 1 << 26}}, {{UINT64_MAX}}};

static struct kernel_case gather = {
    .name = "gather",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(gather);

TEST(gather, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    int *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 32), LW_SUCCESS);
    int64_t *wide = (int64_t *)(void *)p;
    CHECK_STATUS(lwk_gather_launch(s, 2, 1, 1, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_gather_launch: element_size is 2; expected 4 or 8");
    CHECK_STATUS(lwk_gather_launch(s, 4, 1, 1, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_gather_launch: in is null");
    CHECK_STATUS(lwk_gather_int64_launch(s, 4, 1, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_gather_int64_launch: indices is null");
    CHECK_STATUS(lwk_gather_launch(s, 4, 1, 0, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_gather_launch: out is null");
    CHECK_STATUS(lwk_scatter_launch(s, 4, 1, 0, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scatter_launch: in is null");
    CHECK_STATUS(lwk_scatter_int64_launch(s, 4, 1, 1, p, wide, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scatter_int64_launch: out is null");
    CHECK_STATUS(lwk_scatter_int64_launch(s, 8, 1, 1, p + 1, wide, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scatter_int64_launch: in is not aligned to its elements of 8 bytes");
    CHECK_STATUS(lwk_gather_launch(s, 8, 1, 1, p, p, p + 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_gather_launch: out is not aligned to its elements of 8 bytes");
    CHECK_STATUS(lwk_scatter_launch(NULL, 4, 1, 1, p, p + 2, p + 4), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(NULL, "stream is null");
}
