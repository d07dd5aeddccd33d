/** @file
 * argmin: the least or greatest of n floats, doubles or ints, and where it is.
 *
 *     size_t at = n;
 *     for (i = 0; i < n; i++) if (!isnan(in[i]) && (at == n || in[i] < in[at])) at = i;
 *     *index = at; if (at < n) *value = in[at];
 *
 * Of equal elements the first counts; -0 and +0 are equal. A NaN is skipped. Without elements, or if all are NaN, the index is n,
 * and the value is infinity for the least, -infinity for the greatest; INT_MAX and INT_MIN of ints. The results do not depend on an order:
 * they are the same on every device and in every run.
 *
 * Each block finds the least element of its chunk, and the tile of 2048 that has it first; one block then looks for it in the first such
 * tile. Where no element is less than infinity (INT_MAX), that block looks through all tiles: slow, if none of the first has an
 * infinity.
 */
#ifndef LWK_ARGMIN_H
#define LWK_ARGMIN_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** least[blockIdx.x] = the least of elements blockIdx.x * chunk to (blockIdx.x + 1) * chunk - 1, tile[blockIdx.x] = the number in
 * the chunk of the first tile of 2048 that has it, UINT_MAX if no element is less than infinity. Blocks of 64 threads, in a
 * one-dimensional grid that covers the elements; or one block where n is 0.
 * @param n elements, any number
 * @param chunk elements of a block, a multiple of 2048, less than 2^43
 * @param in n floats of device memory
 * @param flip 1: the least; -1: the greatest, as the least of negative elements
 * @param least gridDim.x floats of device memory
 * @param tile gridDim.x numbers of device memory
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_argmin_tiles_float, (size_t, n), (size_t, chunk), (const float *, in), (float, flip),
                  (float *, least), (unsigned *, tile));
/** As lwk_argmin_tiles_float(), of doubles.
 * @param n,chunk,in,flip,least,tile as lwk_argmin_tiles_float()'s */
LW_DECLARE_KERNEL(lwk_argmin_tiles_double, (size_t, n), (size_t, chunk), (const double *, in), (double, flip),
                  (double *, least), (unsigned *, tile));
/** As lwk_argmin_tiles_float(), of ints.
 * @param n,chunk,in,least,tile as lwk_argmin_tiles_float()'s
 * @param flip 0: the least; -1: the greatest, as the least of ~in[i] */
LW_DECLARE_KERNEL(lwk_argmin_tiles_int, (size_t, n), (size_t, chunk), (const int *, in), (int, flip), (int *, least),
                  (unsigned *, tile));

/** The least element and its index, of what the same chunks have given. One block of 64 threads.
 * @param n,chunk,in,flip as lwk_argmin_tiles_float()'s
 * @param blocks how many blocks it had
 * @param least,tile what it has written
 * @param value a float of device memory
 * @param index a number of device memory
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_argmin_find_float, (size_t, n), (size_t, chunk), (const float *, in), (float, flip),
                  (unsigned, blocks), (const float *, least), (const unsigned *, tile), (float *, value),
                  (size_t *, index));
/** As lwk_argmin_find_float(), of doubles.
 * @param n,chunk,in,flip,blocks,least,tile,value,index as lwk_argmin_find_float()'s */
LW_DECLARE_KERNEL(lwk_argmin_find_double, (size_t, n), (size_t, chunk), (const double *, in), (double, flip),
                  (unsigned, blocks), (const double *, least), (const unsigned *, tile), (double *, value),
                  (size_t *, index));
/** As lwk_argmin_find_float(), of ints.
 * @param n,chunk,in,flip,blocks,least,tile,value,index as lwk_argmin_find_float()'s, flip as lwk_argmin_tiles_int()'s */
LW_DECLARE_KERNEL(lwk_argmin_find_int, (size_t, n), (size_t, chunk), (const int *, in), (int, flip), (unsigned, blocks),
                  (const int *, least), (const unsigned *, tile), (int *, value), (size_t *, index));

/** How large a workspace the launchers need, the same for all types.
 * @param n elements
 * @return bytes */
size_t lwk_argmin_workspace(size_t n);

/** Queues the search for the least of n floats.
 * @param stream where
 * @param n elements, at most 2^51; 0 gives infinity at 0
 * @param in n floats of device memory
 * @param value a float of device memory: the element
 * @param index a number of device memory: its index
 * @param workspace lwk_argmin_workspace(n) bytes of device memory, aligned to 8; contents undefined before and afterwards. Nothing
 *     overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or n > 2^51; or as lw_launch_kernel(), where the first launch may be queued already
 *
 * CUDA: cub::DeviceReduce::ArgMin. */
lw_status lwk_argmin_float_launch(lw_stream *stream, size_t n, const float *in, float *value, size_t *index,
                                  void *workspace);
/** Queues the search for the least of n doubles.
 * @param stream,n,in,value,index,workspace as lwk_argmin_float_launch()'s
 * @return as lwk_argmin_float_launch()
 *
 * CUDA: cub::DeviceReduce::ArgMin. */
lw_status lwk_argmin_double_launch(lw_stream *stream, size_t n, const double *in, double *value, size_t *index,
                                   void *workspace);
/** Queues the search for the least of n ints.
 * @param stream,n,in,value,index,workspace as lwk_argmin_float_launch()'s; n = 0 gives INT_MAX at 0
 * @return as lwk_argmin_float_launch()
 *
 * CUDA: cub::DeviceReduce::ArgMin. */
lw_status lwk_argmin_int_launch(lw_stream *stream, size_t n, const int *in, int *value, size_t *index, void *workspace);

/** Queues the search for the greatest of n floats.
 * @param stream,n,in,value,index,workspace as lwk_argmin_float_launch()'s; n = 0 gives -infinity at 0
 * @return as lwk_argmin_float_launch()
 *
 * CUDA: cub::DeviceReduce::ArgMax. */
lw_status lwk_argmax_float_launch(lw_stream *stream, size_t n, const float *in, float *value, size_t *index,
                                  void *workspace);
/** Queues the search for the greatest of n doubles.
 * @param stream,n,in,value,index,workspace as lwk_argmax_float_launch()'s
 * @return as lwk_argmin_float_launch()
 *
 * CUDA: cub::DeviceReduce::ArgMax. */
lw_status lwk_argmax_double_launch(lw_stream *stream, size_t n, const double *in, double *value, size_t *index,
                                   void *workspace);
/** Queues the search for the greatest of n ints.
 * @param stream,n,in,value,index,workspace as lwk_argmax_float_launch()'s; n = 0 gives INT_MIN at 0
 * @return as lwk_argmin_float_launch()
 *
 * CUDA: cub::DeviceReduce::ArgMax. */
lw_status lwk_argmax_int_launch(lw_stream *stream, size_t n, const int *in, int *value, size_t *index, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
