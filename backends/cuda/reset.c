/* Ending a sticky fault. CUDA's way is cuDevicePrimaryCtxReset(), which destroys the device's context with all in it;
 * whether the device then works again is for the device to say. */
#include "cuda.h"

#include <stdio.h>
#include <string.h>

/* Whether the device works, with everything behind our handles made again. */
static CUresult revive(lw_device_impl *device)
{
    CUresult error = lw_cuda_context_retain(device);
    if (error == CUDA_SUCCESS)
        error = lw_cuda.cuCtxSynchronize();
    /* The lock only now: what waits for the device may wait for a host function, which takes it. */
    pthread_mutex_lock(&device->lock);
    error = lw_cuda_streams_revive(device, error);
    error = lw_cuda_events_revive(device, error);
    pthread_mutex_unlock(&device->lock);
    return error;
}

lw_status lw_cuda_reset(lw_device_impl *device)
{
    /* Waiting may be what finds the fault. */
    lw_cuda_synchronize(device);
    const char *report;
    lw_status fault = lw_cuda_fault(device, &report);
    if (fault == LW_SUCCESS)
        return LW_SUCCESS; /* nothing to end, and the allocations are freed: a context in good order stays */

    lw_cuda_modules_forget(device);
    lw_cuda_context_reset(device);
    CUresult error = revive(device);
    if (error == CUDA_SUCCESS) {
        atomic_store_explicit(&device->latest, NULL, memory_order_relaxed);
        atomic_store_explicit(&device->fault, LW_SUCCESS, memory_order_release);
    }
    lw_cuda_host_calls_drop(device);
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
