/** @file
 * sgemm: C = alpha A B + beta C in float32, row-major.
 *
 *     for (int i = 0; i < m; i++)
 *         for (int j = 0; j < n; j++) {
 *             float sum = 0;
 *             for (int l = 0; l < k; l++)
 *                 sum = fmaf(a[i * lda + l], b[l * ldb + j], sum);
 *             c[i * ldc + j] = beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * c[i * ldc + j]);
 *         }
 *
 * exactly so: every kernel gives these bits on every device.
 */
#ifndef LWK_SGEMM_H
#define LWK_SGEMM_H

#include <lanewise/launch.h>

/** Multiplies with a tile of 16 x 16 of C a block. Blocks of 16 x 16 threads; the grid has a block a tile, x along rows of C.
 * @param m,n,k rows of C, columns of C, columns of A: 0 to 2^31 - 129; k = 0 leaves beta C
 * @param alpha the factor of A B
 * @param a m rows of k floats in device memory
 * @param lda floats from a row of `a` to the next, at least k
 * @param b k rows of n floats in device memory
 * @param ldb floats from a row of `b` to the next, at least n
 * @param beta the factor of C; where it is 0, C is not read
 * @param c m rows of n floats in device memory, not overlapping `a` or `b`
 * @param ldc floats from a row of `c` to the next, at least n */
LW_DECLARE_KERNEL(lwk_sgemm_tile16, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc));

/** Multiplies with a tile of 128 x 128 of C a block, 8 x 8 a thread. Blocks of 256 threads; the grid has a block a tile, x
 * along rows of C. m and n are multiples of 128, k is one of 8, and not 0; arrays and rows are aligned to 16 bytes.
 * @param m,n,k,alpha,a,lda,b,ldb,beta,c,ldc as lwk_sgemm_tile16()'s */
LW_DECLARE_KERNEL(lwk_sgemm_whole, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc));

/** Multiplies as lwk_sgemm_whole() does, for any sizes and alignment.
 * @param m,n,k,alpha,a,lda,b,ldb,beta,c,ldc as lwk_sgemm_tile16()'s */
LW_DECLARE_KERNEL(lwk_sgemm_any, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc));

#ifdef __cplusplus
extern "C" {
#endif

/** Queues a multiplication by lwk_sgemm_whole or lwk_sgemm_any, with large tiles in registers: the one to use.
 * @param stream where
 * @param m,n,k rows of C, columns of C, columns of A: 0 to 2^31 - 129; k = 0 leaves beta C
 * @param alpha the factor of A B
 * @param a m rows of k floats in device memory
 * @param lda floats from a row of `a` to the next, at least k
 * @param b k rows of n floats in device memory
 * @param ldb floats from a row of `b` to the next, at least n
 * @param beta the factor of C; where it is 0, C is not read
 * @param c m rows of n floats in device memory, not overlapping `a` or `b`
 * @param ldc floats from a row of `c` to the next, at least n
 * @return LW_ERROR_INVALID_VALUE: a size outside its range, rows closer together than they are long, or a null array; or as
 *     lw_launch_kernel()
 *
 * CUDA: cublasSgemm. */
lw_status lwk_sgemm_launch(lw_stream *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                           int ldb, float beta, float *c, int ldc);

/** Queues a multiplication by lwk_sgemm_tile16, the textbook's tile in shared memory.
 * @copydetails lwk_sgemm_launch() */
lw_status lwk_sgemm_tile16_launch(lw_stream *stream, int m, int n, int k, float alpha, const float *a, int lda,
                                  const float *b, int ldb, float beta, float *c, int ldc);

#ifdef __cplusplus
}
#endif

#endif
