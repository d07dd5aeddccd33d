/* C = alpha A B + beta C in float32.
 *
 *     for (int i = 0; i < m; i++)
 *         for (int j = 0; j < n; j++) {
 *             float sum = 0;
 *             for (int l = 0; l < k; l++)
 *                 sum = fmaf(a[i * lda + l], b[l * ldb + j], sum);
 *             c[i * ldc + j] = beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * c[i * ldc + j]);
 *         }
 *
 * exactly so: both kernels give these bits on every device.
 */
#ifndef LWK_SGEMM_H
#define LWK_SGEMM_H

#include <lanewise/launch.h>

/* Blocks of 16 x 16 lanes, a 16 x 16 tile of C each. */
LW_DECLARE_KERNEL(lwk_sgemm_tile16, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc));
/* Blocks of 256 lanes, a 128 x 128 tile of C each, 8 x 8 a lane. `whole` asks for m and n that are multiples of 128, k
 * of 8, and arrays and leading dimensions aligned to 16 bytes; `any` for nothing. */
LW_DECLARE_KERNEL(lwk_sgemm_whole, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc));
LW_DECLARE_KERNEL(lwk_sgemm_any, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc));

#ifdef __cplusplus
extern "C" {
#endif

/* Row-major: a is m rows of k floats, lda apart; b k rows of n, ldb apart; c m rows of n, ldc apart; device memory, c
 * apart from a and b. Any m, n, k up to 2^31 - 129, 0 included; k = 0 leaves beta C. With beta = 0 c is not read.
 * Errors: LW_ERROR_INVALID_VALUE for a size outside that, a leading dimension under the row's length or a null array;
 * those of lw_launch(). CUDA: cublasSgemm. */

/* Large tiles in registers. The one to use. */
lw_status lwk_sgemm_launch(lw_stream *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                           int ldb, float beta, float *c, int ldc);
/* The textbook's 16 x 16 tile in shared memory. */
lw_status lwk_sgemm_tile16_launch(lw_stream *stream, int m, int n, int k, float alpha, const float *a, int lda,
                                  const float *b, int ldb, float beta, float *c, int ldc);

#ifdef __cplusplus
}
#endif

#endif
