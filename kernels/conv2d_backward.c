#include <lanewise/kernel.h>

#include "conv2d_backward.h"
#include "device/column_products.h"
#include "device/conv.h"
#include "device/conv_check.h"
#include "device/conv_gradient.h"
#include "device/conv_pixel.h"
#include "device/kind.h"
#include "device/rows.h"

enum {
    DEPTH = LWK_CONV_DEPTH,
    CHANNELS = LWK_CONV_CHANNELS,
    TAPS = LWK_CONV_TAPS,
    THREADS = LWK_CONV_THREADS,
    ROW_TAPS = LWK_CONV_ROW_TAPS,
    ROW_CHANNELS = LWK_CONV_ROW_CHANNELS,
    ROW_PIXELS = 64, /* that a block of lwk_conv2d_weight_rows() has at a time, of a row */
    BIAS_THREADS = LWK_CONV_BIAS_THREADS,
    BLOCK = 256
};

/* ---- the gradient of pictures ---- */
LW_KERNEL(lwk_conv2d_turn, (unsigned, count), (struct lwk_conv, conv), (const float *, weight), (float *, turned))
{
    const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count)
        return;
    const unsigned window = (unsigned)(conv.window_height * conv.window_width);
    const unsigned channels = (unsigned)(conv.in_channels / conv.groups);
    const unsigned out_channels = (unsigned)(conv.out_channels / conv.groups);
    const unsigned at = e / window, in_channel = at / out_channels, k = at - in_channel * out_channels;
    const unsigned group = in_channel / channels, c = in_channel - group * channels;
    turned[e] = weight[((size_t)(group * out_channels + k) * channels + c) * window + (window - 1 - (e - at * window))];
}

LW_KERNEL(lwk_conv2d_spread, (unsigned, count), (struct lwk_conv, conv), (int, out_height), (int, out_width),
          (int, height), (int, width), (const float *, grad_out), (float *, spread))
{
    const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count)
        return;
    const unsigned row = e / (unsigned)width, plane = row / (unsigned)height;
    const int x = (int)(e - row * (unsigned)width), y = (int)(row - plane * (unsigned)height);
    const int oy = y / conv.stride_y, ox = x / conv.stride_x;
    const bool is_own = oy * conv.stride_y == y && ox * conv.stride_x == x && oy < out_height && ox < out_width;
    const size_t at = ((size_t)plane * (size_t)out_height + (size_t)oy) * (size_t)out_width + (size_t)ox;
    spread[e] = is_own ? grad_out[at] : 0.0f;
}

/* ---- the gradient of weights ---- */

/* A thread loads one pixel of each DEPTH: of two output channels, and the elements for four weights. Neighbouring threads have neighbouring
 * pixels, and store to different banks as tiles' rows have four floats besides. */
LW_KERNEL(lwk_conv2d_weight_gemm, LW_BLOCK_SIZE(THREADS, 1, 1), (struct lwk_conv, conv), (int, out_height),
          (int, out_width), (unsigned, part), (const float *, in), (const float *, grad_out), (float *, partial))
{
    LW_SHARED(float4, all_grads, [2][DEPTH][CHANNELS / 4 + 1]);
    LW_SHARED(float4, all_elements, [2][DEPTH][TAPS / 4 + 1]);
    float(*grads)[DEPTH][CHANNELS + 4] = (float(*)[DEPTH][CHANNELS + 4])(void *)all_grads;
    float(*elements)[DEPTH][TAPS + 4] = (float(*)[DEPTH][TAPS + 4])(void *)all_elements;
    const int channels = conv.in_channels / conv.groups, out_channels = conv.out_channels / conv.groups;
    const int window = conv.window_height * conv.window_width, taps = channels * window;
    const int tiles = (out_channels + CHANNELS - 1) / CHANNELS, group = (int)blockIdx.y / tiles;
    const int first_channel = (int)blockIdx.y % tiles * CHANNELS; /* of the group's */
    const unsigned plane = (unsigned)(out_height * out_width), pixels = (unsigned)conv.batch * plane;
    const unsigned begin = blockIdx.z * part, end = pixels - begin < part ? pixels : begin + part;
    const int thread = (int)threadIdx.x, across = thread % 16, down = thread / 16;
    const int lane = thread % DEPTH, base = thread / DEPTH;

    int dy[4], dx[4];
    size_t from[4];
    bool is_tap[4], is_channel[2];
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int j = (int)(blockIdx.x * TAPS) + base + 32 * i, c = j / window, r = j % window / conv.window_width;
        is_tap[i] = j < taps;
        dy[i] = r * conv.dilation_y - conv.pad_y;
        dx[i] = j % conv.window_width * conv.dilation_x - conv.pad_x;
        from[i] = (size_t)(is_tap[i] ? group * channels + c : 0) * (size_t)(conv.height * conv.width);
    }
    _Pragma("unroll") for (int i = 0; i < 2; i++) is_channel[i] = first_channel + base + 32 * i < out_channels;
    grad_out += (size_t)(group * out_channels + first_channel + base) * plane;

    float sum[4][8], next_grad[2], next_element[4];
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        _Pragma("unroll") for (int j = 0; j < 8; j++) sum[i][j] = 0.0f;
    }
    struct lwk_conv_pixel pixel = lwk_conv_pixel_of(begin + (unsigned)lane, out_height, out_width);
#define LOAD                                                                                                           \
    {                                                                                                                  \
        const bool is_pixel = pixel.at < end;                                                                          \
        const size_t own =                                                                                             \
            (size_t)pixel.n * (size_t)conv.out_channels * plane + (unsigned)(pixel.oy * out_width + pixel.ox);         \
        const float *picture = in + (size_t)pixel.n * (size_t)conv.in_channels * (size_t)(conv.height * conv.width);   \
        _Pragma("unroll") for (int i = 0; i < 2; i++) next_grad[i] =                                                   \
            is_pixel && is_channel[i] ? grad_out[own + (size_t)(32 * i) * plane] : 0.0f;                               \
        _Pragma("unroll") for (int i = 0; i < 4; i++)                                                                  \
        {                                                                                                              \
            const int y = pixel.oy * conv.stride_y + dy[i], x = pixel.ox * conv.stride_x + dx[i];                      \
            const bool inside = is_pixel && is_tap[i] && y >= 0 && y < conv.height && x >= 0 && x < conv.width;        \
            next_element[i] = inside ? picture[from[i] + (size_t)(y * conv.width + x)] : 0.0f;                         \
        }                                                                                                              \
    }
    LOAD for (unsigned at = begin, now = 0; at < end; at += DEPTH, now ^= 1)
    {
        _Pragma("unroll") for (int i = 0; i < 2; i++) grads[now][lane][base + 32 * i] = next_grad[i];
        _Pragma("unroll") for (int i = 0; i < 4; i++) elements[now][lane][base + 32 * i] = next_element[i];
        __syncthreads();
        pixel = lwk_conv_pixel_after(pixel, out_height, out_width);
        if (at + DEPTH < end)
            LOAD _Pragma("unroll") for (int l = 0; l < DEPTH; l++)
                lwk_conv_multiply(&grads[now][l][4 * down], &elements[now][l][4 * across], sum);
    }
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int channel = first_channel + 4 * down + i;
        float *to =
            partial +
            ((size_t)blockIdx.z * (size_t)conv.out_channels + (size_t)(group * out_channels + channel)) * (size_t)taps;
        _Pragma("unroll") for (int j = 0; j < 8; j++)
        {
            const int tap = (int)(blockIdx.x * TAPS) + 4 * across + j % 4 + j / 4 * (TAPS / 2);
            if (channel < out_channels && tap < taps)
                to[tap] = sum[i][j];
        }
    }
}

/* A thread has an output channel: its elements of a strip of pixels are a column of `grads`, its sums one of `sums`. Elements of windows are scalars. */
LW_KERNEL(lwk_conv2d_weight_rows, LW_BLOCK_SIZE(ROW_CHANNELS, 1, 1), (struct lwk_conv, conv), (int, out_height),
          (int, out_width), (unsigned, part), (const float *, in), (const float *, grad_out), (float *, partial))
{
    LW_SHARED(float, elements, [ROW_TAPS * ROW_PIXELS]);
    LW_SHARED(float, grads, [ROW_PIXELS * ROW_CHANNELS]);
    LW_SHARED(float, sums, [ROW_TAPS * ROW_CHANNELS]);
    const int channels = conv.in_channels / conv.groups, out_channels = conv.out_channels / conv.groups;
    const int window = conv.window_height * conv.window_width, taps = channels * window, own = (int)threadIdx.x;
    const unsigned across = (unsigned)(taps + ROW_TAPS - 1) / ROW_TAPS;
    const unsigned down = (unsigned)(out_channels + ROW_CHANNELS - 1) / ROW_CHANNELS;
    const unsigned rest = blockIdx.x / across, of_part = rest / down,
                   first_tap = (blockIdx.x - rest * across) * ROW_TAPS;
    const unsigned part_index = of_part / (unsigned)conv.groups;
    const int group = (int)(of_part - part_index * (unsigned)conv.groups);
    const int channel = (int)((rest - of_part * down) * ROW_CHANNELS) + own, k = group * out_channels + channel;
    const bool is_channel = channel < out_channels;
    const int count = taps - (int)first_tap < ROW_TAPS ? taps - (int)first_tap : (int)ROW_TAPS;
    const size_t plane = (size_t)out_height * (size_t)out_width, in_plane = (size_t)(conv.height * conv.width);
    const unsigned pixels = (unsigned)conv.batch * (unsigned)plane, begin = part_index * part;
    const unsigned end = pixels - begin < part ? pixels : begin + part;
    for (int j = 0; j < count; j++)
        sums[j * ROW_CHANNELS + own] = 0.0f;
    for (unsigned at = begin; at < end;) {
        const struct lwk_conv_pixel pixel = lwk_conv_pixel_of(at, out_height, out_width);
        const int in_row = out_width - pixel.ox, in_part = (int)(end - at);
        const int of_row = in_row < in_part ? in_row : in_part, strip = of_row < ROW_PIXELS ? of_row : (int)ROW_PIXELS;
        const float *from = grad_out +
                            ((size_t)pixel.n * (size_t)conv.out_channels + (size_t)(is_channel ? k : 0)) * plane +
                            (size_t)(pixel.oy * out_width + pixel.ox);
        const float *picture =
            in + ((size_t)pixel.n * (size_t)conv.in_channels + (size_t)(group * channels)) * in_plane;
        int c = (int)first_tap / window, r = (int)first_tap % window / conv.window_width;
        int s = (int)first_tap % conv.window_width;
        __syncthreads(); /* the elements are free */
        for (int j = 0; j < count; j++) {
            const int y = pixel.oy * conv.stride_y - conv.pad_y + r * conv.dilation_y;
            const int first_x = pixel.ox * conv.stride_x - conv.pad_x + s * conv.dilation_x;
            const bool is_row = y >= 0 && y < conv.height;
            const float *row = picture + (size_t)c * in_plane + (size_t)(is_row ? y * conv.width : 0);
            for (int p = own; p < strip; p += ROW_CHANNELS) {
                const int x = first_x + p * conv.stride_x;
                elements[j * ROW_PIXELS + p] = is_row && x >= 0 && x < conv.width ? row[x] : 0.0f;
            }
            s++;
            if (s == conv.window_width) {
                s = 0;
                r++;
            }
            if (r == conv.window_height) {
                r = 0;
                c++;
            }
        }
        for (int p = 0; p < strip; p++)
            grads[p * ROW_CHANNELS + own] = from[p];
        __syncthreads();
        int j = 0;
        for (; j + 4 <= count; j += 4) {
            float sum[4];
            _Pragma("unroll") for (int i = 0; i < 4; i++) sum[i] = sums[(j + i) * ROW_CHANNELS + own];
            lwk_column_products(grads + own, elements + j * ROW_PIXELS, ROW_PIXELS, 1, strip, 4, sum);
            _Pragma("unroll") for (int i = 0; i < 4; i++) sums[(j + i) * ROW_CHANNELS + own] = sum[i];
        }
        for (; j < count; j++) {
            float sum[4] = {sums[j * ROW_CHANNELS + own], 0.0f, 0.0f, 0.0f};
            lwk_column_products(grads + own, elements + j * ROW_PIXELS, ROW_PIXELS, 1, strip, 1, sum);
            sums[j * ROW_CHANNELS + own] = sum[0];
        }
        at += (unsigned)strip;
    }
    if (!is_channel)
        return;
    float *to = partial + ((size_t)part_index * (size_t)conv.out_channels + (size_t)k) * (size_t)taps + first_tap;
    for (int j = 0; j < count; j++)
        to[j] = sums[j * ROW_CHANNELS + own];
}

LW_KERNEL(lwk_conv2d_weight_sums, (unsigned, count), (unsigned, parts), (const float *, partial),
          (float *, grad_weight))
{
    const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count)
        return;
    float sum = 0.0f;
    unsigned part = 0;
    do /* there is a part */
        sum += partial[(size_t)part * count + e];
    while (++part < parts);
    grad_weight[e] = sum;
}

LW_KERNEL(lwk_conv2d_weight_each, LW_BLOCK_SIZE(32, 1, 1), (unsigned, weights), (unsigned, each),
          (struct lwk_conv, conv), (int, out_height), (int, out_width), (const float *, in), (const float *, grad_out),
          (float *, partial))
{
    const unsigned part = blockIdx.x / weights, weight = blockIdx.x - part * weights;
    const int channels = conv.in_channels / conv.groups, s = (int)weight % conv.window_width;
    const int r = (int)weight / conv.window_width % conv.window_height;
    const int k = (int)weight / (conv.window_width * conv.window_height) / channels;
    const int c = (int)weight / (conv.window_width * conv.window_height) % channels;
    const int channel = k / (conv.out_channels / conv.groups) * channels + c;
    const int shift = s * conv.dilation_x - conv.pad_x, most = conv.width - 1 - shift;
    const int begin = shift >= 0 ? 0 : (conv.stride_x - 1 - shift) / conv.stride_x;
    const int behind = most < 0 ? 0 : most / conv.stride_x + 1, end = behind < out_width ? behind : out_width;
    const unsigned rows = (unsigned)conv.batch * (unsigned)out_height;
    const unsigned last = rows - part * each < each ? rows : (part + 1) * each;
    float sum = 0.0f;
    for (unsigned row = part * each; row < last; row++) {
        const unsigned n = row / (unsigned)out_height;
        const int oy = (int)(row - n * (unsigned)out_height), y = oy * conv.stride_y - conv.pad_y + r * conv.dilation_y;
        if (y < 0 || y >= conv.height)
            continue;
        const size_t plane = (size_t)n * (size_t)conv.in_channels + (size_t)channel;
        const float *from = in + (plane * (size_t)conv.height + (size_t)y) * (size_t)conv.width;
        const float *grad =
            grad_out +
            (((size_t)n * (size_t)conv.out_channels + (size_t)k) * (size_t)out_height + (size_t)oy) * (size_t)out_width;
        if (conv.stride_x == 1) { /* in vectors on a CPU */
            for (int ox = begin + (int)threadIdx.x; ox < end; ox += 32)
                sum = fmaf(from[ox + shift], grad[ox], sum);
        } else {
            for (int ox = begin + (int)threadIdx.x; ox < end; ox += 32)
                sum = fmaf(from[ox * conv.stride_x + shift], grad[ox], sum);
        }
    }
    sum = lwk_row_warp_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* ---- the gradient of biases ---- */
LW_KERNEL(lwk_conv2d_plane_sums, LW_BLOCK_SIZE(BIAS_THREADS, 1, 1), (size_t, plane), (const float *, grad_out),
          (float *, sums))
{
    LW_SHARED(float, warps, [BIAS_THREADS / 32]);
    float sum = 0.0f;
    grad_out += blockIdx.x * plane;
    LWK_ROW_EACH(i, 0, plane, BIAS_THREADS, sum += grad_out[i])
    sum = lwk_row_block_sum(sum, warps, BIAS_THREADS);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/* ---- the host's side ---- */
size_t lwk_conv2d_backward_input_workspace(const struct lwk_conv *conv)
{
    return (lwk_conv_weights_of(conv) + lwk_conv_spread_of(conv)) * sizeof(float);
}

lw_status lwk_conv2d_backward_input_launch(lw_stream *stream, const struct lwk_conv *conv, const float *weight,
                                           const float *grad_out, float *grad_in, void *workspace)
{
    const char *launcher = "lwk_conv2d_backward_input_launch";
    lw_status status = lwk_conv_check(launcher, conv);
    if (status != LW_SUCCESS || conv->batch == 0)
        return status;
    const struct lwk_conv turned = lwk_conv_turned_of(conv);
    if (conv->stride_y > 1 || conv->stride_x > 1)
        status = lwk_conv_check_elements(launcher, "grad_out with zeros between",
                                         (size_t)turned.height * (size_t)turned.width, (size_t)conv->out_channels,
                                         (size_t)conv->batch);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_null(launcher, "weight", weight);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_null(launcher, "grad_out", grad_out);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_null(launcher, "grad_in", grad_in);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_null(launcher, "workspace", workspace);
    if (status != LW_SUCCESS)
        return status;
    const size_t weights = lwk_conv_weights_of(conv), elements = lwk_conv_spread_of(conv);
    float *turned_weight = (float *)workspace, *spread = turned_weight + weights;
    status =
        lw_launch(lwk_conv2d_turn, lw_linear(stream, weights, BLOCK), (unsigned)weights, *conv, weight, turned_weight);
    if (status == LW_SUCCESS && elements > 0)
        status = lw_launch(lwk_conv2d_spread, lw_linear(stream, elements, BLOCK), (unsigned)elements, *conv,
                           lwk_conv_out_height(conv), lwk_conv_out_width(conv), turned.height, turned.width, grad_out,
                           spread);
    if (status == LW_SUCCESS)
        status = lwk_conv_queue(stream, &turned, elements > 0 ? spread : grad_out, turned_weight, NULL, grad_in);
    return status;
}

size_t lwk_conv2d_backward_weight_workspace(const struct lwk_conv *conv)
{
    size_t parts;
    lwk_conv_part_of(conv, &parts);
    return parts * lwk_conv_weights_of(conv) * sizeof(float);
}

lw_status lwk_conv2d_backward_weight_launch(lw_stream *stream, const struct lwk_conv *conv, const float *in,
                                            const float *grad_out, float *grad_weight, void *workspace)
{
    const char *launcher = "lwk_conv2d_backward_weight_launch";
    bool is_cpu = false;
    lw_status status = lwk_conv_check(launcher, conv);
    if (status == LW_SUCCESS && conv->batch > 0)
        status = lwk_conv_check_null(launcher, "in", in);
    if (status == LW_SUCCESS && conv->batch > 0)
        status = lwk_conv_check_null(launcher, "grad_out", grad_out);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_null(launcher, "grad_weight", grad_weight);
    if (status == LW_SUCCESS && conv->batch > 0)
        status = lwk_conv_check_null(launcher, "workspace", workspace);
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    size_t parts;
    const unsigned part = (unsigned)lwk_conv_part_of(conv, &parts);
    const int height = lwk_conv_out_height(conv), width = lwk_conv_out_width(conv);
    const size_t weights = lwk_conv_weights_of(conv), taps = weights / (size_t)conv->out_channels, most = 0x7fffffff;
    const size_t each = is_cpu ? ROW_CHANNELS : CHANNELS, most_rows = 65535,
                 out_channels = (size_t)(conv->out_channels / conv->groups);
    const size_t tiles = (out_channels + each - 1) / each * (size_t)conv->groups;
    const bool few = out_channels < LWK_CONV_FEW;
    const size_t rows = (size_t)conv->batch * (size_t)height, part_rows = (part + (size_t)width - 1) / (size_t)width;
    if (few)
        parts = rows / part_rows + (rows % part_rows != 0);
    const size_t blocks = few ? weights * parts : (taps + ROW_TAPS - 1) / ROW_TAPS * tiles * parts;
    float *partial = (float *)workspace;
    if (is_cpu || few ? blocks > most : tiles > most_rows)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %d groups of %zu channels are more than a grid has", launcher,
                        conv->groups, out_channels);
    if (few && parts > 0)
        status = lw_launch(lwk_conv2d_weight_each, lw_linear(stream, blocks * 32, 32), (unsigned)weights,
                           (unsigned)part_rows, *conv, height, width, in, grad_out, partial);
    else if (is_cpu && parts > 0)
        status = lw_launch(lwk_conv2d_weight_rows, lw_linear(stream, blocks * ROW_CHANNELS, ROW_CHANNELS), *conv,
                           height, width, part, in, grad_out, partial);
    else if (parts > 0) {
        const lw_dim3 grid = {(unsigned)((taps + TAPS - 1) / TAPS), (unsigned)tiles, (unsigned)parts};
        const lw_dim3 block = {THREADS, 1, 1};
        status = lw_launch(lwk_conv2d_weight_gemm, lw_grid(stream, grid, block, 0), *conv, height, width, part, in,
                           grad_out, partial);
    }
    if (status == LW_SUCCESS && parts == 0)
        status = lw_memset_async(stream, grad_weight, 0, weights * sizeof(float));
    else if (status == LW_SUCCESS)
        status = lw_launch(lwk_conv2d_weight_sums, lw_linear(stream, weights, BLOCK), (unsigned)weights,
                           (unsigned)parts, (const float *)partial, grad_weight);
    return status;
}

size_t lwk_conv2d_backward_bias_workspace(const struct lwk_conv *conv)
{
    return (size_t)conv->batch * (size_t)conv->out_channels * sizeof(float);
}

lw_status lwk_conv2d_backward_bias_launch(lw_stream *stream, const struct lwk_conv *conv, const float *grad_out,
                                          float *grad_bias, void *workspace)
{
    const char *launcher = "lwk_conv2d_backward_bias_launch";
    lw_status status = lwk_conv_check(launcher, conv);
    if (status == LW_SUCCESS && conv->batch > 0)
        status = lwk_conv_check_null(launcher, "grad_out", grad_out);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_null(launcher, "grad_bias", grad_bias);
    if (status == LW_SUCCESS && conv->batch > 0)
        status = lwk_conv_check_null(launcher, "workspace", workspace);
    if (status != LW_SUCCESS)
        return status;
    const size_t plane = (size_t)lwk_conv_out_height(conv) * (size_t)lwk_conv_out_width(conv);
    const size_t planes = (size_t)conv->batch * (size_t)conv->out_channels;
    float *sums = (float *)workspace;
    if (planes > 0)
        status = lw_launch(lwk_conv2d_plane_sums, lw_linear(stream, planes * BIAS_THREADS, BIAS_THREADS), plane,
                           grad_out, sums);
    if (status == LW_SUCCESS && conv->batch == 0)
        status = lw_memset_async(stream, grad_bias, 0, (size_t)conv->out_channels * sizeof(float));
    else if (status == LW_SUCCESS)
        status = lw_launch(lwk_conv2d_weight_sums, lw_linear(stream, (size_t)conv->out_channels, BLOCK),
                           (unsigned)conv->out_channels, (unsigned)conv->batch, (const float *)sums, grad_bias);
    return status;
}
