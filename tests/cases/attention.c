#include <math.h>
#include <stdio.h>

#include <kernels/attention.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Dimensions: heads; 100000 * queries + keys; elements of a row. Variants "causal" and "shared", where two heads share keys, are causal. */
enum { QUERY, KEY, VALUE, OUT, LOG_SUM };

static struct lwk_attention by_of(const struct kernel_shape *shape, const char *variant)
{
    const struct lwk_attention by = {.heads = (int)shape->dimension[0],
                                     .group = variant[0] == 's' ? 2 : 1,
                                     .queries = (int)(shape->dimension[1] / 100000),
                                     .keys = (int)(shape->dimension[1] % 100000),
                                     .size = (int)shape->dimension[2],
                                     .causal = variant[0] != 'f',
                                     .scale = 4 / sqrtf((float)shape->dimension[2])};
    return by;
}

static void prepare(struct kernel_run *run)
{
    const struct lwk_attention by = by_of(&run->shape, run->variant->name);
    const uint64_t rows = (uint64_t)by.heads * (uint64_t)by.queries, size = (uint64_t)by.size;
    const uint64_t keys = (uint64_t)(by.heads / by.group) * (uint64_t)by.keys;
    kernel_buffer_add(run, "query", KERNEL_F32, KERNEL_INPUT, rows * size);
    kernel_buffer_add(run, "key", KERNEL_F32, KERNEL_INPUT, keys * size);
    kernel_buffer_add(run, "value", KERNEL_F32, KERNEL_INPUT, keys * size);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, rows * size);
    kernel_buffer_add(run, "log_sum", KERNEL_F32, KERNEL_OUTPUT, rows);
}

static lw_status launch(const struct kernel_run *run)
{
    const struct lwk_attention by = by_of(&run->shape, run->variant->name);
    const struct kernel_buffer *b = run->buffer;
    return lwk_attention_launch(run->stream, &by, b[QUERY].device, b[KEY].device, b[VALUE].device, b[OUT].device,
                                b[LOG_SUM].device);
}

static void reference_row(struct kernel_run *run, const struct lwk_attention *by, int head, int i, double *score)
{
    const size_t size = (size_t)by->size, row = (size_t)head * (size_t)by->queries + (size_t)i;
    const size_t first = (size_t)(head / by->group) * (size_t)by->keys;
    const float *query = kernel_f32(run, QUERY) + row * size, *value = kernel_f32(run, VALUE) + first * size;
    double *out = run->buffer[OUT].expected + row * size, *bound = run->buffer[OUT].magnitude + row * size;
    const int seen = by->causal ? i + 1 + by->keys - by->queries : by->keys;
    double most = -(double)INFINITY, sum = 0, greatest = 0, greatest_value = 0;
    for (int j = 0; j < seen; j++) {
        const float *key = kernel_f32(run, KEY) + (first + (size_t)j) * size;
        double absolute = 0;
        score[j] = 0;
        for (size_t c = 0; c < size; c++) {
            score[j] += (double)by->scale * (double)query[c] * (double)key[c];
            absolute += fabs((double)by->scale * (double)query[c] * (double)key[c]);
            greatest_value = fmax(greatest_value, fabs((double)value[(size_t)j * size + c]));
        }
        most = fmax(most, score[j]);
        greatest = fmax(greatest, absolute);
    }
    for (size_t c = 0; c < size; c++) {
        out[c] = 0;
        bound[c] = (2 * ((double)size + 6) * greatest + 2 * by->keys + 40) * greatest_value;
    }
    for (int j = 0; j < seen; j++) {
        sum += exp(score[j] - most);
        for (size_t c = 0; c < size; c++)
            out[c] += exp(score[j] - most) * (double)value[(size_t)j * size + c];
    }
    for (size_t c = 0; c < size && seen > 0; c++)
        out[c] /= sum;
    run->buffer[LOG_SUM].expected[row] = most + log(sum);
    run->buffer[LOG_SUM].magnitude[row] =
        seen <= 0 ? 0 : ((double)size + 6) * greatest + by->keys + 40 + 2 * fabs(most + log(sum));
}

static void reference(struct kernel_run *run)
{
    const struct lwk_attention by = by_of(&run->shape, run->variant->name);
    double *score = calloc((size_t)by.keys + 1, sizeof *score);
    if (score == NULL) {
        run->out_of_memory = true;
        return;
    }
    for (int head = 0; head < by.heads; head++)
        for (int i = 0; i < by.queries; i++)
            reference_row(run, &by, head, i, score);
    free(score);
}

/* Magnitudes are bounds in units of 2^-24; the ULP of a number is at least that of it. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 1;
}

static double bytes(const struct kernel_shape *shape)
{
    const struct lwk_attention by = by_of(shape, "full");
    return 8.0 * by.heads * ((double)by.queries + by.keys) * by.size;
}

/* Of all keys; causal ones need about half. */
static double flops(const struct kernel_shape *shape)
{
    const struct lwk_attention by = by_of(shape, "full");
    return 4.0 * by.heads * by.queries * (double)by.keys * by.size;
}

static const struct kernel_variant variants[] = {{"full", launch, NULL, false},
                                                 {"causal", launch, NULL, false},
                                                 {"shared", launch, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 100001, 4}},   {{2, 300000, 8}},   {{2, 100001, 1}},
                                             {{2, 500003, 7}},   {{2, 6500130, 40}}, {{2, 3300070, 128}},
                                             {{2, 7000030, 65}}, {{UINT64_MAX}}};
static void describe(const struct kernel_shape *shape, char *text, size_t size)
{
    const struct lwk_attention by = by_of(shape, "full");
    snprintf(text, size, "%d heads, %dx%dx%d", by.heads, by.queries, by.keys, by.size);
}

static const struct kernel_shape bench_shapes[] = {{{4, 51200512, 64}},    {{4, 51200512, 128}},
                                                   {{16, 204802048, 64}},  {{16, 204802048, 128}},
                                                   {{32, 409604096, 128}}, {{UINT64_MAX}}};

static struct kernel_case attention = {
    .name = "attention",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
    .describe = describe,
};
KERNEL_CASE(attention);

TEST(attention, refuses_bad_arguments)
{
    static const struct {
        struct lwk_attention by;
        const char *message;
    } wrong[] = {
        {{-1, 1, 1, 1, 4, 0, 1}, "lwk_attention_launch: by->heads is -1; expected 0 to 2147483647"},
        {{1, 0, 1, 1, 4, 0, 1}, "lwk_attention_launch: by->group is 0; expected 1 to 2147483647"},
        {{3, 2, 1, 1, 4, 0, 1}, "lwk_attention_launch: by->group is 2, which does not divide 3 heads"},
        {{1, 1, -1, 1, 4, 0, 1}, "lwk_attention_launch: by->queries is -1; expected 0 to 1073741824"},
        {{1, 1, 1, -1, 4, 0, 1}, "lwk_attention_launch: by->keys is -1; expected 0 to 1073741824"},
        {{1, 1, 1, 1, 129, 0, 1}, "lwk_attention_launch: by->size is 129; expected 1 to 128"},
        {{1 << 30, 1, 129, 1, 4, 0, 1},
         "lwk_attention_launch: 1073741824 heads of 129 queries are more than a grid has"},
    };
    const struct lwk_attention by = {1, 1, 1, 1, 4, 0, 1};
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_STATUS(lwk_attention_launch(s, &wrong[i].by, p, p, p, p + 8, NULL), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, wrong[i].message);
    }
    CHECK_STATUS(lwk_attention_launch(s, NULL, p, p, p, p + 8, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_launch: by is null");
    CHECK_STATUS(lwk_attention_launch(s, &by, NULL, p, p, p + 8, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_launch: query is null");
    CHECK_STATUS(lwk_attention_launch(s, &by, p, NULL, p, p + 8, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_launch: key is null");
    CHECK_STATUS(lwk_attention_launch(s, &by, p, p, NULL, p + 8, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_launch: value is null");
    CHECK_STATUS(lwk_attention_launch(s, &by, p, p, p, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_launch: out is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* Scores up to 1e4, which grow from tile to tile: powers of e of them are no floats. A NaN stays in its row. */
TEST(attention, great_scores_and_a_nan)
{
    enum { LENGTH = 200, SIZE = 4, ELEMENTS = LENGTH * SIZE };
    static float query[ELEMENTS], key[ELEMENTS], value[ELEMENTS], out[ELEMENTS], *p;
    const struct lwk_attention by = {1, 1, LENGTH, LENGTH, SIZE, 1, 1};
    for (int i = 0; i < ELEMENTS; i++) {
        query[i] = 50;
        key[i] = (float)(i / SIZE);
        value[i] = (float)i;
    }
    query[7 * SIZE] = NAN;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4 * sizeof query), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, p, query, sizeof query, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, p + ELEMENTS, key, sizeof key, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, p + 2 * ELEMENTS, value, sizeof value, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lwk_attention_launch(lw_default_stream(t->device), &by, p, p + ELEMENTS, p + 2 * ELEMENTS,
                                      p + 3 * ELEMENTS, NULL),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, out, p + 3 * ELEMENTS, sizeof out, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < ELEMENTS; i++) /* each query sees its own key alone, of all that it may see */
        CHECK(i / SIZE == 7 ? isnan(out[i]) : out[i] == value[i]);
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* A launcher takes one of them by the kind of device; here both run. Sizes of both tiles, with and without wide loads. */
TEST(attention, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    enum { HEADS = 2, QUERIES = 70, KEYS = 101, MOST = HEADS * KEYS * 128, SIZES = 4 };
    static const int sizes[SIZES] = {7, 64, 100, 128};
    static float host[3 * MOST], got[2][MOST + HEADS * QUERIES], *in, *out;
    lw_stream *s = lw_default_stream(t->device);
    for (int i = 0; i < 3 * MOST; i++)
        host[i] = (float)((unsigned)i * 2654435761u >> 16) / 65536 - 0.4f;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof got[0]), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (int k = 0; k < SIZES; k++) {
        const struct lwk_attention by = {HEADS, 2, QUERIES, KEYS, sizes[k], k % 2, 0.5f};
        const int wide = sizes[k] % 4 == 0;
        const lw_launch_config config = lw_linear(s, HEADS * 2 * 256, 256);
        for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
            lw_status status;
            CHECK_STATUS(lw_memset(t->device, out, 0, sizeof got[0]), LW_SUCCESS);
            if (for_cpu)
                status = lw_launch(lwk_attention_rows, lw_linear(s, HEADS * 5 * 16, 16), by, in, in + MOST,
                                   in + 2 * MOST, out, out + MOST);
            else if (sizes[k] <= 64)
                status = lw_launch(lwk_attention_64, config, by, in, in + MOST, in + 2 * MOST, out, out + MOST, wide);
            else
                status = lw_launch(lwk_attention_128, config, by, in, in + MOST, in + 2 * MOST, out, out + MOST, wide);
            CHECK_STATUS(status, LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[for_cpu], out, sizeof got[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        }
        CHECK(memcmp(got[0], got[1], sizeof got[0]) == 0);
        CHECK(got[0][MOST - 1] == 0 && got[0][MOST] != 0);
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}
