/* The kernels of this bench that the library lacks, as a CUDA programmer writes them, one idiom each.
 *
 * Arrays lie in device memory and do not overlap. "Segment": the elements of one block; segments are independent. */
#ifndef FUSED_KERNELS_H
#define FUSED_KERNELS_H

#include <lanewise/launch.h>
#include <lanewise/types.h>

/* y[i] = a * exp(x[i]) + y[i]; one thread an element. */
LW_DECLARE_KERNEL(bench_exp_saxpy, (int, n), (float, a), (const float *, x), (float *, y));

/* out[block]: the sum of the block's blockDim.x elements, by a tree in shared memory; blocks of a power of two, at
 * most 256 threads. */
LW_DECLARE_KERNEL(bench_reduce_tree, (int, n), (const float *, in), (float *, out));
/* The same by shuffles: each warp's sum, then the first warp adds these. Blocks of 256 threads. */
LW_DECLARE_KERNEL(bench_reduce_shuffle, (int, n), (const float *, in), (float *, out));

/* Running sums of each segment of 256 elements, inclusive, by eight steps of doubling distance (Hillis and Steele). */
LW_DECLARE_KERNEL(bench_scan_hillis, (const float *, in), (float *, out));
/* Running sums of each segment of 512 elements, exclusive, up and down a tree (Blelloch). Blocks of 256 threads. */
LW_DECLARE_KERNEL(bench_scan_blelloch, (const float *, in), (float *, out));
/* Running sums of each 32 elements, inclusive, by shuffles. Blocks of 256 threads. */
LW_DECLARE_KERNEL(bench_scan_warp, (int, n), (const float *, in), (float *, out));

/* One step of diffusion on `height` rows of `width` floats, zeros around them:
 *     out(x, y) = c + rate * (((north + south) + (west + east)) - 4 c), where c is in(x, y).
 * Blocks of 32 x 8 threads, a pixel each; the first reads device memory five times, the second a tile with its halo.
 * */
LW_DECLARE_KERNEL(bench_stencil_flat, (int, width), (int, height), (float, rate), (const float *, in), (float *, out));
LW_DECLARE_KERNEL(bench_stencil_tiled, (int, width), (int, height), (float, rate), (const float *, in), (float *, out));

/* Sorts each segment of 512 keys, ascending. Blocks of 256 threads. */
LW_DECLARE_KERNEL(bench_bitonic, (const unsigned *, in), (unsigned *, out));

/* pull[i] = sum over j of w[j] * d / (d.d + softening)^(3/2), d = body[j] - body[i]; body: x, y, z and the mass w.
 * n must be a multiple of 256; blocks of 256 threads. pull's w is 0. */
LW_DECLARE_KERNEL(bench_nbody, (int, n), (float, softening), (const float4 *, body), (float4 *, pull));

#endif
