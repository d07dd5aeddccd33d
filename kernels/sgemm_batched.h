/** @file
 * sgemm_batched: many products C = alpha A B + beta C of one size in float32, row-major.
 *
 *     for (size_t z = 0; z < batch; z++)
 *         for (int i = 0; i < m; i++)
 *             for (int j = 0; j < n; j++) {
 *                 float sum = 0;
 *                 for (int l = 0; l < k; l++)
 *                     sum = fmaf(a[z][i * lda + l], b[z][l * ldb + j], sum);
 *                 c[z][i * ldc + j] = beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * c[z][i * ldc + j]);
 *             }
 *
 * exactly so: every kernel gives these bits on every device, and lwk_sgemm_launch() gives them for each product. Matrices are the same distance apart, or an
 * array has a pointer to each. Distances may be 0 for A and B: all products then share the matrix.
 */
#ifndef LWK_SGEMM_BATCHED_H
#define LWK_SGEMM_BATCHED_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Multiplies with a tile of 128 x 128 of C a block, 8 x 8 a thread. Blocks of 256 threads; along x the grid has a block a tile, row after row of them,
 * along z a product.
 * @param m,n,k rows of C, columns of C, columns of A: 0 to 2^31 - 129; k = 0 leaves beta C
 * @param alpha the factor of A B
 * @param a the first matrix A in device memory: m rows of k floats; unused where `all_a` is not null
 * @param lda floats from a row of A to the next, at least k
 * @param stride_a floats from a matrix A to the next
 * @param all_a a pointer to each matrix A, in device memory; null: they are stride_a apart
 * @param b,ldb,stride_b,all_b the same of B, k rows of n floats
 * @param beta the factor of C; where it is 0, C is not read
 * @param c,ldc,stride_c,all_c the same of C, m rows of n floats. A matrix C overlaps no other matrix
 * @param even 1: sizes are multiples of the tile's and of 8, leading dimensions of 4, and k is not 0; matrices that are aligned to 16 bytes take wide loads */
LW_DECLARE_KERNEL(lwk_sgemm_batched_large, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (size_t, stride_a), (const float *const *, all_a), (const float *, b), (int, ldb), (size_t, stride_b),
                  (const float *const *, all_b), (float, beta), (float *, c), (int, ldc), (size_t, stride_c),
                  (float *const *, all_c), (int, even));
/** As lwk_sgemm_batched_large(), with tiles of 32 x 32, 4 x 4 a thread, in blocks of 64 threads.
 * @param m,n,k,alpha,a,lda,stride_a,all_a,b,ldb,stride_b,all_b,beta,c,ldc,stride_c,all_c,even as lwk_sgemm_batched_large()'s */
LW_DECLARE_KERNEL(lwk_sgemm_batched_small, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), (int, lda),
                  (size_t, stride_a), (const float *const *, all_a), (const float *, b), (int, ldb), (size_t, stride_b),
                  (const float *const *, all_b), (float, beta), (float *, c), (int, ldc), (size_t, stride_c),
                  (float *const *, all_c), (int, even));
/** As lwk_sgemm_batched_large(), for a CPU: a thread has a column of C. Blocks of 16 threads; along x the grid's threads cover the columns, along y
 * its blocks the products.
 * @param batch how many products
 * @param each products of a block
 * @param m,n,k,alpha,a,lda,stride_a,all_a,b,ldb,stride_b,all_b,beta,c,ldc,stride_c,all_c as lwk_sgemm_batched_large()'s */
LW_DECLARE_KERNEL(lwk_sgemm_batched_columns, (size_t, batch), (size_t, each), (int, m), (int, n), (int, k),
                  (float, alpha), (const float *, a), (int, lda), (size_t, stride_a), (const float *const *, all_a),
                  (const float *, b), (int, ldb), (size_t, stride_b), (const float *const *, all_b), (float, beta),
                  (float *, c), (int, ldc), (size_t, stride_c), (float *const *, all_c));

/** Queues the products of matrices that arrays of pointers name.
 * @param stream where
 * @param batch how many products
 * @param m,n,k rows of C, columns of C, columns of A: 0 to 2^31 - 129; k = 0 leaves beta C
 * @param alpha the factor of A B
 * @param a `batch` pointers in device memory, each to m rows of k floats in device memory
 * @param lda floats from a row of A to the next, at least k
 * @param b `batch` pointers in device memory, each to k rows of n floats in device memory
 * @param ldb floats from a row of B to the next, at least n
 * @param beta the factor of C; where it is 0, C is not read
 * @param c `batch` pointers in device memory, each to m rows of n floats in device memory, none overlapping another matrix
 * @param ldc floats from a row of C to the next, at least n
 * @return LW_ERROR_INVALID_VALUE: a size outside its range, rows closer together than they are long, or a null array; or as lw_launch_kernel(), where
 *     parts may be queued already
 *
 * CUDA: cublasSgemmBatched. */
lw_status lwk_sgemm_batched_launch(lw_stream *stream, size_t batch, int m, int n, int k, float alpha,
                                   const float *const *a, int lda, const float *const *b, int ldb, float beta,
                                   float *const *c, int ldc);

/** Queues the products of matrices that are the same distance apart.
 * @param stream where
 * @param batch how many products
 * @param m,n,k,alpha,lda,ldb,beta,ldc as lwk_sgemm_batched_launch()'s
 * @param a the first matrix A in device memory
 * @param stride_a floats from a matrix A to the next; 0: all products share it
 * @param b the first matrix B in device memory
 * @param stride_b floats from a matrix B to the next; 0: all products share it
 * @param c the first matrix C in device memory
 * @param stride_c floats from a matrix C to the next, at least (m - 1) ldc + n where there are several
 * @return as lwk_sgemm_batched_launch(); also LW_ERROR_INVALID_VALUE: stride_c is too small
 *
 * CUDA: cublasSgemmStridedBatched. */
lw_status lwk_sgemm_strided_batched_launch(lw_stream *stream, size_t batch, int m, int n, int k, float alpha,
                                           const float *a, int lda, size_t stride_a, const float *b, int ldb,
                                           size_t stride_b, float beta, float *c, int ldc, size_t stride_c);

#ifdef __cplusplus
}
#endif

#endif
