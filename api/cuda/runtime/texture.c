/* Texture and surface objects: Lanewise's under CUDA's types. The numbers of the enumerations are the same. */
#include <string.h>

#include "image.h"

static cudaError_t resource_of(lw_texture_resource *to, const struct cudaResourceDesc *from, const char *function)
{
    *to = (lw_texture_resource){.kind = (lw_texture_resource_kind)from->resType};
    switch (from->resType) {
    case cudaResourceTypeArray: to->array = cudart_array(from->res.array.array, &to->level); break;
    case cudaResourceTypeMipmappedArray: to->array = cudart_mipmapped_array(from->res.mipmap.mipmap); break;
    case cudaResourceTypeLinear:
        to->pointer = from->res.linear.devPtr;
        to->size = from->res.linear.sizeInBytes;
        return cudart_format_of(&to->format, &from->res.linear.desc, function);
    case cudaResourceTypePitch2D:
        to->pointer = from->res.pitch2D.devPtr;
        to->width = from->res.pitch2D.width;
        to->height = from->res.pitch2D.height;
        to->pitch = from->res.pitch2D.pitchInBytes;
        return cudart_format_of(&to->format, &from->res.pitch2D.desc, function);
    default:
        return cudart_fail(cudaErrorInvalidValue, "%s: resType is %d, which is no cudaResourceType", function,
                           (int)from->resType);
    }
    if (!to->array)
        return cudart_fail(cudaErrorInvalidValue, "%s: the resource's array is null", function);
    return cudaSuccess;
}

static struct cudaResourceDesc resource_desc(const lw_texture_resource *from, bool is_level)
{
    struct cudaResourceDesc to;
    memset(&to, 0, sizeof to);
    to.resType = (enum cudaResourceType)from->kind;
    switch (from->kind) {
    case LW_TEXTURE_RESOURCE_ARRAY:
        to.res.array.array =
            is_level ? cudart_level_handle(from->array, from->level) : cudart_array_handle(from->array);
        break;
    case LW_TEXTURE_RESOURCE_MIPMAPPED: to.res.mipmap.mipmap = (cudaMipmappedArray_t)(void *)from->array; break;
    case LW_TEXTURE_RESOURCE_LINEAR:
        to.res.linear.devPtr = from->pointer;
        to.res.linear.desc = cudart_format_desc(from->format);
        to.res.linear.sizeInBytes = from->size;
        break;
    case LW_TEXTURE_RESOURCE_PITCH_2D:
        to.res.pitch2D.devPtr = from->pointer;
        to.res.pitch2D.desc = cudart_format_desc(from->format);
        to.res.pitch2D.width = from->width;
        to.res.pitch2D.height = from->height;
        to.res.pitch2D.pitchInBytes = from->pitch;
        break;
    }
    return to;
}

/* Whether the array of a resource is a level of a mipmapped one, whose handle says so. */
static cudaError_t is_level(bool *level, const lw_texture_resource *from)
{
    lw_array_shape shape = {.levels = 0};
    if (from->kind == LW_TEXTURE_RESOURCE_ARRAY)
        CUDART_TRY(cudart_error(lw_array_get_shape(from->array, 0, &shape)));
    *level = shape.levels != 0;
    return cudaSuccess;
}

/* Floats and integers of 32 bits are read as they are, whatever the read mode. */
static cudaError_t widest(bool *is_wide, const lw_texture_resource *resource)
{
    lw_array_shape shape = {.format = resource->format};
    if (resource->array)
        CUDART_TRY(cudart_error(lw_array_get_shape(resource->array, 0, &shape)));
    *is_wide = shape.format.x == 32 || shape.format.kind == LW_CHANNEL_FLOAT;
    return cudaSuccess;
}

static lw_texture_description texture_of(const struct cudaTextureDesc *from)
{
    lw_texture_description to = {.filter = (lw_texture_filter)from->filterMode,
                                 .read = (lw_texture_read)from->readMode,
                                 .srgb = from->sRGB,
                                 .normalized = from->normalizedCoords,
                                 .anisotropy = from->maxAnisotropy,
                                 .mip_filter = (lw_texture_filter)from->mipmapFilterMode,
                                 .mip_bias = from->mipmapLevelBias,
                                 .mip_min = from->minMipmapLevelClamp,
                                 .mip_max = from->maxMipmapLevelClamp,
                                 .seamless = from->seamlessCubemap};
    for (int i = 0; i < 3; i++)
        to.address[i] = (lw_texture_address)from->addressMode[i];
    memcpy(to.border, from->borderColor, sizeof to.border);
    return to;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *from,
                                    const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view)
{
    CUDART_CALLED();
    lw_device *device;
    lw_texture_resource resource;
    bool is_wide;
    if (!object || !from || !texture)
        return cudart_fail(cudaErrorInvalidValue, "cudaCreateTextureObject: %s is null",
                           !object ? "object"
                           : from  ? "texture"
                                   : "resource");
    if (view)
        return cudart_fail(cudaErrorNotSupported,
                           "cudaCreateTextureObject: view is not null, and views of resources are not supported");
    CUDART_TRY(resource_of(&resource, from, "cudaCreateTextureObject"));
    CUDART_TRY(widest(&is_wide, &resource));
    lw_texture_description how = texture_of(texture);
    if (is_wide && how.read == LW_TEXTURE_READ_NORMALIZED)
        how.read = LW_TEXTURE_READ_ELEMENT;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_texture_create(device, object, &resource, &how));
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_texture_destroy(device, object));
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *to, cudaTextureObject_t object)
{
    CUDART_CALLED();
    lw_device *device;
    lw_texture_resource resource;
    bool level;
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetTextureObjectResourceDesc: resource is null");
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_texture_get(device, object, &resource, NULL)));
    CUDART_TRY(is_level(&level, &resource));
    *to = resource_desc(&resource, level);
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *to, cudaTextureObject_t object)
{
    CUDART_CALLED();
    lw_device *device;
    lw_texture_description from;
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetTextureObjectTextureDesc: texture is null");
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_texture_get(device, object, NULL, &from)));
    *to = (struct cudaTextureDesc){.filterMode = (enum cudaTextureFilterMode)from.filter,
                                   .readMode = (enum cudaTextureReadMode)from.read,
                                   .sRGB = from.srgb,
                                   .normalizedCoords = from.normalized,
                                   .maxAnisotropy = from.anisotropy,
                                   .mipmapFilterMode = (enum cudaTextureFilterMode)from.mip_filter,
                                   .mipmapLevelBias = from.mip_bias,
                                   .minMipmapLevelClamp = from.mip_min,
                                   .maxMipmapLevelClamp = from.mip_max,
                                   .seamlessCubemap = from.seamless};
    for (int i = 0; i < 3; i++)
        to->addressMode[i] = (enum cudaTextureAddressMode)from.address[i];
    memcpy(to->borderColor, from.border, sizeof to->borderColor);
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view, cudaTextureObject_t object)
{
    CUDART_CALLED();
    lw_device *device;
    if (!view)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetTextureObjectResourceViewDesc: view is null");
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_texture_get(device, object, NULL, NULL)));
    return cudart_fail(cudaErrorInvalidValue,
                       "cudaGetTextureObjectResourceViewDesc: object %#llx was made without a view", object);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *from)
{
    CUDART_CALLED();
    lw_device *device;
    unsigned level;
    if (!object || !from)
        return cudart_fail(cudaErrorInvalidValue, "cudaCreateSurfaceObject: %s is null",
                           object ? "resource" : "object");
    if (from->resType != cudaResourceTypeArray || !from->res.array.array)
        return cudart_fail(cudaErrorInvalidValue, "cudaCreateSurfaceObject: resource is %s; expected an array",
                           from->resType == cudaResourceTypeArray ? "a null array" : "no array");
    lw_array *array = cudart_array(from->res.array.array, &level);
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_surface_create_of_any(device, object, array, level));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_surface_destroy(device, object));
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *to, cudaSurfaceObject_t object)
{
    CUDART_CALLED();
    lw_device *device;
    lw_texture_resource resource = {.kind = LW_TEXTURE_RESOURCE_ARRAY};
    bool level;
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetSurfaceObjectResourceDesc: resource is null");
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_surface_get(device, object, &resource.array, &resource.level)));
    CUDART_TRY(is_level(&level, &resource));
    *to = resource_desc(&resource, level);
    return cudaSuccess;
}
