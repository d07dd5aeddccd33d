#include <limits.h>
#include <math.h>
#include <string.h>

#include <kernels/reduce_segments.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is so many segments, and their mean length. */
#define LAUNCH(kernel)                                                                                                 \
    static lw_status launch_##kernel(const struct kernel_run *run)                                                     \
    {                                                                                                                  \
        return lwk_reduce_segments_##kernel##_launch(run->stream, run->shape.dimension[0], run->buffer[1].count,       \
                                                     run->buffer[0].device, run->buffer[1].device,                     \
                                                     run->buffer[2].device);                                           \
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

#define VARIANT(name) {#name, launch_##name, NULL, false}
static const struct kernel_variant variants[] = {
    VARIANT(sum_float), VARIANT(sum_double), VARIANT(sum_int),    VARIANT(min_float), VARIANT(min_double),
    VARIANT(min_int),   VARIANT(max_float),  VARIANT(max_double), VARIANT(max_int),   {NULL, NULL, NULL, false}};

static enum kernel_type type_of(const struct kernel_run *run)
{
    const char *type = run->variant->name + 4;
    return !strcmp(type, "float") ? KERNEL_F32 : !strcmp(type, "double") ? KERNEL_F64 : KERNEL_U32;
}

/* From 0 to twice the mean, and every fifth segment is empty. */
static uint64_t length_of(const struct kernel_run *run, uint64_t segment)
{
    return segment % 5 == 3 ? 0 : segment * 2654435761u % (2 * run->shape.dimension[1] + 1);
}

static void prepare(struct kernel_run *run)
{
    uint64_t segments = run->shape.dimension[0], n = 0;
    uint64_t *offsets = kernel_buffer_add(run, "offsets", KERNEL_U64, KERNEL_INPUT, segments + 1)->host;
    for (uint64_t s = 0; s <= segments; s++) {
        if (offsets != NULL)
            offsets[s] = n;
        if (s < segments)
            n += length_of(run, s);
    }
    kernel_buffer_add(run, "in", type_of(run), KERNEL_INPUT, n);
    kernel_buffer_add(run, "out", type_of(run), KERNEL_OUTPUT, segments);
}

static double element(const struct kernel_run *run, uint64_t i)
{
    return type_of(run) == KERNEL_U32   ? (double)(int)kernel_u32(run, 1)[i]
           : type_of(run) == KERNEL_F32 ? (double)kernel_f32(run, 1)[i]
                                        : kernel_f64(run, 1)[i];
}

static void reference(struct kernel_run *run)
{
    bool ints = type_of(run) == KERNEL_U32;
    char operation = run->variant->name[1]; /* of sum, min, max */
    const uint64_t *offsets = run->buffer[0].host;
    for (uint64_t s = 0; s < run->shape.dimension[0]; s++) {
        double best = operation == 'i' ? (ints ? INT_MAX : (double)INFINITY) : (ints ? INT_MIN : -(double)INFINITY);
        long double sum = 0, magnitude = 0; /* more bits than a double */
        for (uint64_t i = offsets[s]; i < offsets[s + 1]; i++) {
            double value = element(run, i);
            sum += value;
            magnitude += fabs(value);
            if (operation == 'i' ? value < best : value > best)
                best = value;
        }
        double result = operation == 'u' ? (double)sum : best + 0.0; /* no -0 */
        run->buffer[2].expected[s] = ints ? (double)(uint32_t)(int64_t)result : result;
        run->buffer[2].magnitude[s] = operation == 'u' && isfinite((double)magnitude) ? (double)magnitude : 0;
    }
}

/* Small integers add up exactly in any order. Else each addition in a row errs by half an ULP of the sum of magnitudes at most. */
static double tolerance(const struct kernel_run *run)
{
    bool exact = run->fill == KERNEL_FILL_INTEGERS || run->variant->name[1] != 'u' || type_of(run) == KERNEL_U32;
    return exact ? 0 : 2.0 * (double)run->shape.dimension[1] + 1;
}

static double bytes(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0] * (4 * 0.8 * (double)shape->dimension[1] + 12);
}

static const struct kernel_shape shapes[] = {{{0, 1}},   {{1, 5}},     {{257, 3}},    {{1000, 40}},
                                             {{90, 90}}, {{7, 20000}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 20, 16}}, {{1 << 16, 256}}, {{1 << 12, 4096}}, {{UINT64_MAX}}};

static struct kernel_case reduce_segments = {
    .name = "reduce_segments",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(reduce_segments);

TEST(reduce_segments, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    size_t *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_reduce_segments_sum_int_launch(s, 1, 1, NULL, (int *)p, (int *)p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_segments_sum_int_launch: offsets is null");
    CHECK_STATUS(lwk_reduce_segments_max_float_launch(s, 1, 1, p, NULL, (float *)p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_segments_max_float_launch: in is null");
    CHECK_STATUS(lwk_reduce_segments_min_double_launch(s, 1, 0, p, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_reduce_segments_min_double_launch: out is null");
    CHECK_STATUS(lwk_reduce_segments_sum_int_launch(s, (size_t)1 << 31, 1, p, (int *)p, (int *)p),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "segments is 2147483648, at most 2147483647");
}

/* A launcher takes one of them by the kind of device; here all run. */
TEST(reduce_segments, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    enum { SEGMENTS = 70, MOST = 6000, KERNELS = 4 };
    static size_t offsets[SEGMENTS + 1];
    static float in[SEGMENTS * MOST], got[KERNELS][SEGMENTS];
    for (size_t s = 0; s < SEGMENTS; s++)
        offsets[s + 1] = offsets[s] + (s < 40 ? s : s * 2654435761u % (s < 60 ? MOST / 10 : MOST));
    for (size_t i = 0; i < offsets[SEGMENTS]; i++)
        in[i] = (float)(int32_t)((uint32_t)i * 2654435761u) / 3; /* of both signs: the order of additions shows */
    lw_stream *stream = lw_default_stream(t->device);
    size_t *where, segments = SEGMENTS;
    float *from, *out;
    CHECK_STATUS(lw_malloc(t->device, (void **)&where, sizeof offsets), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&from, sizeof in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof got), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, where, offsets, sizeof offsets, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, from, in, sizeof in, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_launch(lwk_reduce_segments_sum_float_warps, lw_linear(stream, 32 * SEGMENTS, 64), segments, where,
                           from, out),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(lwk_reduce_segments_sum_float_lanes, lw_linear(stream, SEGMENTS, 64), segments, where, from,
                           out + SEGMENTS),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(lwk_reduce_segments_sum_float, lw_linear(stream, 256 * SEGMENTS, 256), where, from,
                           out + 2 * SEGMENTS),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(lwk_reduce_segments_sum_float_columns, lw_linear(stream, 64 * SEGMENTS, 64), where, from,
                           out + 3 * SEGMENTS),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (size_t s = 0; s < SEGMENTS; s++) {
        CHECK(memcmp(&got[0][s], &got[1][s], sizeof(float)) == 0);
        CHECK(memcmp(&got[2][s], &got[3][s], sizeof(float)) == 0);
    }
    CHECK_STATUS(lw_free(t->device, where), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}
