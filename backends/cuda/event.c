/* Events; all record a time. */
#include "cuda.h"

#include <stdlib.h>

/* LW_EVENT_ values are CUDA's. */
_Static_assert((int)LW_EVENT_BLOCKING_SYNC == (int)CU_EVENT_BLOCKING_SYNC &&
                   (int)LW_EVENT_DISABLE_TIMING == (int)CU_EVENT_DISABLE_TIMING &&
                   (int)LW_EVENT_INTERPROCESS == (int)CU_EVENT_INTERPROCESS,
               "flags of events");

lw_status lw_cuda_event_create(lw_device_impl *device, unsigned flags, lw_event_impl **created)
{
    lw_event_impl *event = lw_allocate(sizeof *event);
    if (!event)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an event");
    event->device = device;
    event->flags = flags;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuEventCreate(&event->event, flags), "cuEventCreate");
    if (status) {
        free(event);
        return status;
    }
    lw_cuda_event_add(event);
    *created = event;
    return LW_SUCCESS;
}

void lw_cuda_event_add(lw_event_impl *event)
{
    lw_device_impl *device = event->device;
    pthread_mutex_lock(&device->lock);
    event->next = device->events;
    if (event->next)
        event->next->previous = event;
    device->events = event;
    pthread_mutex_unlock(&device->lock);
}

void lw_cuda_event_destroy(lw_event_impl *event)
{
    lw_device_impl *device = event->device;
    if (event->in_graph) /* executable graphs may still record it: the driver does not count them */
        return;
    pthread_mutex_lock(&device->lock);
    *(event->previous ? &event->previous->next : &device->events) = event->next;
    if (event->next)
        event->next->previous = event->previous;
    pthread_mutex_unlock(&device->lock);
    if (event->event && !event->adopted && lw_cuda_enter(device) == LW_SUCCESS)
        lw_cuda_check(device, lw_cuda.cuEventDestroy(event->event), "cuEventDestroy");
    free(event);
}

lw_status lw_cuda_event_record(lw_event_impl *event, lw_stream_impl *stream)
{
    lw_status status = lw_cuda_enter(event->device);
    return status ? status
                  : lw_cuda_check(event->device, lw_cuda.cuEventRecord(event->event, stream->stream), "cuEventRecord");
}

lw_status lw_cuda_event_synchronize(lw_event_impl *event)
{
    lw_status status = lw_cuda_enter(event->device);
    return status ? status
                  : lw_cuda_check(event->device, lw_cuda.cuEventSynchronize(event->event), "cuEventSynchronize");
}

lw_status lw_cuda_event_query(lw_event_impl *event)
{
    lw_status status = lw_cuda_enter(event->device);
    return status ? status : lw_cuda_check(event->device, lw_cuda.cuEventQuery(event->event), "cuEventQuery");
}

lw_status lw_cuda_event_elapsed(float *milliseconds, lw_event_impl *start, lw_event_impl *stop)
{
    if (start->device != stop->device)
        return lw_fail(start->device, LW_ERROR_INVALID_HANDLE, "the events are of two devices");
    if ((start->flags | stop->flags) & LW_EVENT_DISABLE_TIMING)
        return lw_fail(start->device, LW_ERROR_INVALID_HANDLE, "%s has no time (LW_EVENT_DISABLE_TIMING)",
                       start->flags & LW_EVENT_DISABLE_TIMING ? "start" : "stop");
    lw_status status = lw_cuda_enter(start->device);
    if (status)
        return status;
    float elapsed;
    CUresult error = lw_cuda.cuEventElapsedTime(&elapsed, start->event, stop->event);
    if (error == CUDA_ERROR_INVALID_HANDLE)
        return lw_fail(start->device, LW_ERROR_INVALID_HANDLE, "one of the events was never recorded");
    status = lw_cuda_check(start->device, error, "cuEventElapsedTime");
    if (!status)
        *milliseconds = elapsed;
    return status;
}

void lw_cuda_events_free(lw_device_impl *device)
{
    while (device->events) {
        device->events->in_graph = false;
        lw_cuda_event_destroy(device->events);
    }
}

CUresult lw_cuda_events_recreate(lw_device_impl *device, CUresult error)
{
    for (lw_event_impl *event = device->events; event; event = event->next) {
        event->event = NULL; /* no destroyed event stays here */
        if (error == CUDA_SUCCESS)
            error = lw_cuda.cuEventCreate(&event->event, event->flags);
    }
    return error;
}
