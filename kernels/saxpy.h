/* saxpy: y = a x + y. */
#ifndef LWK_SAXPY_H
#define LWK_SAXPY_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* for (i = 0; i < n; i++) y[i] = fmaf(a, x[i], y[i]);
 *
 * x, y: n floats of device memory each, anywhere; they may be the same array, and overlap in no other way. Any n; every
 * element's bits are those of the loop above. Any one-dimensional block, any one-dimensional grid. */
LW_DECLARE_KERNEL(lwk_saxpy, (size_t, n), (float, a), (const float *, x), (float *, y));

/* Queues it with one lane an element. n == 0 does nothing, whatever the pointers. Errors: LW_ERROR_INVALID_VALUE for a
 * null pointer, and what lw_launch_kernel() answers. */
lw_status lwk_saxpy_launch(lw_stream *stream, size_t n, float a, const float *x, float *y);

#ifdef __cplusplus
}
#endif

#endif
