/* Streams: queues of work, first in, first out. */
#include "dispatch.h"

lw_status lw_stream_open(const char *function, lw_device *device, const lw_stream_kind *kind, lw_stream **stream)
{
    lw_context *context = device->context;
    lw_stream *opened = lw_pool_take(&lw_streams);
    if (!opened)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a stream handle", function);
    lw_message_discard();
    unsigned flags = kind->flags;
    int priority = kind->priority;
    lw_status status =
        kind->adopted ? context->backend->stream_adopt(context->impl, kind->native, &flags, &priority, &opened->impl)
                      : context->backend->stream_create(context->impl, flags, priority, &opened->impl);
    if (status) {
        lw_pool_give(&lw_streams, opened);
        return lw_finish(context, function, status);
    }
    opened->context = context;
    opened->device = device;
    opened->lasting = kind->lasting;
    opened->thread = kind->thread;
    opened->adopted = kind->adopted;
    opened->flags = flags & LW_STREAM_NON_BLOCKING;
    opened->priority = priority;
    lw_pool_publish(opened);
    *stream = opened;
    return LW_SUCCESS;
}

static bool belongs_to(const void *stream, const void *device)
{
    return ((const lw_stream *)stream)->device == device;
}

void lw_stream_close_all(const lw_device *device)
{
    size_t cursor = 0;
    for (lw_stream *stream; (stream = lw_pool_retire_owned(&lw_streams, belongs_to, device, &cursor));) {
        stream->context->backend->stream_destroy(stream->impl);
        lw_pool_give(&lw_streams, stream);
    }
}

lw_status lw_stream_create(lw_device *device, lw_stream **stream)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!stream)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: stream is null", __func__);
    return lw_stream_open(__func__, device, &(lw_stream_kind){.flags = LW_STREAM_NON_BLOCKING}, stream);
}

lw_status lw_device_get_stream_priority_range(lw_device *device, int *least, int *greatest)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!least || !greatest)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, least ? "greatest" : "least");
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->stream_priorities(context->impl, least, greatest));
}

lw_status lw_stream_create_with(lw_device *device, lw_stream **stream, unsigned flags, int priority)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!stream)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: stream is null", __func__);
    if (flags != LW_STREAM_BLOCKING && flags != LW_STREAM_NON_BLOCKING)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x; expected LW_STREAM_BLOCKING or LW_STREAM_NON_BLOCKING", __func__, flags);
    int least, greatest;
    lw_message_discard();
    status = context->backend->stream_priorities(context->impl, &least, &greatest);
    if (status)
        return lw_finish(context, __func__, status);
    priority = priority > least ? least : priority < greatest ? greatest : priority;
    return lw_stream_open(__func__, device, &(lw_stream_kind){.flags = flags, .priority = priority}, stream);
}

lw_status lw_stream_get_flags(lw_stream *stream, unsigned *flags)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    if (!flags)
        return lw_refuse(stream->context, LW_ERROR_INVALID_VALUE, "%s: flags is null", __func__);
    *flags = stream->flags;
    return LW_SUCCESS;
}

lw_status lw_stream_get_priority(lw_stream *stream, int *priority)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    if (!priority)
        return lw_refuse(stream->context, LW_ERROR_INVALID_VALUE, "%s: priority is null", __func__);
    *priority = stream->priority;
    return LW_SUCCESS;
}

lw_status lw_stream_get_device(lw_stream *stream, lw_device **device)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    if (!device)
        return lw_refuse(stream->context, LW_ERROR_INVALID_VALUE, "%s: device is null", __func__);
    *device = stream->device;
    return LW_SUCCESS;
}

lw_status lw_legacy_stream(lw_device *device, lw_stream **stream)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!stream)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: stream is null", __func__);
    lw_stream *known = atomic_load(&device->legacy_stream), *opened;
    if (!known) {
        status =
            lw_stream_open(__func__, device, &(lw_stream_kind){.flags = LW_BACKEND_LEGACY, .lasting = true}, &opened);
        if (status)
            return status;
        if (atomic_compare_exchange_strong(&device->legacy_stream, &known, opened)) {
            known = opened;
        } else if (lw_pool_retire(opened)) { /* another thread was first */
            opened->context->backend->stream_destroy(opened->impl);
            lw_pool_give(&lw_streams, opened);
        }
    }
    *stream = known;
    return LW_SUCCESS;
}

lw_status lw_stream_destroy(lw_stream *stream)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    if (stream->lasting)
        return lw_refuse(
            stream->context, LW_ERROR_INVALID_HANDLE,
            "%s: stream is the device handle's default stream, legacy stream or a thread's stream, which is destroyed "
            "with the handle or the thread",
            __func__);
    if (!lw_pool_retire(stream)) /* another thread was first */
        return lw_refuse_handle(__func__, "stream", "stream", &lw_streams, stream);
    stream->context->backend->stream_destroy(stream->impl);
    lw_graph_memory_reap(); /* a capture that ended with it had memory */
    lw_pool_give(&lw_streams, stream);
    return LW_SUCCESS;
}

static lw_status synchronize(const char *function, const lw_stream *stream)
{
    if (__builtin_expect(lw_misuse_hook != NULL, 0))
        lw_report_unchecked_launch(function, NULL);
    lw_message_discard();
    return lw_finish(stream->context, function, stream->context->backend->stream_synchronize(stream->impl));
}

lw_status lw_stream_synchronize(lw_stream *stream)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    return synchronize(__func__, stream);
}

lw_status lw_wait(const char *function, const lw_stream *stream, lw_status status)
{
    if (status)
        return status;
    /* A capture forbids waits of which the program knows; this one is the call's own. */
    const lw_graph_backend *graphs = stream->context->backend->graphs;
    lw_capture_mode before = graphs->exchange_mode(LW_CAPTURE_RELAXED);
    status = synchronize(function, stream);
    graphs->exchange_mode(before);
    return status;
}

lw_status lw_wait_for_launch(const char *function, const lw_stream *stream, lw_status status)
{
    lw_capture_status capturing = LW_CAPTURE_STATUS_NONE;
    if (status || stream->context->backend->graphs->capture_status(stream->impl, &capturing) ||
        capturing != LW_CAPTURE_STATUS_NONE)
        return status;
    return lw_wait(function, stream, status);
}

lw_status lw_stream_query(lw_stream *stream)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(stream->context, __func__, stream->context->backend->stream_query(stream->impl));
}

lw_status lw_stream_wait_event(lw_stream *stream, lw_event *event)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (!status)
        status = lw_enter_handle(__func__, "event", "event", &lw_events, event);
    if (status)
        return status;
    lw_context *context = stream->context;
    if (event->context->backend != context->backend)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: event belongs to device %s, stream to %s", __func__,
                         event->context->name, context->name);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->stream_wait_event(stream->impl, event->impl));
}
