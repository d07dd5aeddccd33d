/* Shapes of convolutions, for the cases of conv2d and of its gradients. */
#ifndef TESTS_CASES_CONV_H
#define TESTS_CASES_CONV_H

#include <stdio.h>

#include <kernels/conv2d.h>

#include "../kernel_case.h"

/* Dimensions: 10^8 * batch + 10^4 * in_channels + out_channels; 1000 * height + width; a digit each of the window's height and width, the
 * strides, the paddings, the dilations, the groups (0: as many as channels). */
static inline struct lwk_conv conv_of(const struct kernel_shape *shape)
{
    const uint64_t *d = shape->dimension;
    const int in = (int)(d[0] / 10000 % 10000),
              digits[9] = {(int)(d[2] / 100000000),   (int)(d[2] / 10000000 % 10), (int)(d[2] / 1000000 % 10),
                           (int)(d[2] / 100000 % 10), (int)(d[2] / 10000 % 10),    (int)(d[2] / 1000 % 10),
                           (int)(d[2] / 100 % 10),    (int)(d[2] / 10 % 10),       (int)(d[2] % 10)};
    const struct lwk_conv conv = {.batch = (int)(d[0] / 100000000),
                                  .in_channels = in,
                                  .height = (int)(d[1] / 1000),
                                  .width = (int)(d[1] % 1000),
                                  .out_channels = (int)(d[0] % 10000),
                                  .window_height = digits[0],
                                  .window_width = digits[1],
                                  .stride_y = digits[2],
                                  .stride_x = digits[3],
                                  .pad_y = digits[4],
                                  .pad_x = digits[5],
                                  .dilation_y = digits[6],
                                  .dilation_x = digits[7],
                                  .groups = digits[8] == 0 ? in : digits[8]};
    return conv;
}

static inline uint64_t conv_in_of(const struct lwk_conv *c)
{
    return (uint64_t)c->batch * (uint64_t)c->in_channels * (uint64_t)(c->height * c->width);
}

static inline uint64_t conv_weights_of(const struct lwk_conv *c)
{
    return (uint64_t)c->out_channels * (uint64_t)(c->in_channels / c->groups * c->window_height * c->window_width);
}

static inline uint64_t conv_out_of(const struct lwk_conv *c)
{
    return (uint64_t)c->batch * (uint64_t)c->out_channels * (uint64_t)(lwk_conv_out_height(c) * lwk_conv_out_width(c));
}

static inline void conv_describe(const struct kernel_shape *shape, char *text, size_t size)
{
    const struct lwk_conv c = conv_of(shape);
    snprintf(text, size, "%d of %d(%d)x%dx%d, %d of %dx%d by %d", c.batch, c.in_channels, c.groups, c.height, c.width,
             c.out_channels, c.window_height, c.window_width, c.stride_x);
}

static const struct kernel_shape conv_bench_shapes[] = {
    {{100640064, 56056, 331111111}},   {{101280128, 28028, 331111111}},  {{100640256, 56056, 111100111}},
    {{100030064, 224224, 772233111}},  {{100640064, 56056, 331111110}},  {{3200640064, 56056, 331111111}},
    {{3201280128, 28028, 331111111}},  {{3202560256, 14014, 331111111}}, {{3200640256, 56056, 111100111}},
    {{3200030064, 224224, 772233111}}, {{3200640064, 56056, 331111110}}, {{UINT64_MAX}}};

#endif
