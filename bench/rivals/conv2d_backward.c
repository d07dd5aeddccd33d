/* The loops of kernels/conv2d_backward.h. Rows of pictures and of the output stay in the nearest cache, and meet one element of all windows at a time. */
#include "rivals.h"

#define SIZES                                                                                                          \
    const int batch = sizes[0], in_channels = sizes[1], height = sizes[2], width = sizes[3], out_channels = sizes[4];  \
    const int window_height = sizes[5], window_width = sizes[6], stride_y = sizes[7], stride_x = sizes[8];             \
    const int pad_y = sizes[9], pad_x = sizes[10], dilation_y = sizes[11], dilation_x = sizes[12], groups = sizes[13]; \
    const int out_height = (height + 2 * pad_y - (window_height - 1) * dilation_y - 1) / stride_y + 1;                 \
    const int out_width = (width + 2 * pad_x - (window_width - 1) * dilation_x - 1) / stride_x + 1;                    \
    const int channels = in_channels / groups, out_group = out_channels / groups;                                      \
    (void)threads
/* Columns of the output whose windows have the element in the picture. */
#define COLUMNS(s)                                                                                                     \
    const int shift = (s) * dilation_x - pad_x, begin = shift >= 0 ? 0 : (stride_x - 1 - shift) / stride_x;            \
    const int behind = shift >= width ? 0 : (width - 1 - shift) / stride_x + 1;                                        \
    const int end = behind < out_width ? behind : out_width

void rival_conv2d_backward_input(const int *sizes, const float *weight, const float *grad_out, float *grad_in,
                                 int threads)
{
    SIZES;
#pragma omp parallel for num_threads(threads) schedule(static) collapse(2)
    for (int n = 0; n < batch; n++)
        for (int c = 0; c < in_channels; c++) {
            const int group = c / channels;
            float *restrict plane = grad_in + ((size_t)n * (size_t)in_channels + (size_t)c) * (size_t)(height * width);
            for (int i = 0; i < height * width; i++)
                plane[i] = 0;
            for (int k = group * out_group; k < (group + 1) * out_group; k++)
                for (int r = 0; r < window_height; r++)
                    for (int oy = 0; oy < out_height; oy++) {
                        const int y = oy * stride_y - pad_y + r * dilation_y;
                        if (y < 0 || y >= height)
                            continue;
                        const float *restrict from =
                            grad_out +
                            (((size_t)n * (size_t)out_channels + (size_t)k) * (size_t)out_height + (size_t)oy) *
                                (size_t)out_width;
                        for (int s = 0; s < window_width; s++) {
                            COLUMNS(s);
                            const float factor =
                                weight[((size_t)(k * channels + c % channels) * (size_t)window_height + (size_t)r) *
                                           (size_t)window_width +
                                       (size_t)s];
                            float *restrict to = plane + y * width;
                            if (stride_x == 1)
                                for (int ox = begin; ox < end; ox++)
                                    to[ox + shift] += factor * from[ox];
                            else
                                for (int ox = begin; ox < end; ox++)
                                    to[ox * stride_x + shift] += factor * from[ox];
                        }
                    }
        }
}

void rival_conv2d_backward_weight(const int *sizes, const float *in, const float *grad_out, float *grad_weight,
                                  int threads)
{
    SIZES;
#pragma omp parallel for num_threads(threads) schedule(static) collapse(2)
    for (int k = 0; k < out_channels; k++)
        for (int c = 0; c < channels; c++)
            for (int r = 0; r < window_height; r++)
                for (int s = 0; s < window_width; s++) {
                    COLUMNS(s);
                    float sum = 0;
                    for (int n = 0; n < batch; n++)
                        for (int oy = 0; oy < out_height; oy++) {
                            const int y = oy * stride_y - pad_y + r * dilation_y;
                            if (y < 0 || y >= height)
                                continue;
                            const size_t plane =
                                (size_t)n * (size_t)in_channels + (size_t)(k / out_group * channels + c);
                            const float *restrict row =
                                in + (plane * (size_t)height + (size_t)y) * (size_t)width + shift;
                            const float *restrict grad =
                                grad_out +
                                (((size_t)n * (size_t)out_channels + (size_t)k) * (size_t)out_height + (size_t)oy) *
                                    (size_t)out_width;
                            if (stride_x == 1) {
#pragma omp simd reduction(+ : sum)
                                for (int ox = begin; ox < end; ox++)
                                    sum += row[ox] * grad[ox];
                            } else {
#pragma omp simd reduction(+ : sum)
                                for (int ox = begin; ox < end; ox++)
                                    sum += row[ox * stride_x] * grad[ox];
                            }
                        }
                    grad_weight[((size_t)(k * channels + c) * (size_t)window_height + (size_t)r) *
                                    (size_t)window_width +
                                (size_t)s] = sum;
                }
}

void rival_conv2d_backward_bias(const int *sizes, const float *grad_out, float *grad_bias, int threads)
{
    SIZES;
    (void)channels;
    (void)out_group;
    const int plane = out_height * out_width;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int k = 0; k < out_channels; k++) {
        float sum = 0;
        for (int n = 0; n < batch; n++) {
            const float *restrict from = grad_out + ((size_t)n * (size_t)out_channels + (size_t)k) * (size_t)plane;
#pragma omp simd reduction(+ : sum)
            for (int i = 0; i < plane; i++)
                sum += from[i];
        }
        grad_bias[k] = sum;
    }
}
