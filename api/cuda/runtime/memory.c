/* Memory: allocations, and what a pointer is. */
#include <string.h>

#include "cudart.h"

#define WITH_DEVICE(call)                                                                                              \
    do {                                                                                                               \
        lw_device *device;                                                                                             \
        CUDART_TRY(cudart_device(&device));                                                                            \
        return cudart_error(call);                                                                                     \
    } while (0)

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    if (pointer && size == 0) { /* CUDA's is a success */
        *pointer = NULL;
        return cudaSuccess;
    }
    cudaError_t error = cudart_error(lw_malloc(device, pointer, size));
    if (error == cudaErrorMemoryAllocation)
        *pointer = NULL;
    return error;
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    CUDART_CALLED();
    WITH_DEVICE(lw_malloc_pitch(device, pointer, pitch, width, height));
}

cudaError_t cudaFree(void *pointer)
{
    CUDART_CALLED();
    lw_device *device;
    int number;
    if (!pointer) /* which programs call to begin with CUDA */
        return cudart_device(&device);
    CUDART_TRY(cudart_device_of(&device, &number, pointer));
    return cudart_error(lw_free(device, pointer));
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    CUDART_CALLED();
    WITH_DEVICE(lw_malloc_host(device, pointer, size));
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    CUDART_CALLED();
    WITH_DEVICE(lw_malloc_host_with(device, pointer, size, flags));
}

cudaError_t cudaFreeHost(void *pointer)
{
    CUDART_CALLED();
    lw_device *device;
    int number;
    if (!pointer)
        return cudart_device(&device);
    CUDART_TRY(cudart_device_of(&device, &number, pointer));
    return cudart_error(lw_free_host(device, pointer));
}

static bool is_page_locked(lw_device *device, const void *pointer)
{
    lw_pointer_attributes of;
    return pointer && lw_pointer_get_attributes(device, pointer, &of) == LW_SUCCESS && of.space == LW_SPACE_HOST;
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    lw_status status = lw_host_register(device, pointer, size, flags);
    if (status == LW_ERROR_INVALID_VALUE && size && is_page_locked(device, pointer))
        return cudart_fail(cudaErrorHostMemoryAlreadyRegistered, "%s", lw_last_error_message(device));
    return cudart_error(status);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    CUDART_CALLED();
    lw_device *device;
    int number;
    CUDART_TRY(cudart_device_of(&device, &number, pointer));
    lw_status status = lw_host_unregister(device, pointer);
    if (status == LW_ERROR_INVALID_VALUE && pointer && !is_page_locked(device, pointer))
        return cudart_fail(cudaErrorHostMemoryNotRegistered, "%s", lw_last_error_message(device));
    return cudart_error(status);
}

cudaError_t cudaHostGetDevicePointer(void **pointer, void *host, unsigned flags)
{
    CUDART_CALLED();
    if (flags)
        return cudart_fail(cudaErrorInvalidValue, "cudaHostGetDevicePointer: flags is %u; expected 0", flags);
    WITH_DEVICE(lw_host_get_device_pointer(device, pointer, host));
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    CUDART_CALLED();
    WITH_DEVICE(lw_malloc_managed(device, pointer, size, flags));
}

static lw_memory_location location_of(int device)
{
    return device == cudaCpuDeviceId ? LW_LOCATION_HOST : LW_LOCATION_DEVICE;
}

cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice, int number)
{
    CUDART_CALLED();
    WITH_DEVICE(lw_memory_advise(device, pointer, size, (lw_memory_advice)advice, location_of(number)));
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int number, cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_memory_prefetch_async(stream, pointer, size, location_of(number)));
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_malloc_async(stream, pointer, size));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_free_async(stream, pointer));
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *to, const void *pointer)
{
    CUDART_CALLED();
    lw_device *device;
    lw_pointer_attributes from;
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "cudaPointerGetAttributes: attributes is null");
    int number;
    CUDART_TRY(cudart_device_of(&device, &number, pointer));
    CUDART_TRY(cudart_error(lw_pointer_get_attributes(device, pointer, &from)));
    void *address = (void *)(uintptr_t)pointer;
    *to = (struct cudaPointerAttributes){.type = (enum cudaMemoryType)from.space, .device = cudaInvalidDeviceId};
    if (from.space == LW_SPACE_UNREGISTERED) {
        to->hostPointer = address;
        return cudaSuccess;
    }
    to->devicePointer = address;
    to->hostPointer = from.space == LW_SPACE_DEVICE ? NULL : address;
    to->device = number;
    return cudaSuccess;
}
