/** @file
 * transpose: rows become columns, three ways.
 *
 *     for (y = 0; y < height; y++) for (x = 0; x < width; x++) out[x * height + y] = in[y * width + x];
 *
 * Bits are moved, never computed with. Any size.
 */
#ifndef LWK_TRANSPOSE_H
#define LWK_TRANSPOSE_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Transposes with one thread an element: reads rows, writes columns. Any two-dimensional block; the grid covers the columns.
 * @param width,height columns and rows of `in`
 * @param in `height` rows of `width` floats without gaps, in device memory
 * @param out `width` rows of `height` floats without gaps, in device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_transpose_naive, (int, width), (int, height), (const float *, in), (float *, out));

/** Transposes through a tile of 32 x 32 in shared memory, so that reads and writes both run along rows. A row of the tile has
 * one float more, so that its columns lie in different banks. Blocks of 32 x 8 threads; the grid covers the columns.
 * @param width,height,in,out as lwk_transpose_naive()'s */
LW_DECLARE_KERNEL(lwk_transpose_tile32, (int, width), (int, height), (const float *, in), (float *, out));

/** Transposes as lwk_transpose_tile32() does, through a tile of 64 x 64: the larger has more bytes on their way and is the
 * faster on GPUs. Blocks of 64 x 8 threads; the grid covers the columns.
 * @param width,height,in,out as lwk_transpose_naive()'s */
LW_DECLARE_KERNEL(lwk_transpose_tile64, (int, width), (int, height), (const float *, in), (float *, out));

/** Queues a transposition by lwk_transpose_tile64, the fastest.
 * @param stream where
 * @param width,height columns and rows of `in`; where one is 0, nothing is done
 * @param in `height` rows of `width` floats without gaps, in device memory
 * @param out `width` rows of `height` floats without gaps, in device memory, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a null pointer or a negative size; or as lw_launch_kernel()
 *
 * CUDA: cublasSgeam. */
lw_status lwk_transpose_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a transposition by lwk_transpose_tile32.
 * @copydetails lwk_transpose_launch() */
lw_status lwk_transpose_tile32_launch(lw_stream *stream, int width, int height, const float *in, float *out);

/** Queues a transposition by lwk_transpose_naive.
 * @copydetails lwk_transpose_launch() */
lw_status lwk_transpose_naive_launch(lw_stream *stream, int width, int height, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
