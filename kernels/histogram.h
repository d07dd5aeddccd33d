/** @file
 * histogram: how often each byte value occurs.
 */
#ifndef LWK_HISTOGRAM_H
#define LWK_HISTOGRAM_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Adds to the counts of byte values.
 *
 *     for (i = 0; i < n; i++) counts[in[i]]++;
 *
 * Each block counts in shared memory, then adds its counts to the whole. Any one-dimensional grid and block.
 * @param n bytes, less than 2^32
 * @param in n bytes of device memory
 * @param counts 256 words of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_histogram, (size_t, n), (const unsigned char *, in), (unsigned *, counts));

/** Queues the clearing of the counts, then lwk_histogram.
 * @param stream where
 * @param n bytes, less than 2^32; 0 clears the counts
 * @param in n bytes of device memory
 * @param counts 256 words of device memory, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or n >= 2^32; or as lw_memset_async() and lw_launch_kernel() */
lw_status lwk_histogram_launch(lw_stream *stream, size_t n, const unsigned char *in, unsigned *counts);

#ifdef __cplusplus
}
#endif

#endif
