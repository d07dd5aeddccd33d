/* CUDA's device runtime for kernels that include <lanewise/device_launch.h>: its functions call the backend. */
#ifndef LW_CPU_DEVICE_RUNTIME_H
#define LW_CPU_DEVICE_RUNTIME_H

#include "child.h"
#include "child_types.h"
#include "qualifiers.h"

/* unsupported.h defines each as an error that names this header. */
#undef cudaDeviceGetAttribute
#undef cudaDeviceGetLimit
#undef cudaEventCreateWithFlags
#undef cudaEventDestroy
#undef cudaEventRecord
#undef cudaFree
#undef cudaGetDevice
#undef cudaGetDeviceCount
#undef cudaGetErrorName
#undef cudaGetErrorString
#undef cudaGetLastError
#undef cudaGetCurrentGraphExec
#undef cudaGraphExec_t
#undef cudaGraphLaunch
#undef cudaGraphSetConditional
#undef cudaMalloc
#undef cudaMemcpyAsync
#undef cudaMemsetAsync
#undef cudaPeekAtLastError
#undef cudaStreamCreateWithFlags
#undef cudaStreamDestroy
#undef cudaStreamWaitEvent

/* ---- graphs ---- */
typedef unsigned long long cudaGraphConditionalHandle;

LW_CPU_INLINE void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value)
{
    lw_cpu_graph_set_conditional(handle, value);
}

typedef struct CUgraphExec_st *cudaGraphExec_t;

LW_CPU_INLINE cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    return (cudaError_t)lw_cpu_graph_device_launch((unsigned long long)exec, stream);
}

LW_CPU_INLINE cudaGraphExec_t cudaGetCurrentGraphExec(void)
{
    return (cudaGraphExec_t)lw_cpu_graph_current();
}

/* ---- errors: each thread has its own ---- */
LW_CPU_INLINE cudaError_t cudaGetLastError(void)
{
    return (cudaError_t)lw_cpu_child_error(1);
}

LW_CPU_INLINE cudaError_t cudaPeekAtLastError(void)
{
    return (cudaError_t)lw_cpu_child_error(0);
}

/* name, CUDA's description */
/* clang-format off */
#define LW_CPU_CUDA_ERRORS(entry)                                                                                      \
    entry(cudaSuccess, "no error")                                                                                     \
    entry(cudaErrorInvalidValue, "invalid argument")                                                                   \
    entry(cudaErrorMemoryAllocation, "out of memory")                                                                  \
    entry(cudaErrorInvalidConfiguration, "invalid configuration argument")                                             \
    entry(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                                        \
    entry(cudaErrorLaunchPendingCountExceeded, "launch would exceed maximum number of outstanding grid launches")      \
    entry(cudaErrorInvalidDeviceFunction, "invalid device function")                                                   \
    entry(cudaErrorInvalidDevice, "invalid device ordinal")                                                            \
    entry(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device")                 \
    entry(cudaErrorUnsupportedLimit, "limit is not supported on this architecture")                                    \
    entry(cudaErrorLaunchOutOfResources, "too many resources requested for launch")                                    \
    entry(cudaErrorNotSupported, "operation not supported")                                                            \
    entry(cudaErrorUnknown, "unknown error")
/* clang-format on */

#define LW_CPU_ERROR_NAME(error, sentence)                                                                             \
    case error: return #error;
#define LW_CPU_ERROR_STRING(error, sentence)                                                                           \
    case error: return sentence;
LW_CPU_INLINE const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
        LW_CPU_CUDA_ERRORS(LW_CPU_ERROR_NAME)
    }
    return "unrecognized error code";
}

LW_CPU_INLINE const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
        LW_CPU_CUDA_ERRORS(LW_CPU_ERROR_STRING)
    }
    return "unrecognized error code";
}

/* ---- streams and events: they belong to the grid whose thread makes them ---- */
LW_CPU_INLINE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    void *made = 0;
    int error = lw_cpu_child_stream_create(stream ? &made : 0, flags);
    if (stream)
        *stream = (cudaStream_t)made;
    return (cudaError_t)error;
}

LW_CPU_INLINE cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    return (cudaError_t)lw_cpu_child_stream_destroy(stream);
}

LW_CPU_INLINE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    return (cudaError_t)lw_cpu_child_stream_wait_event(stream, event, flags);
}

LW_CPU_INLINE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    void *made = 0;
    int error = lw_cpu_child_event_create(event ? &made : 0, flags);
    if (event)
        *event = (cudaEvent_t)made;
    return (cudaError_t)error;
}

LW_CPU_INLINE cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return (cudaError_t)lw_cpu_child_event_record(event, stream);
}

LW_CPU_INLINE cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    return (cudaError_t)lw_cpu_child_event_destroy(event);
}

/* ---- memory ---- */
LW_CPU_INLINE cudaError_t cudaMemcpyAsync(void *destination, const void *source, size_t size, enum cudaMemcpyKind kind,
                                          cudaStream_t stream)
{
    if (!source && size)
        return (cudaError_t)lw_cpu_child_failed(cudaErrorInvalidValue);
    return (cudaError_t)lw_cpu_child_transfer(destination, source, 0, size, kind, stream);
}

LW_CPU_INLINE cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream)
{
    return (cudaError_t)lw_cpu_child_transfer(pointer, 0, value, size, cudaMemcpyDeviceToDevice, stream);
}

/* Uses the heap of malloc(). */
LW_CPU_INLINE cudaError_t cudaMalloc(void **pointer, size_t size)
{
    void *memory = malloc(size);
    if (memory || !size)
        *pointer = memory;
    return (cudaError_t)lw_cpu_child_failed(memory || !size ? cudaSuccess : cudaErrorMemoryAllocation);
}

LW_CPU_INLINE cudaError_t cudaFree(void *pointer)
{
    free(pointer);
    return cudaSuccess;
}

/* ---- the device ---- */
LW_CPU_INLINE cudaError_t cudaGetDevice(int *device)
{
    *device = lw_cpu_child_device();
    return cudaSuccess;
}

LW_CPU_INLINE cudaError_t cudaGetDeviceCount(int *count)
{
    *count = lw_cpu_child_device_count();
    return cudaSuccess;
}

LW_CPU_INLINE cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    return (cudaError_t)lw_cpu_child_attribute(value, attribute, device);
}

LW_CPU_INLINE cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    return (cudaError_t)lw_cpu_child_limit(value, limit);
}

#endif
