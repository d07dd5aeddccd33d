/** @file
 * conv2d_backward: the gradients of a convolution (conv2d.h) with respect to pictures, weights and biases, float32, NCHW.
 *
 *     for (n = 0; n < batch; n++) for (k = 0; k < out_channels; k++) for (oy = 0; oy < out_height; oy++) for (ox = 0; ox < out_width; ox++) {
 *         int first = k / (out_channels / groups) * (in_channels / groups);
 *         float grad = grad_out[n][k][oy][ox];
 *         grad_bias[k] += grad;
 *         for (c = 0; c < in_channels / groups; c++) for (r = 0; r < window_height; r++) for (s = 0; s < window_width; s++) {
 *             int y = oy * stride_y - pad_y + r * dilation_y, x = ox * stride_x - pad_x + s * dilation_x;
 *             if (y < 0 || y >= height || x < 0 || x >= width) continue;
 *             grad_in[n][first + c][y][x] += weight[k][c][r][s] * grad;
 *             grad_weight[k][c][r][s] += in[n][first + c][y][x] * grad;
 *         }
 *     }
 *
 * The gradients are zeros before. Their bits are the same on every device and in every run, where weights and inputs are finite. Products are added with one rounding each: a
 * sum of t products is at most (t + 70) * 2^-24 * (the sum of absolute values of all of them) from the exact one.
 *
 * | gradient | how | workspace |
 * |---|---|---|
 * | of pictures | a convolution of grad_out with the weights turned round, by conv2d's kernels; with strides, of grad_out with zeros between: as much work as without strides | the turned weights; with strides, what they spread to |
 * | of weights | a product of matrices, of grad_out and of the windows' elements, which is never stored; pixels in up to LWK_CONV_PARTS equal parts, whose sums are added in their order. Groups of fewer than LWK_CONV_FEW output channels: 32 partial sums for each weight and part | a sum for each weight and part |
 * | of biases | LWK_CONV_BIAS_THREADS partial sums for each plane; planes' sums are added in their order | a sum for each plane |
 */
#ifndef LWK_CONV2D_BACKWARD_H
#define LWK_CONV2D_BACKWARD_H

#include <lanewise/launch.h>

#include "conv2d.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the kernels. */
enum {
    LWK_CONV_PARTS = 64,        /**< the most parts of pixels for gradients of weights */
    LWK_CONV_PART = 2048,       /**< pixels of a part, at least */
    LWK_CONV_TAPS = 128,        /**< weights of a channel of a block of lwk_conv2d_weight_gemm() */
    LWK_CONV_ROW_TAPS = 64,     /**< weights of a channel of a block of lwk_conv2d_weight_rows() */
    LWK_CONV_ROW_CHANNELS = 16, /**< threads of a block of lwk_conv2d_weight_rows(), each with an output channel */
    LWK_CONV_FEW = 8,           /**< output channels of a group, of which fewer have lwk_conv2d_weight_each() */
    LWK_CONV_BIAS_THREADS = 128 /**< threads of a block of lwk_conv2d_plane_sums() */
};

/** Turns weights round: channels of pictures become output channels, windows end where they began. Any one-dimensional block; the grid covers count.
 * @param count weights
 * @param conv sizes
 * @param weight count floats of device memory, as lwk_conv2d_launch()'s
 * @param turned count floats of device memory, overlapping no other: in_channels * out_channels / groups windows */
LW_DECLARE_KERNEL(lwk_conv2d_turn, (unsigned, count), (struct lwk_conv, conv), (const float *, weight),
                  (float *, turned));
/** Puts zeros between the elements of planes. Any one-dimensional block; the grid covers count.
 * @param count elements of all planes of `spread`
 * @param conv sizes: the strides
 * @param out_height,out_width of a plane before
 * @param height,width of a plane after: what is beyond the last element is 0, too
 * @param grad_out planes of floats in device memory
 * @param spread count floats of device memory, overlapping no other */
LW_DECLARE_KERNEL(lwk_conv2d_spread, (unsigned, count), (struct lwk_conv, conv), (int, out_height), (int, out_width),
                  (int, height), (int, width), (const float *, grad_out), (float *, spread));

/** Sums of parts for the gradient of weights, as an implicit product of matrices. Blocks of LWK_CONV_THREADS threads; the grid's columns of blocks cover a channel's weights,
 * LWK_CONV_TAPS each, its rows the groups and each group's output channels, LWK_CONV_CHANNELS each, its third dimension the parts.
 * @param conv sizes
 * @param out_height lwk_conv_out_height(&conv)
 * @param out_width lwk_conv_out_width(&conv)
 * @param part pixels of a part, a multiple of LWK_CONV_DEPTH
 * @param in as lwk_conv2d_launch()'s
 * @param grad_out batch * out_channels planes of out_height * out_width floats in device memory
 * @param partial for each part as many floats of device memory as there are weights, overlapping no other */
LW_DECLARE_KERNEL(lwk_conv2d_weight_gemm, (struct lwk_conv, conv), (int, out_height), (int, out_width),
                  (unsigned, part), (const float *, in), (const float *, grad_out), (float *, partial));
/** The same with the same bits, a thread an output channel: for CPUs. Blocks of LWK_CONV_ROW_CHANNELS threads, one for each LWK_CONV_ROW_TAPS weights of a channel, each as many
 * output channels of a group, each group, and each part; weights are next to each other, then channels, groups, parts.
 * @param conv,out_height,out_width,part,in,grad_out,partial as lwk_conv2d_weight_gemm()'s */
LW_DECLARE_KERNEL(lwk_conv2d_weight_rows, (struct lwk_conv, conv), (int, out_height), (int, out_width),
                  (unsigned, part), (const float *, in), (const float *, grad_out), (float *, partial));
/** Adds up the parts' sums in their order, and planes' for biases. Any one-dimensional block; the grid covers count.
 * @param count weights, or channels
 * @param parts how many, or pictures
 * @param partial what lwk_conv2d_weight_gemm(), _rows() or _each() has stored
 * @param grad_weight count floats of device memory, overlapping no other */
LW_DECLARE_KERNEL(lwk_conv2d_weight_sums, (unsigned, count), (unsigned, parts), (const float *, partial),
                  (float *, grad_weight));
/** Sums of parts for the gradient of weights of groups that have few output channels: a warp a weight. Blocks of 32 threads, one for each weight and part, weights next to each
 * other.
 * @param weights how many
 * @param each rows of `grad_out`'s planes of one channel, of all pictures, that a part has
 * @param conv,out_height,out_width,in,grad_out,partial as lwk_conv2d_weight_gemm()'s */
LW_DECLARE_KERNEL(lwk_conv2d_weight_each, (unsigned, weights), (unsigned, each), (struct lwk_conv, conv),
                  (int, out_height), (int, out_width), (const float *, in), (const float *, grad_out),
                  (float *, partial));
/** Sums of planes. Blocks of LWK_CONV_BIAS_THREADS threads, one for each plane.
 * @param plane elements of a plane
 * @param grad_out planes of floats in device memory
 * @param sums a float of device memory for each plane */
LW_DECLARE_KERNEL(lwk_conv2d_plane_sums, (size_t, plane), (const float *, grad_out), (float *, sums));

/** How large a workspace lwk_conv2d_backward_input_launch() needs.
 * @param conv sizes, within their ranges
 * @return bytes */
size_t lwk_conv2d_backward_input_workspace(const struct lwk_conv *conv);
/** Queues the gradient with respect to pictures.
 * @param stream where
 * @param conv sizes of the convolution, as lwk_conv2d_launch()'s; `grad_out` with zeros between its elements has at most 2^31 - 1 elements, too. A batch of 0 does nothing
 * @param weight out_channels * in_channels / groups windows of floats in device memory
 * @param grad_out batch * out_channels planes of out_height * out_width floats in device memory
 * @param grad_in batch * in_channels planes of height * width floats in device memory, overlapping no other
 * @param workspace lwk_conv2d_backward_input_workspace(conv) bytes of device memory, aligned to 4; contents undefined before and after
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cudnnConvolutionBackwardData. */
lw_status lwk_conv2d_backward_input_launch(lw_stream *stream, const struct lwk_conv *conv, const float *weight,
                                           const float *grad_out, float *grad_in, void *workspace);
/** How large a workspace lwk_conv2d_backward_weight_launch() needs.
 * @param conv sizes, within their ranges
 * @return bytes: 4 for each weight and part of pixels */
size_t lwk_conv2d_backward_weight_workspace(const struct lwk_conv *conv);
/** Queues the gradient with respect to weights.
 * @param stream where
 * @param conv sizes of the convolution, as lwk_conv2d_launch()'s; a batch of 0 makes the gradient 0
 * @param in batch * in_channels planes of height * width floats in device memory
 * @param grad_out batch * out_channels planes of out_height * out_width floats in device memory
 * @param grad_weight out_channels * in_channels / groups windows of floats in device memory, overlapping no other
 * @param workspace lwk_conv2d_backward_weight_workspace(conv) bytes of device memory, aligned to 4; contents undefined before and after
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cudnnConvolutionBackwardFilter. */
lw_status lwk_conv2d_backward_weight_launch(lw_stream *stream, const struct lwk_conv *conv, const float *in,
                                            const float *grad_out, float *grad_weight, void *workspace);
/** How large a workspace lwk_conv2d_backward_bias_launch() needs.
 * @param conv sizes, within their ranges
 * @return bytes: 4 for each plane of `grad_out` */
size_t lwk_conv2d_backward_bias_workspace(const struct lwk_conv *conv);
/** Queues the gradient with respect to biases.
 * @param stream where
 * @param conv sizes of the convolution, as lwk_conv2d_launch()'s; a batch of 0 makes the gradient 0
 * @param grad_out batch * out_channels planes of out_height * out_width floats in device memory
 * @param grad_bias out_channels floats of device memory, overlapping no other
 * @param workspace lwk_conv2d_backward_bias_workspace(conv) bytes of device memory, aligned to 4; contents undefined before and after
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cudnnConvolutionBackwardBias. */
lw_status lwk_conv2d_backward_bias_launch(lw_stream *stream, const struct lwk_conv *conv, const float *grad_out,
                                          float *grad_bias, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
