/** @file
 * Arrays: memory for textures and surfaces, in an order of the device's own. After <lanewise/host.h>, which says what all calls
 * have in common.
 */
#ifndef LANEWISE_ARRAY_H
#define LANEWISE_ARRAY_H

#include <stddef.h>

#include <lanewise/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** An array in device memory. CUDA: cudaArray_t, cudaMipmappedArray_t. */
typedef struct lw_array lw_array;

/** The kind of an element's channels. CUDA: cudaChannelFormatKind, with the same numbers. */
typedef enum lw_channel_kind {
    LW_CHANNEL_SIGNED = 0,   /**< integers of 8, 16 or 32 bits */
    LW_CHANNEL_UNSIGNED = 1, /**< integers of 8, 16 or 32 bits */
    LW_CHANNEL_FLOAT = 2     /**< floating point of 16 or 32 bits */
} lw_channel_kind;

/** The format of an element: 1, 2 or 4 channels of one size. CUDA: cudaChannelFormatDesc. */
typedef struct lw_channel_format {
    int x;                /**< bits of the first channel: 8, 16 or 32 */
    int y;                /**< bits of the second channel; 0: there is none */
    int z;                /**< bits of the third channel; 0: there is none */
    int w;                /**< bits of the fourth channel; 0: there is none */
    lw_channel_kind kind; /**< what all channels are */
} lw_channel_format;

/** Makes a format.
 * @param kind what the channels are
 * @param bits of each channel
 * @param channels how many: 1, 2 or 4
 * @return the format; lw_array_create() and lw_texture_create() check it
 *
 * CUDA: cudaCreateChannelDesc. */
lw_channel_format lw_channel(lw_channel_kind kind, int bits, int channels);

/** Flags of an array. CUDA: cudaArrayLayered and its like, with the same numbers. */
enum {
    LW_ARRAY_LAYERED = 1, /**< `depth` layers, each an array of its own; no filter mixes them */
    LW_ARRAY_SURFACE = 2, /**< kernels write it through surface objects */
    LW_ARRAY_CUBEMAP = 4, /**< six square faces; with LW_ARRAY_LAYERED `depth` / 6 cubemaps */
    LW_ARRAY_GATHER = 8   /**< for tex2Dgather(); two dimensions */
};

/** The shape of an array. CUDA: cudaExtent, cudaChannelFormatDesc and flags. */
typedef struct lw_array_shape {
    lw_channel_format format; /**< of an element */
    size_t width;             /**< elements of a row */
    size_t height;            /**< rows; 0: the array has one dimension */
    size_t depth;             /**< slices, layers or faces; 0: it has less than three dimensions and no layers */
    unsigned levels; /**< of a mipmapped array: each has half the size of the one before; 0: no mipmapped array */
    unsigned flags;  /**< LW_ARRAY_LAYERED and its like, combined by |; or 0 */
} lw_array_shape;

/** Allocates an array.
 * @param device a handle, which owns the array: lw_device_close() frees it, too
 * @param[out] array the array, contents undefined; freed with lw_array_destroy()
 * @param shape its format, size and flags; more levels than the size has are left out
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: a format, size or flag that no array has; or a common status
 *
 * CUDA: cudaMalloc3DArray, cudaMallocMipmappedArray. */
lw_status lw_array_create(lw_device *device, lw_array **array, const lw_array_shape *shape);

/** Frees an array, after the work given to the device so far. Texture and surface objects of the array must not be used later.
 * @param array which
 * @return a common status
 *
 * CUDA: cudaFreeArray, cudaFreeMipmappedArray. */
lw_status lw_array_destroy(lw_array *array);

/** The shape of a level of an array.
 * @param array which
 * @param level 0: the array's own shape; else the size of this level, with `levels` 0
 * @param[out] shape the caller's
 * @return LW_ERROR_INVALID_VALUE: the array has no such level; or a common status
 *
 * CUDA: cudaArrayGetInfo, cudaGetMipmappedArrayLevel. */
lw_status lw_array_get_shape(lw_array *array, unsigned level, lw_array_shape *shape);

/** Copies rows of memory to an array, and returns when the array holds them.
 * @param device a handle
 * @param array which; of more dimensions or layers, the first slice
 * @param x,y where in the array: bytes of a row; rows
 * @param source the first row
 * @param pitch bytes from a row of `source` to the next
 * @param width bytes of a row
 * @param height rows; nothing is copied where this or `width` is 0
 * @param kind LW_MEMCPY_HOST_TO_DEVICE, LW_MEMCPY_DEVICE_TO_DEVICE or LW_MEMCPY_DEFAULT: which memory `source` is
 * @return LW_ERROR_INVALID_VALUE: the rows do not lie in the array, or the source is no such memory; or a common status
 *
 * CUDA: cudaMemcpy2DToArray. */
lw_status lw_memcpy_2d_to_array(lw_device *device, lw_array *array, size_t x, size_t y, const void *source,
                                size_t pitch, size_t width, size_t height, lw_memcpy_kind kind);

/** Queues lw_memcpy_2d_to_array().
 * @param stream where
 * @param array as there
 * @param x,y as there
 * @param source as there, valid until the copy is done
 * @param pitch as there
 * @param width,height as there
 * @param kind as there
 * @return as lw_memcpy_2d_to_array()
 *
 * CUDA: cudaMemcpy2DToArrayAsync. */
lw_status lw_memcpy_2d_to_array_async(lw_stream *stream, lw_array *array, size_t x, size_t y, const void *source,
                                      size_t pitch, size_t width, size_t height, lw_memcpy_kind kind);

/** Copies rows of an array to memory, and returns when the memory holds them.
 * @param device a handle
 * @param destination the first row
 * @param pitch bytes from a row of `destination` to the next
 * @param array which; of more dimensions or layers, the first slice
 * @param x,y where in the array: bytes of a row; rows
 * @param width bytes of a row
 * @param height rows; nothing is copied where this or `width` is 0
 * @param kind LW_MEMCPY_DEVICE_TO_HOST, LW_MEMCPY_DEVICE_TO_DEVICE or LW_MEMCPY_DEFAULT: which memory `destination` is
 * @return as lw_memcpy_2d_to_array()
 *
 * CUDA: cudaMemcpy2DFromArray. */
lw_status lw_memcpy_2d_from_array(lw_device *device, void *destination, size_t pitch, lw_array *array, size_t x,
                                  size_t y, size_t width, size_t height, lw_memcpy_kind kind);

/** Queues lw_memcpy_2d_from_array().
 * @param stream where
 * @param destination as there, valid until the copy is done
 * @param pitch as there
 * @param array as there
 * @param x,y as there
 * @param width,height as there
 * @param kind as there
 * @return as lw_memcpy_2d_from_array()
 *
 * CUDA: cudaMemcpy2DFromArrayAsync. */
lw_status lw_memcpy_2d_from_array_async(lw_stream *stream, void *destination, size_t pitch, lw_array *array, size_t x,
                                        size_t y, size_t width, size_t height, lw_memcpy_kind kind);

/** The source or destination of lw_memcpy_3d_array(): an array, or memory. */
typedef struct lw_array_side {
    lw_array *array;   /**< the array; null: `memory` */
    unsigned level;    /**< of the array */
    size_t x;          /**< where the box begins: elements of a row */
    size_t y;          /**< rows */
    size_t z;          /**< slices, layers or faces */
    lw_pitched memory; /**< where `array` is null: all of the memory; a row has `pitch` bytes */
} lw_array_side;

/** A copy of a box of elements, from or to an array. CUDA: cudaMemcpy3DParms. */
typedef struct lw_array_copy {
    lw_array_side destination; /**< what the box is copied to */
    lw_array_side source;      /**< what it is copied from; both arrays' elements have one size */
    size_t width;              /**< elements of a row; nothing is copied where this, `height` or `depth` is 0 */
    size_t height;             /**< rows: 1 for an array of one dimension */
    size_t depth;              /**< slices, layers or faces: 1 for an array without them */
    lw_memcpy_kind kind;       /**< arrays are device memory */
} lw_array_copy;

/** Copies a box of elements, and returns when the destination holds it.
 * @param device a handle
 * @param copy what; the box lies inside both sides, at least one of which is an array
 * @return LW_ERROR_INVALID_VALUE: the box lies outside, the elements have two sizes, or a side is no such memory; or a common
 *     status
 *
 * CUDA: cudaMemcpy3D, cudaMemcpy2DArrayToArray. */
lw_status lw_memcpy_3d_array(lw_device *device, const lw_array_copy *copy);

/** Queues lw_memcpy_3d_array().
 * @param stream where
 * @param copy what; read before the return. Its memory stays valid until the copy is done
 * @return as lw_memcpy_3d_array()
 *
 * CUDA: cudaMemcpy3DAsync. */
lw_status lw_memcpy_3d_array_async(lw_stream *stream, const lw_array_copy *copy);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
