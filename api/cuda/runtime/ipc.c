/* Memory and events of other processes. The handles are Lanewise's, byte for byte. */
#include "../../lanewise/ipc.h"
#include "cudart.h"

_Static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(lw_ipc_memory_handle) &&
                   sizeof(cudaIpcEventHandle_t) == sizeof(lw_ipc_event_handle) &&
                   cudaIpcMemLazyEnablePeerAccess == LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS,
               "handles of other processes");

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer)
{
    CUDART_CALLED();
    lw_device *device;
    int number;
    CUDART_TRY(cudart_device_of(&device, &number, pointer));
    return cudart_error(lw_ipc_get_memory_handle(device, (lw_ipc_memory_handle *)(void *)handle, pointer));
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_ipc_open_memory_handle(device, pointer, (lw_ipc_memory_handle *)(void *)&handle, flags));
}

cudaError_t cudaIpcCloseMemHandle(void *pointer)
{
    CUDART_CALLED();
    lw_device *device;
    int number;
    CUDART_TRY(cudart_device_of(&device, &number, pointer));
    return cudart_error(lw_ipc_close_memory_handle(device, pointer));
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    CUDART_CALLED();
    return cudart_error(lw_ipc_get_event_handle((lw_event *)(void *)event, (lw_ipc_event_handle *)(void *)handle));
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(
        lw_ipc_open_event_handle(device, (lw_event **)(void *)event, (lw_ipc_event_handle *)(void *)&handle));
}
