#include <limits.h>
#include <math.h>
#include <string.h>

#include <kernels/argmin.h>

#include "../harness/test.h"
#include "../kernel_case.h"

#define LAUNCH(name, kernel)                                                                                           \
    static lw_status launch_##name(const struct kernel_run *run)                                                       \
    {                                                                                                                  \
        return lwk_##kernel##_launch(run->stream, run->shape.dimension[0], run->buffer[0].device,                      \
                                     run->buffer[1].device, run->buffer[2].device, run->buffer[3].device);             \
    }

LAUNCH(min_float, argmin_float)
LAUNCH(min_double, argmin_double)
LAUNCH(min_int, argmin_int)
LAUNCH(max_float, argmax_float)
LAUNCH(max_double, argmax_double)
LAUNCH(max_int, argmax_int)

static const struct kernel_variant variants[] = {{"min_float", launch_min_float, NULL, false},
                                                 {"min_double", launch_min_double, NULL, false},
                                                 {"min_int", launch_min_int, NULL, false},
                                                 {"max_float", launch_max_float, NULL, false},
                                                 {"max_double", launch_max_double, NULL, false},
                                                 {"max_int", launch_max_int, NULL, false},
                                                 {NULL, NULL, NULL, false}};

static enum kernel_type type_of(const struct kernel_run *run)
{
    const char *type = run->variant->name + 4;
    return !strcmp(type, "float") ? KERNEL_F32 : !strcmp(type, "double") ? KERNEL_F64 : KERNEL_U32;
}

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0];
    kernel_buffer_add(run, "in", type_of(run), KERNEL_INPUT, n);
    kernel_buffer_add(run, "value", type_of(run), KERNEL_OUTPUT, 1);
    kernel_buffer_add(run, "index", KERNEL_U64, KERNEL_OUTPUT, 1);
    kernel_buffer_add(run, "workspace", KERNEL_F64, KERNEL_WORKSPACE, (lwk_argmin_workspace(n) + 7) / sizeof(double));
}

static double element(const struct kernel_run *run, uint64_t i)
{
    return type_of(run) == KERNEL_U32   ? (double)(int)kernel_u32(run, 0)[i]
           : type_of(run) == KERNEL_F32 ? (double)kernel_f32(run, 0)[i]
                                        : kernel_f64(run, 0)[i];
}

static void reference(struct kernel_run *run)
{
    bool ints = type_of(run) == KERNEL_U32, least = !strncmp(run->variant->name, "min", 3);
    uint64_t n = run->shape.dimension[0], at = n;
    double best = least ? (ints ? INT_MAX : (double)INFINITY) : (ints ? INT_MIN : -(double)INFINITY);
    for (uint64_t i = 0; i < n; i++) {
        double value = element(run, i);
        if (!isnan(value) && (at == n || (least ? value < best : value > best))) {
            best = value;
            at = i;
        }
    }
    run->buffer[1].expected[0] = ints ? (double)(uint32_t)(int)best : best;
    run->buffer[2].expected[0] = (double)at;
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)shape->dimension[0];
}

static const struct kernel_shape shapes[] = {{{0}},    {{1}},    {{65}},    {{2047}},      {{2048}},
                                             {{2049}}, {{8193}}, {{50001}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 24}}, {{1 << 28}}, {{UINT64_MAX}}};

/* Of integers in [-8, 8], extremes and infinities many are equal: the first counts. */
static struct kernel_case argmin = {
    .name = "argmin",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills =
        KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_INDEX | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(argmin);

enum { N = 9000 };

static void search(struct test *t, const float *host, bool greatest, float *value, size_t *index)
{
    lw_stream *s = lw_default_stream(t->device);
    float *in, *least;
    size_t *at;
    void *workspace;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, N * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&least, sizeof *least), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&at, sizeof *at), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_argmin_workspace(N)), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, N * sizeof *in, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(greatest ? lwk_argmax_float_launch(s, N, in, least, at, workspace)
                          : lwk_argmin_float_launch(s, N, in, least, at, workspace),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, value, least, sizeof *value, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, index, at, sizeof *index, LW_MEMCPY_DEFAULT), LW_SUCCESS);
}

/* No element is less than infinity: the first infinity, else none. */
TEST(argmin, of_infinities_and_nan)
{
    static float in[N];
    float value = 0;
    size_t index = 0;
    for (int i = 0; i < N; i++)
        in[i] = NAN;
    for (int greatest = 0; greatest < 2; greatest++) {
        CHECK_CALL(search(t, in, greatest, &value, &index));
        CHECK(value == (greatest ? -INFINITY : INFINITY));
        CHECK_EQUAL(index, N);
    }
    for (int i = N - 1; i > 5000; i -= 3)
        in[i] = INFINITY;
    CHECK_CALL(search(t, in, false, &value, &index));
    CHECK(value == INFINITY);
    CHECK_EQUAL(index, 5001 + (N - 1 - 5001) % 3);
}

/* -0 and +0 are equal, so the first of them is the answer, and the value is that element. */
TEST(argmin, of_zeros)
{
    static float in[N];
    float value = 1;
    size_t index = 0;
    for (int i = 0; i < N; i++)
        in[i] = i < 70 ? 1.0f : i == 70 ? 0.0f : -0.0f;
    CHECK_CALL(search(t, in, false, &value, &index));
    CHECK(value == 0 && !signbit(value));
    CHECK_EQUAL(index, 70);
    in[70] = -0.0f;
    in[71] = 0.0f;
    CHECK_CALL(search(t, in, false, &value, &index));
    CHECK(value == 0 && signbit(value));
    CHECK_EQUAL(index, 70);
}

TEST(argmin, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    size_t *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_argmin_int_launch(s, 1, NULL, (int *)p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_argmin_int_launch: in is null");
    CHECK_STATUS(lwk_argmax_double_launch(s, 0, NULL, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_argmax_double_launch: value is null");
    CHECK_STATUS(lwk_argmax_int_launch(s, 1, (int *)p, (int *)p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_argmax_int_launch: index is null");
    CHECK_STATUS(lwk_argmin_float_launch(s, 1, (float *)p, (float *)p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_argmin_float_launch: workspace is null");
    CHECK_STATUS(lwk_argmin_int_launch(s, ((size_t)1 << 51) + 1, (int *)p, (int *)p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "n is 2251799813685249");
}
