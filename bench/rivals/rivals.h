/* Plain C loops that do what the kernels do, and the same with OpenMP; compiled with -O3 -march=native.
 *
 * `threads` 1 or more; each loop of one thread is the plain one's. Written as a C programmer would who wants speed from
 * the compiler, without intrinsics.
 */
#ifndef BENCH_RIVALS_H
#define BENCH_RIVALS_H

#include <stddef.h>
#include <stdint.h>

const char *rival_flags(void); /* this folder's compiler flags */
int rival_openmp(void);        /* OpenMP's version as a date, 0: built without it */

void rival_saxpy(size_t n, float a, const float *x, float *y);
void rival_saxpy_openmp(size_t n, float a, const float *x, float *y, int threads);

void rival_add(size_t n, const float *a, const float *b, float *out, int threads);

/* Means of 3 x 3, the pixel at their left upper corner; beyond the edges the edge's own pixels. */
void rival_box_blur(size_t width, size_t height, const float *in, float *out);
void rival_box_blur_openmp(size_t width, size_t height, const float *in, float *out, int threads);

float rival_reduce_sum(size_t n, const float *in);
float rival_reduce_sum_openmp(size_t n, const float *in, int threads);

float rival_reduce_sum_float(size_t n, const float *in, int threads);
double rival_reduce_sum_double(size_t n, const double *in, int threads);
int rival_reduce_sum_int(size_t n, const int *in, int threads);
float rival_reduce_min_float(size_t n, const float *in, int threads);
double rival_reduce_min_double(size_t n, const double *in, int threads);
int rival_reduce_min_int(size_t n, const int *in, int threads);
float rival_reduce_max_float(size_t n, const float *in, int threads);
double rival_reduce_max_double(size_t n, const double *in, int threads);
int rival_reduce_max_int(size_t n, const int *in, int threads);

/* The first of the least or greatest elements; n is not 0. */
size_t rival_argmin_float(size_t n, const float *in, int threads);
size_t rival_argmin_double(size_t n, const double *in, int threads);
size_t rival_argmin_int(size_t n, const int *in, int threads);
size_t rival_argmax_float(size_t n, const float *in, int threads);
size_t rival_argmax_double(size_t n, const double *in, int threads);
size_t rival_argmax_int(size_t n, const int *in, int threads);

/* out[s]: of elements offsets[s] to offsets[s + 1] - 1. */
void rival_segments_sum_float(size_t segments, const size_t *offsets, const float *in, float *out, int threads);
void rival_segments_sum_double(size_t segments, const size_t *offsets, const double *in, double *out, int threads);
void rival_segments_sum_int(size_t segments, const size_t *offsets, const int *in, int *out, int threads);
void rival_segments_min_float(size_t segments, const size_t *offsets, const float *in, float *out, int threads);
void rival_segments_min_double(size_t segments, const size_t *offsets, const double *in, double *out, int threads);
void rival_segments_min_int(size_t segments, const size_t *offsets, const int *in, int *out, int threads);
void rival_segments_max_float(size_t segments, const size_t *offsets, const float *in, float *out, int threads);
void rival_segments_max_double(size_t segments, const size_t *offsets, const double *in, double *out, int threads);
void rival_segments_max_int(size_t segments, const size_t *offsets, const int *in, int *out, int threads);

/* Each returns how many elements are chosen: those with a flag, those that differ from the one before. */
size_t rival_select(size_t n, const uint8_t *flags, const uint32_t *in, uint32_t *out, int threads);
size_t rival_partition(size_t n, const uint8_t *flags, const uint32_t *in, uint32_t *out, int threads);
size_t rival_unique(size_t n, const uint32_t *in, uint32_t *out, int threads);
size_t rival_run_lengths(size_t n, const uint32_t *in, uint32_t *out, uint32_t *lengths, int threads);

/* `between`: n words each, for what is between two passes. Without values these are null. */
void rival_radix_sort(size_t n, const uint32_t *keys, uint32_t *keys_out, uint32_t *keys_between,
                      const uint32_t *values, uint32_t *values_out, uint32_t *values_between, int threads);

/* As in kernels/merge.h; values may be null. */
void rival_merge_float(size_t count_a, const float *a, const uint32_t *values_a, size_t count_b, const float *b,
                       const uint32_t *values_b, float *out, uint32_t *values_out, int threads);
void rival_merge_int(size_t count_a, const int *a, const uint32_t *values_a, size_t count_b, const int *b,
                     const uint32_t *values_b, int *out, uint32_t *values_out, int threads);

/* As in kernels/merge_sort.h; values may be null. `between` has room for what is between two passes. */
void rival_merge_sort_float(size_t n, const float *keys, const uint32_t *values, float *out, uint32_t *values_out,
                            float *between, uint32_t *values_between, int threads);
void rival_merge_sort_int(size_t n, const int *keys, const uint32_t *values, int *out, uint32_t *values_out,
                          int *between, uint32_t *values_between, int threads);

/* inclusive: out[i] = in[0] + ... + in[i]; else without in[i]. */
void rival_scan(size_t n, const float *in, float *out, int inclusive);
void rival_scan_openmp(size_t n, const float *in, float *out, int inclusive, int threads);

void rival_copy(size_t n, const float *in, float *out, int threads);

/* in: height rows of width; out: width rows of height. */
void rival_transpose(size_t width, size_t height, const float *in, float *out);
void rival_transpose_openmp(size_t width, size_t height, const float *in, float *out, int threads);

/* Axis k of out is axis order[k] of in. */
void rival_permute(const size_t size[3], const int order[3], const float *in, float *out, int threads);

/* An index that is negative, or count and more: gather makes zero bits, scatter drops the element. */
void rival_gather_4(size_t n, size_t count, const uint32_t *in, const int32_t *indices, uint32_t *out, int threads);
void rival_gather_8(size_t n, size_t count, const uint64_t *in, const int32_t *indices, uint64_t *out, int threads);
void rival_gather_int64_4(size_t n, size_t count, const uint32_t *in, const int64_t *indices, uint32_t *out,
                          int threads);
void rival_gather_int64_8(size_t n, size_t count, const uint64_t *in, const int64_t *indices, uint64_t *out,
                          int threads);
void rival_scatter_4(size_t n, size_t count, const uint32_t *in, const int32_t *indices, uint32_t *out, int threads);
void rival_scatter_8(size_t n, size_t count, const uint64_t *in, const int32_t *indices, uint64_t *out, int threads);
void rival_scatter_int64_4(size_t n, size_t count, const uint32_t *in, const int64_t *indices, uint32_t *out,
                           int threads);
void rival_scatter_int64_8(size_t n, size_t count, const uint64_t *in, const int64_t *indices, uint64_t *out,
                           int threads);

/* Structs of 2, 3 or 4 fields; arrays of further fields are not read or written. */
void rival_aos_to_soa(int fields, size_t n, const float *structs, float *x, float *y, float *z, float *w, int threads);
void rival_soa_to_aos(int fields, size_t n, const float *x, const float *y, const float *z, const float *w,
                      float *structs, int threads);

/* Rows as in kernels/softmax.h; logarithm 1: of log_softmax. */
void rival_softmax(size_t rows, size_t columns, const float *in, size_t ld_in, float *out, size_t ld_out, int logarithm,
                   int threads);
void rival_softmax_backward(size_t rows, size_t columns, const float *out, size_t ld_out, const float *grad_out,
                            size_t ld_grad_out, float *grad_in, size_t ld_grad_in, int logarithm, int threads);

/* Rows as in kernels/norm.h, without space between them; centred 1: layer norm. Null: no gain, no bias; no mean, for RMS norm. */
void rival_norm(size_t rows, size_t columns, int centred, const float *in, const float *gain, const float *bias,
                float epsilon, float *out, float *mean, float *rstd, int threads);
void rival_norm_backward(size_t rows, size_t columns, const float *in, const float *gain, const float *mean,
                         const float *rstd, const float *grad_out, float *grad_in, int threads);
void rival_norm_parameters(size_t rows, size_t columns, const float *in, const float *mean, const float *rstd,
                           const float *grad_out, float *grad_gain, float *grad_bias, int threads);
void rival_rms_norm_parameters(size_t rows, size_t columns, const float *in, const float *rstd, const float *grad_out,
                               float *grad_gain, int threads);

/* `name`: relu, silu, gelu or gelu_tanh, as in kernels/activation.h. */
void rival_activation(const char *name, size_t n, const float *in, float *out, int threads);
void rival_activation_backward(const char *name, size_t n, const float *in, const float *grad_out, float *grad_in,
                               int threads);

/* A step of AdamW, as in kernels/adam.h. */
void rival_adam(size_t n, float rate, float beta1, float beta2, float epsilon, float decay, unsigned step,
                const float *grad, float *mean, float *square, float *param, int threads);

/* As in kernels/embedding.h, without space between rows. */
void rival_embedding(size_t n, size_t rows, size_t columns, const float *table, const int *indices, float *out,
                     int threads);
void rival_embedding_backward(size_t n, size_t rows, size_t columns, const int *indices, const unsigned *order,
                              const float *grad_out, float *grad_table, int threads);

/* `sizes`: those of kernels/pooling.h's struct lwk_pool in their order. */
void rival_max_pool(size_t planes, const int *sizes, const float *in, float *out, int *chosen, int threads);
void rival_average_pool(size_t planes, const int *sizes, int padding, const float *in, float *out, int threads);
void rival_max_pool_backward(size_t planes, const int *sizes, const int *chosen, const float *grad_out, float *grad_in,
                             int threads);
void rival_average_pool_backward(size_t planes, const int *sizes, int padding, const float *grad_out, float *grad_in,
                                 int threads);

/* As in kernels/attention.h. */
void rival_attention(int heads, int group, int queries, int keys, size_t size, int causal, float scale,
                     const float *query, const float *key, const float *value, float *out, float *log_sum, int threads);

/* As in kernels/attention_backward.h. */
void rival_attention_backward(int heads, int group, int queries, int keys, size_t size, int causal, float scale,
                              const float *query, const float *key, const float *value, const float *out,
                              const float *log_sum, const float *grad_out, float *grad_query, float *grad_key,
                              float *grad_value, int threads);

/* `sizes`: those of kernels/conv2d.h's struct lwk_conv in their order; bias may be null. */
void rival_conv2d(const int *sizes, const float *in, const float *weight, const float *bias, float *out, int threads);
void rival_conv2d_backward_input(const int *sizes, const float *weight, const float *grad_out, float *grad_in,
                                 int threads);
void rival_conv2d_backward_weight(const int *sizes, const float *in, const float *grad_out, float *grad_weight,
                                  int threads);
void rival_conv2d_backward_bias(const int *sizes, const float *grad_out, float *grad_bias, int threads);

/* As in kernels/cross_entropy.h, without space between rows. */
void rival_cross_entropy(size_t rows, size_t columns, const float *in, const int *labels, int ignore, float *loss,
                         float *log_sum, int threads);
void rival_cross_entropy_backward(size_t rows, size_t columns, const float *in, const int *labels, int ignore,
                                  const float *log_sum, const float *grad_loss, float *grad_in, int threads);

void rival_histogram(size_t n, const uint8_t *in, uint32_t counts[256]);
void rival_histogram_openmp(size_t n, const uint8_t *in, uint32_t counts[256], int threads);

/* Row-major C = alpha A B + beta C; A is m x k, B k x n. */
void rival_sgemm(size_t m, size_t n, size_t k, float alpha, const float *a, size_t lda, const float *b, size_t ldb,
                 float beta, float *c, size_t ldc);
void rival_sgemm_openmp(size_t m, size_t n, size_t k, float alpha, const float *a, size_t lda, const float *b,
                        size_t ldb, float beta, float *c, size_t ldc, int threads);

/* C = A B, rows without space between them; `batch` products one after another. */
void rival_sgemm_batched(size_t batch, size_t m, size_t n, size_t k, const float *a, const float *b, float *c,
                         int threads);
void rival_dgemm(size_t m, size_t n, size_t k, const double *a, const double *b, double *c, int threads);
/* A triangle of A A^T, A being n x k, or, with `columns`, of A^T A, A being k x n. */
void rival_ssyrk(size_t n, size_t k, int columns, int lower, const float *a, float *c, int threads);

/* y = A x, or A^T x, A being m x n. */
void rival_sgemv(int transposed, size_t m, size_t n, const float *a, const float *x, float *y, int threads);

/* y = alpha A x + beta y of a CSR matrix; offsets[0] is 0. */
void rival_spmv(size_t rows, float alpha, const int *offsets, const int *columns, const float *values, const float *x,
                float beta, float *y, int threads);

/* The same of coordinates sorted by rows. */
void rival_spmv_coo(size_t rows, size_t entries, float alpha, const int *row_indices, const int *columns,
                    const float *values, const float *x, float beta, float *y, int threads);
/* The same of sliced ELLPACK form, slices of 32 rows by columns; column -1 has no entry. */
void rival_spmv_sell(size_t rows, float alpha, const int *offsets, const int *columns, const float *values,
                     const float *x, float beta, float *y, int threads);

/* Distances in edges, -1: not reached. `queue` has room for all vertices. */
void rival_bfs(size_t vertices, const int *offsets, const int *columns, size_t source, int *distances, int *queue,
               int threads);
/* Of the transposed graph; `shares` has room for all vertices. */
void rival_pagerank_step(size_t vertices, const int *offsets, const int *sources, const int *degrees, float damping,
                         const float *ranks, float *shares, float *next, int threads);
/* Labels are the least vertices of components. */
void rival_connected_components(size_t vertices, const int *offsets, const int *columns, int *labels, int threads);

/* As in kernels/stencil3d.h. */
void rival_stencil7(size_t nx, size_t ny, size_t nz, float center, float face, const float *in, float *out,
                    int threads);
void rival_stencil27(size_t nx, size_t ny, size_t nz, float center, float face, float edge, float corner,
                     const float *in, float *out, int threads);

/* As in kernels/philox.h, from the first number on; n is a multiple of 4. kind: w, words; u, uniform; n, normal. */
void rival_philox(char kind, uint64_t seed, size_t n, float mean, float deviation, void *out, int threads);

/* As in kernels/black_scholes.h. */
void rival_black_scholes(size_t n, float rate, float volatility, const float *spot, const float *strike,
                         const float *years, float *call, float *put, int threads);

/* As in kernels/lattice_boltzmann.h; solid may be null. */
void rival_lattice_boltzmann(size_t width, size_t height, float omega, float force_x, float force_y,
                             const uint8_t *solid, const float *in, float *out, int threads);

/* As in kernels/median.h. */
void rival_median3(size_t width, size_t height, const float *in, float *out, int threads);

/* Pixels of three bytes; map m: source x = m[0] u + m[1] v + m[2], y = m[3] u + m[4] v + m[5]; bilinear, `fill`
 * outside. */
struct rival_image {
    int width, height;
    const uint8_t *pixels;
};
void rival_warp_affine(const struct rival_image *in, int out_width, int out_height, uint8_t *out, const float map[6],
                       uint8_t fill);
void rival_warp_affine_openmp(const struct rival_image *in, int out_width, int out_height, uint8_t *out,
                              const float map[6], uint8_t fill, int threads);

/* A parallel region that does nothing. */
void rival_empty_region(int threads);

/* A fixed number of multiply-adds in registers, divided evenly. */
void rival_multiply_add(int threads);
double rival_multiply_add_flops(void);

#endif
