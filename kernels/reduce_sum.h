/** @file
 * reduce_sum: the sum of n floats, three ways.
 *
 *     float sum = 0; for (i = 0; i < n; i++) sum += in[i]; *out = sum;
 *
 * associated otherwise: each thread sums elements a grid apart, a block sums its threads, the blocks' sums are summed. The
 * order depends on n, the launch shape and whether `in` is aligned to 16 bytes, and on nothing else: the bits are the
 * same on every device and in every run. The error is at most (additions in a row) * 2^-24 * sum |in[i]|.
 */
#ifndef LWK_REDUCE_SUM_H
#define LWK_REDUCE_SUM_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** out[blockIdx.x] = the sum of the block's elements, by a halving tree in shared memory. Any one-dimensional grid and block.
 * @param n elements, any number; 0 gives 0
 * @param in n floats of device memory
 * @param out gridDim.x floats of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_reduce_sum_tree, (size_t, n), (const float *, in), (float *, out));

/** out[blockIdx.x] = the sum of the block's elements, by shuffles within a warp, then across the warps' sums. Any
 * one-dimensional grid, one-dimensional blocks of whole warps.
 * @param n elements, any number; 0 gives 0
 * @param in n floats of device memory
 * @param out gridDim.x floats of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_reduce_sum_shuffle, (size_t, n), (const float *, in), (float *, out));

/** The whole sum in one launch: the block that finishes last sums the blocks' sums. Any one-dimensional grid,
 * one-dimensional blocks of whole warps.
 * @param n elements, any number; 0 gives 0
 * @param in n floats of device memory
 * @param partial gridDim.x floats of device memory; contents undefined afterwards
 * @param finished a word of device memory; 0 before, and 0 again afterwards
 * @param out a float of device memory
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_reduce_sum_grid_stride, (size_t, n), (const float *, in), (float *, partial),
                  (unsigned *, finished), (float *, out));

/** How large a workspace the launchers need, the same for all three.
 * @param n elements
 * @return bytes */
size_t lwk_reduce_sum_workspace(size_t n);

/** How many additions in a row a launcher's sum has, for its error bound.
 * @param n elements
 * @return at most so many */
double lwk_reduce_sum_depth(size_t n);

/** Queues a whole sum by lwk_reduce_sum_grid_stride, the fastest.
 * @param stream where
 * @param n elements; 0 gives 0
 * @param in n floats of device memory
 * @param out a float of device memory
 * @param workspace lwk_reduce_sum_workspace(n) bytes of device memory, aligned to 4, zeroed before the first use; fit for the
 *     next launch in the same stream, by any of the three. Nothing overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer; or as lw_launch_kernel()
 *
 * CUDA: cub::DeviceReduce::Sum. */
lw_status lwk_reduce_sum_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

/** Queues a whole sum by lwk_reduce_sum_tree, twice.
 * @copydetails lwk_reduce_sum_launch() */
lw_status lwk_reduce_sum_tree_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

/** Queues a whole sum by lwk_reduce_sum_shuffle, twice.
 * @copydetails lwk_reduce_sum_launch() */
lw_status lwk_reduce_sum_shuffle_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
