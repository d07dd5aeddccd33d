/** @file
 * scan: running sums.
 *
 *     float sum = 0;
 *     for (i = 0; i < n; i++) { float before = sum; sum += in[i]; out[i] = inclusive ? sum : before; }
 *
 * associated otherwise: tiles of 1024 elements are summed, the tiles' sums are scanned, each tile is scanned from the
 * sum before it. The order depends on n alone: the bits are the same on every device and in every run. The error of
 * out[i] is at most lwk_scan_depth(n) * 2^-24 * sum |in[0 .. i]|; sums of non-negative numbers may fall by as much
 * between neighbours.
 */
#ifndef LWK_SCAN_H
#define LWK_SCAN_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** sums[blockIdx.x] = the sum of the block's tile. One block of 256 threads a tile.
 * @param n elements, up to 2^41
 * @param in n floats of device memory
 * @param sums a float of device memory a tile, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_scan_sums, (size_t, n), (const float *, in), (float *, sums));

/** The running sums of each tile. One block of 256 threads a tile.
 * @param n elements, up to 2^41
 * @param inclusive 1: a sum includes its own element; 0: it does not
 * @param in n floats of device memory
 * @param before what each tile's sums start from, a float of device memory a tile; null: 0
 * @param out n floats of device memory; the same array as `in`, or not overlapping it */
LW_DECLARE_KERNEL(lwk_scan_tiles, (size_t, n), (int, inclusive), (const float *, in), (const float *, before),
                  (float *, out));

/** How large a workspace the launchers need.
 * @param n elements
 * @return bytes; 0 where none is needed */
size_t lwk_scan_workspace(size_t n);

/** How many additions in a row a launcher's sum has, for its error bound.
 * @param n elements
 * @return at most so many */
double lwk_scan_depth(size_t n);

/** Queues a whole scan in which each sum includes its own element.
 * @param stream where
 * @param n elements, up to 2^41; 0 does nothing
 * @param in n floats of device memory
 * @param out n floats of device memory; the same array as `in`, or not overlapping it
 * @param workspace lwk_scan_workspace(n) bytes of device memory, aligned to 4, overlapping neither array; contents undefined
 *     before and afterwards; null where that is 0
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or n > 2^41; or as lw_launch_kernel(), where parts may be queued already
 *
 * CUDA: cub::DeviceScan::InclusiveSum. */
lw_status lwk_scan_inclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

/** Queues a whole scan in which no sum includes its own element.
 * @param stream,n,in,out,workspace as lwk_scan_inclusive_launch()'s
 * @return as lwk_scan_inclusive_launch()
 *
 * CUDA: cub::DeviceScan::ExclusiveSum. */
lw_status lwk_scan_exclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
