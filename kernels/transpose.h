/* transpose: rows become columns, three ways.
 *
 *     for (y = 0; y < height; y++) for (x = 0; x < width; x++) out[x * height + y] = in[y * width + x];
 *
 * in: `height` rows of `width` floats without gaps; out: `width` rows of `height`; both in device memory, not
 * overlapping. Bits are moved, never computed with. Any size; a width or height of 0 does nothing.
 */
#ifndef LWK_TRANSPOSE_H
#define LWK_TRANSPOSE_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One lane an element: reads rows, writes columns. Any two-dimensional block; the grid covers the columns. */
LW_DECLARE_KERNEL(lwk_transpose_naive, (int, width), (int, height), (const float *, in), (float *, out));

/* Through a tile in shared memory, so that reads and writes both run along rows; one float more a row of the tile keeps
 * its columns in different banks. Tiles of 32 x 32 by 32 x 8 lanes, and of 64 x 64 by 64 x 8 lanes: the larger has more
 * bytes on their way and is the faster on GPUs. */
LW_DECLARE_KERNEL(lwk_transpose_tile32, (int, width), (int, height), (const float *, in), (float *, out));
LW_DECLARE_KERNEL(lwk_transpose_tile64, (int, width), (int, height), (const float *, in), (float *, out));

/* Each queues one variant; lwk_transpose_launch() is the fastest. Errors: LW_ERROR_INVALID_VALUE for a null pointer or
 * a negative size, and what lw_launch_kernel() answers. */
lw_status lwk_transpose_launch(lw_stream *stream, int width, int height, const float *in, float *out);
lw_status lwk_transpose_tile32_launch(lw_stream *stream, int width, int height, const float *in, float *out);
lw_status lwk_transpose_naive_launch(lw_stream *stream, int width, int height, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
