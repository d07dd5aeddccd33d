/* Pixels of a convolution's output, in their order. */
#ifndef LWK_DEVICE_CONV_PIXEL_H
#define LWK_DEVICE_CONV_PIXEL_H

#include <lanewise/kernel.h>

#include "../conv2d.h"

/** A pixel of `out`. */
struct lwk_conv_pixel {
    unsigned at; /**< of all pictures' */
    int n;       /**< its picture */
    int oy;      /**< its row */
    int ox;      /**< its column */
};

static __device__ __forceinline__ struct lwk_conv_pixel lwk_conv_pixel_of(unsigned at, int out_height, int out_width)
{
    const unsigned row = at / (unsigned)out_width, n = row / (unsigned)out_height;
    const struct lwk_conv_pixel pixel = {at, (int)n, (int)(row - n * (unsigned)out_height),
                                         (int)(at - row * (unsigned)out_width)};
    return pixel;
}

/* The pixel LWK_CONV_DEPTH after. */
static __device__ __forceinline__ struct lwk_conv_pixel lwk_conv_pixel_after(struct lwk_conv_pixel pixel,
                                                                             int out_height, int out_width)
{
    pixel.at += LWK_CONV_DEPTH;
    pixel.ox += LWK_CONV_DEPTH;
    while (pixel.ox >= out_width) {
        pixel.ox -= out_width;
        pixel.oy++;
        if (pixel.oy == out_height) {
            pixel.oy = 0;
            pixel.n++;
        }
    }
    return pixel;
}

#endif
