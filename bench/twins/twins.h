/* The library's kernels written by hand in CUDA C++, and the vendor's own primitives, as C functions.
 *
 * Each queues its work in `stream`, a cudaStream_t, on device memory, and returns a cudaError_t. Kernel twin_NAME in
 * NAME.cu is the twin of lwk_NAME: the same algorithm, grid and block. */
#ifndef BENCH_TWINS_H
#define BENCH_TWINS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Launches one block of 32 threads that do nothing. */
int twin_empty_launch(void *stream);

/* Parameters as those of lwk_NAME_launch() in kernels/NAME.h. */
int twin_saxpy_launch(void *stream, size_t n, float a, const float *x, float *y);
int twin_box_blur_nine_launch(void *stream, int width, int height, const float *in, float *out);
int twin_box_blur_separable_launch(void *stream, int width, int height, const float *in, float *sums, float *out);
int twin_box_blur_tiled_launch(void *stream, int width, int height, const float *in, float *out);
int twin_reduce_sum_tree_launch(void *stream, size_t n, const float *in, float *out, void *workspace);
int twin_reduce_sum_shuffle_launch(void *stream, size_t n, const float *in, float *out, void *workspace);
int twin_reduce_sum_launch(void *stream, size_t n, const float *in, float *out, void *workspace);
int twin_reduce_sum_float_launch(void *stream, size_t n, const float *in, float *out, void *workspace);
int twin_matrix_add_launch(void *stream, int width, int height, const float *a, const float *b, float *out);
int twin_select_look_back_launch(void *stream, size_t n, const unsigned char *flags, const void *in, void *out,
                                 size_t *count, void *workspace);
int twin_select_passes_launch(void *stream, size_t n, const unsigned char *flags, const void *in, void *out,
                              size_t *count, void *workspace);
int twin_scan_look_back_launch(void *stream, size_t n, int inclusive, const float *in, float *out, void *workspace);
int twin_scan_passes_launch(void *stream, size_t n, int inclusive, const float *in, float *out, void *workspace);
int twin_histogram_launch(void *stream, size_t n, const unsigned char *in, unsigned *counts);
int twin_transpose_naive_launch(void *stream, int width, int height, const float *in, float *out);
int twin_transpose_tile32_launch(void *stream, int width, int height, const float *in, float *out);
int twin_transpose_launch(void *stream, int width, int height, const float *in, float *out);
int twin_transpose_tile32_diagonal_launch(void *stream, int width, int height, const float *in, float *out);
int twin_transpose_batched_launch(void *stream, size_t element_size, size_t matrices, size_t width, size_t height,
                                  const void *in, void *out);
int twin_gather_launch(void *stream, size_t element_size, size_t n, size_t count, const void *in, const int *indices,
                       void *out);
int twin_aos_to_soa_launch(void *stream, int fields, size_t n, const void *structs, void *const arrays[]);
int twin_soa_to_aos_launch(void *stream, int fields, size_t n, const void *const arrays[], void *structs);
/* Rows of at most 8192 columns. */
int twin_softmax_launch(void *stream, size_t rows, size_t columns, const float *in, size_t ld_in, float *out,
                        size_t ld_out);
int twin_layer_norm_launch(void *stream, size_t rows, size_t columns, const float *in, const float *gain,
                           const float *bias, float epsilon, float *out, float *mean, float *rstd);
/* n is a multiple of 4. */
int twin_adam_launch(void *stream, size_t n, float rate, float beta1, float beta2, float epsilon, float decay,
                     unsigned at, const float *grad, float *mean, float *square, float *param);
int twin_warp_affine_launch(void *stream, const unsigned char *in, int width, int height, unsigned char *out,
                            int out_width, int out_height, const float map[6], unsigned char fill);
int twin_sgemm_launch(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                      float beta, float *c, int ldc);
int twin_sgemm_tile16_launch(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                             int ldb, float beta, float *c, int ldc);

/* CUB, as its documentation says to call it; its temporary storage is allocated at the first call and kept. */
int cub_reduce_sum(void *stream, size_t n, const float *in, float *out);
/* `variant`: the operation and the type, such as "min_double". */
int cub_reduce(void *stream, const char *variant, size_t n, const void *in, void *out);
int cub_argmin(void *stream, const char *variant, size_t n, const void *in, void *value, size_t *index);
int cub_segments(void *stream, const char *variant, size_t segments, const size_t *offsets, const void *in, void *out);
int cub_select(void *stream, size_t n, const unsigned char *flags, const void *in, void *out, size_t *count);
int cub_unique(void *stream, size_t n, const void *in, void *out, size_t *count);
int cub_run_lengths(void *stream, size_t n, const void *in, void *out, unsigned *lengths, size_t *count);
int cub_sort_keys(void *stream, size_t n, const uint32_t *keys, uint32_t *keys_out);
int cub_sort_pairs(void *stream, size_t n, const uint32_t *keys, uint32_t *keys_out, const uint32_t *values,
                   uint32_t *values_out);
int cub_scan(void *stream, size_t n, const float *in, float *out, int inclusive);
int cub_histogram(void *stream, size_t n, const uint8_t *in, uint32_t *counts);

#ifdef __cplusplus
}
#endif

#endif
