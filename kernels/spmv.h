/** @file
 * spmv: y = alpha A x + beta y, where A is a sparse matrix of floats in CSR form (compressed sparse rows).
 *
 *     for (row = 0; row < rows; row++) {
 *         float sum = 0;
 *         for (k = offsets[row]; k < offsets[row + 1]; k++)
 *             sum += values[k] * x[columns[k]];
 *         y[row] = beta == 0 ? alpha * sum : beta * y[row] + alpha * sum;
 *     }
 *
 * where each product and each sum is rounded. There are three ways. *Scalar*: a thread has a row, and gives the loop's bits. *Vector*: 2 to 32 lanes of a warp have a row. *Merge path*: each block has
 * as many rows and entries together as every other block, however long the rows are (Merrill and Garland, Merge-based parallel sparse matrix-vector multiplication,
 * 2016); a row that several blocks have is added up at the end, without atomics. Each way adds in an order that `offsets` alone decides, so its bits are the same on
 * every device and in every run. A row of n entries is within n + 6 ULP of the exact result, at the sum of the magnitudes of its terms.
 *
 * A matrix in COO form, a row index for each entry, may be multiplied as well if its entries are sorted by rows.
 *
 * What `offsets`, `row_indices` and `columns` hold is in device memory, so launchers cannot check it: offsets or row indices that fall, rows that A does not have or columns that x
 * does not have read and write what is not the matrix's. A row's entries may be in any order, and a column may be in a row more than once.
 */
#ifndef LWK_SPMV_H
#define LWK_SPMV_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One thread a row. Any one-dimensional block; the grid covers the rows.
 * @param rows of A and elements of y
 * @param alpha the factor of A x, finite
 * @param offsets rows + 1 numbers of device memory, the first is 0, none less than the one before: where each row's entries begin, and the number of all
 * @param columns a number of device memory for each entry: which element of x it multiplies
 * @param values a float of device memory for each entry
 * @param x floats of device memory, one for each column of A
 * @param beta the factor of y; where it is 0, y is not read
 * @param y rows floats of device memory, overlapping no other array */
LW_DECLARE_KERNEL(lwk_spmv_scalar, (int, rows), (float, alpha), (const int *, offsets), (const int *, columns),
                  (const float *, values), (const float *, x), (float, beta), (float *, y));
/** Several lanes of a warp a row. Any one-dimensional block of whole warps; the grid's threads cover the rows' lanes.
 * @param rows,alpha,offsets,columns,values,x,beta,y as lwk_spmv_scalar()'s
 * @param shift 0 to 5: a row has 2^shift lanes */
LW_DECLARE_KERNEL(lwk_spmv_vector, (int, rows), (int, shift), (float, alpha), (const int *, offsets),
                  (const int *, columns), (const float *, values), (const float *, x), (float, beta), (float *, y));

/** Tiles of the merge path. */
enum {
    LWK_SPMV_THREADS = 256,              /**< threads of a block */
    LWK_SPMV_TILE = LWK_SPMV_THREADS * 8 /**< rows and entries together that a block goes through */
};

/** starts[i] = the row at which tile i of the merge path starts: rows before it have ended in tiles before. Any one-dimensional block; the grid covers the
 * tiles and one more.
 * @param rows,offsets as lwk_spmv_scalar()'s
 * @param tiles (rows + entries) / LWK_SPMV_TILE, rounded up
 * @param starts tiles + 1 numbers of device memory */
LW_DECLARE_KERNEL(lwk_spmv_merge_starts, (int, rows), (size_t, tiles), (const int *, offsets), (int *, starts));
/** Multiplies, in tiles of the merge path; what a row has in a tile after which it goes on is not added to y. Blocks of LWK_SPMV_THREADS threads, one a tile.
 * @param rows,alpha,offsets,columns,values,x,beta,y as lwk_spmv_scalar()'s
 * @param starts of lwk_spmv_merge_starts()
 * @param carries gridDim.x floats of device memory: the sum of the row that goes on, without alpha */
LW_DECLARE_KERNEL(lwk_spmv_merge, (int, rows), (float, alpha), (const int *, offsets), (const int *, columns),
                  (const float *, values), (const float *, x), (float, beta), (float *, y), (const int *, starts),
                  (float *, carries));
/** Adds what lwk_spmv_merge() has carried. Any one-dimensional block of whole warps; the grid covers the tiles.
 * @param rows,alpha,y as lwk_spmv_scalar()'s
 * @param tiles,starts as lwk_spmv_merge_starts()'s
 * @param carries of lwk_spmv_merge() */
LW_DECLARE_KERNEL(lwk_spmv_merge_carries, (int, rows), (size_t, tiles), (float, alpha), (const int *, starts),
                  (const float *, carries), (float *, y));

/** Row indices become offsets. Any one-dimensional block; the grid covers the entries and one more.
 * @param rows of A
 * @param entries of A
 * @param row_indices entries numbers of device memory, 0 to rows - 1, none less than the one before: the row of each entry
 * @param offsets rows + 1 numbers of device memory, as lwk_spmv_scalar()'s; not overlapping `row_indices` */
LW_DECLARE_KERNEL(lwk_spmv_coo_offsets, (int, rows), (int, entries), (const int *, row_indices), (int *, offsets));

/** Multiplies a matrix in COO form, for a CPU; with lwk_spmv_scalar()'s bits. Any one-dimensional block; one thread a part, entries / part + 1 threads or more.
 * @param rows,alpha,columns,values,x,beta,y as lwk_spmv_scalar()'s
 * @param entries of A
 * @param part entries that follow each other, at least 1; rows that begin among them are the thread's
 * @param row_indices as lwk_spmv_coo_offsets()'s */
LW_DECLARE_KERNEL(lwk_spmv_coo_parts, (int, rows), (int, entries), (int, part), (float, alpha),
                  (const int *, row_indices), (const int *, columns), (const float *, values), (const float *, x),
                  (float, beta), (float *, y));

/** How large a workspace the launchers of the merge path need.
 * @param rows of A
 * @param entries of A
 * @return bytes */
size_t lwk_spmv_workspace(size_t rows, size_t entries);

/** Queues a multiplication: on a CPU scalar; on a GPU vector if rows and entries together are few (LWK_SPMV_TILE), else by the merge path, which takes as long for rows
 * of any lengths.
 * @param stream where
 * @param rows of A and elements of y, at most 2^31 - 1; 0 does nothing
 * @param entries of A, at most 2^31 - 1
 * @param alpha the factor of A x, finite
 * @param offsets rows + 1 numbers of device memory, none less than the one before: where each row's entries begin. The first is 0, the last `entries`
 * @param columns entries numbers of device memory: which element of x each multiplies
 * @param values entries floats of device memory
 * @param x floats of device memory, one for each column of A
 * @param beta the factor of y; where it is 0, y is not read
 * @param y rows floats of device memory, overlapping no other array
 * @param workspace lwk_spmv_workspace(rows, entries) bytes of device memory, aligned to 4, overlapping no array; contents undefined before and afterwards
 * @return LW_ERROR_INVALID_VALUE: a null pointer (without entries `columns`, `values` and `x` may be null), rows or entries over 2^31 - 1; or as lw_launch_kernel(),
 *     where parts may be queued already
 *
 * CUDA: cusparseSpMV of a CSR matrix. */
lw_status lwk_spmv_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                          const int *columns, const float *values, const float *x, float beta, float *y,
                          void *workspace);
/** Queues lwk_spmv_scalar(), which suits a CPU, and rows of a few entries.
 * @param stream,rows,entries,alpha,offsets,columns,values,x,beta,y as lwk_spmv_launch()'s
 * @return as lwk_spmv_launch() */
lw_status lwk_spmv_scalar_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                                 const int *columns, const float *values, const float *x, float beta, float *y);
/** Queues lwk_spmv_vector() with the greatest power of two of lanes that the mean of entries a row has, 2 to 32. It suits rows of about one length: a longer one keeps its
 * warp busy.
 * @param stream,rows,entries,alpha,offsets,columns,values,x,beta,y as lwk_spmv_launch()'s
 * @return as lwk_spmv_launch() */
lw_status lwk_spmv_vector_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                                 const int *columns, const float *values, const float *x, float beta, float *y);
/** Queues a multiplication by the merge path on every device: three launches.
 * @copydetails lwk_spmv_launch() */
lw_status lwk_spmv_merge_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                                const int *columns, const float *values, const float *x, float beta, float *y,
                                void *workspace);

/** How large a workspace lwk_spmv_coo_launch() needs.
 * @param rows of A
 * @param entries of A
 * @return bytes */
size_t lwk_spmv_coo_workspace(size_t rows, size_t entries);

/** Queues a multiplication of a matrix in COO form (coordinates): on a CPU by lwk_spmv_coo_parts(); on a GPU row indices become offsets, then
 * lwk_spmv_launch()'s work follows. The bits are lwk_spmv_launch()'s.
 * @param stream,rows,entries,alpha,columns,values,x,beta,y as lwk_spmv_launch()'s
 * @param row_indices entries numbers of device memory, 0 to rows - 1, none less than the one before: the row of each entry; may be null without entries
 * @param workspace lwk_spmv_coo_workspace(rows, entries) bytes of device memory, as lwk_spmv_launch()'s
 * @return as lwk_spmv_launch()
 *
 * CUDA: cusparseSpMV of a COO matrix, which is sorted by rows there, too. */
lw_status lwk_spmv_coo_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *row_indices,
                              const int *columns, const float *values, const float *x, float beta, float *y,
                              void *workspace);

#ifdef __cplusplus
}
#endif

#endif
