/** @file
 * norm: the rows of a matrix normalised, and the gradients with respect to them: layer normalisation (Ba, Kiros and Hinton, 2016), RMS
 * normalisation (Zhang and Sennrich, 2019). Gradients with respect to gains and biases: norm_parameters.h.
 *
 *     for (r = 0; r < rows; r++) {
 *         float mean = 0, squares = 0;
 *         for (c = 0; c < columns; c++) mean += in[r * ld_in + c] / columns;               (layer_norm; RMS norm: mean = 0)
 *         for (c = 0; c < columns; c++) squares += (in[r * ld_in + c] - mean) * (in[r * ld_in + c] - mean);
 *         float rstd = 1 / sqrtf(squares / columns + epsilon);
 *         for (c = 0; c < columns; c++) out[r * ld_out + c] = (in[r * ld_in + c] - mean) * rstd * gain[c] + bias[c];
 *     }
 *
 * The gradient of a function of `out` with respect to `in`, from that with respect to `out`, where norm[c] = (in[c] - mean) * rstd:
 *
 *     for (c = 0; c < columns; c++) terms += grad_out[c] * gain[c] / columns;                          (RMS norm: terms = 0)
 *     for (c = 0; c < columns; c++) products += grad_out[c] * gain[c] * norm[c] / columns;
 *     for (c = 0; c < columns; c++) grad_in[c] = rstd * (grad_out[c] * gain[c] - terms - norm[c] * products);
 *
 * On a GPU a warp has rows of at most 1024 columns in registers, a block those of at most 8192; a block goes through longer rows three times.
 * On a CPU a block has a row in its caches.
 *
 * Sums have 32 parts, or 256 beyond 1024 columns, or 1024 beyond 8192: element c belongs to part c % parts. The order of additions depends
 * on the number of columns alone, and products are fused as above: the bits are the same on every device and in every run. In units of
 * 2^-24, with depth = columns / parts + parts / 32 + 8, a result is at most
 * depth * (2 * abs(norm * gain) + abs(bias) + rstd * abs(gain) * sum abs(in) / columns * (1 + norm^2)) from the exact one.
 *
 * A row with a NaN or an infinity is NaN, as is one whose sum or sum of squares is out of range.
 */
#ifndef LWK_NORM_H
#define LWK_NORM_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Normalises rows of at most 128 columns, four rows a warp. Blocks of 256 threads; the grid's warps cover the rows.
 * @param rows how many, any number
 * @param columns elements of a row, 1 to 128
 * @param centred 1: layer norm; 0: RMS norm
 * @param in rows of floats in device memory
 * @param ld_in floats from a row of `in` to the next, at least columns
 * @param gain columns floats of device memory, or null: all 1
 * @param bias columns floats of device memory, or null: all 0; null where gain is
 * @param epsilon what is added to the mean of squares
 * @param out rows of floats in device memory; the same array as `in` with the same ld, or overlapping no other
 * @param ld_out floats from a row of `out` to the next, at least columns
 * @param mean rows floats of device memory, or null
 * @param rstd rows floats of device memory, or null */
LW_DECLARE_KERNEL(lwk_norm_short, (size_t, rows), (size_t, columns), (int, centred), (const float *, in),
                  (size_t, ld_in), (const float *, gain), (const float *, bias), (float, epsilon), (float *, out),
                  (size_t, ld_out), (float *, mean), (float *, rstd));
/** As lwk_norm_short(), of at most 1024 columns, a row a warp.
 * @param rows,centred,in,ld_in,gain,bias,epsilon,out,ld_out,mean,rstd as lwk_norm_short()'s
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_norm_warps, (size_t, rows), (size_t, columns), (int, centred), (const float *, in),
                  (size_t, ld_in), (const float *, gain), (const float *, bias), (float, epsilon), (float *, out),
                  (size_t, ld_out), (float *, mean), (float *, rstd));
/** As lwk_norm_short(), of at most 8192 columns, a row a block. The bits are the others' beyond 1024 columns.
 * @param rows,centred,in,ld_in,gain,bias,epsilon,out,ld_out,mean,rstd as lwk_norm_short()'s
 * @param columns 1 to 8192 */
LW_DECLARE_KERNEL(lwk_norm_blocks, (size_t, rows), (size_t, columns), (int, centred), (const float *, in),
                  (size_t, ld_in), (const float *, gain), (const float *, bias), (float, epsilon), (float *, out),
                  (size_t, ld_out), (float *, mean), (float *, rstd));
/** As lwk_norm_warps(), with the same bits, by a block that goes through a row several times. Blocks of 32 threads, which take `each` rows one
 * after another; the grid covers the rows.
 * @param rows,centred,in,ld_in,gain,bias,epsilon,out,ld_out,mean,rstd as lwk_norm_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_norm_rows_32, (size_t, rows), (size_t, each), (size_t, columns), (int, centred),
                  (const float *, in), (size_t, ld_in), (const float *, gain), (const float *, bias), (float, epsilon),
                  (float *, out), (size_t, ld_out), (float *, mean), (float *, rstd));
/** As lwk_norm_rows_32(), with lwk_norm_blocks()'s bits. Blocks of 256 threads.
 * @param rows,centred,in,ld_in,gain,bias,epsilon,out,ld_out,mean,rstd as lwk_norm_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 8192 */
LW_DECLARE_KERNEL(lwk_norm_rows_256, (size_t, rows), (size_t, each), (size_t, columns), (int, centred),
                  (const float *, in), (size_t, ld_in), (const float *, gain), (const float *, bias), (float, epsilon),
                  (float *, out), (size_t, ld_out), (float *, mean), (float *, rstd));
/** As lwk_norm_rows_32(), of any number of columns. Blocks of 1024 threads.
 * @param rows,centred,in,ld_in,gain,bias,epsilon,out,ld_out,mean,rstd as lwk_norm_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 or more */
LW_DECLARE_KERNEL(lwk_norm_rows_1024, (size_t, rows), (size_t, each), (size_t, columns), (int, centred),
                  (const float *, in), (size_t, ld_in), (const float *, gain), (const float *, bias), (float, epsilon),
                  (float *, out), (size_t, ld_out), (float *, mean), (float *, rstd));

/** The gradient of rows of at most 128 columns. Grids and blocks as lwk_norm_short()'s.
 * @param rows how many, any number
 * @param columns elements of a row, 1 to 128
 * @param in rows of floats in device memory: what was normalised
 * @param ld_in floats from a row of `in` to the next, at least columns
 * @param gain columns floats of device memory, or null: all 1
 * @param mean rows floats of device memory, which the forward pass saved; null: of RMS norm
 * @param rstd rows floats of device memory, which the forward pass saved
 * @param grad_out rows of floats in device memory
 * @param ld_grad_out floats from a row of `grad_out` to the next, at least columns
 * @param grad_in rows of floats in device memory; the same array as `in` or `grad_out` with the same ld, or overlapping no other
 * @param ld_grad_in floats from a row of `grad_in` to the next, at least columns */
LW_DECLARE_KERNEL(lwk_norm_backward_short, (size_t, rows), (size_t, columns), (const float *, in), (size_t, ld_in),
                  (const float *, gain), (const float *, mean), (const float *, rstd), (const float *, grad_out),
                  (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in));
/** The same of at most 1024 columns. Grids, blocks and bits as lwk_norm_warps()'s.
 * @param rows,in,ld_in,gain,mean,rstd,grad_out,ld_grad_out,grad_in,ld_grad_in as lwk_norm_backward_short()'s
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_norm_backward_warps, (size_t, rows), (size_t, columns), (const float *, in), (size_t, ld_in),
                  (const float *, gain), (const float *, mean), (const float *, rstd), (const float *, grad_out),
                  (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in));
/** The same of at most 8192 columns. Grids, blocks and bits as lwk_norm_blocks()'s.
 * @param rows,in,ld_in,gain,mean,rstd,grad_out,ld_grad_out,grad_in,ld_grad_in as lwk_norm_backward_short()'s
 * @param columns 1 to 8192 */
LW_DECLARE_KERNEL(lwk_norm_backward_blocks, (size_t, rows), (size_t, columns), (const float *, in), (size_t, ld_in),
                  (const float *, gain), (const float *, mean), (const float *, rstd), (const float *, grad_out),
                  (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in));
/** The same by a block that goes through a row twice. Grids, blocks and bits as lwk_norm_rows_32()'s.
 * @param rows,in,ld_in,gain,mean,rstd,grad_out,ld_grad_out,grad_in,ld_grad_in as lwk_norm_backward_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_norm_backward_rows_32, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (const float *, gain), (const float *, mean), (const float *, rstd),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in));
/** The same by a block that goes through a row twice. Grids, blocks and bits as lwk_norm_rows_256()'s.
 * @param rows,in,ld_in,gain,mean,rstd,grad_out,ld_grad_out,grad_in,ld_grad_in as lwk_norm_backward_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 8192 */
LW_DECLARE_KERNEL(lwk_norm_backward_rows_256, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (const float *, gain), (const float *, mean), (const float *, rstd),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in));
/** The same by a block that goes through a row twice. Grids, blocks and bits as lwk_norm_rows_1024()'s.
 * @param rows,in,ld_in,gain,mean,rstd,grad_out,ld_grad_out,grad_in,ld_grad_in as lwk_norm_backward_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 or more */
LW_DECLARE_KERNEL(lwk_norm_backward_rows_1024, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (const float *, gain), (const float *, mean), (const float *, rstd),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in));

/** Queues the layer normalisation of each row.
 * @param stream where
 * @param rows how many, at most 2^31 - 1; 0 does nothing
 * @param columns elements of a row, any number; 0 does nothing
 * @param in rows of `columns` floats in device memory
 * @param ld_in floats from a row of `in` to the next, at least columns, at most 2^60 / rows
 * @param gain columns floats of device memory, or null: all 1
 * @param bias columns floats of device memory, or null: all 0; null where gain is
 * @param epsilon what is added to the variance, 0 or more; 1e-5 is usual
 * @param out rows of `columns` floats in device memory; the same array as `in` with the same ld, or overlapping no other
 * @param ld_out floats from a row of `out` to the next, as ld_in
 * @param mean rows floats of device memory, for lwk_layer_norm_backward_launch(); or null
 * @param rstd rows floats of device memory, for the same: 1 / sqrtf(variance + epsilon); or null
 * @return LW_ERROR_INVALID_VALUE: a null pointer, a bias without gains, a size outside its range, or a negative epsilon; or as lw_launch_kernel()
 *
 * CUDA: cudnnNormalizationForwardTraining has normalisations of other axes; PyTorch's name is layer_norm. */
lw_status lwk_layer_norm_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                const float *gain, const float *bias, float epsilon, float *out, size_t ld_out,
                                float *mean, float *rstd);
/** Queues the RMS normalisation of each row.
 * @param stream,rows,columns,in,ld_in,gain,out,ld_out as lwk_layer_norm_launch()'s
 * @param epsilon what is added to the mean of squares, 0 or more; 1e-6 is usual
 * @param rstd rows floats of device memory, for lwk_rms_norm_backward_launch(): 1 / sqrtf(mean of squares + epsilon); or null
 * @return as lwk_layer_norm_launch()
 *
 * CUDA: none; PyTorch's name is rms_norm. */
lw_status lwk_rms_norm_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                              const float *gain, float epsilon, float *out, size_t ld_out, float *rstd);
/** Queues the gradient with respect to the elements that lwk_layer_norm_launch() was given.
 * @param stream,rows,columns,in,ld_in,gain as lwk_layer_norm_launch()'s
 * @param mean,rstd rows floats of device memory each, which lwk_layer_norm_launch() saved
 * @param grad_out rows of `columns` floats in device memory: the gradient with respect to `out`
 * @param ld_grad_out floats from a row of `grad_out` to the next, as ld_in
 * @param grad_in rows of `columns` floats in device memory; the same array as `in` or `grad_out` with the same ld, or overlapping no
 *     other
 * @param ld_grad_in floats from a row of `grad_in` to the next, as ld_in
 * @return as lwk_layer_norm_launch()
 *
 * CUDA: none; PyTorch's name is native_layer_norm_backward. */
lw_status lwk_layer_norm_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                         const float *gain, const float *mean, const float *rstd, const float *grad_out,
                                         size_t ld_grad_out, float *grad_in, size_t ld_grad_in);
/** Queues the gradient with respect to the elements that lwk_rms_norm_launch() was given.
 * @param stream,rows,columns,in,ld_in,gain,grad_out,ld_grad_out,grad_in,ld_grad_in as lwk_layer_norm_backward_launch()'s
 * @param rstd rows floats of device memory, which lwk_rms_norm_launch() saved
 * @return as lwk_layer_norm_launch()
 *
 * CUDA: none. */
lw_status lwk_rms_norm_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                       const float *gain, const float *rstd, const float *grad_out, size_t ld_grad_out,
                                       float *grad_in, size_t ld_grad_in);

#ifdef __cplusplus
}
#endif

#endif
