/* Streams. lw_legacy_stream() is CUDA's own legacy stream, which other CUDA code of the process may use as stream 0. */
#include "cuda.h"

#include <stdlib.h>

lw_status lw_cuda_stream_priorities(lw_device_impl *device, int *least, int *greatest)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuCtxGetStreamPriorityRange(least, greatest),
                                  "cuCtxGetStreamPriorityRange");
}

static CUresult create(lw_stream_impl *stream)
{
    if (stream->flags & LW_BACKEND_LEGACY) {
        stream->stream = CU_STREAM_LEGACY;
        return CUDA_SUCCESS;
    }
    unsigned flags = stream->flags & LW_STREAM_NON_BLOCKING ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT;
    return lw_cuda.cuStreamCreateWithPriority(&stream->stream, flags, stream->priority);
}

lw_status lw_cuda_stream_create(lw_device_impl *device, unsigned flags, int priority, lw_stream_impl **created)
{
    lw_stream_impl *stream = lw_allocate(sizeof *stream);
    if (!stream)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a stream");
    stream->device = device;
    stream->flags = flags;
    stream->priority = priority;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, create(stream), "cuStreamCreateWithPriority");
    if (status) {
        free(stream);
        return status;
    }
    lw_cuda_stream_add(stream);
    *created = stream;
    return LW_SUCCESS;
}

void lw_cuda_stream_add(lw_stream_impl *stream)
{
    lw_device_impl *device = stream->device;
    pthread_mutex_lock(&device->lock);
    stream->next = device->streams;
    if (stream->next)
        stream->next->previous = stream;
    device->streams = stream;
    pthread_mutex_unlock(&device->lock);
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
    bool own = stream->stream && !stream->adopted && !(stream->flags & LW_BACKEND_LEGACY);
    if (own && lw_cuda_enter(device) == LW_SUCCESS)
        lw_cuda_check(device, lw_cuda.cuStreamDestroy(stream->stream), "cuStreamDestroy");
    if (stream->capture)
        lw_graph_free(lw_cuda_take_capture(stream));
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
            error = create(stream);
    }
    return error;
}
