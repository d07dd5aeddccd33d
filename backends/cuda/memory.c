/* Device memory, pinned host memory, and moving bytes. */
#include "cuda.h"

lw_status lw_cuda_allocate(lw_device_impl *device, void **pointer, size_t size)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no device memory for %zu bytes", size);
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    void *memory;
    cudaError_t error = cudaMalloc(&memory, size);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        size_t left = 0, total = 0;
        if (cudaMemGetInfo(&left, &total) == cudaSuccess)
            return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no device memory for %zu bytes: %zu of %zu are free", size,
                           left, total);
    }
    status = lw_cuda_check(device, error, "cudaMalloc");
    if (!status)
        *pointer = memory;
    return status;
}

lw_status lw_cuda_release(lw_device_impl *device, void *pointer)
{
    /* cudaFree() itself waits for the device's work. */
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, cudaFree(pointer), "cudaFree");
}

lw_status lw_cuda_allocate_host(lw_device_impl *device, void **pointer, size_t size, unsigned flags)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no page-locked memory for %zu bytes", size);
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    void *memory;
    /* Portable: pinned for every device of the process. The flags' values are CUDA's. */
    status = lw_cuda_check(device, cudaHostAlloc(&memory, size, flags | cudaHostAllocPortable), "cudaHostAlloc");
    if (!status)
        *pointer = memory;
    return status;
}

lw_status lw_cuda_release_host(lw_device_impl *device, void *pointer)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, cudaFreeHost(pointer), "cudaFreeHost");
}

lw_status lw_cuda_register_host(lw_device_impl *device, void *pointer, size_t size, unsigned flags)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory can be page-locked");
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, cudaHostRegister(pointer, size, flags | cudaHostRegisterPortable),
                                  "cudaHostRegister");
}

lw_status lw_cuda_unregister_host(lw_device_impl *device, void *pointer)
{
    /* Copies in streams may still use it. */
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    return status ? status : lw_cuda_check(device, cudaHostUnregister(pointer), "cudaHostUnregister");
}

static enum cudaMemcpyKind kind_of(lw_memcpy_kind kind)
{
    switch (kind) {
    case LW_MEMCPY_HOST_TO_HOST:
        return cudaMemcpyHostToHost;
    case LW_MEMCPY_HOST_TO_DEVICE:
        return cudaMemcpyHostToDevice;
    case LW_MEMCPY_DEVICE_TO_HOST:
        return cudaMemcpyDeviceToHost;
    case LW_MEMCPY_DEVICE_TO_DEVICE:
        return cudaMemcpyDeviceToDevice;
    case LW_MEMCPY_DEFAULT:
        break;
    }
    return cudaMemcpyDefault;
}

lw_status lw_cuda_copy(lw_stream_impl *stream, const lw_copy *copy)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cuda_enter(device);
    if (status || copy->width == 0 || copy->height == 0)
        return status;
    enum cudaMemcpyKind kind = kind_of(copy->kind);
    if (copy->slice)
        return lw_cuda_copy_slices(stream, copy, kind);
    if (copy->height == 1)
        return lw_cuda_check(device,
                             cudaMemcpyAsync(copy->destination, copy->source, copy->width, kind, stream->stream),
                             "cudaMemcpyAsync");
    return lw_cuda_check(device,
                         cudaMemcpy2DAsync(copy->destination, copy->destination_pitch, copy->source,
                                           copy->source_pitch, copy->width, copy->height, kind, stream->stream),
                         "cudaMemcpy2DAsync");
}

lw_status lw_cuda_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cuda_enter(device);
    if (status || width == 0 || height == 0)
        return status;
    value &= 0xff;
    if (height == 1)
        return lw_cuda_check(device, cudaMemsetAsync(pointer, value, width, stream->stream), "cudaMemsetAsync");
    return lw_cuda_check(device, cudaMemset2DAsync(pointer, pitch, value, width, height, stream->stream),
                         "cudaMemset2DAsync");
}
