/* The loop of kernels/conv2d.h: a row of the output stays in the nearest cache, and gets one element of all windows at a time. */
#include "rivals.h"

void rival_conv2d(const int *sizes, const float *in, const float *weight, const float *bias, float *out, int threads)
{
    const int batch = sizes[0], in_channels = sizes[1], height = sizes[2], width = sizes[3], out_channels = sizes[4];
    const int window_height = sizes[5], window_width = sizes[6], stride_y = sizes[7], stride_x = sizes[8];
    const int pad_y = sizes[9], pad_x = sizes[10], dilation_y = sizes[11], dilation_x = sizes[12], groups = sizes[13];
    const int out_height = (height + 2 * pad_y - (window_height - 1) * dilation_y - 1) / stride_y + 1;
    const int out_width = (width + 2 * pad_x - (window_width - 1) * dilation_x - 1) / stride_x + 1;
    const int channels = in_channels / groups;
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static) collapse(3)
    for (int n = 0; n < batch; n++)
        for (int k = 0; k < out_channels; k++)
            for (int oy = 0; oy < out_height; oy++) {
                float *restrict row =
                    out + (((size_t)n * (size_t)out_channels + (size_t)k) * (size_t)out_height + (size_t)oy) *
                              (size_t)out_width;
                const int first = k / (out_channels / groups) * channels;
                for (int ox = 0; ox < out_width; ox++)
                    row[ox] = bias == NULL ? 0 : bias[k];
                for (int c = 0; c < channels; c++)
                    for (int r = 0; r < window_height; r++) {
                        const int y = oy * stride_y - pad_y + r * dilation_y;
                        if (y < 0 || y >= height)
                            continue;
                        const float *restrict from =
                            in +
                            (((size_t)n * (size_t)in_channels + (size_t)(first + c)) * (size_t)height + (size_t)y) *
                                (size_t)width;
                        for (int s = 0; s < window_width; s++) {
                            const float factor =
                                weight[((size_t)(k * channels + c) * (size_t)window_height + (size_t)r) *
                                           (size_t)window_width +
                                       (size_t)s];
                            const int shift = s * dilation_x - pad_x;
                            int begin = shift >= 0 ? 0 : (stride_x - 1 - shift) / stride_x;
                            int end = shift >= width ? 0 : (width - 1 - shift) / stride_x + 1;
                            end = end < out_width ? end : out_width;
                            if (stride_x == 1)
                                for (int ox = begin; ox < end; ox++)
                                    row[ox] += factor * from[ox + shift];
                            else
                                for (int ox = begin; ox < end; ox++)
                                    row[ox] += factor * from[ox * stride_x + shift];
                        }
                    }
            }
}
