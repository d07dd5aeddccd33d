/** @file
 * dgemm: C = alpha A B + beta C in float64, row-major.
 *
 *     for (int i = 0; i < m; i++)
 *         for (int j = 0; j < n; j++) {
 *             double sum = 0;
 *             for (int l = 0; l < k; l++)
 *                 sum = fma(a[i * lda + l], b[l * ldb + j], sum);
 *             c[i * ldc + j] = beta == 0 ? alpha * sum : fma(alpha, sum, beta * c[i * ldc + j]);
 *         }
 *
 * exactly so: all kernels give these bits on every device. They use no tensor cores, whose rate in float64 is twice as high on data center GPUs.
 */
#ifndef LWK_DGEMM_H
#define LWK_DGEMM_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Multiplies with a tile of 64 x 64 of C a block, 4 x 4 a thread. Blocks of 256 threads; the grid has a block a tile, x along rows of C. m and n are
 * multiples of 64, k is one of 8, and not 0; arrays and rows are aligned to 16 bytes.
 * @param m,n,k rows of C, columns of C, columns of A: 0 to 2^31 - 129; k = 0 leaves beta C
 * @param alpha the factor of A B
 * @param a m rows of k doubles in device memory
 * @param lda doubles from a row of `a` to the next, at least k
 * @param b k rows of n doubles in device memory
 * @param ldb doubles from a row of `b` to the next, at least n
 * @param beta the factor of C; where it is 0, C is not read
 * @param c m rows of n doubles in device memory, not overlapping `a` or `b`
 * @param ldc doubles from a row of `c` to the next, at least n */
LW_DECLARE_KERNEL(lwk_dgemm_whole, (int, m), (int, n), (int, k), (double, alpha), (const double *, a), (int, lda),
                  (const double *, b), (int, ldb), (double, beta), (double *, c), (int, ldc));
/** Multiplies as lwk_dgemm_whole() does, for any sizes and alignment.
 * @param m,n,k,alpha,a,lda,b,ldb,beta,c,ldc as lwk_dgemm_whole()'s */
LW_DECLARE_KERNEL(lwk_dgemm_any, (int, m), (int, n), (int, k), (double, alpha), (const double *, a), (int, lda),
                  (const double *, b), (int, ldb), (double, beta), (double *, c), (int, ldc));
/** Multiplies for a CPU: a thread has a column of C. Blocks of 16 threads; along x the grid's threads cover the columns.
 * @param m,n,k,alpha,a,lda,b,ldb,beta,c,ldc as lwk_dgemm_whole()'s, of any size and alignment
 * @param rows of C that a block has; along y the grid's blocks cover the rows */
LW_DECLARE_KERNEL(lwk_dgemm_columns, (int, m), (int, n), (int, k), (int, rows), (double, alpha), (const double *, a),
                  (int, lda), (const double *, b), (int, ldb), (double, beta), (double *, c), (int, ldc));

/** Queues a multiplication by lwk_dgemm_whole or lwk_dgemm_any, on a CPU by lwk_dgemm_columns.
 * @param stream where
 * @param m,n,k,alpha,a,lda,b,ldb,beta,c,ldc as lwk_dgemm_whole()'s, of any size and alignment
 * @return LW_ERROR_INVALID_VALUE: a size outside its range, rows closer together than they are long, or a null array; or as lw_launch_kernel(), where
 *     parts may be queued already
 *
 * CUDA: cublasDgemm. */
lw_status lwk_dgemm_launch(lw_stream *stream, int m, int n, int k, double alpha, const double *a, int lda,
                           const double *b, int ldb, double beta, double *c, int ldc);

#ifdef __cplusplus
}
#endif

#endif
