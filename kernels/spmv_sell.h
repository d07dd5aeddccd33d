/** @file
 * spmv_sell: y = alpha A x + beta y, where A is a sparse matrix of floats in sliced ELLPACK form.
 *
 * A slice is 32 rows. All rows of a slice have as many places as its longest row has entries, and the slice has these places by columns: place j of row r is at
 * offsets[r / 32] + 32 * j + r % 32. A place without an entry has column -1, also in the last slice where rows end. (Kreutzer, Hager, Wellein, Fehske and Bishop, A unified sparse matrix data format for
 * efficient general sparse matrix-vector multiplication on modern processors with wide SIMD units, 2014; here rows stay in their order.)
 *
 *     for (r = 0; r < rows; r++) {
 *         float sum = 0;
 *         for (p = offsets[r / 32] + r % 32; p < offsets[r / 32 + 1]; p += 32)
 *             if (columns[p] >= 0)
 *                 sum += values[p] * x[columns[p]];
 *         y[r] = beta == 0 ? alpha * sum : beta * y[r] + alpha * sum;
 *     }
 *
 * with a rounded product and a rounded sum each time: the bits are the loop's on every device. A row of n entries is within n + 6 ULP of the exact result, at the sum
 * of the magnitudes of its terms. The form suits rows of about one length; else spmv.h does.
 *
 *     places = lwk_sell_offsets(rows, csr_offsets, sell_offsets);       // on the host
 *     ... device memory for `places` columns and values ...
 *     lwk_sell_from_csr_launch(stream, rows, places, csr_offsets, csr_columns, csr_values, sell_offsets, columns, values);
 *
 * What arrays of device memory hold launchers cannot check: a column that x does not have, or offsets that are not of this form, read what is not the
 * matrix's.
 */
#ifndef LWK_SPMV_SELL_H
#define LWK_SPMV_SELL_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Rows of a slice. */
enum { LWK_SELL_SLICE = 32 };

/** Multiplies; one thread a row. Blocks of 32 x any number of threads, y a slice; the grid covers the slices in x.
 * @param rows of A and elements of y
 * @param alpha the factor of A x, finite
 * @param offsets a number of device memory for each slice, and one more: where its places begin; the first is 0
 * @param columns a number of device memory for each place: which element of x it multiplies, or -1
 * @param values a float of device memory for each place
 * @param x floats of device memory, one for each column of A
 * @param beta the factor of y; where it is 0, y is not read
 * @param y rows floats of device memory, overlapping no other array */
LW_DECLARE_KERNEL(lwk_spmv_sell, (int, rows), (float, alpha), (const int *, offsets), (const int *, columns),
                  (const float *, values), (const float *, x), (float, beta), (float *, y));
/** As lwk_spmv_sell(), for a CPU, whose threads are loops: one thread a slice, with the sums of its rows in an array. Any one-dimensional block; the grid covers the
 * slices.
 * @param rows,alpha,offsets,columns,values,x,beta,y as lwk_spmv_sell()'s */
LW_DECLARE_KERNEL(lwk_spmv_sell_slices, (int, rows), (float, alpha), (const int *, offsets), (const int *, columns),
                  (const float *, values), (const float *, x), (float, beta), (float *, y));
/** Copies the entries of a CSR matrix to their places, and writes column -1 and value 0 in the others. Grids and blocks as lwk_spmv_sell()'s.
 * @param rows of the matrix
 * @param csr_offsets rows + 1 numbers of device memory: where each row's entries begin
 * @param csr_columns a number of device memory for each entry
 * @param csr_values a float of device memory for each entry
 * @param offsets of lwk_sell_offsets(), in device memory
 * @param columns a number of device memory for each place
 * @param values a float of device memory for each place
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_sell_from_csr, (int, rows), (const int *, csr_offsets), (const int *, csr_columns),
                  (const float *, csr_values), (const int *, offsets), (int *, columns), (float *, values));

/** Where the slices of a CSR matrix begin in sliced ELLPACK form; a loop on the host.
 * @param rows of the matrix
 * @param csr_offsets rows + 1 numbers of host memory: where each row's entries begin
 * @param offsets (rows + 31) / 32 + 1 numbers of host memory, not overlapping `csr_offsets`: become where each slice begins, and the number of all places
 * @return the number of all places; SIZE_MAX, and `offsets` is not to be used: over 2^31 - 1, or a null pointer, or offsets that fall */
size_t lwk_sell_offsets(size_t rows, const int *csr_offsets, int *offsets);
/** Queues lwk_sell_from_csr().
 * @param stream where
 * @param rows of the matrix, at most 2^31 - 1; 0 does nothing
 * @param places of lwk_sell_offsets(), at most 2^31 - 1
 * @param csr_offsets rows + 1 numbers of device memory: where each row's entries begin
 * @param csr_columns a number of device memory for each entry; may be null without places
 * @param csr_values a float of device memory for each entry; may be null without places
 * @param offsets of lwk_sell_offsets(), in device memory
 * @param columns a number of device memory for each place; may be null without places
 * @param values a float of device memory for each place; may be null without places. Nothing overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer, rows or places over 2^31 - 1; or as lw_launch_kernel()
 *
 * CUDA: none; cuSPARSE leaves it to the program. */
lw_status lwk_sell_from_csr_launch(lw_stream *stream, size_t rows, size_t places, const int *csr_offsets,
                                   const int *csr_columns, const float *csr_values, const int *offsets, int *columns,
                                   float *values);
/** Queues lwk_spmv_sell() on a GPU, lwk_spmv_sell_slices() on a CPU.
 * @param stream where
 * @param rows of A and elements of y, at most 2^31 - 1; 0 does nothing
 * @param places of all slices, at most 2^31 - 1
 * @param alpha the factor of A x, finite
 * @param offsets (rows + 31) / 32 + 1 numbers of device memory: where each slice's places begin
 * @param columns a number of device memory for each place: which element of x it multiplies, or -1; may be null without places
 * @param values a float of device memory for each place; may be null without places
 * @param x floats of device memory, one for each column of A; may be null without places
 * @param beta the factor of y; where it is 0, y is not read
 * @param y rows floats of device memory, overlapping no other array
 * @return LW_ERROR_INVALID_VALUE: a null pointer, rows or places over 2^31 - 1; or as lw_launch_kernel()
 *
 * CUDA: cusparseSpMV of a sliced ELL matrix. */
lw_status lwk_spmv_sell_launch(lw_stream *stream, size_t rows, size_t places, float alpha, const int *offsets,
                               const int *columns, const float *values, const float *x, float beta, float *y);

#ifdef __cplusplus
}
#endif

#endif
