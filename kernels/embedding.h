/** @file
 * embedding: the rows of a table that indices choose, and the gradient with respect to the table.
 *
 *     for (i = 0; i < n; i++)
 *         for (c = 0; c < columns; c++)
 *             out[i * ld_out + c] = indices[i] >= 0 && indices[i] < rows ? table[indices[i] * ld_table + c] : 0;
 *
 * The gradient is added to what the array has: zeros, or the gradient so far.
 *
 *     for (i = 0; i < n; i++)
 *         if (indices[i] >= 0 && indices[i] < rows)
 *             for (c = 0; c < columns; c++)
 *                 grad_table[indices[i] * ld_grad_table + c] += grad_out[i * ld_grad_out + c];
 *
 * So an index that is no row, -1 say, pads: its elements are 0, and it has no gradient.
 *
 * | gradient by | indices | sums | workspace |
 * |---|---|---|---|
 * | lwk_embedding_backward_launch() | sorted | have the same bits on every device and in every run | lwk_embedding_workspace() |
 * | lwk_embedding_backward_atomic_launch() | in any order | on a GPU in an order that changes from run to run | none |
 *
 * lwk_radix_sort_pairs_launch() sorts: keys are the indices, as LWK_RADIX_INT32, and values 0 to n - 1; what comes out is `sorted` and `order`. The
 * first way adds rows of equal indices to the table's in their order, as the loop does; where an index lasts beyond a chunk of LWK_EMBEDDING_CHUNK sorted indices,
 * the sums of the chunks after that are added in their order. The second is faster where few indices are equal and n is too small for a sort; on a GPU an index that many have makes blocks
 * wait for each other. A sum of k rows is at most (k + 1) * 2^-24 * (the sum of absolute values) from the exact one; NaN and infinity go
 * where they do in the loop.
 */
#ifndef LWK_EMBEDDING_H
#define LWK_EMBEDDING_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the kernels. */
enum {
    LWK_EMBEDDING_CHUNK =
        32, /**< indices of a block of lwk_embedding_backward_chunks_1() and of lwk_embedding_backward_atomic() */
    LWK_EMBEDDING_THREADS = 64 /**< threads of blocks of gradients, each with a column or four */
};

/** Rows that indices choose, by teams of 2^shift threads; a team has one part of one row, of 4 * 2^shift elements. Blocks of 256 threads; the
 * grid's teams cover n times parts.
 * @param n indices, any number
 * @param parts of a row, 1 or more; they cover the columns
 * @param shift 0 to 5
 * @param rows of the table
 * @param columns floats of a row
 * @param table rows of floats in device memory
 * @param ld_table floats from a row of `table` to the next, at least columns
 * @param indices n ints of device memory
 * @param out n rows of floats in device memory, overlapping no other
 * @param ld_out floats from a row of `out` to the next, at least columns */
LW_DECLARE_KERNEL(lwk_embedding_1, (size_t, n), (unsigned, parts), (unsigned, shift), (size_t, rows), (size_t, columns),
                  (const float *, table), (size_t, ld_table), (const int *, indices), (float *, out), (size_t, ld_out));
/** As lwk_embedding_1(), with four floats an element.
 * @param n,parts,shift,rows,columns,table,ld_table,indices,out,ld_out as lwk_embedding_1()'s; columns and both ld are multiples of 4, both
 *     arrays aligned to 16 */
LW_DECLARE_KERNEL(lwk_embedding_4, (size_t, n), (unsigned, parts), (unsigned, shift), (size_t, rows), (size_t, columns),
                  (const float *, table), (size_t, ld_table), (const int *, indices), (float *, out), (size_t, ld_out));
/** As lwk_embedding_1(), by a block a row: for CPUs. Blocks of 64 threads, which take `each` rows one after another; the grid covers n.
 * @param n,rows,columns,table,ld_table,indices,out,ld_out as lwk_embedding_1()'s
 * @param each rows of a block, 1 or more */
LW_DECLARE_KERNEL(lwk_embedding_rows, (size_t, n), (size_t, each), (size_t, rows), (size_t, columns),
                  (const float *, table), (size_t, ld_table), (const int *, indices), (float *, out), (size_t, ld_out));

/** Adds the sums of equal indices that lie in one chunk to the table's gradient, and stores the others' parts. Blocks of
 * LWK_EMBEDDING_THREADS threads, one for each chunk of LWK_EMBEDDING_CHUNK indices and each LWK_EMBEDDING_THREADS columns, the columns side by side.
 * @param n indices, 1 or more
 * @param rows of the table
 * @param columns floats of a row
 * @param sorted n ints of device memory: the indices, equal ones side by side
 * @param order n unsigned of device memory: the row of `grad_out` of each, less than n
 * @param grad_out n rows of floats in device memory
 * @param ld_grad_out floats from a row of `grad_out` to the next, at least columns
 * @param grad_table rows of floats in device memory, overlapping no other
 * @param ld_grad_table floats from a row of `grad_table` to the next, at least columns
 * @param partial 2 * columns floats of device memory for each chunk */
LW_DECLARE_KERNEL(lwk_embedding_backward_chunks_1, (size_t, n), (size_t, rows), (size_t, columns),
                  (const int *, sorted), (const unsigned *, order), (const float *, grad_out), (size_t, ld_grad_out),
                  (float *, grad_table), (size_t, ld_grad_table), (float *, partial));
/** The same with the same bits, with four columns a thread.
 * @param n,rows,columns,sorted,order,grad_out,ld_grad_out,grad_table,ld_grad_table,partial as lwk_embedding_backward_chunks_1()'s; columns and both ld
 *     are multiples of 4, all arrays of floats aligned to 16 */
LW_DECLARE_KERNEL(lwk_embedding_backward_chunks_4, (size_t, n), (size_t, rows), (size_t, columns),
                  (const int *, sorted), (const unsigned *, order), (const float *, grad_out), (size_t, ld_grad_out),
                  (float *, grad_table), (size_t, ld_grad_table), (float *, partial));
/** The same with the same bits, by a block a chunk: for CPUs. Blocks of LWK_EMBEDDING_THREADS threads, one for each chunk.
 * @param n,rows,columns,sorted,order,grad_out,ld_grad_out,grad_table,ld_grad_table,partial as lwk_embedding_backward_chunks_1()'s */
LW_DECLARE_KERNEL(lwk_embedding_backward_rows, (size_t, n), (size_t, rows), (size_t, columns), (const int *, sorted),
                  (const unsigned *, order), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_table),
                  (size_t, ld_grad_table), (float *, partial));
/** Adds the sums of indices that cross chunks, after lwk_embedding_backward_chunks_1() or lwk_embedding_backward_rows(), in the first one's shape.
 * @param n,rows,columns,sorted,grad_table,ld_grad_table as lwk_embedding_backward_chunks_1()'s
 * @param partial what that has stored */
LW_DECLARE_KERNEL(lwk_embedding_backward_finish_1, (size_t, n), (size_t, rows), (size_t, columns),
                  (const int *, sorted), (float *, grad_table), (size_t, ld_grad_table), (const float *, partial));
/** As lwk_embedding_backward_finish_1(), with four columns a thread.
 * @param n,rows,columns,sorted,grad_table,ld_grad_table,partial as lwk_embedding_backward_chunks_4()'s */
LW_DECLARE_KERNEL(lwk_embedding_backward_finish_4, (size_t, n), (size_t, rows), (size_t, columns),
                  (const int *, sorted), (float *, grad_table), (size_t, ld_grad_table), (const float *, partial));
/** Adds rows of a gradient by atomic operations, those of equal indices of a chunk by one. Blocks of LWK_EMBEDDING_THREADS threads, one for each LWK_EMBEDDING_CHUNK
 * indices and each LWK_EMBEDDING_THREADS columns, the columns side by side.
 * @param n indices, 1 or more
 * @param rows of the table
 * @param columns floats of a row
 * @param indices ints of device memory
 * @param grad_out rows of floats in device memory
 * @param ld_grad_out floats from a row of `grad_out` to the next, at least columns
 * @param grad_table rows of floats in device memory, overlapping no other
 * @param ld_grad_table floats from a row of `grad_table` to the next, at least columns */
LW_DECLARE_KERNEL(lwk_embedding_backward_atomic, (size_t, n), (size_t, rows), (size_t, columns), (const int *, indices),
                  (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_table), (size_t, ld_grad_table));
/** The same with each column's rows in their order, without atomic operations: for CPUs. Blocks of LWK_EMBEDDING_THREADS threads; the grid
 * covers the columns.
 * @param n indices, any number
 * @param rows,columns,indices,grad_out,ld_grad_out,grad_table,ld_grad_table as lwk_embedding_backward_atomic()'s */
LW_DECLARE_KERNEL(lwk_embedding_backward_columns, (size_t, n), (size_t, rows), (size_t, columns),
                  (const int *, indices), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_table),
                  (size_t, ld_grad_table));

/** Queues the choice of rows.
 * @param stream where
 * @param n indices, at most 2^31 - 1; 0 does nothing
 * @param rows of the table, any number; 0: all of `out` is 0
 * @param columns floats of a row, at most 2^31 - 1; 0 does nothing
 * @param table rows of `columns` floats in device memory
 * @param ld_table floats from a row of `table` to the next, at least columns, at most 2^60 / rows
 * @param indices n ints of device memory
 * @param out n rows of `columns` floats in device memory, overlapping no other
 * @param ld_out floats from a row of `out` to the next, at least columns, at most 2^60 / n
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: none; PyTorch's name is embedding. */
lw_status lwk_embedding_launch(lw_stream *stream, size_t n, size_t rows, size_t columns, const float *table,
                               size_t ld_table, const int *indices, float *out, size_t ld_out);

/** How large a workspace lwk_embedding_backward_launch() needs.
 * @param n indices
 * @param columns floats of a row
 * @return bytes: 8 * columns for each LWK_EMBEDDING_CHUNK indices */
size_t lwk_embedding_workspace(size_t n, size_t columns);
/** Queues the gradient with respect to the table, of sorted indices; the bits are the same on every device and in every run.
 * @param stream where
 * @param n indices, at most 2^31 - 1; 0 does nothing
 * @param rows of the table, any number; 0 does nothing
 * @param columns floats of a row, at most 2^31 - 1; 0 does nothing
 * @param sorted n ints of device memory: the indices, in ascending order
 * @param order n unsigned of device memory: which row of `grad_out` each belongs to, less than n
 * @param grad_out n rows of `columns` floats in device memory
 * @param ld_grad_out floats from a row of `grad_out` to the next, at least columns, at most 2^60 / n
 * @param grad_table rows of `columns` floats in device memory, to which the sums are added; overlapping no other
 * @param ld_grad_table floats from a row of `grad_table` to the next, at least columns, at most 2^60 / rows
 * @param workspace lwk_embedding_workspace(n, columns) bytes of device memory, aligned to 4; contents undefined before and after
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: none. */
lw_status lwk_embedding_backward_launch(lw_stream *stream, size_t n, size_t rows, size_t columns, const int *sorted,
                                        const unsigned *order, const float *grad_out, size_t ld_grad_out,
                                        float *grad_table, size_t ld_grad_table, void *workspace);
/** Queues the gradient with respect to the table, of indices in any order; on a GPU by atomic operations, so that sums may differ from run to run. On a
 * CPU they do not.
 * @param stream,n,rows,columns,grad_out,ld_grad_out,grad_table,ld_grad_table as lwk_embedding_backward_launch()'s
 * @param indices n ints of device memory
 * @return as lwk_embedding_backward_launch()
 *
 * CUDA: none. */
lw_status lwk_embedding_backward_atomic_launch(lw_stream *stream, size_t n, size_t rows, size_t columns,
                                               const int *indices, const float *grad_out, size_t ld_grad_out,
                                               float *grad_table, size_t ld_grad_table);

#ifdef __cplusplus
}
#endif

#endif
