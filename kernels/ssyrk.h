/** @file
 * ssyrk: a triangle of C = alpha A A^T + beta C or of C = alpha A^T A + beta C in float32, row-major.
 *
 *     for (int i = 0; i < n; i++)
 *         for (int j = 0; j < n; j++) {
 *             if (part == LWK_SYRK_LOWER ? j > i : j < i)
 *                 continue;
 *             float sum = 0;
 *             for (int l = 0; l < k; l++)
 *                 sum = fmaf(of(i, l), of(j, l), sum); // of(i, l): a[i * lda + l], or a[l * lda + i] of A^T A
 *             c[i * ldc + j] = beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * c[i * ldc + j]);
 *         }
 *
 * exactly so: every kernel gives these bits on every device. The other triangle is neither read nor written.
 */
#ifndef LWK_SSYRK_H
#define LWK_SSYRK_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which triangle of C is made; the diagonal belongs to both. */
typedef enum {
    LWK_SYRK_LOWER, /**< columns up to the row's number */
    LWK_SYRK_UPPER  /**< columns from the row's number on */
} lwk_syrk_part;

/** Which product. */
typedef enum {
    LWK_SYRK_ROWS,   /**< A A^T, products of rows: A has n rows of k */
    LWK_SYRK_COLUMNS /**< A^T A, products of columns: A has k rows of n */
} lwk_syrk_product;

/** A A^T, with a tile of 128 x 128 of C a block, 8 x 8 a thread. Blocks of 256 threads; the grid has a block a tile of the whole C, x along rows of it;
 * those without an element of the triangle end at once.
 * @param n rows and columns of C, 0 to 2^31 - 129
 * @param k elements of a sum, 0 to 2^31 - 129; 0 leaves beta C
 * @param part an lwk_syrk_part
 * @param alpha the factor of the product
 * @param a n rows of k floats in device memory
 * @param lda floats from a row of `a` to the next, at least k
 * @param beta the factor of C; where it is 0, C is not read
 * @param c n rows of n floats in device memory, not overlapping `a`
 * @param ldc floats from a row of `c` to the next, at least n
 * @param even 1: n is a multiple of the tile's size, k of 8, and not 0; arrays and rows are aligned to 16 bytes */
LW_DECLARE_KERNEL(lwk_ssyrk_rows_large, (int, n), (int, k), (int, part), (float, alpha), (const float *, a), (int, lda),
                  (float, beta), (float *, c), (int, ldc), (int, even));
/** As lwk_ssyrk_rows_large(), with tiles of 32 x 32, 4 x 4 a thread, in blocks of 64 threads.
 * @param n,k,part,alpha,a,lda,beta,c,ldc,even as lwk_ssyrk_rows_large()'s */
LW_DECLARE_KERNEL(lwk_ssyrk_rows_small, (int, n), (int, k), (int, part), (float, alpha), (const float *, a), (int, lda),
                  (float, beta), (float *, c), (int, ldc), (int, even));
/** As lwk_ssyrk_rows_large(), of A^T A.
 * @param n,k,part,alpha,beta,c,ldc,even as lwk_ssyrk_rows_large()'s
 * @param a k rows of n floats in device memory
 * @param lda floats from a row of `a` to the next, at least n */
LW_DECLARE_KERNEL(lwk_ssyrk_columns_large, (int, n), (int, k), (int, part), (float, alpha), (const float *, a),
                  (int, lda), (float, beta), (float *, c), (int, ldc), (int, even));
/** As lwk_ssyrk_columns_large(), with tiles of 32 x 32, 4 x 4 a thread, in blocks of 64 threads.
 * @param n,k,part,alpha,a,lda,beta,c,ldc,even as lwk_ssyrk_columns_large()'s */
LW_DECLARE_KERNEL(lwk_ssyrk_columns_small, (int, n), (int, k), (int, part), (float, alpha), (const float *, a),
                  (int, lda), (float, beta), (float *, c), (int, ldc), (int, even));

/** Queues a product.
 * @param stream where
 * @param part which triangle of C is made
 * @param product of A's rows or of its columns
 * @param n rows and columns of C, 0 to 65535 * 128
 * @param k elements of a sum, 0 to 2^31 - 129; 0 leaves beta C
 * @param alpha the factor of the product
 * @param a in device memory, n rows of k floats for LWK_SYRK_ROWS, k rows of n floats for LWK_SYRK_COLUMNS
 * @param lda floats from a row of `a` to the next, at least as many as a row has
 * @param beta the factor of C; where it is 0, C is not read
 * @param c n rows of n floats in device memory, not overlapping `a`
 * @param ldc floats from a row of `c` to the next, at least n
 * @return LW_ERROR_INVALID_VALUE: no such part or product, a size outside its range, rows closer together than they are long, or a null array; or as
 *     lw_launch_kernel()
 *
 * CUDA: cublasSsyrk. */
lw_status lwk_ssyrk_launch(lw_stream *stream, lwk_syrk_part part, lwk_syrk_product product, int n, int k, float alpha,
                           const float *a, int lda, float beta, float *c, int ldc);

#ifdef __cplusplus
}
#endif

#endif
