/* Other code's streams, events and memory. */
#include "cuda.h"

#include <stdlib.h>

void *lw_cuda_device_native(lw_device_impl *device)
{
    return atomic_load_explicit(&device->context, memory_order_relaxed);
}

void *lw_cuda_stream_native(lw_stream_impl *stream)
{
    lw_cuda_others_may_capture();
    return stream->stream;
}

void *lw_cuda_event_native(lw_event_impl *event)
{
    lw_cuda_others_may_capture();
    return event->event;
}

lw_status lw_cuda_stream_adopt(lw_device_impl *device, void *native, unsigned *flags, int *priority,
                               lw_stream_impl **adopted)
{
    CUcontext context;
    CUstream stream = native;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuStreamGetCtx(stream, &context), "cuStreamGetCtx");
    if (!status && context != atomic_load_explicit(&device->context, memory_order_relaxed))
        status =
            lw_fail(device, LW_ERROR_INVALID_HANDLE, "native is a stream of another context, or of another device");
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuStreamGetFlags(stream, flags), "cuStreamGetFlags");
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuStreamGetPriority(stream, priority), "cuStreamGetPriority");
    if (status)
        return status;
    lw_stream_impl *made = lw_allocate(sizeof *made);
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a stream");
    made->device = device;
    made->stream = stream;
    made->flags = *flags;
    made->priority = *priority;
    made->adopted = true;
    lw_cuda_others_may_capture();
    lw_cuda_stream_add(made);
    *adopted = made;
    return LW_SUCCESS;
}

lw_status lw_cuda_event_adopt(lw_device_impl *device, void *native, lw_event_impl **adopted)
{
    lw_event_impl *made = lw_allocate(sizeof *made);
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an event");
    made->device = device;
    made->event = native;
    made->adopted = true;
    lw_cuda_others_may_capture();
    lw_cuda_event_add(made);
    *adopted = made;
    return LW_SUCCESS;
}

/* Whether the address is this device's memory; `end`: the end of its allocation. */
static lw_status find_end(lw_device_impl *device, const void *pointer, uintptr_t *end)
{
    CUmemorytype type = 0;
    int ordinal = -1;
    CUdeviceptr start = 0;
    size_t size = 0;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                   CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void *answers[] = {&type, &ordinal, &start, &size};
    lw_status status = lw_cuda_check(
        device, lw_cuda.cuPointerGetAttributes(sizeof asked / sizeof *asked, asked, answers, lw_cuda_address(pointer)),
        "cuPointerGetAttributes");
    if (status)
        return status;
    if (type != CU_MEMORYTYPE_DEVICE || ordinal != device->ordinal)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "pointer is %p, which is no memory of this device", pointer);
    *end = (uintptr_t)(start + size);
    return LW_SUCCESS;
}

lw_status lw_cuda_owns_memory(lw_device_impl *device, const void *pointer, size_t size)
{
    uintptr_t end = 0;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = find_end(device, pointer, &end);
    if (!status && size > end - (uintptr_t)pointer)
        status = lw_fail(device, LW_ERROR_INVALID_VALUE, "pointer is %p, and its allocation ends %zu bytes from there",
                         pointer, (size_t)(end - (uintptr_t)pointer));
    return status;
}
