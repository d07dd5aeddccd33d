/* warp_affine: a picture seen through an affine map, bilinear.
 *
 * Pictures are rows of pixels of three bytes (blue, green, red or any other order) without gaps, in device memory. For
 * each destination pixel (u, v):
 *
 *     x = fmaf(m[0], u, fmaf(m[1], v, m[2]));  y = fmaf(m[3], u, fmaf(m[4], v, m[5]));
 *     out(u, v) = the bilinear mean of source pixels (floor x, floor y) to (floor x + 1, floor y + 1), rounded
 *
 * where pixels outside the source are `fill`. Pixel centres have whole coordinates. Every step is a single rounded
 * operation, so the bits are the same on every device. Where the map gives NaN, `fill`. Sizes up to 2^24 either way;
 * an empty source gives `fill` everywhere, an empty destination does nothing.
 */
#ifndef LWK_WARP_AFFINE_H
#define LWK_WARP_AFFINE_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lwk_affine {
    float m[6]; /* rows of the 2 x 3 matrix from destination to source */
} lwk_affine;

/* One lane a pixel. Any two-dimensional block; the grid covers the destination's columns. */
LW_DECLARE_KERNEL(lwk_warp_affine, (const unsigned char *, in), (int, width), (int, height), (unsigned char *, out),
                  (int, out_width), (int, out_height), (lwk_affine, map), (unsigned char, fill));

/* Queues it; `map` is copied before the return. The pictures must not overlap. Errors: LW_ERROR_INVALID_VALUE for a
 * null pointer to a picture that is not empty, and for a size that is negative or over 2^24; what lw_launch_kernel()
 * answers. */
lw_status lwk_warp_affine_launch(lw_stream *stream, const unsigned char *in, int width, int height, unsigned char *out,
                                 int out_width, int out_height, lwk_affine map, unsigned char fill);

/* The map that fits the whole source, centred and undistorted, into the destination. It maps the middle of one picture
 * to the middle of the other: pixel (x, y) covers the square around it, so the middle is at (width - 1) / 2. All sizes
 * positive. */
lwk_affine lwk_letterbox(int width, int height, int out_width, int out_height);

/* The map back: from source to destination. A map that has none (determinant 0) gives NaN. */
lwk_affine lwk_affine_inverse(lwk_affine map);

#ifdef __cplusplus
}
#endif

#endif
