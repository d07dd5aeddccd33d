/** @file
 * Texture and surface objects, for programs and kernels.
 *
 * A program makes an object of an array or of memory, and passes the object to kernels as an argument. A kernel file
 * includes this header after <lanewise/kernel.h>; then it has CUDA's functions. C has no templates: the type that CUDA
 * writes in angle brackets is the first argument, as in `float4 v = tex2D(float4, image, x, y);`.
 */
#ifndef LANEWISE_TEXTURE_H
#define LANEWISE_TEXTURE_H

#include <lanewise/array.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** A texture object: a number that kernels pass to tex2D() and its like. 0 is none. CUDA: cudaTextureObject_t. */
typedef unsigned long long lw_texture_object;
/** A surface object: a number that kernels pass to surf2Dread() and its like. 0 is none. CUDA: cudaSurfaceObject_t. */
typedef unsigned long long lw_surface_object;

/** What a texture reads. CUDA: cudaResourceType. */
typedef enum lw_texture_resource_kind {
    LW_TEXTURE_RESOURCE_ARRAY = 0,     /**< an array without levels; of a mipmapped array: one level */
    LW_TEXTURE_RESOURCE_MIPMAPPED = 1, /**< all levels of a mipmapped array */
    LW_TEXTURE_RESOURCE_LINEAR = 2,    /**< device memory, for tex1Dfetch() */
    LW_TEXTURE_RESOURCE_PITCH_2D = 3   /**< rows of device memory, for tex2D() */
} lw_texture_resource_kind;

/** What a texture reads. CUDA: cudaResourceDesc. */
typedef struct lw_texture_resource {
    lw_texture_resource_kind kind; /**< which of the members below count */
    lw_array *array;               /**< LW_TEXTURE_RESOURCE_ARRAY, LW_TEXTURE_RESOURCE_MIPMAPPED */
    unsigned level;                /**< LW_TEXTURE_RESOURCE_ARRAY: of a mipmapped array, which level */
    void *
        pointer; /**< LW_TEXTURE_RESOURCE_LINEAR, LW_TEXTURE_RESOURCE_PITCH_2D: device memory, a multiple of 512 or, for rows, of 32 */
    lw_channel_format format; /**< likewise: of an element */
    size_t size;              /**< LW_TEXTURE_RESOURCE_LINEAR: bytes */
    size_t width;             /**< LW_TEXTURE_RESOURCE_PITCH_2D: elements of a row */
    size_t height;            /**< LW_TEXTURE_RESOURCE_PITCH_2D: rows */
    size_t pitch;             /**< LW_TEXTURE_RESOURCE_PITCH_2D: bytes from a row to the next, a multiple of 32 */
} lw_texture_resource;

/** What a coordinate outside the texture reads. CUDA: cudaTextureAddressMode, with the same numbers. */
typedef enum lw_texture_address {
    LW_TEXTURE_ADDRESS_WRAP =
        0, /**< the texture repeats; with normalised coordinates only, else LW_TEXTURE_ADDRESS_CLAMP */
    LW_TEXTURE_ADDRESS_CLAMP = 1,  /**< the nearest element */
    LW_TEXTURE_ADDRESS_MIRROR = 2, /**< the texture repeats, every second time reversed; as LW_TEXTURE_ADDRESS_WRAP */
    LW_TEXTURE_ADDRESS_BORDER = 3  /**< the border's colour */
} lw_texture_address;

/** How elements become a result. CUDA: cudaTextureFilterMode, with the same numbers. */
typedef enum lw_texture_filter {
    LW_TEXTURE_FILTER_POINT = 0, /**< the element that the coordinates are in */
    LW_TEXTURE_FILTER_LINEAR = 1 /**< the nearest 2, 4 or 8 elements, weighted; weights are multiples of 1/256 */
} lw_texture_filter;

/** What kernels read of an integer. CUDA: cudaTextureReadMode, with the same numbers. */
typedef enum lw_texture_read {
    LW_TEXTURE_READ_ELEMENT = 0,   /**< the integer */
    LW_TEXTURE_READ_NORMALIZED = 1 /**< a float, 0 to 1 or -1 to 1; of integers of 8 and 16 bits */
} lw_texture_read;

/** How a texture is read. All zeros: points, elements, unnormalised coordinates, clamped. CUDA: cudaTextureDesc. */
typedef struct lw_texture_description {
    lw_texture_address address
        [3]; /**< of each dimension. A filter of an array of one dimension also weighs the row before its own: with
                                      LW_TEXTURE_ADDRESS_BORDER in the second, half of the border's colour */
    lw_texture_filter filter;     /**< LW_TEXTURE_FILTER_LINEAR: of floats */
    lw_texture_read read;         /**< of integers */
    int srgb;                     /**< not 0: unsigned channels of 8 bits, except the fourth, become linear colours */
    float border[4];              /**< colour of LW_TEXTURE_ADDRESS_BORDER */
    int normalized;               /**< not 0: coordinates from 0 to 1 stand for the whole texture */
    unsigned anisotropy;          /**< without effect */
    lw_texture_filter mip_filter; /**< between levels */
    float mip_bias;               /**< added to the level */
    float mip_min;                /**< the least level */
    float mip_max;                /**< the largest level */
    int seamless;                 /**< not 0: a cubemap's filter continues on the neighbouring face */
} lw_texture_description;

/** Makes a texture object.
 * @param device a handle, which owns the object: lw_device_close() destroys it, too
 * @param[out] object for kernels on the device; destroyed with lw_texture_destroy()
 * @param resource what it reads; must exist as long as the object is used
 * @param texture how
 * @return LW_ERROR_INVALID_VALUE: a member of the two that no texture has; LW_ERROR_INVALID_HANDLE: the array is closed or
 *     another device's; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaCreateTextureObject. */
lw_status lw_texture_create(lw_device *device, lw_texture_object *object, const lw_texture_resource *resource,
                            const lw_texture_description *texture);

/** Destroys a texture object. No kernel may use it any more.
 * @param device a handle of the device
 * @param object which; 0: nothing happens
 * @return LW_ERROR_INVALID_VALUE: no live texture object of the device; or a common status
 *
 * CUDA: cudaDestroyTextureObject. */
lw_status lw_texture_destroy(lw_device *device, lw_texture_object object);

/** What a texture object was made of.
 * @param device a handle of the device
 * @param object which
 * @param[out] resource what it reads; may be null
 * @param[out] texture how; may be null
 * @return LW_ERROR_INVALID_VALUE: no live texture object of the device; or a common status
 *
 * CUDA: cudaGetTextureObjectResourceDesc, cudaGetTextureObjectTextureDesc. */
lw_status lw_texture_get(lw_device *device, lw_texture_object object, lw_texture_resource *resource,
                         lw_texture_description *texture);

/** Makes a surface object.
 * @param device a handle, which owns the object: lw_device_close() destroys it, too
 * @param[out] object for kernels on the device; destroyed with lw_surface_destroy()
 * @param array made with LW_ARRAY_SURFACE; must exist as long as the object is used
 * @param level of the array; 0 without levels
 * @return LW_ERROR_INVALID_VALUE: another array, or no such level; LW_ERROR_INVALID_HANDLE: the array is another device's;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaCreateSurfaceObject. */
lw_status lw_surface_create(lw_device *device, lw_surface_object *object, lw_array *array, unsigned level);

/** Destroys a surface object. No kernel may use it any more.
 * @param device a handle of the device
 * @param object which; 0: nothing happens
 * @return LW_ERROR_INVALID_VALUE: no live surface object of the device; or a common status
 *
 * CUDA: cudaDestroySurfaceObject. */
lw_status lw_surface_destroy(lw_device *device, lw_surface_object object);

/** What a surface object was made of.
 * @param device a handle of the device
 * @param object which
 * @param[out] array the array
 * @param[out] level of the array
 * @return LW_ERROR_INVALID_VALUE: no live surface object of the device; or a common status
 *
 * CUDA: cudaGetSurfaceObjectResourceDesc. */
lw_status lw_surface_get(lw_device *device, lw_surface_object object, lw_array **array, unsigned *level);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif

/* Outside of the guard: the file may be included before <lanewise/kernel.h>, by host headers, and after it. */
#ifdef LANEWISE_KERNEL_H
#if defined(__CUDACC__)
#include "../../backends/cuda/texture.h"
#else
#include "../../backends/cpu/language/texture.h"
#endif
#endif
