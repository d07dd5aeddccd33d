/** @file
 * scan: running sums.
 *
 *     float sum = 0;
 *     for (i = 0; i < n; i++) { float before = sum; sum += in[i]; out[i] = inclusive ? sum : before; }
 *
 * associated otherwise, as a tree: four elements, rows of 128, parts of 1024, tiles of 8192, groups of 32 tiles, spans of 32 groups; spans are
 * added one after another. The order depends on n alone: the bits are the same on every device, in every run and by every launcher.
 * The error of out[i] is at most lwk_scan_depth(n) * 2^-24 * sum |in[0 .. i]|; sums of non-negative numbers may fall by as much
 * between neighbours.
 *
 * There are two ways. In one pass a block reads its tile, gets the sum of all tiles before it from other blocks (*look-back*), and writes the
 * tile: each element is read and written once. In several passes blocks sum parts, then add up these sums, then read the elements again. Blocks that
 * wait for others are fast on a GPU and slow on a CPU, so the launchers without a variant look back on a GPU alone.
 */
#ifndef LWK_SCAN_H
#define LWK_SCAN_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The whole scan in one pass. One block of 256 threads a tile of 8192 elements. A block waits only for blocks that have begun, so
 * the grid may be larger than what the device holds.
 * @param n elements, up to 2^44 - 8192
 * @param inclusive 1: a sum includes its own element; 0: it does not
 * @param in n floats of device memory
 * @param out n floats of device memory; the same array as `in`, or not overlapping it
 * @param state 1 + t + t / 32 + t / 1024 words of device memory for t tiles, 0 before, undefined afterwards; not read for one tile */
LW_DECLARE_KERNEL(lwk_scan_look_back, (size_t, n), (int, inclusive), (const float *, in), (float *, out),
                  (unsigned long long *, state));

/** sums[blockIdx.x] = the sum of the block's part. One block of 256 threads a part of 1024 elements.
 * @param n elements, up to 2^41 - 1024
 * @param in n floats of device memory
 * @param sums a float of device memory a part, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_scan_parts, (size_t, n), (const float *, in), (float *, sums));
/** Each part's sum becomes that of all parts before it in its span. One block of 1024 threads a span of 8192 parts.
 * @param parts how many
 * @param sums so many floats of device memory
 * @param spans a float of device memory a span: its sum */
LW_DECLARE_KERNEL(lwk_scan_spans, (size_t, parts), (float *, sums), (float *, spans));
/** Each span's sum becomes that of all spans before it. One thread.
 * @param count how many spans
 * @param spans so many floats of device memory */
LW_DECLARE_KERNEL(lwk_scan_chain, (size_t, count), (float *, spans));
/** The running sums of each part. One block of 256 threads a part of 1024 elements.
 * @param n elements, up to 2^41 - 1024
 * @param inclusive 1: a sum includes its own element; 0: it does not
 * @param in n floats of device memory
 * @param sums of lwk_scan_spans(); null: there is one part
 * @param spans of lwk_scan_chain(); null: there is one part
 * @param out n floats of device memory; the same array as `in`, or not overlapping it */
LW_DECLARE_KERNEL(lwk_scan_tiles, (size_t, n), (int, inclusive), (const float *, in), (const float *, sums),
                  (const float *, spans), (float *, out));

/** How large a workspace the launchers need, the same for all.
 * @param n elements
 * @return bytes; 0 where none is needed */
size_t lwk_scan_workspace(size_t n);

/** How many additions in a row a launcher's sum has, for its error bound.
 * @param n elements
 * @return at most so many */
double lwk_scan_depth(size_t n);

/** Queues a whole scan in which each sum includes its own element: in one pass on a GPU, in several on a CPU.
 * @param stream where
 * @param n elements, up to 2^41 - 1024; 0 does nothing
 * @param in n floats of device memory
 * @param out n floats of device memory; the same array as `in`, or not overlapping it
 * @param workspace lwk_scan_workspace(n) bytes of device memory, aligned to 8, overlapping neither array; contents undefined
 *     before and afterwards; null where that is 0
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or n too large; or as lw_launch_kernel(), where parts may be queued already
 *
 * CUDA: cub::DeviceScan::InclusiveSum. */
lw_status lwk_scan_inclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

/** Queues a whole scan in which no sum includes its own element.
 * @param stream,n,in,out,workspace as lwk_scan_inclusive_launch()'s
 * @return as lwk_scan_inclusive_launch()
 *
 * CUDA: cub::DeviceScan::ExclusiveSum. */
lw_status lwk_scan_exclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

/** Queues lwk_scan_inclusive_launch()'s work in one pass on every device.
 * @copydetails lwk_scan_inclusive_launch() */
lw_status lwk_scan_inclusive_look_back_launch(lw_stream *stream, size_t n, const float *in, float *out,
                                              void *workspace);

/** Queues lwk_scan_exclusive_launch()'s work in one pass on every device.
 * @copydetails lwk_scan_exclusive_launch() */
lw_status lwk_scan_exclusive_look_back_launch(lw_stream *stream, size_t n, const float *in, float *out,
                                              void *workspace);

/** Queues lwk_scan_inclusive_launch()'s work in several passes on every device.
 * @copydetails lwk_scan_inclusive_launch() */
lw_status lwk_scan_inclusive_passes_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

/** Queues lwk_scan_exclusive_launch()'s work in several passes on every device.
 * @copydetails lwk_scan_exclusive_launch() */
lw_status lwk_scan_exclusive_passes_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
