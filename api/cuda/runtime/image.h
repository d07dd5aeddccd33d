/* What the files of arrays, textures and surfaces share. */
#ifndef LANEWISE_CUDA_IMAGE_H
#define LANEWISE_CUDA_IMAGE_H

#include "../../lanewise/texture.h"
#include "cudart.h"

/* CUDA's handle of an array is Lanewise's. A level of a mipmapped array is that array's with the level's number + 1 in the bits
 * that no address has. */
enum { CUDART_LEVEL_SHIFT = 56 };

static inline lw_array *cudart_array(cudaArray_const_t handle, unsigned *level)
{
    uintptr_t bits = (uintptr_t)handle;
    unsigned above = (unsigned)(bits >> CUDART_LEVEL_SHIFT);
    *level = above ? above - 1 : 0;
    return (lw_array *)(bits & (((uintptr_t)1 << CUDART_LEVEL_SHIFT) - 1));
}

static inline bool cudart_is_level(cudaArray_const_t handle)
{
    return (uintptr_t)handle >> CUDART_LEVEL_SHIFT;
}

static inline lw_array *cudart_mipmapped_array(cudaMipmappedArray_const_t handle)
{
    return (lw_array *)(uintptr_t)handle;
}

static inline cudaArray_t cudart_array_handle(const lw_array *array)
{
    return (cudaArray_t)(uintptr_t)array;
}

static inline cudaArray_t cudart_level_handle(const lw_array *array, unsigned level)
{
    return (cudaArray_t)((uintptr_t)array | (uintptr_t)(level + 1) << CUDART_LEVEL_SHIFT);
}

/* ---- of liblanewise (../../backend.h) ---- */
lw_status lw_surface_create_of_any(lw_device *device, lw_surface_object *object, lw_array *array, unsigned level);

/* ---- array.c ---- */
cudaError_t cudart_format_of(lw_channel_format *format, const struct cudaChannelFormatDesc *from, const char *function);
struct cudaChannelFormatDesc cudart_format_desc(lw_channel_format format);
/* The array's, or the level's, shape and bytes of an element. */
cudaError_t cudart_array_shape(lw_array_shape *shape, size_t *element, cudaArray_const_t handle, const char *function);

#endif
