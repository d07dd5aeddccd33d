/* Sizes that launchers of a convolution's gradients need. */
#ifndef LWK_DEVICE_CONV_GRADIENT_H
#define LWK_DEVICE_CONV_GRADIENT_H

#include <lanewise/launch.h>

#include "../conv2d_backward.h"

static inline size_t lwk_conv_weights_of(const struct lwk_conv *conv)
{
    return (size_t)conv->out_channels * (size_t)(conv->in_channels / conv->groups) *
           (size_t)(conv->window_height * conv->window_width);
}

/* The convolution of grad_out, with zeros between its elements, that is the gradient of pictures. */
static inline struct lwk_conv lwk_conv_turned_of(const struct lwk_conv *conv)
{
    struct lwk_conv turned = *conv;
    const int rows = (conv->window_height - 1) * conv->dilation_y,
              columns = (conv->window_width - 1) * conv->dilation_x;
    turned.in_channels = conv->out_channels;
    turned.out_channels = conv->in_channels;
    turned.height = conv->height + 2 * conv->pad_y - rows;
    turned.width = conv->width + 2 * conv->pad_x - columns;
    turned.stride_y = turned.stride_x = 1;
    turned.pad_y = rows - conv->pad_y;
    turned.pad_x = columns - conv->pad_x;
    return turned;
}

static inline size_t lwk_conv_spread_of(const struct lwk_conv *conv)
{
    const struct lwk_conv turned = lwk_conv_turned_of(conv);
    return conv->stride_y == 1 && conv->stride_x == 1
               ? 0
               : (size_t)conv->batch * (size_t)conv->out_channels * (size_t)turned.height * (size_t)turned.width;
}

static inline lw_status lwk_conv_check_null(const char *launcher, const char *name, const void *pointer)
{
    if (pointer == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, name);
    return LW_SUCCESS;
}

/* Pixels of a part, a multiple of LWK_CONV_DEPTH, and how many parts there are. */
static inline size_t lwk_conv_part_of(const struct lwk_conv *conv, size_t *parts)
{
    const size_t pixels = (size_t)conv->batch * (size_t)lwk_conv_out_height(conv) * (size_t)lwk_conv_out_width(conv);
    const size_t equal = (pixels / LWK_CONV_PARTS / LWK_CONV_DEPTH + 1) * LWK_CONV_DEPTH;
    const size_t part = equal < LWK_CONV_PART ? (size_t)LWK_CONV_PART : equal;
    *parts = pixels / part + (pixels % part != 0);
    return part;
}

#endif
