/** @file
 * conv2d: the convolution (cross-correlation) of pictures of many channels with windows of weights, float32, NCHW.
 *
 *     for (n = 0; n < batch; n++) for (k = 0; k < out_channels; k++) for (oy = 0; oy < out_height; oy++) for (ox = 0; ox < out_width; ox++) {
 *         int first = k / (out_channels / groups) * (in_channels / groups);     // a group's output channels see its input channels alone
 *         float sum = bias == NULL ? 0 : bias[k];
 *         for (c = 0; c < in_channels / groups; c++) for (r = 0; r < window_height; r++) for (s = 0; s < window_width; s++) {
 *             int y = oy * stride_y - pad_y + r * dilation_y, x = ox * stride_x - pad_x + s * dilation_x;
 *             sum += weight[k][c][r][s] * (y < 0 || y >= height || x < 0 || x >= width ? 0 : in[n][first + c][y][x]);
 *         }
 *         out[n][k][oy][ox] = sum;
 *     }
 *
 * out_height is (height + 2 * pad_y - (window_height - 1) * dilation_y - 1) / stride_y + 1, rounded down; out_width likewise.
 *
 * On a GPU it is a product of matrices of which the second, of the windows' elements, is never stored (implicit GEMM; Chetlur and others,
 * cuDNN: Efficient Primitives for Deep Learning, 2014): a block has 64 output channels of 128 output pixels. Groups of fewer than 8 output channels have a thread an
 * output element. On a CPU a block has 16 pixels of a row of all output channels of a group, or whole rows of one channel of small groups.
 *
 * Products are added with one rounding each, LWK_CONV_DEPTH channels of each element of the window at a time. The bits are the same on every device, in every
 * run and by every kernel, where weights are finite. A result is at most (in_channels / groups * window_height * window_width + 1) * 2^-24 * (the sum of
 * absolute values of all products and of the bias) from the exact one. Products with padding may be left out: a weight that is infinite or NaN may
 * leave results finite that it has only padding for.
 */
#ifndef LWK_CONV2D_H
#define LWK_CONV2D_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the kernels. */
enum {
    LWK_CONV_DEPTH = 8,        /**< input channels at a time */
    LWK_CONV_CHANNELS = 64,    /**< output channels of a block of lwk_conv2d_gemm() */
    LWK_CONV_PIXELS = 128,     /**< output pixels of a block of lwk_conv2d_gemm() */
    LWK_CONV_THREADS = 256,    /**< threads of a block of lwk_conv2d_gemm() */
    LWK_CONV_ROW_THREADS = 16, /**< threads of a block of lwk_conv2d_rows(), each with a pixel */
    LWK_CONV_TAP_THREADS = 8,  /**< threads of a block of lwk_conv2d_taps() */
    LWK_CONV_PATCH = 8192      /**< floats that a block of lwk_conv2d_rows() has for windows' elements */
};

/** Sizes of a convolution. */
struct lwk_conv {
    int batch;         /**< pictures, 0 or more */
    int in_channels;   /**< channels of `in`, 1 or more */
    int height;        /**< rows of `in`, 1 to 32767 */
    int width;         /**< columns of `in`, 1 to 32767 */
    int out_channels;  /**< channels of `out`, 1 or more */
    int window_height; /**< rows of a window, 1 to 32767; dilated, at most the rows with padding on both sides */
    int window_width;  /**< columns of a window, likewise */
    int stride_y;      /**< rows from a window to the next, 1 to 32767 */
    int stride_x;      /**< columns from a window to the next, 1 to 32767 */
    int pad_y;         /**< rows of zeros above and below, 0 to 32767 */
    int pad_x;         /**< columns of zeros beside, 0 to 32767 */
    int dilation_y;    /**< rows from an element of a window to the next, 1 to 32767 */
    int dilation_x;    /**< columns from an element of a window to the next, 1 to 32767 */
    int groups;        /**< of channels, 1 or more; divides both numbers of channels */
};

/** Output rows.
 * @param conv sizes, within their ranges
 * @return how many */
static inline int lwk_conv_out_height(const struct lwk_conv *conv)
{
    return (conv->height + 2 * conv->pad_y - (conv->window_height - 1) * conv->dilation_y - 1) / conv->stride_y + 1;
}

/** Output columns.
 * @param conv sizes, within their ranges
 * @return how many */
static inline int lwk_conv_out_width(const struct lwk_conv *conv)
{
    return (conv->width + 2 * conv->pad_x - (conv->window_width - 1) * conv->dilation_x - 1) / conv->stride_x + 1;
}

/** A convolution as an implicit product of matrices. Blocks of LWK_CONV_THREADS threads; the grid's columns of blocks cover batch * out_height * out_width
 * pixels, LWK_CONV_PIXELS each, its rows the groups and each group's output channels, LWK_CONV_CHANNELS each.
 * @param conv sizes
 * @param out_height lwk_conv_out_height(&conv)
 * @param out_width lwk_conv_out_width(&conv)
 * @param in batch * in_channels planes of height * width floats in device memory
 * @param weight out_channels * in_channels / groups windows of floats in device memory
 * @param bias out_channels floats of device memory, or null
 * @param out batch * out_channels planes of out_height * out_width floats in device memory, overlapping no other
 * @param wide not 0: out_height * out_width is a multiple of 4 and `out` is aligned to 16 */
LW_DECLARE_KERNEL(lwk_conv2d_gemm, (struct lwk_conv, conv), (int, out_height), (int, out_width), (const float *, in),
                  (const float *, weight), (const float *, bias), (float *, out), (int, wide));
/** A thread an output element. Any one-dimensional block; the grid covers count.
 * @param count elements of `out`, at most 2^31 - 1
 * @param conv,out_height,out_width,in,weight,bias,out as lwk_conv2d_gemm()'s */
LW_DECLARE_KERNEL(lwk_conv2d_direct, (unsigned, count), (struct lwk_conv, conv), (int, out_height), (int, out_width),
                  (const float *, in), (const float *, weight), (const float *, bias), (float *, out));
/** A thread an output pixel of all of a group's channels: for CPUs. Blocks of LWK_CONV_ROW_THREADS threads, one for as many columns of each output row of each
 * group of each picture; columns are next to each other, then rows, groups, pictures.
 * @param conv sizes; LWK_CONV_DEPTH * window_height * stride_x * columns is at most LWK_CONV_PATCH
 * @param out_height,out_width,in,weight,bias,out as lwk_conv2d_gemm()'s
 * @param columns LWK_CONV_ROW_THREADS + (window_width - 1) * dilation_x / stride_x + 1 */
LW_DECLARE_KERNEL(lwk_conv2d_rows, (struct lwk_conv, conv), (int, out_height), (int, out_width), (int, columns),
                  (const float *, in), (const float *, weight), (const float *, bias), (float *, out));

/** Adds a window's elements to output rows one after another: for CPUs, and groups of few output channels. Blocks of LWK_CONV_TAP_THREADS threads, which
 * take `each` rows of all planes of `out` one after another; the grid covers the rows.
 * @param rows of all planes of `out`
 * @param each rows of a block, 1 or more
 * @param conv sizes; stride_x is 1, in_channels / groups at most LWK_CONV_DEPTH
 * @param out_height,out_width,in,weight,bias,out as lwk_conv2d_gemm()'s */
LW_DECLARE_KERNEL(lwk_conv2d_taps, (unsigned, rows), (unsigned, each), (struct lwk_conv, conv), (int, out_height),
                  (int, out_width), (const float *, in), (const float *, weight), (const float *, bias),
                  (float *, out));

/** Queues a convolution.
 * @param stream where
 * @param conv sizes; read before the function returns. `in`, `weight` and `out` have at most 2^31 - 1 elements each; a batch of 0 does nothing
 * @param in batch * in_channels planes of height * width floats in device memory
 * @param weight out_channels * in_channels / groups windows of window_height * window_width floats in device memory
 * @param bias out_channels floats of device memory, or null: zeros
 * @param out batch * out_channels planes of out_height * out_width floats in device memory, overlapping no other
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cudnnConvolutionForward. */
lw_status lwk_conv2d_launch(lw_stream *stream, const struct lwk_conv *conv, const float *in, const float *weight,
                            const float *bias, float *out);

#ifdef __cplusplus
}
#endif

#endif
