/** @file
 * Copies and sets of memory, in one to three dimensions. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_COPY_H
#define LANEWISE_COPY_H

#include <stddef.h>

#include <lanewise/memory.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** From which memory to which a copy goes. CUDA: cudaMemcpyKind. */
typedef enum lw_memcpy_kind {
    LW_MEMCPY_HOST_TO_HOST = 0,     /**< between host memory */
    LW_MEMCPY_HOST_TO_DEVICE = 1,   /**< from host memory to device memory */
    LW_MEMCPY_DEVICE_TO_HOST = 2,   /**< from device memory to host memory */
    LW_MEMCPY_DEVICE_TO_DEVICE = 3, /**< between device memory */
    LW_MEMCPY_DEFAULT = 4           /**< inferred from the pointers */
} lw_memcpy_kind;

/** Copies bytes, and returns when the destination holds them. Ordered as work in the handle's default stream.
 * @param device a handle
 * @param destination `size` bytes; memory that a device of this kind has allocated or page-locked must lie inside one live
 *     allocation, or one symbol of this device
 * @param source,size `size` bytes, as `destination`; 0 copies nothing
 * @param kind which memory the pointers are of
 * @return LW_ERROR_INVALID_VALUE: a null pointer, a range outside its allocation, memory of another kind;
 *     LW_ERROR_OUT_OF_MEMORY; the fault of earlier work; or a common status
 *
 * CUDA: cudaMemcpy. */
lw_status lw_memcpy(lw_device *device, void *destination, const void *source, size_t size, lw_memcpy_kind kind);

/** Queues a copy, as lw_memcpy().
 * @param stream where
 * @param destination as lw_memcpy()'s; stays valid until the copy is done
 * @param source as lw_memcpy()'s; stays valid, host memory unchanged, until the copy is done. A CUDA device reads pageable
 *     host memory before the call returns
 * @param size bytes; 0 copies nothing
 * @param kind which memory the pointers are of
 * @return as lw_memcpy()
 *
 * CUDA: cudaMemcpyAsync. */
lw_status lw_memcpy_async(lw_stream *stream, void *destination, const void *source, size_t size, lw_memcpy_kind kind);

/** Copies rows, and returns when the destination holds them.
 * @param device a handle
 * @param destination the first row
 * @param destination_pitch bytes from a row to the next, at least `width`
 * @param source the first row
 * @param source_pitch bytes from a row to the next, at least `width`
 * @param width bytes of a row
 * @param height rows; nothing is copied where this or `width` is 0
 * @param kind which memory the pointers are of
 * @return as lw_memcpy(); LW_ERROR_INVALID_VALUE: a pitch under the width
 *
 * CUDA: cudaMemcpy2D. */
lw_status lw_memcpy_2d(lw_device *device, void *destination, size_t destination_pitch, const void *source,
                       size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind);

/** Queues a copy of rows, as lw_memcpy_2d().
 * @param stream where
 * @param destination,source the first row of each; valid until the copy is done, as lw_memcpy_async()'s
 * @param destination_pitch,source_pitch bytes from a row to the next, at least `width`
 * @param width bytes of a row
 * @param height rows; nothing is copied where this or `width` is 0
 * @param kind which memory the pointers are of
 * @return as lw_memcpy_2d()
 *
 * CUDA: cudaMemcpy2DAsync. */
lw_status lw_memcpy_2d_async(lw_stream *stream, void *destination, size_t destination_pitch, const void *source,
                             size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind);

/** Sets bytes of device memory, and returns when they are set.
 * @param device a handle
 * @param pointer `size` bytes of memory of the device or of managed memory, inside one live allocation or symbol
 * @param value the low 8 bits are each byte's
 * @param size bytes; 0 sets nothing
 * @return LW_ERROR_INVALID_VALUE: a null pointer, a range outside its allocation, memory of another kind or device;
 *     LW_ERROR_OUT_OF_MEMORY; the fault of earlier work; or a common status
 *
 * CUDA: cudaMemset. */
lw_status lw_memset(lw_device *device, void *pointer, int value, size_t size);

/** Queues lw_memset().
 * @param stream where
 * @param pointer `size` bytes of device memory, valid until it is done
 * @param value the low 8 bits are each byte's
 * @param size bytes; 0 sets nothing
 * @return as lw_memset()
 *
 * CUDA: cudaMemsetAsync. */
lw_status lw_memset_async(lw_stream *stream, void *pointer, int value, size_t size);

/** Sets the bytes of rows of device memory, and returns when they are set.
 * @param device a handle
 * @param pointer the first row, in device memory
 * @param pitch bytes from a row to the next, at least `width`
 * @param value the low 8 bits are each byte's
 * @param width bytes of a row
 * @param height rows; nothing is set where this or `width` is 0
 * @return as lw_memset(); LW_ERROR_INVALID_VALUE: a pitch under the width
 *
 * CUDA: cudaMemset2D. */
lw_status lw_memset_2d(lw_device *device, void *pointer, size_t pitch, int value, size_t width, size_t height);

/** Queues lw_memset_2d().
 * @param stream where
 * @param pointer the first row, in device memory, valid until it is done
 * @param pitch bytes from a row to the next, at least `width`
 * @param value the low 8 bits are each byte's
 * @param width bytes of a row
 * @param height rows; nothing is set where this or `width` is 0
 * @return as lw_memset_2d()
 *
 * CUDA: cudaMemset2DAsync. */
lw_status lw_memset_2d_async(lw_stream *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);

/** A copy of a box. CUDA: cudaMemcpy3DParms. */
typedef struct lw_copy_3d {
    lw_pitched destination;   /**< all of the memory that the box is copied to */
    lw_pitched source;        /**< all of the memory that the box is copied from */
    lw_extent destination_at; /**< where in `destination` the box begins */
    lw_extent source_at;      /**< where in `source` the box begins */
    lw_extent extent;         /**< of the box; nothing is copied where one is 0 */
    lw_memcpy_kind kind;      /**< which memory the two are of */
} lw_copy_3d;

/** Copies a box, and returns when the destination holds it.
 * @param device a handle
 * @param copy what; the box lies inside the rows and slices of both sides
 * @return as lw_memcpy(); LW_ERROR_INVALID_VALUE: the box lies outside
 *
 * CUDA: cudaMemcpy3D. */
lw_status lw_memcpy_3d(lw_device *device, const lw_copy_3d *copy);

/** Queues a copy of a box, as lw_memcpy_3d().
 * @param stream where
 * @param copy what; read before the return. Its memory stays valid until the copy is done, as lw_memcpy_async()'s
 * @return as lw_memcpy_3d()
 *
 * CUDA: cudaMemcpy3DAsync. */
lw_status lw_memcpy_3d_async(lw_stream *stream, const lw_copy_3d *copy);

/** Sets the bytes of the box that begins at the memory's first byte, and returns when they are set.
 * @param device a handle
 * @param memory device memory
 * @param value the low 8 bits are each byte's
 * @param extent of the box; nothing is set where one is 0
 * @return as lw_memset(); LW_ERROR_INVALID_VALUE: the box lies outside
 *
 * CUDA: cudaMemset3D. */
lw_status lw_memset_3d(lw_device *device, lw_pitched memory, int value, lw_extent extent);

/** Queues lw_memset_3d().
 * @param stream where
 * @param memory device memory, valid until it is done
 * @param value the low 8 bits are each byte's
 * @param extent of the box; nothing is set where one is 0
 * @return as lw_memset_3d()
 *
 * CUDA: cudaMemset3DAsync. */
lw_status lw_memset_3d_async(lw_stream *stream, lw_pitched memory, int value, lw_extent extent);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
