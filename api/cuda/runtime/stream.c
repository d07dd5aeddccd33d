/* Streams and events: Lanewise's handles under CUDA's types. */
#include "cudart.h"

static lw_event *event_of(cudaEvent_t event)
{
    return (lw_event *)(void *)event;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_stream_create_with(device, (lw_stream **)(void *)stream, flags, priority));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    return cudart_error(lw_stream_destroy((lw_stream *)(void *)stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t of)
{
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_synchronize(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t of)
{
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_query(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t of, cudaEvent_t event, unsigned flags)
{
    lw_stream *stream;
    if (flags != cudaEventWaitDefault)
        return cudart_fail(cudaErrorInvalidValue, "cudaStreamWaitEvent: flags is %u; expected 0", flags);
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_wait_event(stream, event_of(event)));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t of, cudaHostFn_t function, void *user)
{
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_launch_host_function(stream, function, user));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_event_create_with(device, (lw_event **)(void *)event, flags));
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    return cudart_error(lw_event_destroy(event_of(event)));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t of)
{
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_event_record(event_of(event), stream));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return cudart_error(lw_event_synchronize(event_of(event)));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return cudart_error(lw_event_query(event_of(event)));
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    return cudart_error(lw_event_elapsed_time(milliseconds, event_of(start), event_of(stop)));
}
