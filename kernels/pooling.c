#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/pool_strip.h"
#include "device/rows.h"
#include "pooling.h"

enum { BLOCK = 128, ROW_THREADS = 8 };

/* ---- a thread a strip of a column: of the planes p, strip and column x ---- */
#define STRIP(columns_, by_columns, strips_, by_strips)                                                                \
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;                                                          \
    if (t >= count)                                                                                                    \
        return;                                                                                                        \
    const unsigned line = lwk_pool_divide(t, rest.by_columns), p = lwk_pool_divide(line, rest.by_strips);              \
    const int x = (int)(t - line * (unsigned)(columns_)), strip = (int)(line - p * (unsigned)(strips_));               \
    const size_t in_plane = (size_t)p * (size_t)(pool.height * pool.width),                                            \
                 out_plane = (size_t)p * (size_t)(rest.out_height * rest.out_width)
#define OUT_STRIP STRIP(rest.out_width, by_out_width, rest.out_strips, by_out_strips)
#define IN_STRIP STRIP(pool.width, by_width, rest.in_strips, by_in_strips)

/* Calls the function for the usual sizes, with the strip's first row of windows; or stores an element. */
#define USUAL(function, other, ...)                                                                                    \
    switch (rest.usual) {                                                                                              \
    case LWK_POOL_TWO_BY_TWO: function(__VA_ARGS__, strip *(LWK_POOL_STRIP / 2), x, 2, 2); break;                      \
    case LWK_POOL_THREE_BY_TWO: function(__VA_ARGS__, strip *(LWK_POOL_STRIP / 2), x, 3, 2); break;                    \
    case LWK_POOL_THREE_BY_ONE: function(__VA_ARGS__, strip *LWK_POOL_STRIP, x, 3, 1); break;                          \
    default: other                                                                                                     \
    }

LW_KERNEL(lwk_max_pool, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest), (const float *, in),
          (float *, out), (int *, chosen))
{
    int at;
    OUT_STRIP;
    in += in_plane;
    out += out_plane;
    if (chosen != NULL)
        chosen += out_plane;
    USUAL(
        lwk_pool_most_strip,
        {
            out[strip * rest.out_width + x] = lwk_pool_most(&pool, in, strip, x, &at);
            if (chosen != NULL)
                chosen[strip * rest.out_width + x] = at;
        },
        &pool, &rest, in, out, chosen)
}

LW_KERNEL(lwk_average_pool, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest),
          (int, count_padding), (const float *, in), (float *, out))
{
    OUT_STRIP;
    in += in_plane;
    out += out_plane;
    USUAL(lwk_pool_mean_strip, out[strip * rest.out_width + x] = lwk_pool_mean(&pool, count_padding, in, strip, x);
          , &pool, &rest, count_padding, in, out)
}

LW_KERNEL(lwk_max_pool_backward, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest),
          (const int *, chosen), (const float *, grad_out), (float *, grad_in))
{
    IN_STRIP;
    chosen += out_plane;
    grad_out += out_plane;
    grad_in += in_plane;
    USUAL(lwk_pool_most_gradient_strip,
          grad_in[strip * pool.width + x] = lwk_pool_most_gradient(&pool, &rest, chosen, grad_out, strip, x);
          , &pool, &rest, chosen, grad_out, grad_in)
}

LW_KERNEL(lwk_average_pool_backward, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest),
          (int, count_padding), (const float *, grad_out), (float *, grad_in))
{
    IN_STRIP;
    grad_out += out_plane;
    grad_in += in_plane;
    USUAL(lwk_pool_mean_gradient_strip,
          grad_in[strip * pool.width + x] = lwk_pool_mean_gradient(&pool, &rest, count_padding, grad_out, strip, x);
          , &pool, &rest, count_padding, grad_out, grad_in)
}

/* ---- for CPUs: a block takes rows, which are row y of plane p, tap by tap: an output row stays in the nearest cache ---- */
#define EACH_ROW(rows_, ...)                                                                                           \
    const unsigned last = rows - blockIdx.x * each < each ? rows : (blockIdx.x + 1) * each;                            \
    for (unsigned row = blockIdx.x * each; row < last; row++) {                                                        \
        const unsigned p = row / (unsigned)(rows_);                                                                    \
        const int oy = (int)(row - p * (unsigned)(rows_)), first_y = oy * pool.stride_y - pool.pad_y;                  \
        const float *in = all_in + (size_t)p * (size_t)(pool.height * pool.width);                                     \
        const size_t first_out = (size_t)row * (size_t)rest.out_width;                                                 \
        float *out = all_out + first_out;                                                                              \
        __VA_ARGS__                                                                                                    \
    }

/* Runs the statement for each element of each row of the windows that is in the plane; `x` is the output's column, `value` the element,
 * row_at + at(x) its place. Strides of 1 and 2 have loops of their own, as a compiler has vectors for them. Taps begin at different columns, so a
 * column changes threads from one to the next. */
#define EACH_TAP(...)                                                                                                  \
    for (int wy = 0; wy < pool.window_height; wy++) {                                                                  \
        const int y = first_y + wy, row_at = y * pool.width;                                                           \
        if (y < 0 || y >= pool.height)                                                                                 \
            continue;                                                                                                  \
        for (int wx = 0; wx < pool.window_width; wx++) {                                                               \
            const int shift = wx - pool.pad_x, most = pool.width - 1 - shift;                                          \
            const int begin = shift >= 0 ? 0 : (pool.stride_x - 1 - shift) / pool.stride_x;                            \
            const int behind = most < 0 ? 0 : most / pool.stride_x + 1;                                                \
            const int end = behind < rest.out_width ? behind : rest.out_width;                                         \
            const float *from = in + row_at;                                                                           \
            if (begin < end && pool.stride_x == 1)                                                                     \
                TAP(1, __VA_ARGS__)                                                                                    \
            else if (begin < end && pool.stride_x == 2)                                                                \
                TAP(2, __VA_ARGS__)                                                                                    \
            else if (begin < end)                                                                                      \
                TAP(pool.stride_x, __VA_ARGS__)                                                                        \
            __syncthreads();                                                                                           \
        }                                                                                                              \
    }
#define TAP(stride, ...)                                                                                               \
    LWK_ROW_EACH(x, (size_t)begin, (size_t)end, ROW_THREADS, {                                                         \
        const int place = (int)x * (stride) + shift;                                                                   \
        const float value = from[place];                                                                               \
        __VA_ARGS__                                                                                                    \
    })

LW_KERNEL(lwk_max_pool_rows, LW_BLOCK_SIZE(ROW_THREADS, 1, 1), (unsigned, rows), (unsigned, each),
          (struct lwk_pool, pool), (struct lwk_pool_rest, rest), (const float *, all_in), (float *, all_out),
          (int *, all_chosen)){
    EACH_ROW(rest.out_height,
             {
                 LWK_ROW_EACH(x, 0, (size_t)rest.out_width, ROW_THREADS, out[x] = -INFINITY)
                 __syncthreads();
                 if (all_chosen == NULL) {
                     EACH_TAP(out[x] = value > out[x] || value != value ? value : out[x];)
                 } else {
                     int *chosen = all_chosen + first_out;
                     LWK_ROW_EACH(x, 0, (size_t)rest.out_width, ROW_THREADS,
                                  chosen[x] = lwk_pool_within(first_y, pool.height) * pool.width +
                                              lwk_pool_within((int)x * pool.stride_x - pool.pad_x, pool.width))
                     __syncthreads();
                     EACH_TAP(const bool greater = value > out[x] || value != value; out[x] = greater ? value : out[x];
                              chosen[x] = greater ? row_at + place : chosen[x];)
                 }
             })}

LW_KERNEL(lwk_average_pool_rows, LW_BLOCK_SIZE(ROW_THREADS, 1, 1), (unsigned, rows), (unsigned, each),
          (struct lwk_pool, pool), (struct lwk_pool_rest, rest), (int, count_padding), (const float *, all_in),
          (float *, all_out)){
    EACH_ROW(rest.out_height,
             {
                 const int in_rows = lwk_pool_covered(first_y, pool.window_height, pool.height);
                 LWK_ROW_EACH(x, 0, (size_t)rest.out_width, ROW_THREADS, out[x] = 0.0f)
                 __syncthreads();
                 EACH_TAP(out[x] += value;)
                 LWK_ROW_EACH(x, 0, (size_t)rest.out_width, ROW_THREADS, {
                     const int columns =
                         lwk_pool_covered((int)x * pool.stride_x - pool.pad_x, pool.window_width, pool.width);
                     out[x] /= (float)(count_padding ? pool.window_height * pool.window_width : in_rows * columns);
                 })
             })}

/* ---- for CPUs: a block of one thread has planes, and adds to them as the loop does ---- */
LW_KERNEL(lwk_max_pool_backward_planes, LW_BLOCK_SIZE(1, 1, 1), (unsigned, planes), (unsigned, each),
          (struct lwk_pool, pool), (struct lwk_pool_rest, rest), (const int *, chosen), (const float *, grad_out),
          (float *, grad_in))
{
    const size_t ins = (size_t)(pool.height * pool.width), outs = (size_t)(rest.out_height * rest.out_width);
    const unsigned last = planes - blockIdx.x * each < each ? planes : (blockIdx.x + 1) * each;
    for (size_t p = blockIdx.x * each; p < last; p++) {
        float *plane = grad_in + p * ins;
        for (size_t i = 0; i < ins; i++)
            plane[i] = 0.0f;
        for (size_t o = p * outs; o < (p + 1) * outs; o++)
            plane[chosen[o]] += grad_out[o];
    }
}

LW_KERNEL(lwk_average_pool_backward_planes, LW_BLOCK_SIZE(1, 1, 1), (unsigned, planes), (unsigned, each),
          (struct lwk_pool, pool), (struct lwk_pool_rest, rest), (int, count_padding), (const float *, grad_out),
          (float *, grad_in))
{
    const size_t ins = (size_t)(pool.height * pool.width);
    const unsigned last = planes - blockIdx.x * each < each ? planes : (blockIdx.x + 1) * each;
    for (size_t p = blockIdx.x * each; p < last; p++) {
        float *plane = grad_in + p * ins;
        const float *grad = grad_out + p * (size_t)(rest.out_height * rest.out_width);
        for (size_t i = 0; i < ins; i++)
            plane[i] = 0.0f;
        for (int oy = 0; oy < rest.out_height; oy++)
            for (int ox = 0; ox < rest.out_width; ox++) {
                const int first_y = oy * pool.stride_y - pool.pad_y, first_x = ox * pool.stride_x - pool.pad_x;
                const int rows = lwk_pool_covered(first_y, pool.window_height, pool.height);
                const int columns = lwk_pool_covered(first_x, pool.window_width, pool.width);
                const int elements = count_padding ? pool.window_height * pool.window_width : rows * columns;
                const float part = *grad++ / (float)elements;
                float *at = plane + (first_y > 0 ? first_y : 0) * pool.width + (first_x > 0 ? first_x : 0);
                for (int y = 0; y < rows; y++, at += pool.width)
                    for (int x = 0; x < columns; x++)
                        at[x] += part;
            }
    }
}

/* ---- the host's side ---- */
static lw_status check_range(const char *launcher, const char *name, int value, int least, int most)
{
    if (value < least || value > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: pool->%s is %d; expected %d to %d", launcher, name, value, least,
                        most);
    return LW_SUCCESS;
}

static int most_windows(int window, int stride)
{
    return window / stride + (window % stride != 0);
}

static struct lwk_pool_divisor divisor_of(int number)
{
    struct lwk_pool_divisor by = {.factor = 0, .shift = 31};
    while ((1ull << (by.shift - 31)) < (unsigned)number)
        by.shift++;
    by.factor = (unsigned)((1ull << by.shift) / (unsigned)number) + 1;
    return by;
}

static enum lwk_pool_usual usual_of(const struct lwk_pool *pool)
{
    if (pool->window_height != pool->window_width || pool->stride_y != pool->stride_x)
        return LWK_POOL_OTHER;
    switch (10 * pool->window_height + pool->stride_y) {
    case 22: return LWK_POOL_TWO_BY_TWO;
    case 32: return LWK_POOL_THREE_BY_TWO;
    case 31: return LWK_POOL_THREE_BY_ONE;
    default: return LWK_POOL_OTHER;
    }
}

struct lwk_pool_rest lwk_pool_rest_of(const struct lwk_pool *pool)
{
    const int out_height = lwk_pool_out_height(pool), out_width = lwk_pool_out_width(pool);
    const enum lwk_pool_usual usual = usual_of(pool);
    /* Rows of windows of a strip, and those that rows are the first ones of. */
    const int each = usual == LWK_POOL_OTHER ? 1 : LWK_POOL_STRIP / pool->stride_y;
    const int tiles = (pool->height - 1 + pool->pad_y) / pool->stride_y + 1;
    const int out_strips = (out_height - 1) / each + 1;
    const int in_strips = usual == LWK_POOL_OTHER ? pool->height : (tiles - 1) / each + 1;
    const struct lwk_pool_rest rest = {
        .out_height = out_height,
        .out_width = out_width,
        .most_y = most_windows(pool->window_height, pool->stride_y),
        .most_x = most_windows(pool->window_width, pool->stride_x),
        .part_y = ((1ull << 32) + (unsigned)pool->stride_y - 1) / (unsigned)pool->stride_y,
        .part_x = ((1ull << 32) + (unsigned)pool->stride_x - 1) / (unsigned)pool->stride_x,
        .usual = usual,
        .out_strips = out_strips,
        .in_strips = in_strips,
        .by_out_width = divisor_of(out_width),
        .by_out_strips = divisor_of(out_strips),
        .by_width = divisor_of(pool->width),
        .by_in_strips = divisor_of(in_strips),
    };
    return rest;
}

/* Checks what launchers have in common; *counts: elements of all planes, before and after. planes is not 0. */
static lw_status check(const char *launcher, size_t planes, const struct lwk_pool *pool, struct lwk_pool_rest *rest,
                       unsigned counts[2])
{
    const int most = 32767;
    const size_t most_elements = 0x7fffffff;
    if (pool == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: pool is null", launcher);
    const struct {
        const char *name;
        int value, least, most;
    } ranges[] = {
        {"height", pool->height, 1, most},
        {"width", pool->width, 1, most},
        {"window_height", pool->window_height, 1, most},
        {"window_width", pool->window_width, 1, most},
        {"stride_y", pool->stride_y, 1, most},
        {"stride_x", pool->stride_x, 1, most},
        {"pad_y", pool->pad_y, 0, pool->window_height - 1},
        {"pad_x", pool->pad_x, 0, pool->window_width - 1},
        /* the planes' own are known to be right by now */
        {"window_height", pool->window_height, 1, pool->height + 2 * pool->pad_y},
        {"window_width", pool->window_width, 1, pool->width + 2 * pool->pad_x},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        lw_status status = check_range(launcher, ranges[i].name, ranges[i].value, ranges[i].least, ranges[i].most);
        if (status != LW_SUCCESS)
            return status;
    }
    *rest = lwk_pool_rest_of(pool);
    const size_t in = (size_t)pool->height * (size_t)pool->width;
    const size_t out = (size_t)rest->out_height * (size_t)rest->out_width;
    if (planes > most_elements / (in > out ? in : out))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %zu planes of %zu elements; at most %zu elements are possible",
                        launcher, planes, in > out ? in : out, most_elements);
    counts[0] = (unsigned)(planes * in);
    counts[1] = (unsigned)(planes * out);
    return LW_SUCCESS;
}

/* A CPU's: a block has some 16384 elements, as each takes its time to start. */
static lw_launch_config rows_config(lw_stream *stream, unsigned count, int columns, unsigned *rows, unsigned *each)
{
    *rows = count / (unsigned)columns;
    *each = 16384 / (unsigned)columns + 1;
    return lw_linear(stream, (size_t)(*rows / *each + (*rows % *each != 0)) * ROW_THREADS, ROW_THREADS);
}

static lw_launch_config planes_config(lw_stream *stream, size_t planes, unsigned count, unsigned *each)
{
    *each = 16384 / (unsigned)(count / planes) + 1;
    return lw_linear(stream, planes / *each + (planes % *each != 0), 1);
}

static lw_status null_of(const char *launcher, const char *first, const void *first_pointer, const char *second,
                         const void *second_pointer)
{
    if (first_pointer == NULL || second_pointer == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, first_pointer == NULL ? first : second);
    return LW_SUCCESS;
}

/* A GPU's threads: at most an element each, so that their number is within its range. */
#define OUT_THREADS (unsigned)(planes * (size_t)rest.out_strips * (size_t)rest.out_width)
#define IN_THREADS (unsigned)(planes * (size_t)rest.in_strips * (size_t)pool->width)

/* What launchers begin with: returns, or has `rest`, `counts`, `is_cpu`. */
#define BEGIN(name, first, first_pointer, second, second_pointer)                                                      \
    struct lwk_pool_rest rest;                                                                                         \
    unsigned counts[2], each;                                                                                          \
    bool is_cpu = false;                                                                                               \
    if (planes == 0)                                                                                                   \
        return LW_SUCCESS;                                                                                             \
    lw_status status = check(name, planes, pool, &rest, counts);                                                       \
    if (status == LW_SUCCESS)                                                                                          \
        status = null_of(name, first, first_pointer, second, second_pointer);                                          \
    if (status == LW_SUCCESS)                                                                                          \
        status = lwk_stream_is_cpu(stream, &is_cpu);                                                                   \
    if (status != LW_SUCCESS)                                                                                          \
    return status

lw_status lwk_max_pool_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool, const float *in,
                              float *out, int *chosen)
{
    BEGIN("lwk_max_pool_launch", "in", in, "out", out);
    if (is_cpu) {
        unsigned rows;
        const lw_launch_config config = rows_config(stream, counts[1], rest.out_width, &rows, &each);
        return lw_launch(lwk_max_pool_rows, config, rows, each, *pool, rest, in, out, chosen);
    }
    return lw_launch(lwk_max_pool, lw_linear(stream, OUT_THREADS, BLOCK), OUT_THREADS, *pool, rest, in, out, chosen);
}

lw_status lwk_max_pool_backward_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool, const int *chosen,
                                       const float *grad_out, float *grad_in)
{
    BEGIN("lwk_max_pool_backward_launch", "chosen", chosen, "grad_out", grad_out);
    if (grad_in == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_max_pool_backward_launch: grad_in is null");
    if (is_cpu) {
        const lw_launch_config config = planes_config(stream, planes, counts[0], &each);
        return lw_launch(lwk_max_pool_backward_planes, config, (unsigned)planes, each, *pool, rest, chosen, grad_out,
                         grad_in);
    }
    return lw_launch(lwk_max_pool_backward, lw_linear(stream, IN_THREADS, BLOCK), IN_THREADS, *pool, rest, chosen,
                     grad_out, grad_in);
}

lw_status lwk_average_pool_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool, bool count_padding,
                                  const float *in, float *out)
{
    BEGIN("lwk_average_pool_launch", "in", in, "out", out);
    if (is_cpu) {
        unsigned rows;
        const lw_launch_config config = rows_config(stream, counts[1], rest.out_width, &rows, &each);
        return lw_launch(lwk_average_pool_rows, config, rows, each, *pool, rest, (int)count_padding, in, out);
    }
    return lw_launch(lwk_average_pool, lw_linear(stream, OUT_THREADS, BLOCK), OUT_THREADS, *pool, rest,
                     (int)count_padding, in, out);
}

lw_status lwk_average_pool_backward_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool,
                                           bool count_padding, const float *grad_out, float *grad_in)
{
    BEGIN("lwk_average_pool_backward_launch", "grad_out", grad_out, "grad_in", grad_in);
    if (is_cpu) {
        const lw_launch_config config = planes_config(stream, planes, counts[0], &each);
        return lw_launch(lwk_average_pool_backward_planes, config, (unsigned)planes, each, *pool, rest,
                         (int)count_padding, grad_out, grad_in);
    }
    return lw_launch(lwk_average_pool_backward, lw_linear(stream, IN_THREADS, BLOCK), IN_THREADS, *pool, rest,
                     (int)count_padding, grad_out, grad_in);
}
