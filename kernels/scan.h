/* scan: running sums.
 *
 *     float sum = 0;
 *     for (i = 0; i < n; i++) { float before = sum; sum += in[i]; out[i] = inclusive ? sum : before; }
 *
 * associated otherwise: tiles of 1024 elements are summed, the tiles' sums are scanned, each tile is scanned from the
 * sum before it. The order depends on n alone: the bits are the same on every device and in every run. The error of
 * out[i] is at most lwk_scan_depth(n) * 2^-24 * sum |in[0 .. i]|; sums of non-negative numbers may fall by as much
 * between neighbours.
 *
 * in, out: n floats of device memory each; the same array, or not overlapping. Any n up to 2^41.
 */
#ifndef LWK_SCAN_H
#define LWK_SCAN_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks of 256 lanes, one a tile. sums[blockIdx.x] = the sum of the tile. */
LW_DECLARE_KERNEL(lwk_scan_sums, (size_t, n), (const float *, in), (float *, sums));
/* The tile's running sums, from before[blockIdx.x] on, or from 0 where `before` is null. */
LW_DECLARE_KERNEL(lwk_scan_tiles, (size_t, n), (int, inclusive), (const float *, in), (const float *, before),
                  (float *, out));

/* Bytes of workspace for n elements: 0 where none is needed. */
size_t lwk_scan_workspace(size_t n);

/* Additions in a row that a launch below does, at most. */
double lwk_scan_depth(size_t n);

/* Each queues a whole scan. workspace: lwk_scan_workspace(n) bytes of device memory, aligned to 4, contents
 * irrelevant, overlapping neither array; null where that is 0. n == 0 does nothing. Errors: LW_ERROR_INVALID_VALUE for
 * a null pointer or n > 2^41, and what lw_launch_kernel() answers; after one of those, parts may be queued already. */
lw_status lwk_scan_inclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);
lw_status lwk_scan_exclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
