/** @file
 * gather, scatter: elements of an array that indices choose, read or written.
 *
 *     for (i = 0; i < n; i++) out[i] = 0 <= indices[i] && indices[i] < count ? in[indices[i]] : 0;      gather
 *     for (i = 0; i < n; i++) if (0 <= indices[i] && indices[i] < count) out[indices[i]] = in[i];       scatter
 *
 * Elements have 4 or 8 bytes and are aligned to their size. Their bits are moved, never computed with. Indices are of 32 or of 64 bits. An
 * index that is negative, or count and more, is out of range: nothing is read or written there. Gather makes that element zero bits, scatter
 * drops it.
 *
 * Where scatter finds an index several times, the element gets one of its values; which one may differ between devices and between
 * runs, and `lanewise check` reports the race. Otherwise results are the same on every device.
 */
#ifndef LWK_GATHER_H
#define LWK_GATHER_H

#include <stdint.h>

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Gathers elements of 4 bytes by indices of 32 bits, one thread an element or several. Any one-dimensional grid and block.
 * @param n elements, any number
 * @param count elements of `in`; indices are less
 * @param in count elements of device memory
 * @param indices n numbers of device memory
 * @param out n elements of device memory, overlapping neither */
LW_DECLARE_KERNEL(lwk_gather_4, (size_t, n), (size_t, count), (const void *, in), (const int *, indices),
                  (void *, out));
/** Gathers elements of 8 bytes by indices of 32 bits, as lwk_gather_4() does.
 * @param n,count,in,indices,out as lwk_gather_4()'s */
LW_DECLARE_KERNEL(lwk_gather_8, (size_t, n), (size_t, count), (const void *, in), (const int *, indices),
                  (void *, out));
/** Gathers elements of 4 bytes by indices of 64 bits, as lwk_gather_4() does.
 * @param n,count,in,indices,out as lwk_gather_4()'s */
LW_DECLARE_KERNEL(lwk_gather_int64_4, (size_t, n), (size_t, count), (const void *, in), (const int64_t *, indices),
                  (void *, out));
/** Gathers elements of 8 bytes by indices of 64 bits, as lwk_gather_4() does.
 * @param n,count,in,indices,out as lwk_gather_4()'s */
LW_DECLARE_KERNEL(lwk_gather_int64_8, (size_t, n), (size_t, count), (const void *, in), (const int64_t *, indices),
                  (void *, out));

/** Scatters elements of 4 bytes by indices of 32 bits, one thread an element or several. Any one-dimensional grid and block.
 * @param n elements, any number
 * @param count elements of `out`; indices are less
 * @param in n elements of device memory
 * @param indices n numbers of device memory
 * @param out count elements of device memory, overlapping neither; those without an index stay as they are */
LW_DECLARE_KERNEL(lwk_scatter_4, (size_t, n), (size_t, count), (const void *, in), (const int *, indices),
                  (void *, out));
/** Scatters elements of 8 bytes by indices of 32 bits, as lwk_scatter_4() does.
 * @param n,count,in,indices,out as lwk_scatter_4()'s */
LW_DECLARE_KERNEL(lwk_scatter_8, (size_t, n), (size_t, count), (const void *, in), (const int *, indices),
                  (void *, out));
/** Scatters elements of 4 bytes by indices of 64 bits, as lwk_scatter_4() does.
 * @param n,count,in,indices,out as lwk_scatter_4()'s */
LW_DECLARE_KERNEL(lwk_scatter_int64_4, (size_t, n), (size_t, count), (const void *, in), (const int64_t *, indices),
                  (void *, out));
/** Scatters elements of 8 bytes by indices of 64 bits, as lwk_scatter_4() does.
 * @param n,count,in,indices,out as lwk_scatter_4()'s */
LW_DECLARE_KERNEL(lwk_scatter_int64_8, (size_t, n), (size_t, count), (const void *, in), (const int64_t *, indices),
                  (void *, out));

/** Queues a gather by indices of 32 bits.
 * @param stream where
 * @param element_size bytes of an element: 4 or 8
 * @param n indices; 0 does nothing
 * @param count elements of `in`, any number; indices are less
 * @param in count elements of device memory, aligned to element_size; null where count is 0
 * @param indices n numbers of device memory
 * @param out n elements of device memory, aligned to element_size, overlapping neither `in` nor `indices`
 * @return LW_ERROR_INVALID_VALUE: a null pointer, another element_size, or an array that is not aligned; or as lw_launch_kernel()
 *
 * CUDA: thrust::gather; cusparseGather. */
lw_status lwk_gather_launch(lw_stream *stream, size_t element_size, size_t n, size_t count, const void *in,
                            const int *indices, void *out);
/** Queues a gather by indices of 64 bits.
 * @copydetails lwk_gather_launch() */
lw_status lwk_gather_int64_launch(lw_stream *stream, size_t element_size, size_t n, size_t count, const void *in,
                                  const int64_t *indices, void *out);

/** Queues a scatter by indices of 32 bits.
 * @param stream where
 * @param element_size bytes of an element: 4 or 8
 * @param n indices; 0 does nothing
 * @param count elements of `out`, any number; indices are less
 * @param in n elements of device memory, aligned to element_size
 * @param indices n numbers of device memory
 * @param out count elements of device memory, aligned to element_size, overlapping neither `in` nor `indices`; null where count is 0
 * @return LW_ERROR_INVALID_VALUE: a null pointer, another element_size, or an array that is not aligned; or as lw_launch_kernel()
 *
 * CUDA: thrust::scatter; cusparseScatter. */
lw_status lwk_scatter_launch(lw_stream *stream, size_t element_size, size_t n, size_t count, const void *in,
                             const int *indices, void *out);
/** Queues a scatter by indices of 64 bits.
 * @copydetails lwk_scatter_launch() */
lw_status lwk_scatter_int64_launch(lw_stream *stream, size_t element_size, size_t n, size_t count, const void *in,
                                   const int64_t *indices, void *out);

#ifdef __cplusplus
}
#endif

#endif
