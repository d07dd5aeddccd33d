/* Streams and events: the runtime's. */
#include <stdlib.h>

#include "driver.h"

CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    DRIVER_CALL(cudaStreamCreateWithFlags(stream, flags));
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    DRIVER_CALL(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult cuStreamDestroy(CUstream stream)
{
    DRIVER_CALL(cudaStreamDestroy(stream));
}

CUresult cuStreamSynchronize(CUstream stream)
{
    DRIVER_CALL(cudaStreamSynchronize(stream));
}

CUresult cuStreamQuery(CUstream stream)
{
    DRIVER_CALL(cudaStreamQuery(stream));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    DRIVER_CALL(cudaStreamWaitEvent(stream, event, flags));
}

CUresult cuStreamGetFlags(CUstream stream, unsigned *flags)
{
    DRIVER_CALL(cudaStreamGetFlags(stream, flags));
}

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    DRIVER_CALL(cudaStreamGetPriority(stream, priority));
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user)
{
    DRIVER_CALL(cudaLaunchHostFunc(stream, function, user));
}

/* The program's callback takes a CUresult. */
typedef struct callback {
    CUstreamCallback function;
    void *user;
} callback;

static void call(cudaStream_t stream, cudaError_t status, void *user)
{
    callback of = *(callback *)user;
    free(user);
    of.function(stream, (CUresult)status, of.user);
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void *user, unsigned flags)
{
    CUDART_CALLED();
    cudaError_t last = cudart_last_error();
    if (!function)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuStreamAddCallback: callback is null");
    callback *of = malloc(sizeof *of);
    if (!of)
        return driver_refuse(CUDA_ERROR_OUT_OF_MEMORY, "cuStreamAddCallback: out of memory");
    *of = (callback){function, user};
    CUresult result = driver_result(cudaStreamAddCallback(stream, call, of, flags), last);
    if (result)
        free(of);
    return result;
}

CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    DRIVER_CALL(cudaEventCreateWithFlags(event, flags));
}

CUresult cuEventDestroy(CUevent event)
{
    DRIVER_CALL(cudaEventDestroy(event));
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    DRIVER_CALL(cudaEventRecord(event, stream));
}

CUresult cuEventQuery(CUevent event)
{
    DRIVER_CALL(cudaEventQuery(event));
}

CUresult cuEventSynchronize(CUevent event)
{
    DRIVER_CALL(cudaEventSynchronize(event));
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop)
{
    DRIVER_CALL(cudaEventElapsedTime(milliseconds, start, stop));
}
