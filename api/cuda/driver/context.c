/* Contexts: each device has one. A thread has a stack of them; the top one is the runtime's current device, too. */
#include "driver.h"

enum { MOST_CONTEXTS = 32 };
static struct CUctx_st {
    char unused;
} contexts[MOST_DEVICES];
static _Thread_local CUcontext stack[MOST_CONTEXTS];
static _Thread_local int depth;

static CUresult set_device(CUdevice device)
{
    DRIVER_CALL(cudaSetDevice(device));
}

static bool is_context(CUcontext context)
{
    uintptr_t first = (uintptr_t)contexts, at = (uintptr_t)context;
    return at >= first && at < first + sizeof contexts;
}

static CUresult refuse(const char *function, CUcontext context)
{
    return driver_refuse(CUDA_ERROR_INVALID_CONTEXT, "%s: %p is no context", function, (void *)context);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    int count = 0;
    if (!context)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuDevicePrimaryCtxRetain: context is null");
    CUresult result = cuDeviceGetCount(&count);
    if (result)
        return result;
    if (device < 0 || device >= count || device >= MOST_DEVICES)
        return driver_refuse(CUDA_ERROR_INVALID_DEVICE, "cuDevicePrimaryCtxRetain: device %d does not exist", device);
    *context = &contexts[device];
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    CUcontext context;
    return cuDevicePrimaryCtxRetain(&context, device);
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    if (!is_context(context))
        return refuse("cuCtxPushCurrent", context);
    if (depth == MOST_CONTEXTS)
        return driver_refuse(CUDA_ERROR_OUT_OF_MEMORY, "cuCtxPushCurrent: %d contexts are pushed already", depth);
    CUresult result = set_device((CUdevice)(context - contexts));
    if (!result)
        stack[depth++] = context;
    return result;
}

CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    if (flags > 31)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuCtxCreate: flags 0x%x are not CUDA's", flags);
    CUresult result = cuDevicePrimaryCtxRetain(context, device);
    return result ? result : cuCtxPushCurrent(*context);
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    if (depth == 0)
        return driver_refuse(CUDA_ERROR_INVALID_CONTEXT, "cuCtxPopCurrent: the thread has no context");
    CUcontext top = stack[--depth];
    if (context)
        *context = top;
    return depth ? set_device((CUdevice)(stack[depth - 1] - contexts)) : CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context)
{
    if (!is_context(context))
        return refuse("cuCtxDestroy", context);
    return depth && stack[depth - 1] == context ? cuCtxPopCurrent(NULL) : CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    if (context && !is_context(context))
        return refuse("cuCtxSetCurrent", context);
    depth -= depth > 0;
    return context ? cuCtxPushCurrent(context) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    if (!context)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuCtxGetCurrent: context is null");
    *context = depth ? stack[depth - 1] : NULL;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    DRIVER_CALL(cudaGetDevice(device));
}

CUresult cuCtxSynchronize(void)
{
    DRIVER_CALL(cudaDeviceSynchronize());
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
    DRIVER_CALL(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    DRIVER_CALL(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
    DRIVER_CALL(cudaDeviceGetCacheConfig((enum cudaFuncCache *)config));
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    DRIVER_CALL(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}
