/** @file
 * box_blur: the mean of 3 x 3 pixels, three ways that give the same bits.
 *
 * Pictures are `height` rows of `width` floats without gaps, in device memory; x counts columns, y rows. The window is
 * anchored at its top left pixel, and pixels beyond the right and lower edges are those of the edge:
 *
 *     at(x, y) = in[min(y, height - 1) * width + min(x, width - 1)]
 *     row(x, y) = (at(x, y) + at(x + 1, y)) + at(x + 2, y)
 *     out[y * width + x] = ((row(x, y) + row(x, y + 1)) + row(x, y + 2)) * (1.0f / 9.0f)
 *
 * in that order of additions, so that every variant and every device agrees bit for bit. For a window centred on the
 * pixel, shift the picture by one. Any size.
 */
#ifndef LWK_BOX_BLUR_H
#define LWK_BOX_BLUR_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Blurs with one thread a pixel, nine loads each. Any two-dimensional block; the grid covers the columns.
 * @param width,height columns and rows of a picture
 * @param in the picture
 * @param out the blurred picture, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_box_blur_nine, (int, width), (int, height), (const float *, in), (float *, out));

/** The first pass of the separable form: sums[y * width + x] = row(x, y). Any two-dimensional block; the grid covers the
 * columns.
 * @param width,height columns and rows of a picture
 * @param in the picture
 * @param sums as large as the picture, not overlapping it */
LW_DECLARE_KERNEL(lwk_box_blur_rows, (int, width), (int, height), (const float *, in), (float *, sums));

/** The second pass of the separable form: the means of the sums along columns. Any two-dimensional block; the grid covers the
 * columns.
 * @param width,height columns and rows of a picture
 * @param sums what lwk_box_blur_rows() wrote
 * @param out the blurred picture, not overlapping `sums` */
LW_DECLARE_KERNEL(lwk_box_blur_columns, (int, width), (int, height), (const float *, sums), (float *, out));

/** Blurs with blocks of 32 x 8 threads that load their tile, and two more rows and columns, into shared memory once. The grid
 * covers the columns.
 * @param width,height columns and rows of a picture
 * @param in the picture
 * @param out the blurred picture, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_box_blur_tiled, (int, width), (int, height), (const float *, in), (float *, out));

/** Queues a blur by lwk_box_blur_nine.
 * @param stream where
 * @param width,height columns and rows of a picture; where one is 0, nothing is done
 * @param in the picture
 * @param out the blurred picture, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a null pointer or a negative size; or as lw_launch_kernel()
 *
 * CUDA: nppiFilterBox_32f_C1R, whose window is centred. */
lw_status lwk_box_blur_nine_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a blur by lwk_box_blur_rows and lwk_box_blur_columns.
 * @param stream where
 * @param width,height columns and rows of a picture; where one is 0, nothing is done
 * @param in the picture
 * @param between workspace as large as the picture, not overlapping `in` or `out`; contents undefined afterwards
 * @param out the blurred picture, not overlapping `in`
 * @return as lwk_box_blur_nine_launch() */
lw_status lwk_box_blur_separable_launch(lw_stream *stream, int width, int height, const float *in, float *between,
                                        float *out);

/** Queues a blur by lwk_box_blur_tiled.
 * @copydetails lwk_box_blur_nine_launch() */
lw_status lwk_box_blur_tiled_launch(lw_stream *stream, int width, int height, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
