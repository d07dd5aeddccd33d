#include <kernels/merge.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Dimensions: elements of both arrays, and how many values they are of. Floats have some that are less than 0. A value tells an element's place, of b after all
 * those of a. */
enum { A, B, OUT, WORKSPACE, VALUES_A, VALUES_B, VALUES_OUT };

static bool is_float(const struct kernel_run *run)
{
    return strstr(run->variant->name, "float") != NULL;
}

static bool has_values(const struct kernel_run *run)
{
    return run->variant->name[0] == 'p';
}

/* Element i of `count` in rising order; those of both arrays differ. */
static int element(int buffer, uint64_t i, uint64_t count, uint64_t range)
{
    const uint64_t step = range / count, bits = (2 * i + (uint64_t)buffer) * 0x9e3779b97f4a7c15u >> 33;
    return (int)((int64_t)(i * range / count + (step > 1 ? bits % step : 0)) - (int64_t)(range / 3));
}

static void fill(struct kernel_run *run, int buffer, uint64_t count)
{
    for (uint64_t i = 0; run->buffer[buffer].host != NULL && i < count; i++) {
        const int value = element(buffer, i, count, run->shape.dimension[2]);
        if (is_float(run))
            kernel_f32(run, buffer)[i] = (float)value;
        else
            kernel_u32(run, buffer)[i] = (uint32_t)value;
    }
}

static void prepare(struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension, all = d[0] + d[1];
    const enum kernel_type type = is_float(run) ? KERNEL_F32 : KERNEL_U32;
    kernel_buffer_add(run, "a", type, KERNEL_INPUT, d[0]);
    kernel_buffer_add(run, "b", type, KERNEL_INPUT, d[1]);
    kernel_buffer_add(run, "out", type, KERNEL_OUTPUT, all);
    kernel_buffer_add(run, "workspace", KERNEL_U64, KERNEL_WORKSPACE, lwk_merge_workspace(d[0], d[1]) / 8);
    fill(run, A, d[0]);
    fill(run, B, d[1]);
    if (!has_values(run))
        return;
    uint32_t *a = kernel_buffer_add(run, "values_a", KERNEL_U32, KERNEL_INPUT, d[0])->host;
    uint32_t *b = kernel_buffer_add(run, "values_b", KERNEL_U32, KERNEL_INPUT, d[1])->host;
    kernel_buffer_add(run, "values_out", KERNEL_U32, KERNEL_OUTPUT, all);
    for (uint64_t i = 0; a != NULL && i < d[0]; i++)
        a[i] = (uint32_t)i;
    for (uint64_t i = 0; b != NULL && i < d[1]; i++)
        b[i] = (uint32_t)(d[0] + i);
}

static lw_status launch(const struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension;
    const struct kernel_buffer *b = run->buffer;
    if (has_values(run))
        return is_float(run) ? lwk_merge_pairs_float_launch(run->stream, d[0], b[A].device, b[VALUES_A].device, d[1],
                                                            b[B].device, b[VALUES_B].device, b[OUT].device,
                                                            b[VALUES_OUT].device, b[WORKSPACE].device)
                             : lwk_merge_pairs_int_launch(run->stream, d[0], b[A].device, b[VALUES_A].device, d[1],
                                                          b[B].device, b[VALUES_B].device, b[OUT].device,
                                                          b[VALUES_OUT].device, b[WORKSPACE].device);
    return is_float(run) ? lwk_merge_keys_float_launch(run->stream, d[0], b[A].device, d[1], b[B].device, b[OUT].device,
                                                       b[WORKSPACE].device)
                         : lwk_merge_keys_int_launch(run->stream, d[0], b[A].device, d[1], b[B].device, b[OUT].device,
                                                     b[WORKSPACE].device);
}

static double key_at(const struct kernel_run *run, int buffer, uint64_t i)
{
    return is_float(run) ? (double)kernel_f32(run, buffer)[i] : (double)(int)kernel_u32(run, buffer)[i];
}

static void reference(struct kernel_run *run)
{
    const uint64_t *d = run->shape.dimension;
    for (uint64_t i = 0, j = 0; i + j < d[0] + d[1];) {
        const bool take_b = j < d[1] && (i == d[0] || key_at(run, B, j) < key_at(run, A, i));
        const double key = take_b ? key_at(run, B, j) : key_at(run, A, i);
        run->buffer[OUT].expected[i + j] = is_float(run) ? key : (double)(uint32_t)(int)key;
        if (has_values(run))
            run->buffer[VALUES_OUT].expected[i + j] = (double)(take_b ? d[0] + j : i);
        if (take_b)
            j++;
        else
            i++;
    }
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)(shape->dimension[0] + shape->dimension[1]);
}

static const struct kernel_variant variants[] = {{"keys_int", launch, NULL, false},
                                                 {"pairs_int", launch, NULL, false},
                                                 {"keys_float", launch, NULL, false},
                                                 {"pairs_float", launch, NULL, false},
                                                 {NULL, NULL, NULL, false}};
/* About the lengths of tiles and of a CPU's parts. */
static const struct kernel_shape shapes[] = {
    {{0, 0, 5}},          {{1, 0, 5}},      {{0, 7, 5}},         {{1, 1, 1}},          {{1000, 1304, 50}},
    {{1152, 1153, 4000}}, {{20000, 30, 7}}, {{3, 9000, 100000}}, {{20000, 20000, 16}}, {{17000, 33000, 1000000}},
    {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 19, 1 << 19, 1 << 24}}, {{1 << 23, 1 << 23, 1 << 24}}, {{1 << 27, 1 << 27, 1 << 24}}, {{UINT64_MAX}}};

/* Copies: the exact bits. */
static struct kernel_case merge = {
    .name = "merge",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(merge);

TEST(merge, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    const size_t many = ((size_t)1 << 40) + 1;
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    const int *ints = (const int *)p;
    unsigned *values = (unsigned *)p;
    CHECK_STATUS(lwk_merge_keys_float_launch(s, 1, NULL, 1, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_keys_float_launch: a is null");
    CHECK_STATUS(lwk_merge_keys_int_launch(s, 1, ints, 1, NULL, (int *)p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_keys_int_launch: b is null");
    CHECK_STATUS(lwk_merge_keys_float_launch(s, 1, p, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_keys_float_launch: out is null");
    CHECK_STATUS(lwk_merge_keys_float_launch(s, 1, p, 1, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_keys_float_launch: workspace is null");
    CHECK_STATUS(lwk_merge_keys_float_launch(s, 1, p, many, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_keys_float_launch: count_b is 1099511627777, at most 1099511627776");
    CHECK_STATUS(lwk_merge_pairs_float_launch(s, 1, p, NULL, 1, p, values, p, values, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_pairs_float_launch: values_a is null");
    CHECK_STATUS(lwk_merge_pairs_float_launch(s, 1, p, values, 1, p, NULL, p, values, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_pairs_float_launch: values_b is null");
    CHECK_STATUS(lwk_merge_pairs_float_launch(s, 1, p, values, 1, p, values, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_pairs_float_launch: values_out is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* A launcher takes one of them by the kind of device; here both run, with values, and parts of another length than the launcher's. */
TEST(merge, kernels_for_gpus_and_for_cpus_give_the_same_elements)
{
    enum { COUNT_A = 4000, COUNT_B = 5221, ALL = COUNT_A + COUNT_B };
    static float keys[ALL], got[2][ALL], *p;
    static unsigned values[ALL], got_values[2][ALL];
    const size_t count_a = COUNT_A, count_b = COUNT_B;
    lw_stream *s = lw_default_stream(t->device);
    unsigned *v;
    size_t *splits;
    for (unsigned i = 0; i < ALL; i++) {
        keys[i] = (float)((i < COUNT_A ? i : i - COUNT_A) / 5) - 70;
        values[i] = i;
    }
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 2 * sizeof keys), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&v, 2 * sizeof values), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&splits, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, p, keys, sizeof keys, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, v, values, sizeof values, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    const float *a = p, *b = p + COUNT_A;
    const unsigned *values_a = v, *values_b = v + COUNT_A;
    for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
        const size_t each = for_cpu ? 700 : LWK_MERGE_BLOCK, parts = (ALL + each - 1) / each, count = parts + 1;
        CHECK_STATUS(lw_memset(t->device, p + ALL, 0, sizeof keys), LW_SUCCESS);
        CHECK_STATUS(
            lw_launch(lwk_merge_splits_float, lw_linear(s, count, 32), count, each, count_a, a, count_b, b, splits),
            LW_SUCCESS);
        if (for_cpu)
            CHECK_STATUS(lw_launch(lwk_merge_parts_float, lw_linear(s, parts, 1), each, count_a, a, values_a, count_b,
                                   b, values_b, splits, p + ALL, v + ALL),
                         LW_SUCCESS);
        else
            CHECK_STATUS(lw_launch(lwk_merge_tiles_float, lw_linear(s, parts * 256, 256), count_a, a, values_a, count_b,
                                   b, values_b, splits, p + ALL, v + ALL),
                         LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, got[for_cpu], p + ALL, sizeof keys, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, got_values[for_cpu], v + ALL, sizeof values, LW_MEMCPY_DEVICE_TO_HOST),
                     LW_SUCCESS);
    }
    CHECK(memcmp(got[0], got[1], sizeof keys) == 0);
    CHECK(memcmp(got_values[0], got_values[1], sizeof values) == 0);
    for (unsigned i = 0; i < ALL; i++) {
        CHECK(got[0][i] == keys[got_values[0][i]]);
        CHECK(i == 0 || got[0][i - 1] < got[0][i] ||
              (got[0][i - 1] == got[0][i] && got_values[0][i - 1] < got_values[0][i]));
    }
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, v), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, splits), LW_SUCCESS);
}
