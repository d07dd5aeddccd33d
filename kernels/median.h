/** @file
 * median: the median of 3 x 3 pixels.
 *
 *     for each pixel (x, y):
 *         window = in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)] for dx and dy from -1 to 1
 *         out[y * width + x] = the fifth of the window's nine values in their order
 *
 * Pictures are `height` rows of `width` floats without gaps; pixels beyond an edge are those of the edge. Each result is one of the window's values: the bits are the same on
 * every device. A NaN in a window gives one of the window's values, and the same one everywhere.
 */
#ifndef LWK_MEDIAN_H
#define LWK_MEDIAN_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Medians of 3 x 3. Blocks of 256 threads; along x the grid covers the columns, and a thread goes down `rows` pixels of its column, of which it has three sorted triples in
 * registers. Along y the grid has any number of blocks, each of which takes every gridDim.y-th part.
 * @param width,height columns and rows of a picture
 * @param rows of a part
 * @param in width * height floats of device memory
 * @param out width * height floats of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_median3, (int, width), (int, height), (int, rows), (const float *, in), (float *, out));
/** lwk_median3() for a CPU: blocks of 256 threads have `rows` rows, along which they go. The grid covers the height.
 * @param width,height,in,out as lwk_median3()'s
 * @param rows of a block */
LW_DECLARE_KERNEL(lwk_median3_rows, (int, width), (int, height), (int, rows), (const float *, in), (float *, out));

/** Queues medians of 3 x 3.
 * @param stream where
 * @param width,height columns and rows of a picture, 0 to 2^30; where one is 0, nothing is done
 * @param in width * height floats of device memory
 * @param out width * height floats of device memory, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a size outside its range, or a null pointer; or as lw_launch_kernel()
 *
 * CUDA: nppiFilterMedian_32f_C1R with a mask of 3 x 3. */
lw_status lwk_median3_launch(lw_stream *stream, int width, int height, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
