/** @file
 * sgemv: y = alpha A x + beta y or y = alpha A^T x + beta y in float32, A row-major.
 *
 *     for (size_t i = 0; i < (transposed ? n : m); i++) {
 *         float sum = 0;
 *         for (size_t l = 0; l < (transposed ? m : n); l++)
 *             sum = fmaf(transposed ? a[l * lda + i] : a[i * lda + l], x[l], sum);
 *         y[i] = beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * y[i]);
 *     }
 *
 * Sums are added up in another order, which depends on m and n alone: the bits are the same on every device and in every run. Each sum is within
 * k 2^-24 times the sum of the products' magnitudes of the exact one, k being how many there are.
 */
#ifndef LWK_SGEMV_H
#define LWK_SGEMV_H

#include <stdbool.h>

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Products of rows: a warp has a part of a row. Blocks of 256 threads, whose warps cover rows * parts, the parts of a row side by side.
 * @param m rows of A
 * @param n columns of A
 * @param parts of a row
 * @param each elements of a part
 * @param alpha the factor of A x
 * @param a m rows of n floats in device memory
 * @param lda floats from a row to the next, at least n
 * @param x n floats in device memory
 * @param beta the factor of y; where it is 0, y is not read
 * @param y m floats in device memory; used where there is one part
 * @param sums parts * m floats in device memory, sums[part * m + row]; used where there are several parts */
LW_DECLARE_KERNEL(lwk_sgemv_warps, (size_t, m), (size_t, n), (size_t, parts), (size_t, each), (float, alpha),
                  (const float *, a), (size_t, lda), (const float *, x), (float, beta), (float *, y), (float *, sums));
/** As lwk_sgemv_warps(), of short rows: `lanes` neighbours in a warp have elements of the same eight rows. Blocks of 256 threads; the grid covers
 * lanes times an eighth of the rows.
 * @param n columns of A, at most `lanes`
 * @param lanes 4, 8, 16 or 32
 * @param m,alpha,a,lda,x,beta,y as lwk_sgemv_warps()'s */
LW_DECLARE_KERNEL(lwk_sgemv_short, (size_t, m), (size_t, n), (unsigned, lanes), (float, alpha), (const float *, a),
                  (size_t, lda), (const float *, x), (float, beta), (float *, y));
/** As lwk_sgemv_warps(), for a CPU: a thread has a part of a row, and 64 sums in an array. Any one-dimensional block; the grid covers rows * parts.
 * @param m,n,parts,each,alpha,a,lda,x,beta,y,sums as lwk_sgemv_warps()'s */
LW_DECLARE_KERNEL(lwk_sgemv_rows, (size_t, m), (size_t, n), (size_t, parts), (size_t, each), (float, alpha),
                  (const float *, a), (size_t, lda), (const float *, x), (float, beta), (float *, y), (float *, sums));
/** Products of columns: a thread has a part of a column. One-dimensional blocks of whole warps, at most 256 threads; along x the grid covers the columns, along y it has a block a part.
 * @param m,n,each,alpha,a,lda,beta as lwk_sgemv_warps()'s
 * @param parts of a column
 * @param x m floats in device memory
 * @param y n floats in device memory; used where there is one part
 * @param sums parts * n floats in device memory, sums[part * n + column]; used where there are several parts */
LW_DECLARE_KERNEL(lwk_sgemv_columns, (size_t, m), (size_t, n), (size_t, parts), (size_t, each), (float, alpha),
                  (const float *, a), (size_t, lda), (const float *, x), (float, beta), (float *, y), (float *, sums));
/** Adds up parts: a thread has `each` of them. Blocks of 256 threads; along x the grid covers `count`, along y the parts.
 * @param parts how many
 * @param count how many sums
 * @param each parts that are added up
 * @param alpha,beta as lwk_sgemv_warps()'s; used where gridDim.y is 1
 * @param in parts * count floats in device memory, in[part * count + i]
 * @param out gridDim.y * count floats in device memory; where gridDim.y is 1 it becomes alpha times the sum + beta out */
LW_DECLARE_KERNEL(lwk_sgemv_sums, (size_t, parts), (size_t, count), (size_t, each), (float, alpha), (const float *, in),
                  (float, beta), (float *, out));

/** How large a workspace lwk_sgemv_launch() needs.
 * @param transposed whether A^T x is computed
 * @param m rows of A
 * @param n columns of A
 * @return bytes; may be 0 */
size_t lwk_sgemv_workspace(bool transposed, size_t m, size_t n);
/** Queues a product.
 * @param stream where
 * @param transposed false: A x; true: A^T x
 * @param m rows of A, at most 2^31 - 1
 * @param n columns of A, at most 2^31 - 1
 * @param alpha the factor of the product
 * @param a m rows of n floats in device memory
 * @param lda floats from a row to the next, at least n
 * @param x n floats in device memory; m, where transposed
 * @param beta the factor of y; where it is 0, y is not read
 * @param y m floats in device memory; n, where transposed. Nothing overlaps
 * @param workspace lwk_sgemv_workspace(transposed, m, n) bytes of device memory, aligned to 4, contents undefined before and afterwards; null: none
 *     are needed
 * @return LW_ERROR_INVALID_VALUE: m or n too large, lda less than n, or a null pointer; or as lw_launch_kernel(), where parts may be queued already
 *
 * CUDA: cublasSgemv. */
lw_status lwk_sgemv_launch(lw_stream *stream, bool transposed, size_t m, size_t n, float alpha, const float *a,
                           size_t lda, const float *x, float beta, float *y, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
