/** @file
 * permute: the axes of an array of three dimensions in another order; many matrices transposed at once.
 *
 *     for (p = 0; p < planes; p++) for (y = 0; y < height; y++) for (x = 0; x < width; x++)
 *         out[p * out_plane + x * out_row + y] = in[p * in_plane + y * in_row + x];                    tiles
 *     for (i = 0; i < rows; i++) for (j = 0; j < columns; j++) for (x = 0; x < width; x++)
 *         out[(j * rows + i) * width + x] = in[(i * columns + j) * width + x];                         rows
 *
 * Elements have 1, 2, 4, 8 or 16 bytes and are aligned to their size. Their bits are moved, never computed with. On GPUs both reads and
 * writes run along the arrays' last axes: where these differ, elements go through a tile in shared memory. CPUs need no tile.
 */
#ifndef LWK_PERMUTE_H
#define LWK_PERMUTE_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Transposes planes of bytes, each through tiles of 64 x 64. Blocks of 64 x 8 threads; the grid covers the width by its first dimension.
 * @param width,height,planes the planes of `in`, and how many
 * @param in_row,in_plane elements from a row of `in` to the next, from a plane to the next
 * @param out_row,out_plane the same of `out`, whose rows have `height` elements
 * @param in,out arrays of device memory; not overlapping */
LW_DECLARE_KERNEL(lwk_permute_tiles_1, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Transposes planes of elements of 2 bytes, as lwk_permute_tiles_1() does.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_tiles_2, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Transposes planes of elements of 4 bytes, as lwk_permute_tiles_1() does.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_tiles_4, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Transposes planes of elements of 8 bytes, each through tiles of 32 x 32. Blocks of 32 x 8 threads; the grid covers the width by its
 * first dimension.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_tiles_8, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Transposes planes of elements of 16 bytes, as lwk_permute_tiles_8() does.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_tiles_16, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));

/** Transposes planes of bytes without shared memory, for CPUs: reads columns, writes rows. Blocks of 32 threads, each for 32 x 32 elements; the
 * grid covers the width by its first dimension.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_columns_1, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Transposes planes of elements of 2 bytes, as lwk_permute_columns_1() does.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_columns_2, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Transposes planes of elements of 4 bytes, as lwk_permute_columns_1() does.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_columns_4, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Transposes planes of elements of 8 bytes, as lwk_permute_columns_1() does.
 * @param width,height,planes,in_row,in_plane,out_row,out_plane,in,out as lwk_permute_tiles_1()'s */
LW_DECLARE_KERNEL(lwk_permute_columns_8, (size_t, width), (size_t, height), (size_t, planes), (size_t, in_row),
                  (size_t, in_plane), (size_t, out_row), (size_t, out_plane), (const void *, in), (void *, out));
/** Moves rows of bytes, each as a whole. Any two-dimensional block; the grid covers the width by its first dimension.
 * @param width elements of a row
 * @param columns,rows as many rows of elements has `in`: `rows` times `columns`; `out` has `columns` times `rows`
 * @param in,out arrays of device memory; not overlapping */
LW_DECLARE_KERNEL(lwk_permute_rows_1, (size_t, width), (size_t, columns), (size_t, rows), (const void *, in),
                  (void *, out));
/** Moves rows of elements of 2 bytes, as lwk_permute_rows_1() does.
 * @param width,columns,rows,in,out as lwk_permute_rows_1()'s */
LW_DECLARE_KERNEL(lwk_permute_rows_2, (size_t, width), (size_t, columns), (size_t, rows), (const void *, in),
                  (void *, out));
/** Moves rows of elements of 4 bytes, as lwk_permute_rows_1() does.
 * @param width,columns,rows,in,out as lwk_permute_rows_1()'s */
LW_DECLARE_KERNEL(lwk_permute_rows_4, (size_t, width), (size_t, columns), (size_t, rows), (const void *, in),
                  (void *, out));
/** Moves rows of elements of 8 bytes, as lwk_permute_rows_1() does.
 * @param width,columns,rows,in,out as lwk_permute_rows_1()'s */
LW_DECLARE_KERNEL(lwk_permute_rows_8, (size_t, width), (size_t, columns), (size_t, rows), (const void *, in),
                  (void *, out));
/** Moves rows of elements of 16 bytes, as lwk_permute_rows_1() does.
 * @param width,columns,rows,in,out as lwk_permute_rows_1()'s */
LW_DECLARE_KERNEL(lwk_permute_rows_16, (size_t, width), (size_t, columns), (size_t, rows), (const void *, in),
                  (void *, out));

/** Queues a permutation: axis k of `out` is axis order[k] of `in`. So `out` has size[order[0]] x size[order[1]] x size[order[2]] elements,
 * and where index[] are an element's indices in `in`, its indices in `out` are index[order[0]], index[order[1]], index[order[2]].
 * @param stream where
 * @param element_size bytes of an element: 1, 2, 4, 8 or 16
 * @param size the lengths of the axes of `in`, the last the one whose elements are neighbours; where one is 0, nothing is done
 * @param order 0, 1 and 2, each once
 * @param in elements without gaps, in device memory, aligned to element_size
 * @param out as many elements of device memory, aligned to element_size, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a null pointer, another element_size, no permutation, more than 2^36 - 32 elements, or an array that is
 *     not aligned; or as lw_launch_kernel()
 *
 * CUDA: cutensorPermute. */
lw_status lwk_permute_launch(lw_stream *stream, size_t element_size, const size_t size[3], const int order[3],
                             const void *in, void *out);

/** Queues transpositions of matrices that follow each other.
 *
 *     for (m = 0; m < matrices; m++) for (y = 0; y < height; y++) for (x = 0; x < width; x++)
 *         out[(m * width + x) * height + y] = in[(m * height + y) * width + x];
 *
 * @param stream where
 * @param element_size bytes of an element: 1, 2, 4, 8 or 16
 * @param matrices how many; 1 is a plain transposition
 * @param width,height columns and rows of each matrix of `in`; where one is 0, or there are no matrices, nothing is done
 * @param in matrices without gaps, in device memory, aligned to element_size
 * @param out as many elements of device memory, aligned to element_size, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a null pointer, another element_size, more than 2^36 - 32 elements, or an array that is not aligned; or as
 *     lw_launch_kernel()
 *
 * CUDA: cublasDgeam for each matrix. */
lw_status lwk_transpose_batched_launch(lw_stream *stream, size_t element_size, size_t matrices, size_t width,
                                       size_t height, const void *in, void *out);

#ifdef __cplusplus
}
#endif

#endif
