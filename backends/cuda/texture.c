/* Texture and surface objects. */
#include <string.h>

#include "array.h"

static CUDA_RESOURCE_DESC resource_of(const lw_array_impl *array, const lw_texture_resource *resource)
{
    CUDA_RESOURCE_DESC described;
    memset(&described, 0, sizeof described);
    switch (resource->kind) {
    case LW_TEXTURE_RESOURCE_MIPMAPPED:
        described.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        described.res.mipmap.hMipmappedArray = array->mipmapped;
        break;
    case LW_TEXTURE_RESOURCE_LINEAR:
        described.resType = CU_RESOURCE_TYPE_LINEAR;
        described.res.linear.devPtr = lw_cuda_address(resource->pointer);
        described.res.linear.format = lw_cuda_format(resource->format);
        described.res.linear.numChannels = lw_cuda_channels(resource->format);
        described.res.linear.sizeInBytes = resource->size;
        break;
    case LW_TEXTURE_RESOURCE_PITCH_2D:
        described.resType = CU_RESOURCE_TYPE_PITCH2D;
        described.res.pitch2D.devPtr = lw_cuda_address(resource->pointer);
        described.res.pitch2D.format = lw_cuda_format(resource->format);
        described.res.pitch2D.numChannels = lw_cuda_channels(resource->format);
        described.res.pitch2D.width = resource->width;
        described.res.pitch2D.height = resource->height;
        described.res.pitch2D.pitchInBytes = resource->pitch;
        break;
    case LW_TEXTURE_RESOURCE_ARRAY:
        described.resType = CU_RESOURCE_TYPE_ARRAY;
        described.res.array.hArray = array->level[resource->level];
        break;
    }
    return described;
}

/* The enumerations have CUDA's values. */
static CUDA_TEXTURE_DESC texture_of(const lw_texture_description *texture)
{
    CUDA_TEXTURE_DESC described;
    memset(&described, 0, sizeof described);
    for (int i = 0; i < 3; i++)
        described.addressMode[i] = (CUaddress_mode)texture->address[i];
    described.filterMode = (CUfilter_mode)texture->filter;
    described.flags = (texture->read == LW_TEXTURE_READ_ELEMENT ? CU_TRSF_READ_AS_INTEGER : 0) |
                      (texture->normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0) | (texture->srgb ? CU_TRSF_SRGB : 0) |
                      (texture->seamless ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
    described.mipmapFilterMode = (CUfilter_mode)texture->mip_filter;
    described.mipmapLevelBias = texture->mip_bias;
    described.minMipmapLevelClamp = texture->mip_min;
    described.maxMipmapLevelClamp = texture->mip_max;
    memcpy(described.borderColor, texture->border, sizeof described.borderColor);
    return described;
}

static lw_status enter(lw_device_impl *device)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a texture or surface object");
    return lw_cuda_enter(device);
}

lw_status lw_cuda_texture_create(lw_device_impl *device, lw_array_impl *array, const lw_texture_resource *resource,
                                 const lw_texture_description *texture, uint64_t *object)
{
    CUDA_RESOURCE_DESC reads = resource_of(array, resource);
    CUDA_TEXTURE_DESC how = texture_of(texture);
    CUtexObject made;
    lw_status status = enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuTexObjectCreate(&made, &reads, &how, NULL), "cuTexObjectCreate");
    if (!status)
        *object = made;
    return status;
}

lw_status lw_cuda_texture_destroy(lw_device_impl *device, uint64_t object)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuTexObjectDestroy(object), "cuTexObjectDestroy");
}

lw_status lw_cuda_surface_create(lw_device_impl *device, lw_array_impl *array, unsigned level, uint64_t *object)
{
    CUDA_RESOURCE_DESC reads;
    CUsurfObject made;
    memset(&reads, 0, sizeof reads);
    reads.resType = CU_RESOURCE_TYPE_ARRAY;
    reads.res.array.hArray = array->level[level];
    lw_status status = enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuSurfObjectCreate(&made, &reads), "cuSurfObjectCreate");
    if (!status)
        *object = made;
    return status;
}

lw_status lw_cuda_surface_destroy(lw_device_impl *device, uint64_t object)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuSurfObjectDestroy(object), "cuSurfObjectDestroy");
}
