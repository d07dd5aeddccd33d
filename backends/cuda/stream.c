/* Streams. All are non-blocking: the legacy default stream, which other CUDA code may use, does not order them. */
#include "cuda.h"

#include <stdlib.h>

lw_status lw_cuda_stream_create(lw_device_impl *device, lw_stream_impl **created)
{
    lw_stream_impl *stream = lw_allocate(sizeof *stream);
    if (!stream)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a stream");
    stream->device = device;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status =
            lw_cuda_check(device, lw_cuda.cuStreamCreate(&stream->stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    if (status) {
        free(stream);
        return status;
    }
    pthread_mutex_lock(&device->lock);
    stream->next = device->streams;
    if (stream->next)
        stream->next->previous = stream;
    device->streams = stream;
    pthread_mutex_unlock(&device->lock);
    *created = stream;
    return LW_SUCCESS;
}

void lw_cuda_stream_destroy(lw_stream_impl *stream)
{
    lw_device_impl *device = stream->device;
    pthread_mutex_lock(&device->lock);
    *(stream->previous ? &stream->previous->next : &device->streams) = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
    pthread_mutex_unlock(&device->lock);
    /* CUDA finishes the queued work. */
    if (stream->stream && lw_cuda_enter(device) == LW_SUCCESS)
        lw_cuda_check(device, lw_cuda.cuStreamDestroy(stream->stream), "cuStreamDestroy");
    free(stream);
}

lw_status lw_cuda_stream_synchronize(lw_stream_impl *stream)
{
    lw_status status = lw_cuda_enter(stream->device);
    return status ? status
                  : lw_cuda_check(stream->device, lw_cuda.cuStreamSynchronize(stream->stream), "cuStreamSynchronize");
}

lw_status lw_cuda_stream_query(lw_stream_impl *stream)
{
    lw_status status = lw_cuda_enter(stream->device);
    return status ? status : lw_cuda_check(stream->device, lw_cuda.cuStreamQuery(stream->stream), "cuStreamQuery");
}

lw_status lw_cuda_stream_wait_event(lw_stream_impl *stream, lw_event_impl *event)
{
    lw_status status = lw_cuda_enter(stream->device);
    return status ? status
                  : lw_cuda_check(stream->device,
                                  lw_cuda.cuStreamWaitEvent(stream->stream, event->event, CU_EVENT_WAIT_DEFAULT),
                                  "cuStreamWaitEvent");
}

CUresult lw_cuda_streams_recreate(lw_device_impl *device, CUresult error)
{
    for (lw_stream_impl *stream = device->streams; stream; stream = stream->next) {
        stream->stream = NULL; /* no destroyed stream stays here */
        if (error == CUDA_SUCCESS)
            error = lw_cuda.cuStreamCreate(&stream->stream, CU_STREAM_NON_BLOCKING);
    }
    return error;
}
