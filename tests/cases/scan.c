#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kernels/scan.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, n);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, n);
    kernel_buffer_add(run, "workspace", KERNEL_U64, KERNEL_WORKSPACE,
                      (lwk_scan_workspace(n) + sizeof(uint64_t) - 1) / sizeof(uint64_t));
}

#define LAUNCH(launch, launcher)                                                                                       \
    static lw_status launch(const struct kernel_run *run)                                                              \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], run->buffer[0].device, run->buffer[1].device,            \
                        run->buffer[2].device);                                                                        \
    }
LAUNCH(inclusive, lwk_scan_inclusive_launch)
LAUNCH(exclusive, lwk_scan_exclusive_launch)
LAUNCH(inclusive_look_back, lwk_scan_inclusive_look_back_launch)
LAUNCH(exclusive_look_back, lwk_scan_exclusive_look_back_launch)
LAUNCH(inclusive_passes, lwk_scan_inclusive_passes_launch)
LAUNCH(exclusive_passes, lwk_scan_exclusive_passes_launch)

static void reference(struct kernel_run *run)
{
    const float *in = kernel_f32(run, 0);
    bool include = strstr(run->variant->name, "inclusive") != NULL;
    double sum = 0, magnitude = 0;
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        double before = sum;
        sum += (double)in[i];
        magnitude += fabs((double)in[i]);
        run->buffer[1].expected[i] = include ? sum : before;
        run->buffer[1].magnitude[i] = isfinite(magnitude) ? magnitude : 0;
    }
}

/* Small integers add up exactly in any order. Else the additions of one level err by 2^-24 of the sum of magnitudes at
 * most, which is no more than one ULP of it. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : lwk_scan_depth(run->shape.dimension[0]);
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0];
}

static double flops(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {{"inclusive", inclusive, NULL, false},
                                                 {"exclusive", exclusive, NULL, false},
                                                 {"inclusive_look_back", inclusive_look_back, NULL, false},
                                                 {"exclusive_look_back", exclusive_look_back, NULL, false},
                                                 {"inclusive_passes", inclusive_passes, NULL, false},
                                                 {"exclusive_passes", exclusive_passes, NULL, false},
                                                 {NULL, NULL, NULL, false}};
/* About the lengths of rows, parts (1024), tiles (8192) and groups of tiles. */
static const struct kernel_shape shapes[] = {{{0}},      {{1}},      {{2}},      {{31}},        {{257}},  {{1023}},
                                             {{1024}},   {{1025}},   {{4096}},   {{8192}},      {{8193}}, {{10007}},
                                             {{100000}}, {{262144}}, {{270337}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 24}}, {{1 << 26}}, {{1 << 28}}, {{UINT64_MAX}}};

static struct kernel_case scan = {
    .name = "scan",
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
KERNEL_CASE(scan);

/* More than a span of tiles, where the last launch of several, and the last words of the state of one, are used. */
enum { SPAN = 1024 * 8192, DEEP = SPAN + 8193, DEEPER = 2 * SPAN + 1 };
static const struct kernel_shape deep_shapes[] = {{{DEEP}}, {{UINT64_MAX}}};
static const struct kernel_variant deep_variants[] = {{"inclusive_look_back", inclusive_look_back, NULL, false},
                                                      {"inclusive_passes", inclusive_passes, NULL, false},
                                                      {NULL, NULL, NULL, false}};
static const struct kernel_shape no_shapes[] = {{{UINT64_MAX}}};

static struct kernel_case scan_deep = {
    .name = "scan_deep",
    .variants = deep_variants,
    .shapes = deep_shapes,
    .bench_shapes = no_shapes,
    .fills = KERNEL_FILL_INTEGERS,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(scan_deep);

/* One pass and several give the same bits, of numbers whose sums depend on the order. The workspace holds junk before. */
static void one_pass_and_several(struct test *t, const size_t *lengths, size_t count)
{
    size_t most = lengths[count - 1];
    lw_stream *s = lw_default_stream(t->device);
    float *values = malloc(most * sizeof *values), *several = malloc(most * sizeof *several), *in, *out;
    void *workspace;
    CHECK(values != NULL && several != NULL);
    for (size_t i = 0; i < most; i++)
        values[i] = ldexpf((float)(i * 2654435761u % 65521) - 32000.0f, (int)(i % 23) - 11);
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, most * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, most * sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_scan_workspace(most)), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, values, most * sizeof *in, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (size_t i = 0; i < count; i++) {
        size_t n = lengths[i], size = n * sizeof(float);
        CHECK_STATUS(lw_memset(t->device, workspace, 0xa5, lwk_scan_workspace(n)), LW_SUCCESS);
        CHECK_STATUS(lwk_scan_inclusive_passes_launch(s, n, in, out, workspace), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, several, out, size, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->device, workspace, 0xa5, lwk_scan_workspace(n)), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->device, out, 0xa5, size), LW_SUCCESS);
        CHECK_STATUS(lwk_scan_inclusive_look_back_launch(s, n, in, out, workspace), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, values, out, size, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        CHECK_EQUAL(memcmp(values, several, size), 0);
    }
    free(values);
    free(several);
}

TEST(scan, one_pass_gives_the_bits_of_several)
{
    static const size_t lengths[] = {1000, 8192, 8200, 262144, 270337, 1000003};
    one_pass_and_several(t, lengths, sizeof lengths / sizeof *lengths);
}

/* Where a span follows two. */
TEST(scan, one_pass_gives_the_bits_of_several_deep, .takes_long = true)
{
    static const size_t lengths[] = {DEEPER};
    one_pass_and_several(t, lengths, 1);
}

/* In place: `out` may be `in`. */
TEST(scan, in_place)
{
    enum { N = 20000 };
    static float values[N];
    static lw_status (*const launchers[])(lw_stream *, size_t, const float *, float *, void *) = {
        lwk_scan_inclusive_look_back_launch, lwk_scan_exclusive_look_back_launch, lwk_scan_inclusive_passes_launch,
        lwk_scan_exclusive_passes_launch};
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    void *workspace;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, sizeof values), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_scan_workspace(N)), LW_SUCCESS);
    for (int launcher = 0; launcher < 4; launcher++) {
        for (int i = 0; i < N; i++)
            values[i] = (float)(i % 7 - 3);
        CHECK_STATUS(lw_memcpy(t->device, p, values, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        CHECK_STATUS(launchers[launcher](s, N, p, p, workspace), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, values, p, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        for (int i = 0, sum = 0; i < N; i++) {
            int before = sum;
            sum += i % 7 - 3;
            CHECK_EQUAL(values[i], launcher % 2 == 1 ? before : sum);
        }
    }
}

TEST(scan, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_EQUAL(lwk_scan_workspace(1024), 0);
    CHECK_STATUS(lwk_scan_inclusive_launch(s, 1, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scan_inclusive_launch: in is null");
    CHECK_STATUS(lwk_scan_exclusive_launch(s, 1025, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scan_exclusive_launch: workspace is null");
    CHECK_STATUS(lwk_scan_exclusive_launch(s, ((size_t)1 << 41) + 1, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "n is 2199023255553, at most 2199023254528");
    CHECK_STATUS(lwk_scan_exclusive_passes_launch(s, 1, p, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scan_exclusive_passes_launch: out is null");
    CHECK_STATUS(lwk_scan_inclusive_look_back_launch(s, 1025, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_scan_inclusive_look_back_launch: workspace is null");
    CHECK_STATUS(lwk_scan_inclusive_launch(NULL, 1, p, p, NULL), LW_ERROR_INVALID_HANDLE);
}
