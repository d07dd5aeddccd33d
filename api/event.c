/* Events: marks in a stream, with a time. */
#include "dispatch.h"

static lw_status open_event(const char *function, lw_device *device, lw_event **event, unsigned flags)
{
    lw_status status = lw_enter_device(function, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!event)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: event is null", function);
    if (flags & ~(unsigned)(LW_EVENT_BLOCKING_SYNC | LW_EVENT_DISABLE_TIMING | LW_EVENT_INTERPROCESS))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x; expected a sum of LW_EVENT_BLOCKING_SYNC, LW_EVENT_DISABLE_TIMING and "
                         "LW_EVENT_INTERPROCESS",
                         function, flags);
    if ((flags & LW_EVENT_INTERPROCESS) && !(flags & LW_EVENT_DISABLE_TIMING))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x; LW_EVENT_INTERPROCESS needs LW_EVENT_DISABLE_TIMING", function, flags);
    if ((flags & LW_EVENT_INTERPROCESS) && !context->properties.ipc)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no events of several processes", function,
                         context->name);
    lw_event *opened = lw_pool_take(&lw_events);
    if (!opened)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an event handle", function);
    lw_message_discard();
    status = context->backend->event_create(context->impl, flags, &opened->impl);
    if (status) {
        lw_pool_give(&lw_events, opened);
        return lw_finish(context, function, status);
    }
    opened->context = context;
    opened->device = device;
    opened->interprocess = flags & LW_EVENT_INTERPROCESS;
    lw_pool_publish(opened);
    *event = opened;
    return LW_SUCCESS;
}

lw_status lw_event_create(lw_device *device, lw_event **event)
{
    LW_NOTE_CALLER();
    return open_event(__func__, device, event, LW_EVENT_DEFAULT);
}

lw_status lw_event_create_with(lw_device *device, lw_event **event, unsigned flags)
{
    LW_NOTE_CALLER();
    return open_event(__func__, device, event, flags);
}

static bool belongs_to(const void *event, const void *device)
{
    return ((const lw_event *)event)->device == device;
}

void lw_event_close_all(const lw_device *device)
{
    size_t cursor = 0;
    for (lw_event *event; (event = lw_pool_retire_owned(&lw_events, belongs_to, device, &cursor));) {
        event->context->backend->event_destroy(event->impl);
        lw_pool_give(&lw_events, event);
    }
}

lw_status lw_event_destroy(lw_event *event)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_event(__func__, "event", event);
    if (status)
        return status;
    if (!lw_pool_retire(event)) /* another thread was first */
        return lw_refuse_handle(__func__, "event", "event", &lw_events, event);
    event->context->backend->event_destroy(event->impl);
    lw_pool_give(&lw_events, event);
    return LW_SUCCESS;
}

lw_status lw_event_record(lw_event *event, lw_stream *stream)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_event(__func__, "event", event);
    if (!status)
        status = lw_enter_handle(__func__, "stream", "stream", &lw_streams, stream);
    if (status)
        return status;
    lw_context *context = event->context;
    if (stream->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: stream belongs to device %s, event to %s", __func__,
                         stream->context->name, context->name);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->event_record(event->impl, stream->impl));
}

lw_status lw_event_synchronize(lw_event *event)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_event(__func__, "event", event);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(event->context, __func__, event->context->backend->event_synchronize(event->impl));
}

lw_status lw_event_query(lw_event *event)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_event(__func__, "event", event);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(event->context, __func__, event->context->backend->event_query(event->impl));
}

lw_status lw_event_elapsed_time(float *milliseconds, lw_event *start, lw_event *stop)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_event(__func__, "start", start);
    if (!status)
        status = lw_enter_event(__func__, "stop", stop);
    if (status)
        return status;
    lw_context *context = start->context;
    if (!milliseconds)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: milliseconds is null", __func__);
    if (stop->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: start belongs to device %s, stop to %s", __func__,
                         context->name, stop->context->name);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->event_elapsed(milliseconds, start->impl, stop->impl));
}
