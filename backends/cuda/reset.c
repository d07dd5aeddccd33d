/* Ends a sticky fault with cuDevicePrimaryCtxReset(), which destroys the device's context and all in it. A test then
 * shows whether the device works again. */
#include "cuda.h"

#include <stdio.h>
#include <string.h>

/* Creates the context and all streams, events and pools again; returns CUDA_SUCCESS if the device works. */
static CUresult recreate(lw_device_impl *device)
{
    CUresult error = lw_cuda_context_retain(device);
    if (error == CUDA_SUCCESS)
        error = lw_cuda.cuCtxSynchronize();
    /* Takes the lock only now: cuCtxSynchronize() may wait for a host function, which takes the lock. */
    pthread_mutex_lock(&device->lock);
    error = lw_cuda_streams_recreate(device, error);
    error = lw_cuda_events_recreate(device, error);
    error = lw_cuda_pools_recreate(device, error);
    pthread_mutex_unlock(&device->lock);
    return error;
}

lw_status lw_cuda_reset(lw_device_impl *device)
{
    /* The wait may find a fault. */
    lw_cuda_synchronize(device);
    const char *report;
    lw_status fault = lw_cuda_fault(device, &report);
    lw_cuda_forget_peers(device, fault == LW_SUCCESS);
    if (fault == LW_SUCCESS)
        return LW_SUCCESS; /* no fault to end, and the allocations are freed: the context stays */

    lw_cuda_pools_forget(device);
    lw_cuda_modules_forget(device);
    lw_cuda_context_reset(device);
    CUresult error = recreate(device);
    if (error == CUDA_SUCCESS) {
        atomic_store_explicit(&device->latest_kernel, NULL, memory_order_relaxed);
        atomic_store_explicit(&device->fault, LW_SUCCESS, memory_order_release);
    }
    lw_cuda_host_calls_drop(device, fault);
    if (error == CUDA_SUCCESS)
        return LW_SUCCESS;
    static const char hint[] = "; a reset of its context did not end it: this device needs a new process";
    pthread_mutex_lock(&device->lock);
    size_t length = strlen(device->report);
    if (!strstr(device->report, hint))
        snprintf(device->report + length, sizeof device->report - length, "%s", hint);
    lw_fail(device, fault, "%s", device->report);
    pthread_mutex_unlock(&device->lock);
    return fault;
}
