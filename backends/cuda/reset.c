/* Ending a sticky fault. CUDA's way is cudaDeviceReset(), which destroys the device's context with all in it; whether
 * the device then works again is for the device to say. */
#include "cuda.h"

#include <stdio.h>
#include <string.h>

/* Whether the device works, with everything behind our handles made again. */
static cudaError_t revive(lw_device_impl *device)
{
    cudaError_t error = cudaSetDevice(device->ordinal);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
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
    cudaDeviceReset(); /* answers the fault even when it works */
    cudaGetLastError();
    cudaError_t error = revive(device);
    if (error == cudaSuccess) {
        atomic_store_explicit(&device->latest, NULL, memory_order_relaxed);
        atomic_store_explicit(&device->fault, LW_SUCCESS, memory_order_release);
    }
    lw_cuda_host_calls_drop(device);
    if (error == cudaSuccess)
        return LW_SUCCESS;
    cudaGetLastError();
    static const char hint[] = "; cudaDeviceReset did not end it: this device needs a new process";
    pthread_mutex_lock(&device->lock);
    size_t length = strlen(device->report);
    if (!strstr(device->report, hint))
        snprintf(device->report + length, sizeof device->report - length, "%s", hint);
    lw_fail(device, fault, "%s", device->report);
    pthread_mutex_unlock(&device->lock);
    return fault;
}
