#include <math.h>
#include <stdio.h>

#include <kernels/pooling.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Dimensions: planes; 1000 * height + width; the window's height and width, the strides, the paddings, a digit each. */
enum { IN, OUT, CHOSEN, B_CHOSEN = 0, B_GRAD_OUT, B_GRAD_IN, A_GRAD_OUT = 0, A_GRAD_IN };

static struct lwk_pool pool_of(const struct kernel_shape *shape)
{
    const int size = (int)shape->dimension[1], digits = (int)shape->dimension[2];
    const struct lwk_pool pool = {.height = size / 1000,
                                  .width = size % 1000,
                                  .window_height = digits / 100000,
                                  .window_width = digits / 10000 % 10,
                                  .stride_y = digits / 1000 % 10,
                                  .stride_x = digits / 100 % 10,
                                  .pad_y = digits / 10 % 10,
                                  .pad_x = digits % 10};
    return pool;
}

static uint64_t in_of(const struct kernel_shape *shape)
{
    return shape->dimension[0] * (shape->dimension[1] / 1000) * (shape->dimension[1] % 1000);
}

static uint64_t out_of(const struct kernel_shape *shape)
{
    const struct lwk_pool pool = pool_of(shape);
    return shape->dimension[0] * (uint64_t)lwk_pool_out_height(&pool) * (uint64_t)lwk_pool_out_width(&pool);
}

/* The elements of window w of all. */
struct window {
    int first_y, end_y, first_x, end_x;
    uint64_t plane; /* where it begins in `in` */
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static struct window window_of(const struct lwk_pool *pool, uint64_t w)
{
    const int columns = lwk_pool_out_width(pool), rows = lwk_pool_out_height(pool);
    const uint64_t in_plane = w / (uint64_t)(rows * columns), rest = w % (uint64_t)(rows * columns);
    const int y = (int)rest / columns * pool->stride_y - pool->pad_y;
    const int x = (int)rest % columns * pool->stride_x - pool->pad_x;
    const struct window window = {.first_y = y < 0 ? 0 : y,
                                  .end_y = least(y + pool->window_height, pool->height),
                                  .first_x = x < 0 ? 0 : x,
                                  .end_x = least(x + pool->window_width, pool->width),
                                  .plane = in_plane * (uint64_t)(pool->height * pool->width)};
    return window;
}

static bool counts_padding(const struct kernel_run *run)
{
    return run->variant->name[0] == 'p';
}

static int count_of(const struct kernel_run *run, const struct lwk_pool *pool, const struct window *w)
{
    return counts_padding(run) ? pool->window_height * pool->window_width
                               : (w->end_y - w->first_y) * (w->end_x - w->first_x);
}

static bool is_average(const struct kernel_run *run)
{
    return run->variant->name[0] != 'm';
}

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, in_of(&run->shape));
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, out_of(&run->shape));
    if (!is_average(run))
        kernel_buffer_add(run, "chosen", KERNEL_U32, KERNEL_OUTPUT, out_of(&run->shape));
    kernel_finite_if_compared(run);
}

static lw_status launch(const struct kernel_run *run)
{
    const struct lwk_pool pool = pool_of(&run->shape);
    const struct kernel_buffer *b = run->buffer;
    if (is_average(run))
        return lwk_average_pool_launch(run->stream, run->shape.dimension[0], &pool, counts_padding(run), b[IN].device,
                                       b[OUT].device);
    return lwk_max_pool_launch(run->stream, run->shape.dimension[0], &pool, b[IN].device, b[OUT].device,
                               b[CHOSEN].device);
}

/* The loop of kernels/pooling.h, in floats: its very bits. */
static void reference(struct kernel_run *run)
{
    const struct lwk_pool pool = pool_of(&run->shape);
    for (uint64_t e = 0; e < out_of(&run->shape); e++) {
        const struct window w = window_of(&pool, e);
        float sum = 0, most = 0;
        int chosen = -1;
        for (int y = w.first_y; y < w.end_y; y++)
            for (int x = w.first_x; x < w.end_x; x++) {
                const float value = kernel_f32(run, IN)[w.plane + (uint64_t)(y * pool.width + x)];
                sum += value;
                if (chosen < 0 || value > most || isnan(value)) {
                    most = value;
                    chosen = y * pool.width + x;
                }
            }
        run->buffer[OUT].expected[e] = is_average(run) ? (double)(sum / (float)count_of(run, &pool, &w)) : (double)most;
        if (!is_average(run))
            run->buffer[CHOSEN].expected[e] = chosen;
    }
}

static void prepare_backward(struct kernel_run *run)
{
    const struct lwk_pool pool = pool_of(&run->shape);
    uint32_t *chosen = NULL;
    if (!is_average(run))
        chosen = kernel_buffer_add(run, "chosen", KERNEL_U32, KERNEL_INPUT, out_of(&run->shape))->host;
    kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, out_of(&run->shape));
    kernel_buffer_add(run, "grad_in", KERNEL_F32, KERNEL_OUTPUT, in_of(&run->shape));
    for (uint64_t e = 0; chosen != NULL && e < out_of(&run->shape); e++) { /* any element of the window */
        const struct window w = window_of(&pool, e);
        const uint32_t bits = (uint32_t)(e * 0x9e3779b97f4a7c15u >> 33), rows = (uint32_t)(w.end_y - w.first_y);
        const uint32_t columns = (uint32_t)(w.end_x - w.first_x);
        chosen[e] =
            ((uint32_t)w.first_y + bits / columns % rows) * (uint32_t)pool.width + (uint32_t)w.first_x + bits % columns;
    }
    kernel_finite_if_compared(run);
}

static lw_status launch_backward(const struct kernel_run *run)
{
    const struct lwk_pool pool = pool_of(&run->shape);
    const struct kernel_buffer *b = run->buffer;
    if (is_average(run))
        return lwk_average_pool_backward_launch(run->stream, run->shape.dimension[0], &pool, counts_padding(run),
                                                b[A_GRAD_OUT].device, b[A_GRAD_IN].device);
    return lwk_max_pool_backward_launch(run->stream, run->shape.dimension[0], &pool, b[B_CHOSEN].device,
                                        b[B_GRAD_OUT].device, b[B_GRAD_IN].device);
}

static void reference_backward(struct kernel_run *run)
{
    const struct lwk_pool pool = pool_of(&run->shape);
    const float *grad_out = kernel_f32(run, is_average(run) ? A_GRAD_OUT : B_GRAD_OUT);
    double *sum = run->buffer[is_average(run) ? A_GRAD_IN : B_GRAD_IN].expected;
    for (uint64_t i = 0; i < in_of(&run->shape); i++)
        sum[i] = 0;
    for (uint64_t e = 0; e < out_of(&run->shape); e++) {
        const struct window w = window_of(&pool, e);
        if (!is_average(run)) {
            double *at = &sum[w.plane + kernel_u32(run, B_CHOSEN)[e]];
            *at = (double)((float)*at + grad_out[e]);
            continue;
        }
        for (int y = w.first_y; y < w.end_y; y++)
            for (int x = w.first_x; x < w.end_x; x++) {
                double *at = &sum[w.plane + (uint64_t)(y * pool.width + x)];
                *at = (double)((float)*at + grad_out[e] / (float)count_of(run, &pool, &w));
            }
    }
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)(in_of(shape) + out_of(shape));
}

static void describe(const struct kernel_shape *shape, char *text, size_t size)
{
    const struct lwk_pool p = pool_of(shape);
    snprintf(text, size, "%llu of %dx%d, %dx%d by %d, pad %d", (unsigned long long)shape->dimension[0], p.height,
             p.width, p.window_height, p.window_width, p.stride_x, p.pad_x);
}

static const struct kernel_variant variants[] = {{"max", launch, NULL, false},
                                                 {"average", launch, NULL, false},
                                                 {"padding", launch, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_variant backward_variants[] = {{"max", launch_backward, NULL, false},
                                                          {"average", launch_backward, NULL, false},
                                                          {"padding", launch_backward, NULL, false},
                                                          {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {
    {{0, 1001, 111100}},  {{1, 1001, 111100}},  {{3, 17038, 222200}}, {{3, 9070, 332211}}, {{2, 35033, 331111}},
    {{70, 7007, 771100}}, {{2, 20041, 354321}}, {{2, 13100, 233300}}, {{2, 9041, 331120}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{64, 56056, 222200}},    {{64, 112112, 332211}},  {{64, 56056, 331111}}, {{8192, 56056, 222200}},
    {{8192, 112112, 332211}}, {{8192, 56056, 331111}}, {{UINT64_MAX}}};

static struct kernel_case pooling = {
    .name = "pooling",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
    .describe = describe,
};
KERNEL_CASE(pooling);

static struct kernel_case pooling_backward = {
    .name = "pooling_backward",
    .variants = backward_variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_NONFINITE,
    .prepare = prepare_backward,
    .reference = reference_backward,
    .bytes = bytes,
    .describe = describe,
};
KERNEL_CASE(pooling_backward);

TEST(pooling, refuses_bad_arguments)
{
    static const struct {
        struct lwk_pool pool;
        size_t planes;
        const char *message;
    } wrong[] = {
        {{0, 4, 2, 2, 2, 2, 0, 0}, 1, "pool->height is 0; expected 1 to 32767"},
        {{4, 40000, 2, 2, 2, 2, 0, 0}, 1, "pool->width is 40000; expected 1 to 32767"},
        {{4, 4, 2, 0, 2, 2, 0, 0}, 1, "pool->window_width is 0; expected 1 to 32767"},
        {{4, 4, 2, 2, 0, 2, 0, 0}, 1, "pool->stride_y is 0; expected 1 to 32767"},
        {{4, 4, 2, 2, 2, 2, 2, 0}, 1, "pool->pad_y is 2; expected 0 to 1"},
        {{4, 4, 2, 2, 2, 2, 0, -1}, 1, "pool->pad_x is -1; expected 0 to 1"},
        {{4, 4, 7, 2, 2, 2, 1, 0}, 1, "pool->window_height is 7; expected 1 to 6"},
        {{4, 4, 2, 2, 2, 2, 0, 0}, (size_t)1 << 27, "134217728 planes of 16 elements; at most 2147483647 elements"},
    };
    const struct lwk_pool pool = {4, 4, 2, 2, 2, 2, 0, 0};
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 256), LW_SUCCESS);
    int *chosen = (int *)p;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_STATUS(lwk_max_pool_launch(s, wrong[i].planes, &wrong[i].pool, p, p + 32, NULL), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, wrong[i].message);
    }
    CHECK_STATUS(lwk_max_pool_launch(s, 1, NULL, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_max_pool_launch: pool is null");
    CHECK_STATUS(lwk_max_pool_launch(s, 1, &pool, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_max_pool_launch: in is null");
    CHECK_STATUS(lwk_average_pool_launch(s, 1, &pool, true, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_average_pool_launch: out is null");
    CHECK_STATUS(lwk_max_pool_backward_launch(s, 1, &pool, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_max_pool_backward_launch: chosen is null");
    CHECK_STATUS(lwk_max_pool_backward_launch(s, 1, &pool, chosen, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_max_pool_backward_launch: grad_in is null");
    CHECK_STATUS(lwk_average_pool_backward_launch(s, 1, &pool, true, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_average_pool_backward_launch: grad_out is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

static lw_status launch_kernel(lw_stream *s, int which, bool by_rows, const struct lwk_pool *pool,
                               const struct lwk_pool_rest *rest, const float *in, const int *chosen, float *out,
                               int *out_chosen)
{
    const bool backward = which >= 2;
    const unsigned planes = 3, columns = (unsigned)(backward ? pool->width : rest->out_width), each = 5;
    const unsigned rows = (unsigned)(backward ? pool->height : rest->out_height) * planes;
    const unsigned count = (unsigned)(backward ? rest->in_strips : rest->out_strips) * columns * planes;
    const lw_launch_config config = !by_rows   ? lw_linear(s, count, 256)
                                    : backward ? lw_linear(s, 1, 1)
                                               : lw_linear(s, (size_t)(rows / each + 1) * 8, 8);
    switch (which * 2 + (by_rows ? 1 : 0)) {
    case 0: return lw_launch(lwk_max_pool, config, count, *pool, *rest, in, out, out_chosen);
    case 1: return lw_launch(lwk_max_pool_rows, config, rows, each, *pool, *rest, in, out, out_chosen);
    case 2: return lw_launch(lwk_average_pool, config, count, *pool, *rest, 0, in, out);
    case 3: return lw_launch(lwk_average_pool_rows, config, rows, each, *pool, *rest, 0, in, out);
    case 4: return lw_launch(lwk_max_pool_backward, config, count, *pool, *rest, chosen, in, out);
    case 5: return lw_launch(lwk_max_pool_backward_planes, config, planes, each, *pool, *rest, chosen, in, out);
    case 6: return lw_launch(lwk_average_pool_backward, config, count, *pool, *rest, 0, in, out);
    default: return lw_launch(lwk_average_pool_backward_planes, config, planes, each, *pool, *rest, 0, in, out);
    }
}

/* A launcher takes one of them by the kind of device; here both run. `in` is the gradient of the backward ones, too. */
TEST(pooling, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    enum { MOST = 3 * 30 * 41, POOLS = 7 };
    static float host[MOST], got[2][2 * MOST];
    static const struct lwk_pool pools[POOLS] = {
        {30, 41, 3, 5, 2, 3, 1, 2}, {30, 41, 2, 2, 2, 2, 0, 0}, {29, 40, 2, 2, 2, 2, 1, 1}, {30, 41, 3, 3, 2, 2, 1, 1},
        {29, 40, 3, 3, 2, 2, 2, 0}, {30, 39, 3, 3, 1, 1, 1, 1}, {1, 5, 3, 3, 1, 1, 1, 0}};
    float *in, *out;
    int *chosen;
    for (int i = 0; i < MOST; i++)
        host[i] = (float)(i * i % 37 % 8 + 1) / 7 * (i % 50 == 0 ? 1e-38f : i % 301 == 300 ? NAN : 1);
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof got[0]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&chosen, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (int which = 0; which < 4 * POOLS; which++) {
        const struct lwk_pool *pool = &pools[which / 4];
        const struct lwk_pool_rest rest = lwk_pool_rest_of(pool);
        CHECK_STATUS(lwk_max_pool_launch(lw_default_stream(t->device), 3, pool, in, out, chosen), LW_SUCCESS);
        for (int by_rows = 0; by_rows < 2; by_rows++) {
            CHECK_STATUS(lw_memset(t->device, out, 0, sizeof got[0]), LW_SUCCESS);
            CHECK_STATUS(launch_kernel(lw_default_stream(t->device), which % 4, by_rows, pool, &rest, in, chosen, out,
                                       (int *)out + MOST),
                         LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[by_rows], out, sizeof got[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        }
        CHECK(memcmp(got[0], got[1], sizeof got[0]) == 0);
        size_t stored = 0;
        for (size_t i = 0; i < MOST; i++)
            stored += got[0][i] != 0;
        CHECK(stored > 1);
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, chosen), LW_SUCCESS);
}
