/** @file
 * transpose_steps: the steps by which a transposition is made fast on a GPU, and the copies that bound it.
 *
 *     for (y = 0; y < height; y++) for (x = 0; x < width; x++) out[y * width + x] = in[y * width + x];    the copies
 *     for (y = 0; y < height; y++) for (x = 0; x < width; x++) out[x * height + y] = in[y * width + x];   the others
 *
 * | step | reads | writes | what it shows |
 * |---|---|---|---|
 * | lwk_transpose_copy_rows | along rows | along rows | the most that a transposition can reach |
 * | lwk_transpose_copy_columns | along columns | along columns | the least |
 * | lwk_transpose_naive (transpose.h) | along rows | along columns | reads are coalesced, writes are not |
 * | lwk_transpose_read_columns | along columns | along rows | writes are coalesced; a cache holds what was read |
 * | lwk_transpose_unroll4_rows | along rows | along columns | four elements of a thread are on their way at once |
 * | lwk_transpose_unroll4_columns | along columns | along rows | the same |
 * | lwk_transpose_tile32_unpadded | along rows | along rows | a tile in shared memory; its columns lie in one bank |
 * | lwk_transpose_tile32 (transpose.h) | along rows | along rows | a padded tile: its columns lie in different banks |
 * | lwk_transpose_tile32_diagonal | along rows | along rows | blocks that run together lie on a diagonal |
 *
 * Use lwk_transpose_launch() of transpose.h. Bits are moved, never computed with. Any size.
 */
#ifndef LWK_TRANSPOSE_STEPS_H
#define LWK_TRANSPOSE_STEPS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Copies: neighbouring threads read and write neighbouring elements of a row. Any two-dimensional block; the grid covers the columns.
 * @param width,height columns and rows of `in`
 * @param in `height` rows of `width` floats without gaps, in device memory
 * @param out as many floats of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_transpose_copy_rows, (int, width), (int, height), (const float *, in), (float *, out));

/** Copies: neighbouring threads read and write neighbouring elements of a column. Any two-dimensional block; the grid covers the
 * rows by its first dimension.
 * @param width,height,in,out as lwk_transpose_copy_rows()'s */
LW_DECLARE_KERNEL(lwk_transpose_copy_columns, (int, width), (int, height), (const float *, in), (float *, out));

/** Transposes with one thread an element: reads columns by `__ldg`, writes rows. Any two-dimensional block; the grid covers the rows by
 * its first dimension.
 * @param width,height,in,out as lwk_transpose_copy_rows()'s */
LW_DECLARE_KERNEL(lwk_transpose_read_columns, (int, width), (int, height), (const float *, in), (float *, out));

/** Transposes with four elements of a row a thread, `blockDim.x` apart: reads rows, writes columns. Any two-dimensional block; the grid
 * covers a quarter of the columns.
 * @param width,height,in,out as lwk_transpose_copy_rows()'s */
LW_DECLARE_KERNEL(lwk_transpose_unroll4_rows, (int, width), (int, height), (const float *, in), (float *, out));

/** Transposes with four elements of a column a thread, `blockDim.x` apart: reads columns by `__ldg`, writes rows. Any two-dimensional
 * block; the grid covers a quarter of the rows by its first dimension.
 * @param width,height,in,out as lwk_transpose_copy_rows()'s */
LW_DECLARE_KERNEL(lwk_transpose_unroll4_columns, (int, width), (int, height), (const float *, in), (float *, out));

/** Transposes through a tile of 32 x 32 in shared memory, without padding: the 32 elements of a column lie in one bank, so that a warp
 * reads them one after another. Blocks of 32 x 8 threads; the grid covers the columns.
 * @param width,height,in,out as lwk_transpose_copy_rows()'s */
LW_DECLARE_KERNEL(lwk_transpose_tile32_unpadded, (int, width), (int, height), (const float *, in), (float *, out));

/** Transposes through a padded tile of 32 x 32. Blocks that follow each other take tiles along a diagonal, so that together they write to
 * every part of memory: devices of compute capability 1.x needed it, later ones mix addresses by themselves. Blocks of 32 x 8 threads;
 * the grid covers the columns, and has at most 2^32 - 1 blocks.
 * @param width,height,in,out as lwk_transpose_copy_rows()'s */
LW_DECLARE_KERNEL(lwk_transpose_tile32_diagonal, (int, width), (int, height), (const float *, in), (float *, out));

/** Queues a copy by lwk_transpose_copy_rows.
 * @param stream where
 * @param width,height columns and rows of `in`; where one is 0, nothing is done
 * @param in `height` rows of `width` floats without gaps, in device memory
 * @param out as many floats of device memory, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a null pointer or a negative size; or as lw_launch_kernel() */
lw_status lwk_transpose_copy_rows_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a copy by lwk_transpose_copy_columns.
 * @copydetails lwk_transpose_copy_rows_launch() */
lw_status lwk_transpose_copy_columns_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a transposition by lwk_transpose_read_columns.
 * @copydetails lwk_transpose_copy_rows_launch() */
lw_status lwk_transpose_read_columns_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a transposition by lwk_transpose_unroll4_rows.
 * @copydetails lwk_transpose_copy_rows_launch() */
lw_status lwk_transpose_unroll4_rows_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a transposition by lwk_transpose_unroll4_columns.
 * @copydetails lwk_transpose_copy_rows_launch() */
lw_status lwk_transpose_unroll4_columns_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a transposition by lwk_transpose_tile32_unpadded.
 * @copydetails lwk_transpose_copy_rows_launch() */
lw_status lwk_transpose_tile32_unpadded_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a transposition by lwk_transpose_tile32_diagonal.
 * @copydetails lwk_transpose_copy_rows_launch() */
lw_status lwk_transpose_tile32_diagonal_launch(lw_stream *stream, int width, int height, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
