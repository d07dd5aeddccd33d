/* histogram: how often each byte value occurs.
 *
 *     memset(counts, 0, 256 * 4); for (i = 0; i < n; i++) counts[in[i]]++;
 *
 * in: n bytes, counts: 256 words, both of device memory, not overlapping. n < 2^32.
 */
#ifndef LWK_HISTOGRAM_H
#define LWK_HISTOGRAM_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds to `counts`. Each block counts in shared memory, then adds its counts to the whole. One-dimensional grid and
 * block, any of each. */
LW_DECLARE_KERNEL(lwk_histogram, (size_t, n), (const unsigned char *, in), (unsigned *, counts));

/* Queues the clearing of `counts` and the kernel. Errors: LW_ERROR_INVALID_VALUE for a null pointer or n >= 2^32, and
 * what lw_memset_async() and lw_launch_kernel() answer. */
lw_status lwk_histogram_launch(lw_stream *stream, size_t n, const unsigned char *in, unsigned *counts);

#ifdef __cplusplus
}
#endif

#endif
