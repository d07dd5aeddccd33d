/* CUDA devices: count, open, close, wait. */
#include "cuda.h"

#include <stdlib.h>

int lw_cuda_count(void)
{
    int count;
    if (!lw_cuda_driver_open() || lw_cuda.cuDeviceGetCount(&count) != CUDA_SUCCESS)
        return 0;
    return count < LW_CUDA_MAX_DEVICES ? count : LW_CUDA_MAX_DEVICES;
}

/* The primary contexts that the process has retained. A context stays when its device is closed, as in the CUDA
 * runtime, because its creation takes long. The dispatch opens devices with a lock held. */
static struct {
    bool held;
    unsigned long long id;      /* never used twice */
    _Atomic(CUcontext) context; /* null: none */
} contexts[LW_CUDA_MAX_DEVICES];

CUresult lw_cuda_context_retain(lw_device_impl *device)
{
    CUcontext context;
    unsigned long long id = 0, *known = &contexts[device->ordinal].id;
    bool *held = &contexts[device->ordinal].held;
    CUresult error = lw_cuda.cuDevicePrimaryCtxRetain(&context, device->device);
    if (error != CUDA_SUCCESS)
        return error;
    /* Retained again, because the program may have reset the device; one reference is enough. */
    if (*held)
        lw_cuda.cuDevicePrimaryCtxRelease(device->device);
    *held = true;
    lw_cuda.cuCtxGetId(context, &id);
    if (*known != id)
        lw_cuda_modules_forget(device);
    *known = id;
    atomic_store_explicit(&contexts[device->ordinal].context, context, memory_order_relaxed);
    atomic_store_explicit(&device->context, context, memory_order_relaxed);
    return lw_cuda.cuCtxSetCurrent(context);
}

CUcontext lw_cuda_context_now(int ordinal)
{
    return atomic_load_explicit(&contexts[ordinal].context, memory_order_relaxed);
}

void lw_cuda_context_reset(lw_device_impl *device)
{
    bool *held = &contexts[device->ordinal].held;
    if (*held)
        lw_cuda.cuDevicePrimaryCtxRelease(device->device);
    *held = false;
    atomic_store_explicit(&contexts[device->ordinal].context, NULL, memory_order_relaxed);
    lw_cuda.cuDevicePrimaryCtxReset(device->device);
}

static lw_status open_context(lw_device_impl *device)
{
    if (!lw_cuda_driver_open())
        return lw_fail(NULL, LW_ERROR_NO_DEVICE, "there is no CUDA driver, or it finds no device");
    lw_status status = lw_cuda_check(device, lw_cuda.cuDeviceGet(&device->device, device->ordinal), "cuDeviceGet");
    if (!status)
        status = lw_cuda_check(device, lw_cuda_context_retain(device), "the creation of the device's context");
    /* A context after a fault fails in the first call that needs it. */
    size_t available, total;
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuMemGetInfo(&available, &total),
                                  "the creation of the device's context");
}

lw_status lw_cuda_open(lw_device_impl **opened, int ordinal)
{
    lw_device_impl *device = lw_allocate(sizeof *device);
    if (!device)
        return lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for a device");
    device->ordinal = ordinal;
    pthread_mutex_init(&device->lock, NULL);
    lw_status status = open_context(device);
    int clusters = 0;
    if (!status)
        status = lw_cuda_check(
            device, lw_cuda.cuDeviceGetAttribute(&clusters, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, device->device),
            "cuDeviceGetAttribute");
    device->clusters = clusters != 0;
    if (status) {
        pthread_mutex_destroy(&device->lock);
        free(device);
        return status;
    }
    *opened = device;
    return LW_SUCCESS;
}

void lw_cuda_close(lw_device_impl *device)
{
    /* Streams and events are closed already. After a fault only a reset releases the device's memory. */
    const char *report;
    lw_status fault = lw_cuda_fault(device, &report);
    if (fault != LW_SUCCESS)
        lw_cuda_reset(device);
    lw_cuda_forget_peers(device, fault == LW_SUCCESS);
    lw_cuda_host_calls_drop(device, fault);
    lw_cuda_graph_calls_free(device);
    lw_cuda_events_free(device);
    if (device->frees && lw_cuda_enter(device) == LW_SUCCESS)
        lw_cuda_check(device, lw_cuda.cuStreamDestroy(device->frees), "cuStreamDestroy");
    lw_cuda_pools_close(device, lw_cuda_synchronize(device) == LW_SUCCESS);
    free(device->pools); /* the default pool, which stays CUDA's */
    pthread_mutex_destroy(&device->lock);
    free(device);
}

lw_status lw_cuda_synchronize(lw_device_impl *device)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuCtxSynchronize(), "cuCtxSynchronize");
}

void lw_cuda_finish_work(lw_device_impl *device)
{
    lw_cuda_wait_beside_captures(device);
}

lw_words lw_cuda_device_words(lw_device_impl *device)
{
    return (lw_words){&device->fault, lw_cuda_open_captures()};
}

lw_status lw_cuda_fault(lw_device_impl *device, const char **report)
{
    lw_status fault = (lw_status)atomic_load_explicit(&device->fault, memory_order_acquire);
    if (fault)
        *report = device->report;
    return fault;
}
