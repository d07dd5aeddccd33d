/** @file
 * philox: random numbers by Philox4x32-10 (Salmon, Moraes, Dror and Shaw, Parallel Random Numbers: As Easy as 1, 2, 3, 2011), as words, uniform or normal.
 *
 *     for (uint64_t i = first; i < first + n; i++) {
 *         uint32_t word[4]; // of the counter {i / 4, (i / 4) >> 32, 0, 0} and the key {seed, seed >> 32}
 *         philox(word, i / 4, seed);
 *         words[i - first] = word[i % 4];
 *         uniform[i - first] = ((word[i % 4] >> 9) + 0.5f) * 0x1p-23f;
 *         u = uniform number i & ~1, v = uniform number i | 1;
 *         normal[i - first] = mean + deviation * sqrt(-2 ln u) * (i % 2 == 0 ? cos(2 pi v) : sin(2 pi v));
 *     }
 *
 * Number i of a seed depends on nothing else: the bits are the same on every device, in every run, and however a sequence is divided among calls. Uniform
 * numbers are exact, between 2^-24 and 1 - 2^-24; normal ones are at most 5.77 deviations from the mean, and within 8 ULP of the exact value where the mean is 0.
 */
#ifndef LWK_PHILOX_H
#define LWK_PHILOX_H

#include <stdint.h>

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Words. Any one-dimensional block; a thread has the four numbers of a counter, of which those from `first` on and before first + n are stored. The grid's threads
 * cover (first + n + 3) / 4 - first / 4 counters.
 * @param seed which sequence
 * @param first the first number's place in the sequence; first + n is at most 2^64 - 4
 * @param n how many numbers
 * @param out n words of device memory */
LW_DECLARE_KERNEL(lwk_philox_uint32, (unsigned long long, seed), (unsigned long long, first), (size_t, n),
                  (unsigned *, out));
/** Uniform numbers, as lwk_philox_uint32().
 * @param seed,first,n as lwk_philox_uint32()'s
 * @param out n floats of device memory */
LW_DECLARE_KERNEL(lwk_philox_uniform, (unsigned long long, seed), (unsigned long long, first), (size_t, n),
                  (float *, out));
/** Normal numbers, as lwk_philox_uint32().
 * @param seed,first,n as lwk_philox_uint32()'s
 * @param mean,deviation of the distribution
 * @param out n floats of device memory */
LW_DECLARE_KERNEL(lwk_philox_normal, (unsigned long long, seed), (unsigned long long, first), (size_t, n),
                  (float, mean), (float, deviation), (float *, out));

/** Queues words.
 * @param stream where
 * @param seed which sequence
 * @param first the first number's place in the sequence
 * @param n how many numbers, up to 2^40; 0 does nothing
 * @param out n words of device memory
 * @return LW_ERROR_INVALID_VALUE: n is too large, first + n is over 2^64 - 4, or a null pointer; or as lw_launch_kernel()
 *
 * CUDA: curandGenerate with CURAND_RNG_PSEUDO_PHILOX4_32_10, which has its own order. */
lw_status lwk_philox_uint32_launch(lw_stream *stream, uint64_t seed, uint64_t first, size_t n, uint32_t *out);
/** Queues uniform numbers.
 * @param stream,seed,first,n as lwk_philox_uint32_launch()'s
 * @param out n floats of device memory
 * @return as lwk_philox_uint32_launch()
 *
 * CUDA: curandGenerateUniform. */
lw_status lwk_philox_uniform_launch(lw_stream *stream, uint64_t seed, uint64_t first, size_t n, float *out);
/** Queues normal numbers.
 * @param stream,seed,first,n as lwk_philox_uint32_launch()'s
 * @param mean,deviation of the distribution
 * @param out n floats of device memory
 * @return as lwk_philox_uint32_launch()
 *
 * CUDA: curandGenerateNormal. */
lw_status lwk_philox_normal_launch(lw_stream *stream, uint64_t seed, uint64_t first, size_t n, float mean,
                                   float deviation, float *out);

#ifdef __cplusplus
}
#endif

#endif
