/* Memory and events of other processes: the driver's own. */
#include "cuda.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(lw_ipc_memory_handle) == sizeof(CUipcMemHandle) &&
                   sizeof(lw_ipc_event_handle) == sizeof(CUipcEventHandle) &&
                   (int)LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS == (int)CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS,
               "handles of other processes");

/* What the driver returns for a handle that it does not take is one of several errors. */
static lw_status failed(lw_device_impl *device, CUresult error, const char *call)
{
    switch (error) {
    case CUDA_ERROR_INVALID_CONTEXT:
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "handle is of this process (%s, returned by %s)",
                       lw_cuda_error_name(error), call);
    case CUDA_ERROR_MAP_FAILED:
    case CUDA_ERROR_INVALID_HANDLE:
        return lw_fail(device, LW_ERROR_INVALID_VALUE,
                       "handle is no other process's, or it has ended or freed the object (%s, returned by %s)",
                       lw_cuda_error_name(error), call);
    default: return lw_cuda_check(device, error, call);
    }
}

static lw_status get_memory(lw_device_impl *device, lw_ipc_memory_handle *made, void *pointer, size_t size)
{
    CUipcMemHandle handle;
    (void)size;
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a handle of memory");
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status =
            lw_cuda_check(device, lw_cuda.cuIpcGetMemHandle(&handle, lw_cuda_address(pointer)), "cuIpcGetMemHandle");
    if (!status)
        memcpy(made, &handle, sizeof handle);
    return status;
}

static lw_status open_memory(lw_device_impl *device, void **pointer, size_t *size, const lw_ipc_memory_handle *given)
{
    CUipcMemHandle handle;
    CUdeviceptr opened, base;
    size_t whole;
    memcpy(&handle, given, sizeof handle);
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no addresses for another process's memory");
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = failed(device, lw_cuda.cuIpcOpenMemHandle(&opened, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS),
                        "cuIpcOpenMemHandle");
    if (status)
        return status;
    status = lw_cuda_check(device, lw_cuda.cuMemGetAddressRange(&base, &whole, opened), "cuMemGetAddressRange");
    if (status) {
        lw_cuda.cuIpcCloseMemHandle(opened);
        return status;
    }
    *pointer = (void *)(uintptr_t)opened;
    *size = whole - (size_t)(opened - base);
    return LW_SUCCESS;
}

static lw_status close_memory(lw_device_impl *device, void *pointer)
{
    lw_status status = lw_cuda_retire(device, pointer);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuIpcCloseMemHandle(lw_cuda_address(pointer)), "cuIpcCloseMemHandle");
}

static lw_status get_event(lw_event_impl *event, lw_ipc_event_handle *made)
{
    CUipcEventHandle handle;
    lw_status status = lw_cuda_enter(event->device);
    if (!status)
        status =
            lw_cuda_check(event->device, lw_cuda.cuIpcGetEventHandle(&handle, event->event), "cuIpcGetEventHandle");
    if (!status)
        memcpy(made, &handle, sizeof handle);
    return status;
}

static lw_status open_event(lw_device_impl *device, lw_event_impl **opened, const lw_ipc_event_handle *given)
{
    CUipcEventHandle handle;
    memcpy(&handle, given, sizeof handle);
    lw_event_impl *event = lw_allocate(sizeof *event);
    if (!event)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an event");
    event->device = device;
    event->flags = LW_EVENT_DISABLE_TIMING;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = failed(device, lw_cuda.cuIpcOpenEventHandle(&event->event, handle), "cuIpcOpenEventHandle");
    if (status) {
        free(event);
        return status;
    }
    lw_cuda_event_add(event);
    *opened = event;
    return LW_SUCCESS;
}

const lw_ipc_backend lw_cuda_ipc = {
    .get_memory = get_memory,
    .open_memory = open_memory,
    .close_memory = close_memory,
    .get_event = get_event,
    .open_event = open_event,
    .create_pool = lw_cuda_pool_create_shared,
    .export_pool = lw_cuda_pool_export,
    .import_pool = lw_cuda_pool_import,
    .export_pointer = lw_cuda_pool_export_pointer,
    .import_pointer = lw_cuda_pool_import_pointer,
};
