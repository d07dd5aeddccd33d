/* The functions in which stream 0 is the calling thread's default stream, also of those that wait (_ptds): each calls its
 * namesake, whose null stream is the thread's meanwhile. */
#include "cudart.h"
#include "register.h"

static _Thread_local bool is_per_thread;

cudaStream_t cudart_null_stream(void)
{
    return is_per_thread ? cudaStreamPerThread : cudaStreamLegacy;
}

static void restore(const bool *before)
{
    is_per_thread = *before;
}

#define DEFINE(name, suffix, parameters, arguments)                                                                    \
    __attribute__((visibility("default"))) __typeof__(name) name##_##suffix;                                           \
    cudaError_t name##_##suffix parameters                                                                             \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        __attribute__((cleanup(restore))) bool before = is_per_thread;                                                 \
        is_per_thread = true;                                                                                          \
        return name arguments;                                                                                         \
    }

DEFINE(cudaEventRecord, ptsz, (cudaEvent_t event, cudaStream_t stream), (event, stream))
DEFINE(cudaFreeAsync, ptsz, (void *pointer, cudaStream_t stream), (pointer, stream))
DEFINE(cudaGraphLaunch, ptsz, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
DEFINE(cudaGraphUpload, ptsz, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
DEFINE(cudaLaunchCooperativeKernel, ptsz,
       (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream),
       (kernel, grid, block, arguments, shared, stream))
DEFINE(cudaLaunchHostFunc, ptsz, (cudaStream_t stream, cudaHostFn_t function, void *user), (stream, function, user))
DEFINE(cudaLaunchKernel, ptsz,
       (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream),
       (kernel, grid, block, arguments, shared, stream))
DEFINE(cudaLaunchKernelExC, ptsz, (const cudaLaunchConfig_t *config, const void *kernel, void **arguments),
       (config, kernel, arguments))
DEFINE(cudaMallocAsync, ptsz, (void **pointer, size_t size, cudaStream_t stream), (pointer, size, stream))
DEFINE(cudaMallocFromPoolAsync, ptsz, (void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream),
       (pointer, size, pool, stream))
DEFINE(cudaMemPrefetchAsync, ptsz, (const void *pointer, size_t size, int device, cudaStream_t stream),
       (pointer, size, device, stream))
DEFINE(cudaMemcpy, ptds, (void *to, const void *from, size_t size, enum cudaMemcpyKind kind), (to, from, size, kind))
DEFINE(cudaMemcpy2D, ptds,
       (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
        enum cudaMemcpyKind kind),
       (to, to_pitch, from, from_pitch, width, height, kind))
DEFINE(cudaMemcpy2DArrayToArray, ptds,
       (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x, size_t from_y, size_t width,
        size_t height, enum cudaMemcpyKind kind),
       (to, to_x, to_y, from, from_x, from_y, width, height, kind))
DEFINE(cudaMemcpy2DAsync, ptsz,
       (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
        enum cudaMemcpyKind kind, cudaStream_t stream),
       (to, to_pitch, from, from_pitch, width, height, kind, stream))
DEFINE(cudaMemcpy2DFromArray, ptds,
       (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height,
        enum cudaMemcpyKind kind),
       (to, pitch, from, x, y, width, height, kind))
DEFINE(cudaMemcpy2DFromArrayAsync, ptsz,
       (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height,
        enum cudaMemcpyKind kind, cudaStream_t stream),
       (to, pitch, from, x, y, width, height, kind, stream))
DEFINE(cudaMemcpy2DToArray, ptds,
       (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height,
        enum cudaMemcpyKind kind),
       (to, x, y, from, pitch, width, height, kind))
DEFINE(cudaMemcpy2DToArrayAsync, ptsz,
       (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height,
        enum cudaMemcpyKind kind, cudaStream_t stream),
       (to, x, y, from, pitch, width, height, kind, stream))
DEFINE(cudaMemcpy3D, ptds, (const struct cudaMemcpy3DParms *copy), (copy))
DEFINE(cudaMemcpy3DAsync, ptsz, (const struct cudaMemcpy3DParms *copy, cudaStream_t stream), (copy, stream))
DEFINE(cudaMemcpyAsync, ptsz, (void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream),
       (to, from, size, kind, stream))
DEFINE(cudaMemcpyFromArray, ptds,
       (void *to, cudaArray_const_t from, size_t x, size_t y, size_t size, enum cudaMemcpyKind kind),
       (to, from, x, y, size, kind))
DEFINE(cudaMemcpyFromArrayAsync, ptsz,
       (void *to, cudaArray_const_t from, size_t x, size_t y, size_t size, enum cudaMemcpyKind kind,
        cudaStream_t stream),
       (to, from, x, y, size, kind, stream))
DEFINE(cudaMemcpyFromSymbol, ptds, (void *to, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind),
       (to, symbol, size, offset, kind))
DEFINE(cudaMemcpyFromSymbolAsync, ptsz,
       (void *to, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream),
       (to, symbol, size, offset, kind, stream))
DEFINE(cudaMemcpyToArray, ptds,
       (cudaArray_t to, size_t x, size_t y, const void *from, size_t size, enum cudaMemcpyKind kind),
       (to, x, y, from, size, kind))
DEFINE(cudaMemcpyToArrayAsync, ptsz,
       (cudaArray_t to, size_t x, size_t y, const void *from, size_t size, enum cudaMemcpyKind kind,
        cudaStream_t stream),
       (to, x, y, from, size, kind, stream))
DEFINE(cudaMemcpyToSymbol, ptds,
       (const void *symbol, const void *from, size_t size, size_t offset, enum cudaMemcpyKind kind),
       (symbol, from, size, offset, kind))
DEFINE(cudaMemcpyToSymbolAsync, ptsz,
       (const void *symbol, const void *from, size_t size, size_t offset, enum cudaMemcpyKind kind,
        cudaStream_t stream),
       (symbol, from, size, offset, kind, stream))
DEFINE(cudaMemset, ptds, (void *pointer, int value, size_t size), (pointer, value, size))
DEFINE(cudaMemset2D, ptds, (void *pointer, size_t pitch, int value, size_t width, size_t height),
       (pointer, pitch, value, width, height))
DEFINE(cudaMemset2DAsync, ptsz,
       (void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
       (pointer, pitch, value, width, height, stream))
DEFINE(cudaMemset3D, ptds, (struct cudaPitchedPtr memory, int value, struct cudaExtent extent), (memory, value, extent))
DEFINE(cudaMemset3DAsync, ptsz,
       (struct cudaPitchedPtr memory, int value, struct cudaExtent extent, cudaStream_t stream),
       (memory, value, extent, stream))
DEFINE(cudaMemsetAsync, ptsz, (void *pointer, int value, size_t size, cudaStream_t stream),
       (pointer, value, size, stream))
DEFINE(cudaStreamAddCallback, ptsz, (cudaStream_t stream, cudaStreamCallback_t callback, void *user, unsigned flags),
       (stream, callback, user, flags))
DEFINE(cudaStreamAttachMemAsync, ptsz, (cudaStream_t stream, void *pointer, size_t size, unsigned flags),
       (stream, pointer, size, flags))
DEFINE(cudaStreamBeginCapture, ptsz, (cudaStream_t stream, enum cudaStreamCaptureMode mode), (stream, mode))
DEFINE(cudaStreamEndCapture, ptsz, (cudaStream_t stream, cudaGraph_t *graph), (stream, graph))
DEFINE(cudaStreamGetFlags, ptsz, (cudaStream_t stream, unsigned *flags), (stream, flags))
DEFINE(cudaStreamGetPriority, ptsz, (cudaStream_t stream, int *priority), (stream, priority))
DEFINE(cudaStreamIsCapturing, ptsz, (cudaStream_t stream, enum cudaStreamCaptureStatus *status), (stream, status))
DEFINE(cudaStreamQuery, ptsz, (cudaStream_t stream), (stream))
DEFINE(cudaStreamSynchronize, ptsz, (cudaStream_t stream), (stream))
DEFINE(cudaStreamWaitEvent, ptsz, (cudaStream_t stream, cudaEvent_t event, unsigned flags), (stream, event, flags))
