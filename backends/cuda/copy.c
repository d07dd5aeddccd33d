/* Copies and fills of bytes, of rows, and of slices of rows. A slice's size is a multiple of the pitch, as CUDA
 * requires. */
#include "cuda.h"

static bool reads_device(lw_memcpy_kind kind)
{
    return kind == LW_MEMCPY_DEVICE_TO_HOST || kind == LW_MEMCPY_DEVICE_TO_DEVICE;
}

static bool writes_device(lw_memcpy_kind kind)
{
    return kind == LW_MEMCPY_HOST_TO_DEVICE || kind == LW_MEMCPY_DEVICE_TO_DEVICE;
}

static lw_status copy_bytes(lw_stream_impl *stream, const lw_copy *copy)
{
    CUdeviceptr to = lw_cuda_address(copy->destination), from = lw_cuda_address(copy->source);
    switch (copy->kind) {
    case LW_MEMCPY_HOST_TO_DEVICE:
        return lw_cuda_check(stream->device, lw_cuda.cuMemcpyHtoDAsync(to, copy->source, copy->width, stream->stream),
                             "cuMemcpyHtoDAsync");
    case LW_MEMCPY_DEVICE_TO_HOST:
        return lw_cuda_check(stream->device,
                             lw_cuda.cuMemcpyDtoHAsync(copy->destination, from, copy->width, stream->stream),
                             "cuMemcpyDtoHAsync");
    case LW_MEMCPY_DEVICE_TO_DEVICE:
        return lw_cuda_check(stream->device, lw_cuda.cuMemcpyDtoDAsync(to, from, copy->width, stream->stream),
                             "cuMemcpyDtoDAsync");
    case LW_MEMCPY_HOST_TO_HOST:
    case LW_MEMCPY_DEFAULT: break;
    }
    /* The driver finds the memory spaces by the addresses. */
    return lw_cuda_check(stream->device, lw_cuda.cuMemcpyAsync(to, from, copy->width, stream->stream), "cuMemcpyAsync");
}

static lw_status copy_rows(lw_stream_impl *stream, const lw_copy *copy)
{
    CUDA_MEMCPY2D rows = {
        .srcMemoryType = reads_device(copy->kind) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .srcHost = copy->source, /* the driver reads srcHost or srcDevice, by the type */
        .srcDevice = lw_cuda_address(copy->source),
        .srcPitch = copy->source_pitch,
        .dstMemoryType = writes_device(copy->kind) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .dstHost = copy->destination,
        .dstDevice = lw_cuda_address(copy->destination),
        .dstPitch = copy->destination_pitch,
        .WidthInBytes = copy->width,
        .Height = copy->height,
    };
    return lw_cuda_check(stream->device, lw_cuda.cuMemcpy2DAsync(&rows, stream->stream), "cuMemcpy2DAsync");
}

static lw_status copy_slices(lw_stream_impl *stream, const lw_copy *copy)
{
    CUDA_MEMCPY3D slices = {
        .srcMemoryType = reads_device(copy->kind) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .srcHost = copy->source,
        .srcDevice = lw_cuda_address(copy->source),
        .srcPitch = copy->source_pitch,
        .srcHeight = copy->source_slice / copy->source_pitch,
        .dstMemoryType = writes_device(copy->kind) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .dstHost = copy->destination,
        .dstDevice = lw_cuda_address(copy->destination),
        .dstPitch = copy->destination_pitch,
        .dstHeight = copy->destination_slice / copy->destination_pitch,
        .WidthInBytes = copy->width,
        .Height = copy->slice,
        .Depth = copy->height / copy->slice,
    };
    return lw_cuda_check(stream->device, lw_cuda.cuMemcpy3DAsync(&slices, stream->stream), "cuMemcpy3DAsync");
}

lw_status lw_cuda_copy(lw_stream_impl *stream, const lw_copy *copy)
{
    lw_status status = lw_cuda_enter(stream->device);
    if (status || copy->width == 0 || copy->height == 0)
        return status;
    if (copy->slice)
        return copy_slices(stream, copy);
    return copy->height == 1 ? copy_bytes(stream, copy) : copy_rows(stream, copy);
}

/* Fills rows; the device is current. */
static lw_status set_rows(lw_stream_impl *stream, const char *pointer, size_t pitch, int value, size_t width,
                          size_t height)
{
    CUdeviceptr address = lw_cuda_address(pointer);
    unsigned char byte = (unsigned char)value;
    if (height == 1)
        return lw_cuda_check(stream->device, lw_cuda.cuMemsetD8Async(address, byte, width, stream->stream),
                             "cuMemsetD8Async");
    return lw_cuda_check(stream->device, lw_cuda.cuMemsetD2D8Async(address, pitch, byte, width, height, stream->stream),
                         "cuMemsetD2D8Async");
}

lw_status lw_cuda_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    lw_status status = lw_cuda_enter(stream->device);
    if (status || width == 0 || height == 0)
        return status;
    return set_rows(stream, pointer, pitch, value, width, height);
}

lw_status lw_cuda_set_slices(lw_stream_impl *stream, const lw_copy *set, int value)
{
    lw_status status = lw_cuda_enter(stream->device);
    if (status || set->width == 0 || set->height == 0)
        return status;
    /* The driver fills rows, not slices: one call if there are no gaps between slices, else one for each slice. */
    if (set->destination_slice == set->slice * set->destination_pitch)
        return set_rows(stream, set->destination, set->destination_pitch, value, set->width, set->height);
    const char *slice = set->destination;
    for (size_t i = 0; i < set->height / set->slice && !status; i++, slice += set->destination_slice)
        status = set_rows(stream, slice, set->destination_pitch, value, set->width, set->slice);
    return status;
}
