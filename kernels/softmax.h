/** @file
 * softmax: the rows of a matrix as probabilities, or as their logarithms; and the gradients of both.
 *
 *     for (r = 0; r < rows; r++) {
 *         float most = -INFINITY, sum = 0;
 *         for (c = 0; c < columns; c++) most = fmaxf(most, in[r * ld_in + c]);
 *         for (c = 0; c < columns; c++) sum += expf(in[r * ld_in + c] - most);
 *         for (c = 0; c < columns; c++) out[r * ld_out + c] = expf(in[r * ld_in + c] - most) / sum;            softmax
 *         for (c = 0; c < columns; c++) out[r * ld_out + c] = in[r * ld_in + c] - most - logf(sum);        log_softmax
 *     }
 *
 * The gradient of a function of `out` with respect to `in`, from that with respect to `out`:
 *
 *     for (c = 0; c < columns; c++) sum += out[c] * grad_out[c];                                               softmax
 *     for (c = 0; c < columns; c++) grad_in[c] = out[c] * (grad_out[c] - sum);
 *     for (c = 0; c < columns; c++) sum += grad_out[c];                                                    log_softmax
 *     for (c = 0; c < columns; c++) grad_in[c] = grad_out[c] - expf(out[c]) * sum;
 *
 * On a GPU a warp has rows of at most 1024 columns in registers, a block those of at most 8192; a block goes through longer rows twice, by
 * chunks of 8192: the first time it has the greatest element and the sum so far (Milakov and Gimelshein, "Online normalizer calculation for
 * softmax", 2018). On a CPU a block has a row in its caches.
 *
 * Sums have 32 parts, or 256 beyond 1024 columns, or 1024 beyond 8192: element c belongs to part c % parts. The order of additions depends
 * on the number of columns alone, and e^x and the logarithm are made of products and sums: the bits are the same on every device and in
 * every run. Powers below e^-87 are 0. How far they are from the exact results, in units of 2^-24, with depth = 2 * columns / parts + parts / 32 + 5:
 *
 * | of | at most |
 * |---|---|
 * | a probability p, of an element that is d less than the row's greatest | (2 * d + 2 * ln columns + depth + 8) * p, or p itself below 2^-125 |
 * | its logarithm l | 2 * abs(l) + 5 * ln columns + depth + 8 |
 * | the gradient of softmax | (depth + 3) * out * (abs(grad_out) + sum abs(out * grad_out)) |
 * | that of log_softmax | (depth + 3) * (abs(grad_out) + expf(out) * sum abs(grad_out)) |
 *
 * A row with a NaN or +infinity is NaN, and so is one of -infinity alone; elsewhere -infinity has the probability 0, whose logarithm is -infinity.
 */
#ifndef LWK_SOFTMAX_H
#define LWK_SOFTMAX_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Softmax of rows of at most 128 columns, four rows a warp. Blocks of 256 threads; the grid's warps cover the rows.
 * @param rows how many, any number
 * @param columns elements of a row, 1 to 128
 * @param in rows of floats in device memory
 * @param ld_in floats from a row of `in` to the next, at least columns
 * @param out rows of floats in device memory; the same array as `in` with the same ld, or not overlapping it
 * @param ld_out floats from a row of `out` to the next, at least columns
 * @param logarithm 0: softmax; 1: its logarithm */
LW_DECLARE_KERNEL(lwk_softmax_short, (size_t, rows), (size_t, columns), (const float *, in), (size_t, ld_in),
                  (float *, out), (size_t, ld_out), (int, logarithm));
/** As lwk_softmax_short(), of at most 1024 columns, a row a warp.
 * @param rows,in,ld_in,out,ld_out,logarithm as lwk_softmax_short()'s
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_softmax_warps, (size_t, rows), (size_t, columns), (const float *, in), (size_t, ld_in),
                  (float *, out), (size_t, ld_out), (int, logarithm));
/** As lwk_softmax_short(), of at most 8192 columns, a row a block. Blocks of 256 threads, one a row, in a one-dimensional grid.
 * The bits are the others' beyond 1024 columns.
 * @param columns 1 to 8192
 * @param in,ld_in,out,ld_out,logarithm as lwk_softmax_short()'s */
LW_DECLARE_KERNEL(lwk_softmax_blocks, (size_t, columns), (const float *, in), (size_t, ld_in), (float *, out),
                  (size_t, ld_out), (int, logarithm));
/** As lwk_softmax_blocks(), of any number of columns. Blocks of 1024 threads, one a row, in a one-dimensional grid.
 * The bits are the others' beyond 8192 columns.
 * @param columns 1 or more
 * @param in,ld_in,out,ld_out,logarithm as lwk_softmax_short()'s */
LW_DECLARE_KERNEL(lwk_softmax_long, (size_t, columns), (const float *, in), (size_t, ld_in), (float *, out),
                  (size_t, ld_out), (int, logarithm));
/** As lwk_softmax_warps(), with the same bits, by a block a row: for CPUs, whose caches hold the row. Blocks of 32 threads, which take
 * `each` rows one after another; the grid covers the rows.
 * @param rows,in,ld_in,out,ld_out,logarithm as lwk_softmax_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_softmax_rows_32, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (float *, out), (size_t, ld_out), (int, logarithm));
/** As lwk_softmax_rows_32(), with lwk_softmax_blocks()'s bits. Blocks of 256 threads.
 * @param rows,each,in,ld_in,out,ld_out,logarithm as lwk_softmax_rows_32()'s
 * @param columns 1 to 8192 */
LW_DECLARE_KERNEL(lwk_softmax_rows_256, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (float *, out), (size_t, ld_out), (int, logarithm));
/** As lwk_softmax_rows_32(), with lwk_softmax_long()'s bits. Blocks of 1024 threads.
 * @param rows,each,in,ld_in,out,ld_out,logarithm as lwk_softmax_rows_32()'s
 * @param columns 1 or more */
LW_DECLARE_KERNEL(lwk_softmax_rows_1024, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (float *, out), (size_t, ld_out), (int, logarithm));

/** The gradient of rows of at most 128 columns. Grids and blocks as lwk_softmax_short()'s.
 * @param rows how many, any number
 * @param columns elements of a row, 1 to 128
 * @param out rows of floats in device memory: what softmax gave
 * @param ld_out floats from a row of `out` to the next, at least columns
 * @param grad_out rows of floats in device memory
 * @param ld_grad_out floats from a row of `grad_out` to the next, at least columns
 * @param grad_in rows of floats in device memory; the same array as `out` or `grad_out` with the same ld, or not overlapping them
 * @param ld_grad_in floats from a row of `grad_in` to the next, at least columns
 * @param logarithm 0: of softmax; 1: of its logarithm */
LW_DECLARE_KERNEL(lwk_softmax_backward_short, (size_t, rows), (size_t, columns), (const float *, out), (size_t, ld_out),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in),
                  (int, logarithm));
/** The same of at most 1024 columns. Grids and blocks as lwk_softmax_warps()'s.
 * @param rows,out,ld_out,grad_out,ld_grad_out,grad_in,ld_grad_in,logarithm as lwk_softmax_backward_short()'s
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_softmax_backward_warps, (size_t, rows), (size_t, columns), (const float *, out), (size_t, ld_out),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in),
                  (int, logarithm));
/** The same of at most 8192 columns. Grids, blocks and bits as lwk_softmax_blocks()'s.
 * @param columns 1 to 8192
 * @param out,ld_out,grad_out,ld_grad_out,grad_in,ld_grad_in,logarithm as lwk_softmax_backward_short()'s */
LW_DECLARE_KERNEL(lwk_softmax_backward_blocks, (size_t, columns), (const float *, out), (size_t, ld_out),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in),
                  (int, logarithm));
/** The same of any number of columns. Grids, blocks and bits as lwk_softmax_long()'s.
 * @param columns 1 or more
 * @param out,ld_out,grad_out,ld_grad_out,grad_in,ld_grad_in,logarithm as lwk_softmax_backward_short()'s */
LW_DECLARE_KERNEL(lwk_softmax_backward_long, (size_t, columns), (const float *, out), (size_t, ld_out),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in),
                  (int, logarithm));
/** The same, for CPUs. Grids, blocks and bits as lwk_softmax_rows_32()'s.
 * @param rows,out,ld_out,grad_out,ld_grad_out,grad_in,ld_grad_in,logarithm as lwk_softmax_backward_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_softmax_backward_rows_32, (size_t, rows), (size_t, each), (size_t, columns), (const float *, out),
                  (size_t, ld_out), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in),
                  (size_t, ld_grad_in), (int, logarithm));
/** The same, for CPUs. Grids, blocks and bits as lwk_softmax_rows_256()'s.
 * @param rows,out,ld_out,grad_out,ld_grad_out,grad_in,ld_grad_in,logarithm as lwk_softmax_backward_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 8192 */
LW_DECLARE_KERNEL(lwk_softmax_backward_rows_256, (size_t, rows), (size_t, each), (size_t, columns),
                  (const float *, out), (size_t, ld_out), (const float *, grad_out), (size_t, ld_grad_out),
                  (float *, grad_in), (size_t, ld_grad_in), (int, logarithm));
/** The same, for CPUs. Grids, blocks and bits as lwk_softmax_rows_1024()'s.
 * @param rows,out,ld_out,grad_out,ld_grad_out,grad_in,ld_grad_in,logarithm as lwk_softmax_backward_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 or more */
LW_DECLARE_KERNEL(lwk_softmax_backward_rows_1024, (size_t, rows), (size_t, each), (size_t, columns),
                  (const float *, out), (size_t, ld_out), (const float *, grad_out), (size_t, ld_grad_out),
                  (float *, grad_in), (size_t, ld_grad_in), (int, logarithm));

/** Queues the softmax of each row.
 * @param stream where
 * @param rows how many, at most 2^31 - 1; 0 does nothing
 * @param columns elements of a row, any number; 0 does nothing
 * @param in rows of `columns` floats in device memory
 * @param ld_in floats from a row of `in` to the next, at least columns, at most 2^60 / rows
 * @param out rows of `columns` floats in device memory; the same array as `in` with the same ld, or not overlapping it
 * @param ld_out floats from a row of `out` to the next, as ld_in
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cudnnSoftmaxForward with CUDNN_SOFTMAX_ACCURATE. */
lw_status lwk_softmax_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in, float *out,
                             size_t ld_out);
/** Queues the logarithm of the softmax of each row.
 * @param stream,rows,columns,in,ld_in,out,ld_out as lwk_softmax_launch()'s
 * @return as lwk_softmax_launch()
 *
 * CUDA: cudnnSoftmaxForward with CUDNN_SOFTMAX_LOG. */
lw_status lwk_log_softmax_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                 float *out, size_t ld_out);
/** Queues the gradient with respect to the elements that lwk_softmax_launch() was given.
 * @param stream,rows,columns as lwk_softmax_launch()'s
 * @param out rows of `columns` floats in device memory: what lwk_softmax_launch() gave
 * @param ld_out floats from a row of `out` to the next, at least columns, at most 2^60 / rows
 * @param grad_out rows of `columns` floats in device memory: the gradient with respect to `out`
 * @param ld_grad_out floats from a row of `grad_out` to the next, as ld_out
 * @param grad_in rows of `columns` floats in device memory; the same array as `out` or `grad_out` with the same ld, or not
 *     overlapping them
 * @param ld_grad_in floats from a row of `grad_in` to the next, as ld_out
 * @return as lwk_softmax_launch()
 *
 * CUDA: cudnnSoftmaxBackward. */
lw_status lwk_softmax_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *out, size_t ld_out,
                                      const float *grad_out, size_t ld_grad_out, float *grad_in, size_t ld_grad_in);
/** Queues the gradient with respect to the elements that lwk_log_softmax_launch() was given.
 * @param stream,rows,columns,out,ld_out,grad_out,ld_grad_out,grad_in,ld_grad_in as lwk_softmax_backward_launch()'s; `out` is what
 *     lwk_log_softmax_launch() gave
 * @return as lwk_softmax_launch()
 *
 * CUDA: cudnnSoftmaxBackward. */
lw_status lwk_log_softmax_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *out,
                                          size_t ld_out, const float *grad_out, size_t ld_grad_out, float *grad_in,
                                          size_t ld_grad_in);

#ifdef __cplusplus
}
#endif

#endif
