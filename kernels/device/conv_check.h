/* What launchers of convolutions and of their gradients check. */
#ifndef LWK_DEVICE_CONV_CHECK_H
#define LWK_DEVICE_CONV_CHECK_H

#include <lanewise/launch.h>

#include "../conv2d.h"

static inline lw_status lwk_conv_check_range(const char *launcher, const char *name, int value, int least, int most)
{
    if (value < least || value > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: conv->%s is %d; expected %d to %d", launcher, name, value, least,
                        most);
    return LW_SUCCESS;
}

/* The window, dilated, fits into the picture with its padding. */
static inline lw_status lwk_conv_check_window(const char *launcher, const char *name, int window, int dilation,
                                              int with_padding)
{
    if ((long long)(window - 1) * dilation >= with_padding)
        return lw_error(LW_ERROR_INVALID_VALUE,
                        "%s: conv->%s is %d with a dilation of %d: more than the picture's %d with padding", launcher,
                        name, window, dilation, with_padding);
    return LW_SUCCESS;
}

static inline lw_status lwk_conv_check_elements(const char *launcher, const char *name, size_t a, size_t b, size_t c)
{
    const size_t most = 0x7fffffff; /* each is less than 2^31, so that products of two are no more than 2^62 */
    if (c != 0 && a * b > most / c)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s has %zu x %zu x %zu elements; at most %zu are possible",
                        launcher, name, a, b, c, most);
    return LW_SUCCESS;
}

static inline lw_status lwk_conv_check(const char *launcher, const struct lwk_conv *conv)
{
    if (conv == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: conv is null", launcher);
    const int most = 32767, most_int = 0x7fffffff;
    const struct {
        const char *name;
        int value, least, most;
    } ranges[] = {
        {"batch", conv->batch, 0, most_int},
        {"in_channels", conv->in_channels, 1, most_int},
        {"height", conv->height, 1, most},
        {"width", conv->width, 1, most},
        {"out_channels", conv->out_channels, 1, most_int},
        {"window_height", conv->window_height, 1, most},
        {"window_width", conv->window_width, 1, most},
        {"stride_y", conv->stride_y, 1, most},
        {"stride_x", conv->stride_x, 1, most},
        {"pad_y", conv->pad_y, 0, most},
        {"pad_x", conv->pad_x, 0, most},
        {"dilation_y", conv->dilation_y, 1, most},
        {"dilation_x", conv->dilation_x, 1, most},
        {"groups", conv->groups, 1, most_int},
    };
    lw_status status = LW_SUCCESS;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && status == LW_SUCCESS; i++)
        status = lwk_conv_check_range(launcher, ranges[i].name, ranges[i].value, ranges[i].least, ranges[i].most);
    if (status == LW_SUCCESS && (conv->in_channels % conv->groups != 0 || conv->out_channels % conv->groups != 0))
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: conv->groups is %d, which does not divide %d and %d channels",
                          launcher, conv->groups, conv->in_channels, conv->out_channels);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_window(launcher, "window_height", conv->window_height, conv->dilation_y,
                                       conv->height + 2 * conv->pad_y);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_window(launcher, "window_width", conv->window_width, conv->dilation_x,
                                       conv->width + 2 * conv->pad_x);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_elements(launcher, "in", (size_t)conv->height * (size_t)conv->width,
                                         (size_t)conv->in_channels, (size_t)conv->batch);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_elements(launcher, "weight", (size_t)conv->window_height * (size_t)conv->window_width,
                                         (size_t)(conv->in_channels / conv->groups), (size_t)conv->out_channels);
    if (status == LW_SUCCESS)
        status = lwk_conv_check_elements(launcher, "out",
                                         (size_t)lwk_conv_out_height(conv) * (size_t)lwk_conv_out_width(conv),
                                         (size_t)conv->out_channels, (size_t)conv->batch);
    return status;
}

#endif
