#include <math.h>
#include <stdio.h>

#include <kernels/attention_backward.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Dimensions and variants as in attention.c. Gradients are of what `out` and `log_sum` say, whether or not a forward pass has made them: they are random
 * numbers, and the logarithm of the number of keys. */
enum { QUERY, KEY, VALUE, OUT, LOG_SUM, GRAD_OUT, GRAD_QUERY, GRAD_KEY, GRAD_VALUE, WORKSPACE };

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
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_INPUT, rows * size);
    float *log_sum = kernel_buffer_add(run, "log_sum", KERNEL_F32, KERNEL_INPUT, rows)->host;
    for (uint64_t i = 0; log_sum != NULL && i < rows; i++)
        log_sum[i] = logf((float)by.keys + 1) + 0.001f * (float)(i % 100);
    kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, rows * size);
    kernel_buffer_add(run, "grad_query", KERNEL_F32, KERNEL_OUTPUT, rows * size);
    kernel_buffer_add(run, "grad_key", KERNEL_F32, KERNEL_OUTPUT, keys * size);
    kernel_buffer_add(run, "grad_value", KERNEL_F32, KERNEL_OUTPUT, keys * size);
    kernel_buffer_add(run, "workspace", KERNEL_F32, KERNEL_WORKSPACE, lwk_attention_backward_workspace(&by) / 4);
}

static lw_status launch(const struct kernel_run *run)
{
    const struct lwk_attention by = by_of(&run->shape, run->variant->name);
    const struct kernel_buffer *b = run->buffer;
    return lwk_attention_backward_launch(run->stream, &by, b[QUERY].device, b[KEY].device, b[VALUE].device,
                                         b[OUT].device, b[LOG_SUM].device, b[GRAD_OUT].device, b[GRAD_QUERY].device,
                                         b[GRAD_KEY].device, b[GRAD_VALUE].device, b[WORKSPACE].device);
}

/* A product of two rows, and of their absolute values. */
static double dot(const float *a, const float *b, size_t size, double *absolute)
{
    double sum = 0;
    *absolute = 0;
    for (size_t c = 0; c < size; c++) {
        sum += (double)a[c] * (double)b[c];
        *absolute += fabs((double)a[c] * (double)b[c]);
    }
    return sum;
}

/* Adds what a query and a key that it sees give, and the bounds of kernels/attention_backward.h. */
static void reference_pair(struct kernel_run *run, const struct lwk_attention *by, size_t row, size_t at)
{
    const size_t size = (size_t)by->size;
    const float *query = kernel_f32(run, QUERY) + row * size, *key = kernel_f32(run, KEY) + at * size;
    const float *value = kernel_f32(run, VALUE) + at * size, *grad_out = kernel_f32(run, GRAD_OUT) + row * size;
    const double scale = (double)by->scale, log = (double)kernel_f32(run, LOG_SUM)[row];
    double s, t, d;
    const double own = dot(grad_out, kernel_f32(run, OUT) + row * size, size, &d);
    const double weight = exp(scale * dot(query, key, size, &s) - log);
    const double factor = scale * weight * (dot(grad_out, value, size, &t) - own);
    const double common = ((double)size + 6) * scale * s + (double)size + 2 * fabs(log) + 20;
    const double of_query = common + by->keys, of_key = common + (double)by->queries * by->group;
    const double bound = scale * weight * (t + d);
    for (size_t c = 0; c < size; c++) {
        run->buffer[GRAD_QUERY].expected[row * size + c] += factor * (double)key[c];
        run->buffer[GRAD_QUERY].magnitude[row * size + c] += bound * fabs((double)key[c]) * of_query;
        run->buffer[GRAD_KEY].expected[at * size + c] += factor * (double)query[c];
        run->buffer[GRAD_KEY].magnitude[at * size + c] += bound * fabs((double)query[c]) * of_key;
        run->buffer[GRAD_VALUE].expected[at * size + c] += weight * (double)grad_out[c];
        run->buffer[GRAD_VALUE].magnitude[at * size + c] += weight * fabs((double)grad_out[c]) * of_key;
    }
}

static void reference(struct kernel_run *run)
{
    const struct lwk_attention by = by_of(&run->shape, run->variant->name);
    for (int b = GRAD_QUERY; b <= GRAD_VALUE; b++)
        for (uint64_t i = 0; i < run->buffer[b].count; i++)
            run->buffer[b].expected[i] = 0;
    for (int head = 0; head < by.heads; head++)
        for (int i = 0; i < by.queries; i++)
            for (int j = 0; j < by.keys && (!by.causal || j <= i + by.keys - by.queries); j++)
                reference_pair(run, &by, (size_t)head * (size_t)by.queries + (size_t)i,
                               (size_t)(head / by.group) * (size_t)by.keys + (size_t)j);
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
    return 4.0 * by.heads * by.size * (4.0 * by.queries + 4.0 * by.keys);
}

/* Five products of matrices, of all keys; causal ones need about half. */
static double flops(const struct kernel_shape *shape)
{
    const struct lwk_attention by = by_of(shape, "full");
    return 10.0 * by.heads * by.queries * (double)by.keys * by.size;
}

static void describe(const struct kernel_shape *shape, char *text, size_t size)
{
    const struct lwk_attention by = by_of(shape, "full");
    snprintf(text, size, "%d heads, %dx%dx%d", by.heads, by.queries, by.keys, by.size);
}

static const struct kernel_variant variants[] = {{"full", launch, NULL, false},
                                                 {"causal", launch, NULL, false},
                                                 {"shared", launch, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 100001, 4}},    {{2, 300000, 8}},   {{2, 4, 8}},
                                             {{2, 100001, 1}},    {{2, 500003, 7}},   {{2, 6500130, 40}},
                                             {{2, 3300070, 128}}, {{2, 7000030, 65}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{2, 25600256, 64}},   {{4, 51200512, 64}},    {{4, 51200512, 128}},
                                                   {{16, 204802048, 64}}, {{16, 204802048, 128}}, {{UINT64_MAX}}};

static struct kernel_case attention_backward = {
    .name = "attention_backward",
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
KERNEL_CASE(attention_backward);

TEST(attention_backward, refuses_bad_arguments)
{
    const struct lwk_attention by = {1, 1, 1, 1, 4, 0, 1}, wrong = {3, 2, 1, 1, 4, 0, 1},
                               many = {1 << 30, 1, 129, 1, 4, 0, 1};
    static const char *const names[] = {"query",    "key",        "value",    "out",        "log_sum",
                                        "grad_out", "grad_query", "grad_key", "grad_value", "workspace"};
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    char message[80];
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_attention_backward_launch(s, NULL, p, p, p, p, p, p, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_backward_launch: by is null");
    CHECK_STATUS(lwk_attention_backward_launch(s, &wrong, p, p, p, p, p, p, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_backward_launch: by->group is 2, which does not divide 3 heads");
    CHECK_STATUS(lwk_attention_backward_launch(s, &many, p, p, p, p, p, p, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_attention_backward_launch: 1073741824 heads of 129 rows are more than a grid has");
    for (int i = 0; i < 10; i++) {
        float *b[10] = {p, p, p, p, p, p, p, p, p, p};
        b[i] = NULL;
        CHECK_STATUS(lwk_attention_backward_launch(s, &by, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9]),
                     LW_ERROR_INVALID_VALUE);
        snprintf(message, sizeof message, "lwk_attention_backward_launch: %s is null", names[i]);
        CHECK_MESSAGE(NULL, message);
    }
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* Attention's differences along one direction of all inputs are what the gradients say: the whole of forward and backward. */
TEST(attention_backward, gradients_are_those_of_attention)
{
    enum { HEADS = 2, QUERIES = 5, KEYS = 9, SIZE = 6, ROWS = HEADS * QUERIES * SIZE, OTHERS = KEYS * SIZE };
    static float in[3][ROWS], step[3][ROWS], grad_out[ROWS], out[2][ROWS], grad[3][ROWS], *p;
    static const size_t count[3] = {ROWS, OTHERS, OTHERS};
    const struct lwk_attention by = {HEADS, 2, QUERIES, KEYS, SIZE, 1, 0.5f};
    const float length = 1.0f / 256;
    lw_stream *s = lw_default_stream(t->device);
    float *d[11];
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 11 * sizeof in[0]), LW_SUCCESS);
    for (int i = 0; i < 11; i++)
        d[i] = p + i * ROWS;
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < 3; k++) {
            in[k][i] = (float)((i * 37 + k * 11) % 29) / 15 - 1;
            step[k][i] = (float)((i * 17 + k * 5) % 23) / 12 - 1;
        }
        grad_out[i] = (float)(i * 13 % 31) / 16 - 1;
    }
    CHECK_STATUS(lw_memcpy(t->device, d[5], grad_out, sizeof grad_out, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    double difference = 0, expected = 0;
    for (int side = 0; side < 3; side++) { /* before, behind, and at the point */
        static float moved[ROWS];
        const float by_how_much = side == 2 ? 0 : side == 1 ? length : -length;
        for (int k = 0; k < 3; k++) {
            for (size_t i = 0; i < count[k]; i++)
                moved[i] = in[k][i] + by_how_much * step[k][i];
            CHECK_STATUS(lw_memcpy(t->device, d[k], moved, sizeof moved, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        }
        CHECK_STATUS(lwk_attention_launch(s, &by, d[0], d[1], d[2], d[3], d[4]), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, out[0], d[3], sizeof out[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        for (int i = 0; i < ROWS && side < 2; i++)
            difference += (double)out[0][i] * (double)grad_out[i] * (side == 1 ? 1 : -1);
    }
    CHECK_STATUS(lwk_attention_backward_launch(s, &by, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9]),
                 LW_SUCCESS);
    for (int k = 0; k < 3; k++) {
        CHECK_STATUS(lw_memcpy(t->device, grad[k], d[6 + k], count[k] * sizeof(float), LW_MEMCPY_DEVICE_TO_HOST),
                     LW_SUCCESS);
        for (size_t i = 0; i < count[k]; i++)
            expected += (double)grad[k][i] * (double)step[k][i];
    }
    difference /= 2 * (double)length;
    CHECK(fabs(difference - expected) < 1e-3 * fabs(expected) && fabs(expected) > 0.1);
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* A launcher takes some of them by the kind of device; here all run. Sizes of both tiles, with and without wide loads. */
TEST(attention_backward, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    enum { HEADS = 2, QUERIES = 70, KEYS = 101, MOST = HEADS * KEYS * 128, SIZES = 5 };
    static const int sizes[SIZES] = {7, 64, 100, 128, 40};
    static float host[5 * MOST], got[2][3 * MOST], *in;
    lw_stream *s = lw_default_stream(t->device);
    for (int i = 0; i < 5 * MOST; i++)
        host[i] = (float)((unsigned)i * 2654435761u >> 16) / 65536 - 0.4f + (i >= 4 * MOST ? 6 : 0);
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, 8 * MOST * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    const float *query = in, *key = in + MOST, *value = in + 2 * MOST, *grad_out = in + 3 * MOST;
    const float *log_sum = in + 4 * MOST, *own = log_sum + HEADS * QUERIES;
    float *grad = in + 5 * MOST;
    for (int k = 0; k < SIZES; k++) {
        const struct lwk_attention by = {HEADS, 1 + k % 2, QUERIES, KEYS, sizes[k], k % 3 != 0, 0.5f};
        const size_t of_queries = HEADS * 3, of_keys = (size_t)(HEADS / by.group) * 4;
        const int wide = sizes[k] % 4 == 0 && k != 4;
        for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
            const lw_launch_config queries =
                lw_linear(s, for_cpu ? HEADS * 5 * 16 : of_queries * 64, for_cpu ? 16 : 64);
            const lw_launch_config keys =
                lw_linear(s, for_cpu ? (size_t)(HEADS / by.group) * 7 * 16 : of_keys * 64, for_cpu ? 16 : 64);
            CHECK_STATUS(lw_memset(t->device, grad, 0, sizeof got[0]), LW_SUCCESS);
#define LAUNCH(kernel, config, ...)                                                                                    \
    CHECK_STATUS(lw_launch(kernel, config, by, query, key, value, grad_out, log_sum, own, __VA_ARGS__), LW_SUCCESS)
            if (for_cpu) {
                LAUNCH(lwk_attention_backward_query_rows, queries, grad);
                LAUNCH(lwk_attention_backward_key_rows, keys, grad + MOST, grad + 2 * MOST);
            } else if (sizes[k] <= 64) {
                LAUNCH(lwk_attention_backward_query_64, queries, grad, wide);
                LAUNCH(lwk_attention_backward_key_64, keys, grad + MOST, grad + 2 * MOST, wide);
            } else {
                LAUNCH(lwk_attention_backward_query_128, queries, grad, wide);
                LAUNCH(lwk_attention_backward_key_128, keys, grad + MOST, grad + 2 * MOST, wide);
            }
            CHECK_STATUS(lw_memcpy(t->device, got[for_cpu], grad, sizeof got[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        }
        CHECK(memcmp(got[0], got[1], sizeof got[0]) == 0);
        CHECK(got[0][0] != 0 && got[0][MOST] != 0 && got[0][2 * MOST] != 0);
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
}
