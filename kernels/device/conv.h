/* What a thread of conv2d's implicit product of matrices loads, multiplies and stores: 4 output channels of 2 x 4 pixels. */
#ifndef LWK_DEVICE_CONV_H
#define LWK_DEVICE_CONV_H

#include <lanewise/kernel.h>

#include "../conv2d.h"

/* Queues a convolution of sizes that fit and arrays that are there. Paddings may be less than 0: then a picture's border is left out. */
#ifdef __cplusplus
extern "C"
#endif
    lw_status
    lwk_conv_queue(lw_stream *stream, const struct lwk_conv *conv, const float *in, const float *weight,
                   const float *bias, float *out);

static __device__ __forceinline__ float4 lwk_conv_four(const float *from)
{
    return *(const float4 *)(const void *)from;
}

/** Where a block goes through windows. */
struct lwk_conv_tap {
    int c; /**< the first of LWK_CONV_DEPTH channels */
    int r; /**< a window's row */
    int s; /**< a window's column */
};

static __device__ __forceinline__ struct lwk_conv_tap lwk_conv_next(struct lwk_conv_tap tap,
                                                                    const struct lwk_conv *conv)
{
    tap.s++;
    if (tap.s == conv->window_width) {
        tap.s = 0;
        tap.r++;
    }
    if (tap.r == conv->window_height) {
        tap.r = 0;
        tap.c += LWK_CONV_DEPTH;
    }
    return tap;
}

/** What a thread loads of each pair of tiles. */
struct lwk_conv_loads {
    float weight[2]; /**< of one output channel */
    float in[4];     /**< elements for one pixel */
};

static __device__ __forceinline__ struct lwk_conv_loads lwk_conv_load(const struct lwk_conv *conv,
                                                                      struct lwk_conv_tap tap, int channels,
                                                                      const float *weight, bool is_channel,
                                                                      const float *in, bool is_pixel, int first_y,
                                                                      int first_x)
{
    struct lwk_conv_loads loads;
    const int window = conv->window_height * conv->window_width;
    const int y = first_y + tap.r * conv->dilation_y, x = first_x + tap.s * conv->dilation_x;
    const bool inside = is_pixel && y >= 0 && y < conv->height && x >= 0 && x < conv->width;
    _Pragma("unroll") for (int i = 0; i < 2; i++)
    {
        const int c = tap.c + (int)threadIdx.x / LWK_CONV_CHANNELS + 4 * i;
        loads.weight[i] =
            is_channel && c < channels ? weight[(size_t)(c * window + tap.r * conv->window_width + tap.s)] : 0.0f;
    }
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int c = tap.c + (int)threadIdx.x / LWK_CONV_PIXELS + 2 * i;
        loads.in[i] = inside && c < channels
                          ? in[((size_t)c * (size_t)conv->height + (size_t)y) * (size_t)conv->width + (size_t)x]
                          : 0.0f;
    }
    return loads;
}

static __device__ __forceinline__ void lwk_conv_multiply(const float *weights, const float *elements, float sum[4][8])
{
    const float4 w = lwk_conv_four(weights), low = lwk_conv_four(elements),
                 high = lwk_conv_four(elements + LWK_CONV_PIXELS / 2);
    const float a[4] = {w.x, w.y, w.z, w.w};
    const float b[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        _Pragma("unroll") for (int j = 0; j < 8; j++) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
    }
}

/* Stores 4 pixels of an output channel, from pixel `first` of all pictures. */
static __device__ __forceinline__ void lwk_conv_store(float *out, unsigned first, unsigned pixels, unsigned plane,
                                                      size_t picture, int wide, const float *four)
{
    if (wide) {
        if (first < pixels) {
            float *to = out + first / plane * picture + first % plane;
            *(float4 *)(void *)to = make_float4(four[0], four[1], four[2], four[3]);
        }
        return;
    }
    _Pragma("unroll") for (unsigned j = 0; j < 4; j++) if (first + j < pixels)
        out[(first + j) / plane * picture + (first + j) % plane] = four[j];
}

#endif
