/** @file
 * warp_affine: a picture seen through an affine map, bilinear.
 *
 * Pictures are rows of pixels of three bytes (blue, green, red or any other order) without gaps, in device memory. For
 * each destination pixel (u, v):
 *
 *     x = fmaf(m[0], u, fmaf(m[1], v, m[2]));  y = fmaf(m[3], u, fmaf(m[4], v, m[5]));
 *     out(u, v) = the bilinear mean of source pixels (floor x, floor y) to (floor x + 1, floor y + 1), rounded
 *
 * where pixels outside the source are `fill`. Pixel centres have whole coordinates. Every step is a single rounded
 * operation, so the bits are the same on every device. Where the map gives NaN, `fill`.
 */
#ifndef LWK_WARP_AFFINE_H
#define LWK_WARP_AFFINE_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An affine map between pictures. */
typedef struct lwk_affine {
    float m[6]; /**< rows of the 2 x 3 matrix from destination to source */
} lwk_affine;

/** Maps a picture with one thread a pixel. Any two-dimensional block; the grid covers the destination's columns.
 * @param in the source, `height` rows of `width` pixels in device memory
 * @param width,height of the source: 1 to 2^24
 * @param out the destination, `out_height` rows of `out_width` pixels in device memory, not overlapping `in`
 * @param out_width,out_height of the destination: 0 to 2^24
 * @param map from destination to source pixels
 * @param fill each byte of a pixel outside the source */
LW_DECLARE_KERNEL(lwk_warp_affine, (const unsigned char *, in), (int, width), (int, height), (unsigned char *, out),
                  (int, out_width), (int, out_height), (lwk_affine, map), (unsigned char, fill));

/** Queues lwk_warp_affine. An empty source gives `fill` everywhere; an empty destination does nothing.
 * @param stream where
 * @param in the source, `height` rows of `width` pixels in device memory
 * @param width,height of the source: 0 to 2^24
 * @param out the destination, `out_height` rows of `out_width` pixels in device memory, not overlapping `in`
 * @param out_width,out_height of the destination: 0 to 2^24
 * @param map from destination to source pixels; copied before the return
 * @param fill each byte of a pixel outside the source
 * @return LW_ERROR_INVALID_VALUE: a null picture that is not empty, a size that is negative or over 2^24; or as
 *     lw_launch_kernel()
 *
 * CUDA: nppiWarpAffine_8u_C3R. */
lw_status lwk_warp_affine_launch(lw_stream *stream, const unsigned char *in, int width, int height, unsigned char *out,
                                 int out_width, int out_height, lwk_affine map, unsigned char fill);

/** The map that fits the whole source, centred and undistorted, into the destination. It maps the middle of one picture
 * to the middle of the other: pixel (x, y) covers the square around it, so the middle is at (width - 1) / 2.
 * @param width,height of the source, positive
 * @param out_width,out_height of the destination, positive
 * @return the map from destination to source */
lwk_affine lwk_letterbox(int width, int height, int out_width, int out_height);

/** The map back: from source to destination.
 * @param map from destination to source
 * @return its inverse; NaN where there is none (determinant 0) */
lwk_affine lwk_affine_inverse(lwk_affine map);

#ifdef __cplusplus
}
#endif

#endif
