/** @file
 * saxpy: y = a x + y.
 */
#ifndef LWK_SAXPY_H
#define LWK_SAXPY_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Adds a multiple of one array to another.
 *
 *     for (i = 0; i < n; i++) y[i] = fmaf(a, x[i], y[i]);
 *
 * Every element's bits are those of this loop. Any one-dimensional grid and block.
 * @param n elements, any number
 * @param a the factor
 * @param x n floats of device memory; the same array as y, or not overlapping it
 * @param y n floats of device memory
 *
 * CUDA: cublasSaxpy. */
LW_DECLARE_KERNEL(lwk_saxpy, (size_t, n), (float, a), (const float *, x), (float *, y));

/** Queues lwk_saxpy, one thread for four elements.
 * @param stream where
 * @param n elements; 0 does nothing, whatever the pointers
 * @param a the factor
 * @param x n floats of device memory; the same array as y, or not overlapping it
 * @param y n floats of device memory
 * @return LW_ERROR_INVALID_VALUE: a null pointer; or as lw_launch_kernel()
 *
 * CUDA: cublasSaxpy. */
lw_status lwk_saxpy_launch(lw_stream *stream, size_t n, float a, const float *x, float *y);

#ifdef __cplusplus
}
#endif

#endif
