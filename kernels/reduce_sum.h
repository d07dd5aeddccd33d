/* reduce_sum: the sum of n floats, three ways.
 *
 *     float sum = 0; for (i = 0; i < n; i++) sum += in[i]; *out = sum;
 *
 * associated otherwise: each lane sums elements a grid apart, a block sums its lanes, the blocks' sums are summed. The
 * order depends on n, the launch shape and whether `in` is aligned to 16 bytes, and on nothing else: the bits are the
 * same on every device and in every run. The error is at most (additions in a row) * 2^-24 * sum |in[i]|.
 *
 * in: n floats of device memory, any n (0 gives 0). out: one float. Nothing overlaps.
 */
#ifndef LWK_REDUCE_SUM_H
#define LWK_REDUCE_SUM_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* out[blockIdx.x] = what the block's lanes summed. One-dimensional grid and block; _tree: any block, a halving tree in
 * shared memory; _shuffle: whole warps, shuffles within a warp, then across the warps' sums. */
LW_DECLARE_KERNEL(lwk_reduce_sum_tree, (size_t, n), (const float *, in), (float *, out));
LW_DECLARE_KERNEL(lwk_reduce_sum_shuffle, (size_t, n), (const float *, in), (float *, out));

/* The whole sum in one launch: the block that finishes last sums the blocks' sums. Whole warps. partial: gridDim.x
 * floats, junk afterwards. finished: 0 before, and 0 again afterwards. */
LW_DECLARE_KERNEL(lwk_reduce_sum_grid_stride, (size_t, n), (const float *, in), (float *, partial),
                  (unsigned *, finished), (float *, out));

/* Bytes of workspace for n elements, the same for all three. */
size_t lwk_reduce_sum_workspace(size_t n);

/* Additions in a row that a launch below does, at most. */
double lwk_reduce_sum_depth(size_t n);

/* Each queues a whole sum. workspace: device memory that was zeroed before its first use; a launch
 * leaves it fit for the next in the same stream, whichever of the three. Errors: LW_ERROR_INVALID_VALUE for a null
 * pointer, and what lw_launch_kernel() answers. The fastest is lwk_reduce_sum_launch(), the grid-stride one. */
lw_status lwk_reduce_sum_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);
lw_status lwk_reduce_sum_tree_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);
lw_status lwk_reduce_sum_shuffle_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
