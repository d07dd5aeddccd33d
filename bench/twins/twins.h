/* The library's kernels written by hand in CUDA C++, and the vendor's own primitives, as C functions.
 *
 * Each queues its work in `stream`, a cudaStream_t, on device memory, and answers a cudaError_t. Kernel twin_NAME in
 * NAME.cu stands against lwk_NAME: the same algorithm, grid and block.
 */
#ifndef BENCH_TWINS_H
#define BENCH_TWINS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Launches one block of 32 lanes that do nothing. */
int twin_empty_launch(void *stream);

/* CUB, as its documentation says to call it; its temporary storage is made at the first call and kept. */
int cub_reduce_sum(void *stream, size_t n, const float *in, float *out);
int cub_scan(void *stream, size_t n, const float *in, float *out, int inclusive);
int cub_histogram(void *stream, size_t n, const uint8_t *in, uint32_t *counts);

#ifdef __cplusplus
}
#endif

#endif
