/** @file
 * cross_entropy: the loss of each row of scores (logits) against its label, and the gradient: log_softmax and the negative logarithm of the
 * likelihood in one.
 *
 *     for (r = 0; r < rows; r++) {
 *         float most = -INFINITY, sum = 0;
 *         for (c = 0; c < columns; c++) most = fmaxf(most, in[r * ld_in + c]);
 *         for (c = 0; c < columns; c++) sum += expf(in[r * ld_in + c] - most);
 *         log_sum[r] = most + logf(sum);
 *         loss[r] = labels[r] == ignore ? 0 : logf(sum) + (most - in[r * ld_in + labels[r]]);
 *     }
 *
 * The gradient with respect to `in`, from that with respect to `loss`, needs no sum:
 *
 *     for (c = 0; c < columns; c++)
 *         grad_in[r * ld_grad_in + c] =
 *             labels[r] == ignore ? 0 : grad_loss[r] * (expf(in[r * ld_in + c] - log_sum[r]) - (c == labels[r] ? 1 : 0));
 *
 * The sum or mean of losses is reduce.h's. A label that is neither a column nor `ignore` gives NaN, as loss and as gradient.
 *
 * On a GPU a warp has rows of at most 1024 columns in registers; a block goes through longer ones once, by chunks of 8192, with the greatest
 * element and the sum so far (see softmax.h). Sums have 32 parts, or 256 beyond 1024 columns, in an order that depends on the number of columns
 * alone; powers of e and logarithms are softmax.h's: the bits are the same on every device and in every run. In units of 2^-24, with
 * depth = 2 * columns / parts + parts / 32 + 5, a loss l is at most 2 * abs(l) + 5 * ln columns + depth + 8 from the exact one, a gradient
 * (2 * abs(in - log_sum) + 8) * abs(grad_loss) from that of the loop above with the same log_sum; powers below e^-87 are 0.
 *
 * A row with a NaN or +infinity is NaN, and so is one of -infinity alone, unless its label is `ignore`.
 */
#ifndef LWK_CROSS_ENTROPY_H
#define LWK_CROSS_ENTROPY_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Losses of rows of at most 128 columns, four rows a warp. Blocks of 256 threads; the grid's warps cover the rows.
 * @param rows how many, any number
 * @param columns elements of a row, 1 to 128
 * @param in rows of floats in device memory
 * @param ld_in floats from a row of `in` to the next, at least columns
 * @param labels rows ints of device memory: columns, or `ignore`
 * @param ignore the label of rows that do not count
 * @param loss rows floats of device memory, overlapping no other
 * @param log_sum rows floats of device memory, for the backward pass; or null */
LW_DECLARE_KERNEL(lwk_cross_entropy_short, (size_t, rows), (size_t, columns), (const float *, in), (size_t, ld_in),
                  (const int *, labels), (int, ignore), (float *, loss), (float *, log_sum));
/** As lwk_cross_entropy_short(), of at most 1024 columns, a row a warp.
 * @param rows,in,ld_in,labels,ignore,loss,log_sum as lwk_cross_entropy_short()'s
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_cross_entropy_warps, (size_t, rows), (size_t, columns), (const float *, in), (size_t, ld_in),
                  (const int *, labels), (int, ignore), (float *, loss), (float *, log_sum));
/** As lwk_cross_entropy_short(), of any number of columns, a row a block. Blocks of 256 threads, one a row, in a one-dimensional grid. The bits
 * are the others' beyond 1024 columns.
 * @param columns 1 or more
 * @param in,ld_in,labels,ignore,loss,log_sum as lwk_cross_entropy_short()'s */
LW_DECLARE_KERNEL(lwk_cross_entropy_blocks, (size_t, columns), (const float *, in), (size_t, ld_in),
                  (const int *, labels), (int, ignore), (float *, loss), (float *, log_sum));
/** As lwk_cross_entropy_warps(), with the same bits, by a block a row: for CPUs, whose caches hold the row. Blocks of 32 threads, which take
 * `each` rows one after another; the grid covers the rows.
 * @param rows,in,ld_in,labels,ignore,loss,log_sum as lwk_cross_entropy_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 to 1024 */
LW_DECLARE_KERNEL(lwk_cross_entropy_rows_32, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (const int *, labels), (int, ignore), (float *, loss), (float *, log_sum));
/** As lwk_cross_entropy_rows_32(), with lwk_cross_entropy_blocks()'s bits. Blocks of 256 threads.
 * @param rows,in,ld_in,labels,ignore,loss,log_sum as lwk_cross_entropy_short()'s
 * @param each rows of a block, 1 or more
 * @param columns 1 or more */
LW_DECLARE_KERNEL(lwk_cross_entropy_rows_256, (size_t, rows), (size_t, each), (size_t, columns), (const float *, in),
                  (size_t, ld_in), (const int *, labels), (int, ignore), (float *, loss), (float *, log_sum));

/** The gradient, 1024 columns of a row a warp. Blocks of 256 threads; the grid's warps cover rows times parts.
 * @param rows how many, any number
 * @param parts of a row, of 1024 columns each; the last may be shorter
 * @param columns elements of a row, 1 or more
 * @param in rows of floats in device memory
 * @param ld_in floats from a row of `in` to the next, at least columns
 * @param labels rows ints of device memory: columns, or `ignore`
 * @param ignore the label of rows that do not count
 * @param log_sum rows floats of device memory, which the forward pass saved
 * @param grad_loss rows floats of device memory, or null: all 1
 * @param grad_in rows of floats in device memory; the same array as `in` with the same ld, or overlapping no other
 * @param ld_grad_in floats from a row of `grad_in` to the next, at least columns */
LW_DECLARE_KERNEL(lwk_cross_entropy_backward_warps, (size_t, rows), (size_t, parts), (size_t, columns),
                  (const float *, in), (size_t, ld_in), (const int *, labels), (int, ignore), (const float *, log_sum),
                  (const float *, grad_loss), (float *, grad_in), (size_t, ld_grad_in));
/** The gradient with the same bits, by a block a row: for CPUs. Blocks of 32 threads, which take `each` rows one after another; the grid covers
 * the rows.
 * @param rows,columns,in,ld_in,labels,ignore,log_sum,grad_loss,grad_in,ld_grad_in as lwk_cross_entropy_backward_warps()'s
 * @param each rows of a block, 1 or more */
LW_DECLARE_KERNEL(lwk_cross_entropy_backward_rows, (size_t, rows), (size_t, each), (size_t, columns),
                  (const float *, in), (size_t, ld_in), (const int *, labels), (int, ignore), (const float *, log_sum),
                  (const float *, grad_loss), (float *, grad_in), (size_t, ld_grad_in));

/** Queues the loss of each row.
 * @param stream where
 * @param rows how many, at most 2^31 - 1; 0 does nothing
 * @param columns elements of a row, at most 2^31 - 1; 0 does nothing
 * @param in rows of `columns` floats in device memory: scores
 * @param ld_in floats from a row of `in` to the next, at least columns, at most 2^60 / rows
 * @param labels rows ints of device memory: the right column of each row, or `ignore`
 * @param ignore the label of rows that do not count: their loss is 0; -100 is usual
 * @param loss rows floats of device memory, overlapping no other
 * @param log_sum rows floats of device memory, for lwk_cross_entropy_backward_launch(); or null
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: none; PyTorch's name is cross_entropy with reduction="none". */
lw_status lwk_cross_entropy_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                   const int *labels, int ignore, float *loss, float *log_sum);
/** Queues the gradient with respect to the scores that lwk_cross_entropy_launch() was given.
 * @param stream,rows,columns,in,ld_in,labels,ignore as lwk_cross_entropy_launch()'s; the gradient of ignored rows is 0
 * @param log_sum rows floats of device memory, which lwk_cross_entropy_launch() saved
 * @param grad_loss rows floats of device memory: the gradient with respect to `loss`; or null: all 1
 * @param grad_in rows of `columns` floats in device memory; the same array as `in` with the same ld, or overlapping no other
 * @param ld_grad_in floats from a row of `grad_in` to the next, as ld_in
 * @return as lwk_cross_entropy_launch()
 *
 * CUDA: none. */
lw_status lwk_cross_entropy_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *in,
                                            size_t ld_in, const int *labels, int ignore, const float *log_sum,
                                            const float *grad_loss, float *grad_in, size_t ld_grad_in);

#ifdef __cplusplus
}
#endif

#endif
