/* Arrays: Lanewise's handles under CUDA's types. */
#include "image.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

static bool is_format(const struct cudaChannelFormatDesc *from)
{
    bool known = (unsigned)from->f <= cudaChannelFormatKindFloat && (from->x == 8 || from->x == 16 || from->x == 32) &&
                 !(from->x == 8 && from->f == cudaChannelFormatKindFloat);
    bool one = !from->y && !from->z && !from->w, two = from->y == from->x && !from->z && !from->w;
    return known && (one || two || (from->y == from->x && from->z == from->x && from->w == from->x));
}

cudaError_t cudart_format_of(lw_channel_format *format, const struct cudaChannelFormatDesc *from, const char *function)
{
    if ((unsigned)from->f > cudaChannelFormatKindNone)
        return cudart_fail(cudaErrorNotSupported,
                           "%s: the format's kind is %d; only signed, unsigned and float are supported", function,
                           (int)from->f);
    if (!is_format(from))
        return cudart_fail(
            cudaErrorInvalidChannelDescriptor,
            "%s: the format has channels of %d, %d, %d and %d bits of kind %d; expected 1, 2 or 4 channels of one "
            "size, 8, 16 or 32 bits, and floats of 16 or 32",
            function, from->x, from->y, from->z, from->w, (int)from->f);
    *format = (lw_channel_format){from->x, from->y, from->z, from->w, (lw_channel_kind)from->f};
    return cudaSuccess;
}

struct cudaChannelFormatDesc cudart_format_desc(lw_channel_format format)
{
    return cudaCreateChannelDesc(format.x, format.y, format.z, format.w, (enum cudaChannelFormatKind)format.kind);
}

cudaError_t cudart_array_shape(lw_array_shape *shape, size_t *element, cudaArray_const_t handle, const char *function)
{
    unsigned level;
    lw_array *array = cudart_array(handle, &level);
    if (!array)
        return cudart_fail(cudaErrorInvalidValue, "%s: the array is null", function);
    CUDART_TRY(cudart_error(lw_array_get_shape(array, level, shape)));
    const lw_channel_format *format = &shape->format;
    *element = (size_t)(format->x + format->y + format->z + format->w) / 8;
    return cudaSuccess;
}

static cudaError_t create(lw_array **array, const struct cudaChannelFormatDesc *from, struct cudaExtent extent,
                          unsigned levels, unsigned flags, const char *function)
{
    enum { KNOWN = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather };
    lw_device *device;
    lw_channel_format format;
    if (!array || !from)
        return cudart_fail(cudaErrorInvalidValue, "%s: %s is null", function, array ? "the format" : "array");
    if (flags & ~(unsigned)KNOWN)
        return cudart_fail(cudaErrorNotSupported, "%s: flags is %#x, of which only those up to %#x are supported",
                           function, flags, (unsigned)cudaArrayTextureGather);
    CUDART_TRY(cudart_format_of(&format, from, function));
    CUDART_TRY(cudart_device(&device));
    lw_array_shape shape = {format, extent.width, extent.height, extent.depth, levels, flags};
    return cudart_error(lw_array_create(device, array, &shape));
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned flags)
{
    CUDART_CALLED();
    return create((lw_array **)(void *)array, format, (struct cudaExtent){width, height, 0}, 0, flags,
                  "cudaMallocArray");
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                              unsigned flags)
{
    CUDART_CALLED();
    return create((lw_array **)(void *)array, format, extent, 0, flags, "cudaMalloc3DArray");
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent extent, unsigned levels, unsigned flags)
{
    CUDART_CALLED();
    if (!levels)
        return cudart_fail(cudaErrorInvalidValue, "cudaMallocMipmappedArray: levels is 0; expected at least 1");
    return create((lw_array **)(void *)array, format, extent, levels, flags, "cudaMallocMipmappedArray");
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    CUDART_CALLED();
    unsigned level;
    if (!array)
        return cudaSuccess;
    if (cudart_is_level(array))
        return cudart_fail(cudaErrorInvalidValue,
                           "cudaFreeArray: array is a level of a mipmapped array; free that with "
                           "cudaFreeMipmappedArray()");
    return cudart_error(lw_array_destroy(cudart_array(array, &level)));
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    CUDART_CALLED();
    return array ? cudart_error(lw_array_destroy(cudart_mipmapped_array(array))) : cudaSuccess;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level_array, cudaMipmappedArray_const_t from, unsigned level)
{
    CUDART_CALLED();
    lw_array *array = cudart_mipmapped_array(from);
    lw_array_shape shape;
    if (!level_array || !array)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetMipmappedArrayLevel: %s is null",
                           level_array ? "array" : "level_array");
    CUDART_TRY(cudart_error(lw_array_get_shape(array, level, &shape)));
    *level_array = cudart_level_handle(array, level);
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned *flags,
                             cudaArray_t array)
{
    CUDART_CALLED();
    lw_array_shape shape;
    size_t element;
    CUDART_TRY(cudart_array_shape(&shape, &element, array, "cudaArrayGetInfo"));
    if (format)
        *format = cudart_format_desc(shape.format);
    if (extent)
        *extent = (struct cudaExtent){shape.width, shape.height, shape.depth};
    if (flags)
        *flags = shape.flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    CUDART_CALLED();
    lw_array_shape shape;
    size_t element;
    if (!format)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetChannelDesc: format is null");
    CUDART_TRY(cudart_array_shape(&shape, &element, array, "cudaGetChannelDesc"));
    *format = cudart_format_desc(shape.format);
    return cudaSuccess;
}
