/** @file
 * norm_parameters: the gradients of layer normalisation and RMS normalisation (norm.h) with respect to gains and biases.
 *
 *     for (c = 0; c < columns; c++) grad_gain[c] = grad_bias[c] = 0;
 *     for (r = 0; r < rows; r++)
 *         for (c = 0; c < columns; c++) {
 *             float norm = (in[r * ld_in + c] - mean[r]) * rstd[r];                          (RMS norm: mean = 0, no grad_bias)
 *             grad_gain[c] += grad_out[r * ld_grad_out + c] * norm;
 *             grad_bias[c] += grad_out[r * ld_grad_out + c];
 *         }
 *
 * A thread adds up a column of part of the rows, in the loop's order; then other threads add up the parts, without atomic operations. The
 * parts depend on rows and columns alone: the bits are the same on every device and in every run. The error is at most
 * (lwk_norm_parameters_depth() + 3) * 2^-24 * sum abs(grad_out * norm) for a gain, the same of abs(grad_out) for a bias.
 */
#ifndef LWK_NORM_PARAMETERS_H
#define LWK_NORM_PARAMETERS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** gains[p * columns + c] = the gradient of gain c, of rows p * each to (p + 1) * each - 1; biases likewise, where p = blockIdx.y. Blocks of
 * 256 threads; the grid covers the columns by x, the rows by y.
 * @param rows how many, any number
 * @param columns elements of a row, any number
 * @param each rows of a part
 * @param in rows of floats in device memory: what was normalised
 * @param ld_in floats from a row of `in` to the next, at least columns
 * @param mean rows floats of device memory, which the forward pass saved; null: of RMS norm
 * @param rstd rows floats of device memory, which the forward pass saved
 * @param grad_out rows of floats in device memory
 * @param ld_grad_out floats from a row of `grad_out` to the next, at least columns
 * @param gains gridDim.y rows of `columns` floats in device memory, overlapping no other
 * @param biases as `gains`; null where mean is */
LW_DECLARE_KERNEL(lwk_norm_parameters_parts, (size_t, rows), (size_t, columns), (size_t, each), (const float *, in),
                  (size_t, ld_in), (const float *, mean), (const float *, rstd), (const float *, grad_out),
                  (size_t, ld_grad_out), (float *, gains), (float *, biases));
/** gains_out[y * columns + c] = the sum of gains[p * columns + c] of parts p = y * each to (y + 1) * each - 1, where y = blockIdx.y; where
 * blockIdx.z is 1, of biases. Blocks of 256 threads; the grid covers the columns by x, the parts by y.
 * @param parts how many
 * @param columns elements of a part
 * @param each parts of a sum
 * @param gains,biases parts rows of `columns` floats in device memory each; biases may be null where the grid's z is 1
 * @param gains_out,biases_out gridDim.y rows of `columns` floats in device memory each, overlapping no other; biases_out as biases */
LW_DECLARE_KERNEL(lwk_norm_parameters_sums, (size_t, parts), (size_t, columns), (size_t, each), (const float *, gains),
                  (const float *, biases), (float *, gains_out), (float *, biases_out));

/** How large a workspace the launchers need.
 * @param rows,columns of the matrix
 * @return bytes; 0 where none is needed */
size_t lwk_norm_parameters_workspace(size_t rows, size_t columns);

/** How many additions in a row a launcher's sums have, for their error bound.
 * @param rows,columns of the matrix
 * @return at most so many */
double lwk_norm_parameters_depth(size_t rows, size_t columns);

/** Queues the gradients with respect to what lwk_layer_norm_launch() was given as gain and bias.
 * @param stream where
 * @param rows how many, at most 2^31 - 1; 0 gives zeros
 * @param columns elements of a row, at most 2^31 - 1; 0 does nothing
 * @param in rows of `columns` floats in device memory: what was normalised
 * @param ld_in floats from a row of `in` to the next, at least columns, at most 2^60 / rows
 * @param mean,rstd rows floats of device memory each, which lwk_layer_norm_launch() saved
 * @param grad_out rows of `columns` floats in device memory: the gradient with respect to `out`
 * @param ld_grad_out floats from a row of `grad_out` to the next, as ld_in
 * @param grad_gain,grad_bias columns floats of device memory each
 * @param workspace lwk_norm_parameters_workspace(rows, columns) bytes of device memory, aligned to 4; contents undefined before and
 *     afterwards; null where that is 0. Nothing overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel(), where a launch may be queued already
 *
 * CUDA: none; PyTorch's name is native_layer_norm_backward. */
lw_status lwk_layer_norm_parameters_launch(lw_stream *stream, size_t rows, size_t columns, const float *in,
                                           size_t ld_in, const float *mean, const float *rstd, const float *grad_out,
                                           size_t ld_grad_out, float *grad_gain, float *grad_bias, void *workspace);
/** Queues the gradient with respect to what lwk_rms_norm_launch() was given as gain.
 * @param stream,rows,columns,in,ld_in,grad_out,ld_grad_out,workspace as lwk_layer_norm_parameters_launch()'s
 * @param rstd rows floats of device memory, which lwk_rms_norm_launch() saved
 * @param grad_gain columns floats of device memory
 * @return as lwk_layer_norm_parameters_launch()
 *
 * CUDA: none. */
lw_status lwk_rms_norm_parameters_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                         const float *rstd, const float *grad_out, size_t ld_grad_out, float *grad_gain,
                                         void *workspace);

#ifdef __cplusplus
}
#endif

#endif
