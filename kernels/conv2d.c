#include <lanewise/kernel.h>

#include "conv2d.h"
#include "device/conv.h"
#include "device/conv_check.h"
#include "device/kind.h"
#include "device/rows.h"

enum {
    DEPTH = LWK_CONV_DEPTH,
    CHANNELS = LWK_CONV_CHANNELS,
    PIXELS = LWK_CONV_PIXELS,
    THREADS = LWK_CONV_THREADS,
    ROW_THREADS = LWK_CONV_ROW_THREADS,
    TOGETHER = 4, /* output channels of a thread */
    TAP_THREADS = LWK_CONV_TAP_THREADS,
    BLOCK = 256
};

/* ---- the implicit product ---- */

/* Tiles are double-buffered, as in sgemm.c: the next pair is on its way through registers while a block multiplies one. */
LW_KERNEL(lwk_conv2d_gemm, LW_BLOCK_SIZE(THREADS, 1, 1), (struct lwk_conv, conv), (int, out_height), (int, out_width),
          (const float *, in), (const float *, weight), (const float *, bias), (float *, out), (int, wide))
{
    LW_SHARED(float4, all_weights, [2][DEPTH][CHANNELS / 4]); /* for their alignment */
    LW_SHARED(float4, all_elements, [2][DEPTH][PIXELS / 4]);
    float(*weights)[DEPTH][CHANNELS] = (float(*)[DEPTH][CHANNELS])(void *)all_weights;
    float(*elements)[DEPTH][PIXELS] = (float(*)[DEPTH][PIXELS])(void *)all_elements;
    const int channels = conv.in_channels / conv.groups, out_channels = conv.out_channels / conv.groups;
    const int tiles = (out_channels + CHANNELS - 1) / CHANNELS, group = (int)blockIdx.y / tiles;
    const int first_channel = (int)blockIdx.y % tiles * CHANNELS; /* of the group's */
    const unsigned plane = (unsigned)(out_height * out_width), pixels = (unsigned)conv.batch * plane;
    const int thread = (int)threadIdx.x, across = thread % 16, down = thread / 16;

    /* what the thread loads */
    const unsigned pixel = blockIdx.x * PIXELS + (unsigned)(thread % PIXELS);
    const unsigned picture = pixel / plane, in_plane = pixel % plane;
    const int first_y = (int)(in_plane / (unsigned)out_width) * conv.stride_y - conv.pad_y;
    const int first_x = (int)(in_plane % (unsigned)out_width) * conv.stride_x - conv.pad_x;
    const bool is_pixel = pixel < pixels, is_channel = first_channel + thread % CHANNELS < out_channels;
    const float *from =
        in + ((size_t)(is_pixel ? picture : 0) * (size_t)conv.in_channels + (size_t)(group * channels)) *
                 (size_t)(conv.height * conv.width);
    const float *factors =
        weight + (size_t)(group * out_channels + first_channel + (is_channel ? thread % CHANNELS : 0)) *
                     (size_t)(channels * conv.window_height * conv.window_width);

    float sum[4][8];
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int channel = first_channel + 4 * down + i;
        const float own = bias == NULL || channel >= out_channels ? 0.0f : bias[group * out_channels + channel];
        _Pragma("unroll") for (int j = 0; j < 8; j++) sum[i][j] = own;
    }
    struct lwk_conv_tap tap = {0, 0, 0};
    struct lwk_conv_loads loads =
        lwk_conv_load(&conv, tap, channels, factors, is_channel, from, is_pixel, first_y, first_x);
    for (int now = 0; tap.c < channels; now ^= 1) {
        const int depth = channels - tap.c;
        _Pragma("unroll") for (int i = 0; i < 2; i++) weights[now][thread / CHANNELS + 4 * i][thread % CHANNELS] =
            loads.weight[i];
        _Pragma("unroll") for (int i = 0; i < 4; i++) elements[now][thread / PIXELS + 2 * i][thread % PIXELS] =
            loads.in[i];
        __syncthreads();
        tap = lwk_conv_next(tap, &conv);
        if (tap.c < channels)
            loads = lwk_conv_load(&conv, tap, channels, factors, is_channel, from, is_pixel, first_y, first_x);
        if (depth >= DEPTH) {
            _Pragma("unroll") for (int l = 0; l < DEPTH; l++)
                lwk_conv_multiply(&weights[now][l][4 * down], &elements[now][l][4 * across], sum);
        } else {
            for (int l = 0; l < depth; l++)
                lwk_conv_multiply(&weights[now][l][4 * down], &elements[now][l][4 * across], sum);
        }
    }
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int channel = first_channel + 4 * down + i, k = group * out_channels + channel;
        if (channel < out_channels) {
            const unsigned first = blockIdx.x * PIXELS + (unsigned)(4 * across);
            const size_t all = (size_t)conv.out_channels * plane;
            lwk_conv_store(out + (size_t)k * plane, first, pixels, plane, all, wide, &sum[i][0]);
            lwk_conv_store(out + (size_t)k * plane, first + PIXELS / 2, pixels, plane, all, wide, &sum[i][4]);
        }
    }
}

/* ---- a thread an output element ---- */
LW_KERNEL(lwk_conv2d_direct, (unsigned, count), (struct lwk_conv, conv), (int, out_height), (int, out_width),
          (const float *, in), (const float *, weight), (const float *, bias), (float *, out))
{
    const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count)
        return;
    const unsigned row = e / (unsigned)out_width, plane = row / (unsigned)out_height;
    const unsigned picture = plane / (unsigned)conv.out_channels, k = plane - picture * (unsigned)conv.out_channels;
    const int channels = conv.in_channels / conv.groups, group = (int)k / (conv.out_channels / conv.groups);
    const int first_x = (int)(e - row * (unsigned)out_width) * conv.stride_x - conv.pad_x;
    const int first_y = (int)(row - plane * (unsigned)out_height) * conv.stride_y - conv.pad_y;
    const int window = conv.window_height * conv.window_width, in_plane = conv.height * conv.width;
    in += ((size_t)picture * (size_t)conv.in_channels + (size_t)(group * channels)) * (size_t)in_plane;
    weight += (size_t)k * (size_t)(channels * window);
    float sum = bias == NULL ? 0.0f : bias[k];
    for (int first = 0; first < channels; first += DEPTH) {
        const int last = channels - first < DEPTH ? channels : first + DEPTH;
        for (int r = 0; r < conv.window_height; r++)
            for (int s = 0; s < conv.window_width; s++) {
                const int y = first_y + r * conv.dilation_y, x = first_x + s * conv.dilation_x;
                const bool inside = y >= 0 && y < conv.height && x >= 0 && x < conv.width;
                const size_t at = inside ? (size_t)(y * conv.width + x) : 0;
                for (int c = first; c < last; c++) {
                    const float element = inside ? in[(size_t)c * (size_t)in_plane + at] : 0.0f;
                    sum = fmaf(weight[c * window + r * conv.window_width + s], element, sum);
                }
            }
    }
    out[e] = sum;
}

/* ---- for CPUs: a thread a pixel; weights are scalars, elements of neighbouring pixels vectors ---- */

/* Adds `depth` channels' products of one element of the window to `many` output channels, a constant. Channels are `plane` elements and
 * `window` weights apart, output channels `ld` weights. */
static __device__ __forceinline__ void add_products(const float *elements, int plane, const float *weight, int window,
                                                    size_t ld, int depth, int many, float sum[TOGETHER])
{
    if (depth == DEPTH) {
        _Pragma("unroll") for (int c = 0; c < DEPTH; c++)
        {
            _Pragma("unroll") for (int i = 0; i < many; i++) sum[i] =
                fmaf(weight[(size_t)i * ld + (size_t)(c * window)], elements[c * plane], sum[i]);
        }
    } else {
        for (int c = 0; c < depth; c++) {
            _Pragma("unroll") for (int i = 0; i < many; i++) sum[i] =
                fmaf(weight[(size_t)i * ld + (size_t)(c * window)], elements[c * plane], sum[i]);
        }
    }
}

/* `many` output channels from channel k on; `to`, the first's pixel. */
#define CHANNELS_OF(k, many)                                                                                           \
    {                                                                                                                  \
        float sum[TOGETHER];                                                                                           \
        _Pragma("unroll") for (int i = 0; i < many; i++)                                                               \
        {                                                                                                              \
            const float own = bias == NULL ? 0.0f : bias[k + i];                                                       \
            sum[i] = first > 0 && is_pixel ? to[(size_t)(k + i) * plane] : own;                                        \
        }                                                                                                              \
        for (int r = 0; r < conv.window_height; r++)                                                                   \
            for (int s = 0; s < conv.window_width; s++) {                                                              \
                const int ahead = s * conv.dilation_x, phase = ahead % conv.stride_x;                                  \
                add_products(patch + (r * conv.stride_x + phase) * columns + ahead / conv.stride_x + (int)threadIdx.x, \
                             rows_of * columns,                                                                        \
                             weight + (size_t)(k) * ld + (size_t)(first * window + r * conv.window_width + s), window, \
                             ld, depth, many, sum);                                                                    \
            }                                                                                                          \
        _Pragma("unroll") for (int i = 0; i < many; i++) if (is_pixel) to[(size_t)(k + i) * plane] = sum[i];           \
    }

LW_KERNEL(lwk_conv2d_rows, LW_BLOCK_SIZE(ROW_THREADS, 1, 1), (struct lwk_conv, conv), (int, out_height),
          (int, out_width), (int, columns), (const float *, in), (const float *, weight), (const float *, bias),
          (float *, out))
{
    /* Elements of windows, by channel, row of the window, place modulo the stride, place over the stride: neighbours' side by side. */
    LW_SHARED(float, patch, [LWK_CONV_PATCH]);
    const unsigned strips = ((unsigned)out_width + ROW_THREADS - 1) / ROW_THREADS;
    const unsigned row = blockIdx.x / strips, strip = blockIdx.x - row * strips;
    const unsigned of_group = row / (unsigned)out_height, picture = of_group / (unsigned)conv.groups;
    const int oy = (int)(row - of_group * (unsigned)out_height), ox = (int)(strip * ROW_THREADS + threadIdx.x);
    const int group = (int)(of_group - picture * (unsigned)conv.groups);
    const int channels = conv.in_channels / conv.groups, out_channels = conv.out_channels / conv.groups;
    const int window = conv.window_height * conv.window_width, rows_of = conv.window_height * conv.stride_x;
    const int first_x = (int)(strip * ROW_THREADS) * conv.stride_x - conv.pad_x;
    const size_t plane = (size_t)out_height * (size_t)out_width, ld = (size_t)(channels * window);
    const bool is_pixel = ox < out_width;
    in +=
        ((size_t)picture * (size_t)conv.in_channels + (size_t)(group * channels)) * (size_t)(conv.height * conv.width);
    weight += (size_t)(group * out_channels) * ld;
    bias = bias == NULL ? NULL : bias + group * out_channels;
    float *to = out + ((size_t)picture * (size_t)conv.out_channels + (size_t)(group * out_channels)) * plane +
                (size_t)oy * (size_t)out_width + (size_t)(is_pixel ? ox : 0);
    for (int first = 0; first < channels; first += DEPTH) {
        const int depth = channels - first < DEPTH ? channels - first : (int)DEPTH;
        __syncthreads(); /* the patch is free */
        for (int c = 0; c < depth; c++)
            for (int at = 0; at < rows_of; at++) {
                const int y = oy * conv.stride_y - conv.pad_y + at / conv.stride_x * conv.dilation_y;
                const int x_of_phase = first_x + at % conv.stride_x;
                const float *from = in + (size_t)((first + c) * conv.height + (y < 0 ? 0 : y)) * (size_t)conv.width;
                const bool is_row = y >= 0 && y < conv.height;
                for (int column = (int)threadIdx.x; column < columns; column += ROW_THREADS) {
                    const int x = x_of_phase + column * conv.stride_x;
                    const bool inside = is_row && x >= 0 && x < conv.width;
                    patch[(c * rows_of + at) * columns + column] = inside ? from[x] : 0.0f;
                }
            }
        __syncthreads();
        int k = 0;
        for (; k + TOGETHER <= out_channels; k += TOGETHER)
            CHANNELS_OF(k, TOGETHER)
        for (; k < out_channels; k++)
            CHANNELS_OF(k, 1)
    }
}

/* ---- for CPUs: a block has output rows of one channel each, to which it adds a window's elements one after another ---- */

LW_KERNEL(lwk_conv2d_taps, LW_BLOCK_SIZE(TAP_THREADS, 1, 1), (unsigned, rows), (unsigned, each),
          (struct lwk_conv, conv), (int, out_height), (int, out_width), (const float *, in), (const float *, weight),
          (const float *, bias), (float *, out))
{
    const int channels = conv.in_channels / conv.groups, window = conv.window_height * conv.window_width;
    const unsigned last_row = rows - blockIdx.x * each < each ? rows : (blockIdx.x + 1) * each;
    for (unsigned at = blockIdx.x * each; at < last_row; at++) {
        const unsigned plane = at / (unsigned)out_height, picture = plane / (unsigned)conv.out_channels;
        const int k = (int)(plane - picture * (unsigned)conv.out_channels);
        const int first_y = (int)(at - plane * (unsigned)out_height) * conv.stride_y - conv.pad_y;
        const size_t first_plane =
            (size_t)picture * (size_t)conv.in_channels + (size_t)(k / (conv.out_channels / conv.groups) * channels);
        const float *planes = in + first_plane * (size_t)(conv.height * conv.width);
        const float *weights = weight + (size_t)k * (size_t)(channels * window);
        const float own = bias == NULL ? 0.0f : bias[k];
        float *row = out + (size_t)at * (size_t)out_width;
        LWK_ROW_EACH(x, 0, (size_t)out_width, TAP_THREADS, row[x] = own)
        for (int r = 0; r < conv.window_height; r++) {
            const int y = first_y + r * conv.dilation_y;
            if (y < 0 || y >= conv.height)
                continue;
            for (int s = 0; s < conv.window_width; s++) {
                const int shift = s * conv.dilation_x - conv.pad_x, most = conv.width - 1 - shift;
                const int begin = shift >= 0 ? 0 : -shift, end = most < out_width ? most + 1 : out_width;
                if (begin >= end)
                    continue;
                for (int c = 0; c < channels; c++) {
                    const float factor = weights[c * window + r * conv.window_width + s];
                    const float *from = planes + (size_t)(c * conv.height + y) * (size_t)conv.width + shift;
                    __syncthreads(); /* elements begin at different columns: a column changes threads */
                    LWK_ROW_EACH(x, (size_t)begin, (size_t)end, TAP_THREADS, row[x] = fmaf(factor, from[x], row[x]))
                }
            }
        }
    }
}

/* ---- the host's side ---- */
lw_status lwk_conv_queue(lw_stream *stream, const struct lwk_conv *conv, const float *in, const float *weight,
                         const float *bias, float *out)
{
    bool is_cpu = false;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    const int height = lwk_conv_out_height(conv), width = lwk_conv_out_width(conv);
    const int out_channels = conv->out_channels / conv->groups, least = 8, most_rows = 65535;
    const size_t plane = (size_t)height * (size_t)width, pixels = plane * (size_t)conv->batch;
    const size_t columns =
        (size_t)ROW_THREADS + (size_t)(conv->window_width - 1) * (size_t)conv->dilation_x / (size_t)conv->stride_x + 1;
    const size_t patch = DEPTH * (size_t)conv->window_height * (size_t)conv->stride_x * columns;
    const size_t count = pixels * (size_t)conv->out_channels;
    if (is_cpu && out_channels < TOGETHER && conv->stride_x == 1 &&
        conv->in_channels / conv->groups <=
            DEPTH) { /* a block has some 32768 products, as each takes its time to start */
        const size_t rows = count / (size_t)width, taps = (size_t)(conv->in_channels / conv->groups) *
                                                          (size_t)(conv->window_height * conv->window_width);
        const size_t each = 32768 / (taps * (size_t)width) + 1;
        return lw_launch(lwk_conv2d_taps,
                         lw_linear(stream, (rows / each + (rows % each != 0)) * TAP_THREADS, TAP_THREADS),
                         (unsigned)rows, (unsigned)each, *conv, height, width, in, weight, bias, out);
    }
    if (is_cpu && patch <= LWK_CONV_PATCH) {
        const size_t strips = ((size_t)width + ROW_THREADS - 1) / ROW_THREADS;
        const size_t rows = (size_t)conv->batch * (size_t)conv->groups * (size_t)height;
        return lw_launch(lwk_conv2d_rows, lw_linear(stream, rows * strips * ROW_THREADS, ROW_THREADS), *conv, height,
                         width, (int)columns, in, weight, bias, out);
    }
    const size_t tiles = ((size_t)out_channels + CHANNELS - 1) / CHANNELS * (size_t)conv->groups;
    if (!is_cpu && out_channels >= least && tiles <= (size_t)most_rows) {
        const lw_dim3 grid = {(unsigned)((pixels + PIXELS - 1) / PIXELS), (unsigned)tiles, 1}, block = {THREADS, 1, 1};
        return lw_launch(lwk_conv2d_gemm, lw_grid(stream, grid, block, 0), *conv, height, width, in, weight, bias, out,
                         (int)(plane % 4 == 0 && (uintptr_t)out % 16 == 0));
    }
    return lw_launch(lwk_conv2d_direct, lw_linear(stream, count, BLOCK), (unsigned)count, *conv, height, width, in,
                     weight, bias, out);
}

lw_status lwk_conv2d_launch(lw_stream *stream, const struct lwk_conv *conv, const float *in, const float *weight,
                            const float *bias, float *out)
{
    lw_status status = lwk_conv_check("lwk_conv2d_launch", conv);
    if (status != LW_SUCCESS || conv->batch == 0)
        return status;
    const char *null = in == NULL ? "in" : weight == NULL ? "weight" : out == NULL ? "out" : NULL;
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_conv2d_launch: %s is null", null);
    return lwk_conv_queue(stream, conv, in, weight, bias, out);
}
