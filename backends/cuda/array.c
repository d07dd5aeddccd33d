/* Arrays, and copies from and to them. */
#include <stdlib.h>

#include "array.h"

CUarray_format lw_cuda_format(lw_channel_format format)
{
    switch (format.kind) {
    case LW_CHANNEL_FLOAT: return format.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
    case LW_CHANNEL_SIGNED:
        return format.x == 8    ? CU_AD_FORMAT_SIGNED_INT8
               : format.x == 16 ? CU_AD_FORMAT_SIGNED_INT16
                                : CU_AD_FORMAT_SIGNED_INT32;
    case LW_CHANNEL_UNSIGNED: break;
    }
    return format.x == 8    ? CU_AD_FORMAT_UNSIGNED_INT8
           : format.x == 16 ? CU_AD_FORMAT_UNSIGNED_INT16
                            : CU_AD_FORMAT_UNSIGNED_INT32;
}

unsigned lw_cuda_channels(lw_channel_format format)
{
    return format.w ? 4 : format.y ? 2 : 1;
}

static lw_status create_levels(lw_device_impl *device, lw_array_impl *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                               unsigned levels)
{
    lw_status status = lw_cuda_check(device, lw_cuda.cuMipmappedArrayCreate(&array->mipmapped, descriptor, levels),
                                     "cuMipmappedArrayCreate");
    for (unsigned level = 0; level < levels && !status; level++)
        status = lw_cuda_check(device, lw_cuda.cuMipmappedArrayGetLevel(&array->level[level], array->mipmapped, level),
                               "cuMipmappedArrayGetLevel");
    if (status && array->mipmapped)
        lw_cuda.cuMipmappedArrayDestroy(array->mipmapped);
    return status;
}

lw_status lw_cuda_array_create(lw_device_impl *device, const lw_array_shape *shape, lw_array_impl **array)
{
    /* The flags have CUDA's values. */
    CUDA_ARRAY3D_DESCRIPTOR descriptor = {.Width = shape->width,
                                          .Height = shape->height,
                                          .Depth = shape->depth,
                                          .Format = lw_cuda_format(shape->format),
                                          .NumChannels = lw_cuda_channels(shape->format),
                                          .Flags = shape->flags};
    if (shape->levels > LW_CUDA_LEVELS)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "an array has at most %d levels", LW_CUDA_LEVELS);
    lw_array_impl *made = lw_allocate(sizeof *made);
    if (!made || lw_allocation_fails()) {
        free(made);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an array");
    }
    lw_status status = lw_cuda_enter(device);
    if (!status && shape->levels)
        status = create_levels(device, made, &descriptor, shape->levels);
    else if (!status)
        status = lw_cuda_check(device, lw_cuda.cuArray3DCreate(&made->level[0], &descriptor), "cuArray3DCreate");
    if (status) {
        free(made);
        return status;
    }
    *array = made;
    return LW_SUCCESS;
}

lw_status lw_cuda_array_destroy(lw_device_impl *device, lw_array_impl *array)
{
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuCtxSynchronize(), "cuCtxSynchronize");
    if (status && !LW_ERROR_IS_STICKY(status))
        return status; /* a capture forbids it: the array stays */
    if (!status && array->mipmapped)
        status = lw_cuda_check(device, lw_cuda.cuMipmappedArrayDestroy(array->mipmapped), "cuMipmappedArrayDestroy");
    else if (!status)
        status = lw_cuda_check(device, lw_cuda.cuArrayDestroy(array->level[0]), "cuArrayDestroy");
    free(array);
    return status;
}

lw_status lw_cuda_array_copy(lw_stream_impl *stream, const lw_array_box *box)
{
    const lw_array_part *to = &box->destination, *from = &box->source;
    lw_status status = lw_cuda_enter(stream->device);
    if (status)
        return status;
    bool from_host = box->kind == LW_MEMCPY_HOST_TO_DEVICE, to_host = box->kind == LW_MEMCPY_DEVICE_TO_HOST;
    CUDA_MEMCPY3D copy = {.WidthInBytes = box->width, .Height = box->height, .Depth = box->depth};
    copy.srcXInBytes = from->x;
    copy.srcY = from->y;
    copy.srcZ = from->z;
    copy.srcMemoryType = from->array ? CU_MEMORYTYPE_ARRAY : from_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    copy.srcArray = from->array ? from->array->level[from->level] : NULL;
    copy.srcHost = from->pointer; /* the driver reads srcHost or srcDevice, by the type */
    copy.srcDevice = lw_cuda_address(from->pointer);
    copy.srcPitch = from->pitch;
    copy.srcHeight = from->pitch ? from->slice / from->pitch : 0;
    copy.dstXInBytes = to->x;
    copy.dstY = to->y;
    copy.dstZ = to->z;
    copy.dstMemoryType = to->array ? CU_MEMORYTYPE_ARRAY : to_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    copy.dstArray = to->array ? to->array->level[to->level] : NULL;
    copy.dstHost = to->pointer;
    copy.dstDevice = lw_cuda_address(to->pointer);
    copy.dstPitch = to->pitch;
    copy.dstHeight = to->pitch ? to->slice / to->pitch : 0;
    return lw_cuda_check(stream->device, lw_cuda.cuMemcpy3DAsync(&copy, stream->stream), "cuMemcpy3DAsync");
}
