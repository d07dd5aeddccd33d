/* The kernels as a C programmer fissions them by hand: each barrier ends a loop over the block's threads, block
 * after block, x innermost, block shapes and tiles constant, so that the compiler vectorises over threads.
 *
 * Each function runs blocks first .. last - 1 of the kernel's grid, counted along x first, with the kernel's own
 * algorithm and order of additions. Sizes are multiples of the block's. */
#ifndef FUSED_HAND_H
#define FUSED_HAND_H

#include <stddef.h>
#include <stdint.h>

const char *hand_flags(void); /* this folder's compiler flags */

void hand_saxpy(size_t first, size_t last, float a, const float *x, float *y);
void hand_exp_saxpy(size_t first, size_t last, float a, const float *x, float *y);
void hand_reduce_tree(size_t first, size_t last, const float *in, float *out);
void hand_reduce_shuffle(size_t first, size_t last, const float *in, float *out);
void hand_scan_hillis(size_t first, size_t last, const float *in, float *out);
void hand_scan_blelloch(size_t first, size_t last, const float *in, float *out);
void hand_scan_warp(size_t first, size_t last, const float *in, float *out);
void hand_transpose(size_t first, size_t last, size_t width, size_t height, const float *in, float *out);
void hand_matmul(size_t first, size_t last, size_t n, const float *a, const float *b, float *c);
void hand_sgemm(size_t first, size_t last, size_t n, const float *a, const float *b, float *c);
/* `blocks`: of the whole grid. Adds to `counts`, atomically. */
void hand_histogram(size_t first, size_t last, size_t blocks, size_t n, const uint8_t *in, uint32_t *counts);
void hand_stencil_flat(size_t first, size_t last, size_t width, size_t height, float rate, const float *in, float *out);
void hand_stencil_tiled(size_t first, size_t last, size_t width, size_t height, float rate, const float *in,
                        float *out);
void hand_blur(size_t first, size_t last, size_t width, size_t height, const float *in, float *out);
void hand_bitonic(size_t first, size_t last, const uint32_t *in, uint32_t *out);
/* Of four floats each. */
void hand_nbody(size_t first, size_t last, size_t n, float softening, const float *body, float *pull);

/* Multiply-adds in registers, each vector on its own, `rounds` times; returns the number of floating-point
 * operations. */
double hand_multiply_add(size_t rounds);

#endif
