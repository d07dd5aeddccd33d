/* Kernels that launch kernels. lanewise-cc defines LW_CUDA_LAUNCHES_IN_KERNELS for a file that has such, and writes its
 * launches as calls (../../cc/cu_child.h): in device code, of lw_cuda_configure(), then of the kernel.
 * lanewise-lower-cuda makes a launch of the two. */
#ifndef LANEWISE_CUDA_CHILD_H
#define LANEWISE_CUDA_CHILD_H

/* No other lambda has such a parameter. So these do not change the numbers of others. */
struct lw_cuda_launch {};
#define LW_CUDA_LAUNCH lw_cuda_launch
#define LW_CUDA_LAUNCHES lw_cuda_launch()
#define LW_CUDA_BOTH __attribute__((host, device))

extern "C" __attribute__((host, device)) void lw_cuda_configure(dim3 grid, dim3 block, size_t shared = 0,
                                                                cudaStream_t stream = 0);

#ifdef __CUDACC_RDC__ /* its name shows lanewise-lower-cuda what clang adds to those of static kernels */
static __attribute__((global)) void lw_cuda_static_example() {}
#endif

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

/* ---- the device runtime: functions of the vocabulary, with CUDA's error numbers ---- */
LW_CUDA_WORD int lw_cuda_child_error(int clear);
LW_CUDA_WORD int lw_cuda_child_failed(int error);
LW_CUDA_WORD int lw_cuda_child_stream_create(void **stream, unsigned flags);
LW_CUDA_WORD int lw_cuda_child_stream_destroy(void *stream);
LW_CUDA_WORD int lw_cuda_child_stream_wait_event(void *stream, void *event, unsigned flags);
LW_CUDA_WORD int lw_cuda_child_event_create(void **event, unsigned flags);
LW_CUDA_WORD int lw_cuda_child_event_destroy(void *event);
LW_CUDA_WORD int lw_cuda_child_event_record(void *event, void *stream);
LW_CUDA_WORD int lw_cuda_child_transfer(void *to, const void *from, int value, size_t size, int kind, void *stream);
LW_CUDA_WORD int lw_cuda_child_device();
LW_CUDA_WORD int lw_cuda_child_device_count();
LW_CUDA_WORD int lw_cuda_child_attribute(int *value, int attribute, int device);
LW_CUDA_WORD int lw_cuda_child_limit(size_t *value, int limit);

LW_CUDA_DEVICE cudaError_t cudaGetLastError()
{
    return (cudaError_t)lw_cuda_child_error(1);
}
LW_CUDA_DEVICE cudaError_t cudaPeekAtLastError()
{
    return (cudaError_t)lw_cuda_child_error(0);
}
LW_CUDA_DEVICE const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define LW_CUDA_ERROR(name, number, text)                                                                              \
    case number: return #name;
#include "../runtime/errors.h"
#undef LW_CUDA_ERROR
    }
    return "unrecognized error code";
}
LW_CUDA_DEVICE const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define LW_CUDA_ERROR(name, number, text)                                                                              \
    case number: return text;
#include "../runtime/errors.h"
#undef LW_CUDA_ERROR
    }
    return "unrecognized error code";
}

/* Streams and events belong to the grid whose thread makes them. */
LW_CUDA_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    void *made = nullptr;
    int error = lw_cuda_child_stream_create(stream ? &made : nullptr, flags);
    if (stream)
        *stream = (cudaStream_t)made;
    return (cudaError_t)error;
}
LW_CUDA_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    return (cudaError_t)lw_cuda_child_stream_destroy(stream);
}
LW_CUDA_DEVICE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0)
{
    return (cudaError_t)lw_cuda_child_stream_wait_event(stream, event, flags);
}
LW_CUDA_DEVICE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    void *made = nullptr;
    int error = lw_cuda_child_event_create(event ? &made : nullptr, flags);
    if (event)
        *event = (cudaEvent_t)made;
    return (cudaError_t)error;
}
LW_CUDA_DEVICE cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0)
{
    return (cudaError_t)lw_cuda_child_event_record(event, stream);
}
LW_CUDA_DEVICE cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    return (cudaError_t)lw_cuda_child_event_destroy(event);
}

/* The heap is malloc()'s. */
LW_CUDA_DEVICE cudaError_t cudaMalloc(void **pointer, size_t size)
{
    void *memory = malloc(size);
    if (memory || !size)
        *pointer = memory;
    return (cudaError_t)lw_cuda_child_failed(memory || !size ? cudaSuccess : cudaErrorMemoryAllocation);
}
template <class T> LW_CUDA_DEVICE cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc((void **)(void *)pointer, size);
}
LW_CUDA_DEVICE cudaError_t cudaFree(void *pointer)
{
    free(pointer);
    return cudaSuccess;
}
LW_CUDA_DEVICE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                                           cudaStream_t stream = 0)
{
    if (!from && size)
        return (cudaError_t)lw_cuda_child_failed(cudaErrorInvalidValue);
    return (cudaError_t)lw_cuda_child_transfer(to, from, 0, size, kind, stream);
}
LW_CUDA_DEVICE cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream = 0)
{
    return (cudaError_t)lw_cuda_child_transfer(pointer, nullptr, value, size, cudaMemcpyDeviceToDevice, stream);
}

LW_CUDA_DEVICE cudaError_t cudaGetDevice(int *device)
{
    *device = lw_cuda_child_device();
    return cudaSuccess;
}
LW_CUDA_DEVICE cudaError_t cudaGetDeviceCount(int *count)
{
    *count = lw_cuda_child_device_count();
    return cudaSuccess;
}
LW_CUDA_DEVICE cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    return (cudaError_t)lw_cuda_child_attribute(value, attribute, device);
}
LW_CUDA_DEVICE cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    return (cudaError_t)lw_cuda_child_limit(value, limit);
}

#endif
