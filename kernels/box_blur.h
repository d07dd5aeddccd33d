/* box_blur: the mean of 3 x 3 pixels, three ways that give the same bits.
 *
 * Pictures are `height` rows of `width` floats without gaps, in device memory; x counts columns, y rows. The window is
 * anchored at its top left pixel, and pixels beyond the right and lower edges are those of the edge:
 *
 *     at(x, y) = in[min(y, height - 1) * width + min(x, width - 1)]
 *     row(x, y) = (at(x, y) + at(x + 1, y)) + at(x + 2, y)
 *     out[y * width + x] = ((row(x, y) + row(x, y + 1)) + row(x, y + 2)) * (1.0f / 9.0f)
 *
 * in that order of additions, so that every variant and every device agrees bit for bit. For a window centred on the
 * pixel, shift the picture by one. `in` and `out` must not overlap. Any size; a width or height of 0 does nothing.
 */
#ifndef LWK_BOX_BLUR_H
#define LWK_BOX_BLUR_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One lane a pixel, nine loads each. Any two-dimensional block and grid; columns beyond the grid's are not computed. */
LW_DECLARE_KERNEL(lwk_box_blur_nine, (int, width), (int, height), (const float *, in), (float *, out));

/* The two passes of the separable form: sums of three along rows, then their means along columns. */
LW_DECLARE_KERNEL(lwk_box_blur_rows, (int, width), (int, height), (const float *, in), (float *, sums));
LW_DECLARE_KERNEL(lwk_box_blur_columns, (int, width), (int, height), (const float *, sums), (float *, out));

/* A block of 32 x 8 lanes loads its tile and two more rows and columns into shared memory once. */
LW_DECLARE_KERNEL(lwk_box_blur_tiled, (int, width), (int, height), (const float *, in), (float *, out));

/* Each queues one variant. Errors: LW_ERROR_INVALID_VALUE for a null pointer or a negative size, and what
 * lw_launch_kernel() answers. `between`: as large as `out`, overlapping neither picture; junk afterwards. */
lw_status lwk_box_blur_nine_launch(lw_stream *stream, int width, int height, const float *in, float *out);
lw_status lwk_box_blur_separable_launch(lw_stream *stream, int width, int height, const float *in, float *between,
                                        float *out);
lw_status lwk_box_blur_tiled_launch(lw_stream *stream, int width, int height, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
