/* Streams and events: Lanewise's handles under CUDA's types. */
#include <stdlib.h>

#include "cudart.h"

static lw_event *event_of(cudaEvent_t event)
{
    return (lw_event *)(void *)event;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_stream_create_with(device, (lw_stream **)(void *)stream, flags, priority));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    CUDART_CALLED();
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    CUDART_CALLED();
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    CUDART_CALLED();
    return cudart_error(lw_stream_destroy((lw_stream *)(void *)stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_synchronize(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_query(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t of, cudaEvent_t event, unsigned flags)
{
    CUDART_CALLED();
    lw_stream *stream;
    if (flags != cudaEventWaitDefault)
        return cudart_fail(cudaErrorInvalidValue, "cudaStreamWaitEvent: flags is %u; expected 0", flags);
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_wait_event(stream, event_of(event)));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t of, cudaHostFn_t function, void *user)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_launch_host_function(stream, function, user));
}

/* The callback with its own arguments, for the library's thread. */
typedef struct callback {
    cudaStreamCallback_t function;
    cudaStream_t stream;
    void *user;
} callback;

static void call(lw_stream *stream, lw_status status, void *user)
{
    callback now = *(callback *)user;
    (void)stream;
    free(user);
    now.function(now.stream, cudart_error(status), now.user);
}

cudaError_t cudaStreamAddCallback(cudaStream_t of, cudaStreamCallback_t function, void *user, unsigned flags)
{
    CUDART_CALLED();
    lw_stream *stream;
    if (!function || flags)
        return cudart_fail(cudaErrorInvalidValue, "cudaStreamAddCallback: %s",
                           function ? "flags is not 0" : "callback is null");
    CUDART_TRY(cudart_stream(&stream, of));
    callback *later = malloc(sizeof *later);
    if (!later)
        return cudart_fail(cudaErrorMemoryAllocation, "cudaStreamAddCallback: out of memory");
    *later = (callback){function, of, user};
    lw_status status = lw_stream_add_callback(stream, call, later);
    if (status)
        free(later);
    return cudart_error(status);
}

cudaError_t cudaStreamGetFlags(cudaStream_t of, unsigned *flags)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_get_flags(stream, flags));
}

cudaError_t cudaStreamGetPriority(cudaStream_t of, int *priority)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_get_priority(stream, priority));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t of, void *pointer, size_t size, unsigned flags)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_attach_memory(stream, pointer, size, flags));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_event_create_with(device, (lw_event **)(void *)event, flags));
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    CUDART_CALLED();
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    CUDART_CALLED();
    return cudart_error(lw_event_destroy(event_of(event)));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_event_record(event_of(event), stream));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    CUDART_CALLED();
    return cudart_error(lw_event_synchronize(event_of(event)));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    CUDART_CALLED();
    return cudart_error(lw_event_query(event_of(event)));
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    CUDART_CALLED();
    return cudart_error(lw_event_elapsed_time(milliseconds, event_of(start), event_of(stop)));
}
