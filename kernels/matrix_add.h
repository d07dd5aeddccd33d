/** @file
 * matrix_add: the sum of two matrices, with several shapes of grids and blocks.
 *
 *     for (y = 0; y < height; y++)
 *         for (x = 0; x < width; x++) out[y * width + x] = a[y * width + x] + b[y * width + x];
 */
#ifndef LWK_MATRIX_ADD_H
#define LWK_MATRIX_ADD_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One thread an element of a row; a grid of fewer rows takes several. Any two-dimensional block, such as 32 x 8 or 256 x 1; the grid
 * covers the width.
 * @param width,height of the matrices, 0 to 2^31 - 1
 * @param a height rows of width floats of device memory
 * @param b height rows of width floats of device memory
 * @param out height rows of width floats of device memory; the same array as `a` or `b`, or not overlapping it */
LW_DECLARE_KERNEL(lwk_matrix_add, (int, width), (int, height), (const float *, a), (const float *, b), (float *, out));

/** One thread four elements of a row, a block's width apart: for GPUs. Any two-dimensional block; the grid covers a quarter of the width.
 * @param width,height,a,b,out as lwk_matrix_add()'s */
LW_DECLARE_KERNEL(lwk_matrix_add_four, (int, width), (int, height), (const float *, a), (const float *, b),
                  (float *, out));

/** One thread a column, from the first row to the last. Any one-dimensional block; the grid covers the width.
 * @param width,height,a,b,out as lwk_matrix_add()'s */
LW_DECLARE_KERNEL(lwk_matrix_add_columns, (int, width), (int, height), (const float *, a), (const float *, b),
                  (float *, out));

/** Queues lwk_matrix_add, on a GPU lwk_matrix_add_four, in blocks of 256 x 1 threads, a two-dimensional grid of one-dimensional blocks:
 * the one to use.
 * @param stream where
 * @param width,height of the matrices, 0 to 2^31 - 1; 0 does nothing
 * @param a,b,out as lwk_matrix_add()'s
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a negative size; or as lw_launch_kernel() */
lw_status lwk_matrix_add_launch(lw_stream *stream, int width, int height, const float *a, const float *b, float *out);
/** Queues lwk_matrix_add in blocks of 32 x 8 threads.
 * @copydetails lwk_matrix_add_launch() */
lw_status lwk_matrix_add_tiles_launch(lw_stream *stream, int width, int height, const float *a, const float *b,
                                      float *out);
/** Queues lwk_matrix_add_columns, a one-dimensional grid of one-dimensional blocks.
 * @copydetails lwk_matrix_add_launch() */
lw_status lwk_matrix_add_columns_launch(lw_stream *stream, int width, int height, const float *a, const float *b,
                                        float *out);

#ifdef __cplusplus
}
#endif

#endif
