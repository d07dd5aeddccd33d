/** @file
 * vector_add: out = a + b.
 *
 *     for (i = 0; i < n; i++) out[i] = a[i] + b[i];
 */
#ifndef LWK_VECTOR_ADD_H
#define LWK_VECTOR_ADD_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LWK_VECTOR_ADD_EACH = 4 }; /**< elements of a thread */

/** out[i] = a[i] + b[i], LWK_VECTOR_ADD_EACH elements a thread, a block apart. Any one-dimensional block; the grid's threads, and each
 * its elements, cover them all.
 * @param n elements, any number
 * @param a n floats of device memory
 * @param b n floats of device memory
 * @param out n floats of device memory; the same array as `a` or `b`, or not overlapping it */
LW_DECLARE_KERNEL(lwk_vector_add, (size_t, n), (const float *, a), (const float *, b), (float *, out));

/** Queues lwk_vector_add.
 * @param stream where
 * @param n elements, up to 2^39 - 256; 0 does nothing
 * @param a,b,out as lwk_vector_add()'s
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or n > 2^39 - 256; or as lw_launch_kernel() */
lw_status lwk_vector_add_launch(lw_stream *stream, size_t n, const float *a, const float *b, float *out);

#ifdef __cplusplus
}
#endif

#endif
