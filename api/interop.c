/* Other code's streams, events and memory, and Lanewise's for other code. */
#include <stdlib.h>

#include "dispatch.h"

static lw_status unsupported(const char *function, const lw_context *context, const char *hint)
{
    return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no native handles%s", function, context->name,
                     hint);
}

static lw_status refuse_null(const char *function, const lw_context *context, const char *argument)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", function, argument);
}

lw_status lw_device_native(lw_device *device, void **native)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!native)
        return refuse_null(__func__, context, "native");
    if (!context->backend->device_native)
        return unsupported(__func__, context, "");
    *native = context->backend->device_native(context->impl);
    return LW_SUCCESS;
}

lw_status lw_stream_native(lw_stream *stream, void **native)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    if (!native)
        return refuse_null(__func__, stream->context, "native");
    if (!stream->context->backend->stream_native)
        return unsupported(__func__, stream->context, "");
    *native = stream->context->backend->stream_native(stream->impl);
    return LW_SUCCESS;
}

lw_status lw_stream_adopt(lw_device *device, lw_stream **stream, void *native)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!stream)
        return refuse_null(__func__, context, "stream");
    if (!context->backend->stream_adopt)
        return unsupported(__func__, context, "");
    const lw_stream_kind kind = {.adopted = true, .native = native};
    return lw_stream_open(__func__, device, &kind, stream);
}

lw_status lw_event_native(lw_event *event, void **native)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_event(__func__, "event", event);
    if (status)
        return status;
    if (!native)
        return refuse_null(__func__, event->context, "native");
    if (!event->context->backend->event_native)
        return unsupported(__func__, event->context, "");
    *native = event->context->backend->event_native(event->impl);
    return LW_SUCCESS;
}

lw_status lw_event_adopt(lw_device *device, lw_event **event, void *native)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!event || !native)
        return refuse_null(__func__, context, event ? "native" : "event");
    if (!context->backend->event_adopt)
        return unsupported(__func__, context, "");
    lw_event *opened = lw_pool_take(&lw_events);
    if (!opened)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an event handle", __func__);
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->event_adopt(context->impl, native, &opened->impl));
    if (status) {
        lw_pool_give(&lw_events, opened);
        return status;
    }
    opened->context = context;
    opened->device = device;
    opened->adopted = true;
    lw_pool_publish(opened);
    *event = opened;
    return LW_SUCCESS;
}

static bool is_adopted_stream(const void *stream, const void *context)
{
    return ((const lw_stream *)stream)->adopted && ((const lw_stream *)stream)->context == context;
}

static bool is_adopted_event(const void *event, const void *context)
{
    return ((const lw_event *)event)->adopted && ((const lw_event *)event)->context == context;
}

void lw_adopted_close_all(const lw_context *context)
{
    size_t cursor = 0;
    for (lw_stream *stream; (stream = lw_pool_retire_owned(&lw_streams, is_adopted_stream, context, &cursor));) {
        context->backend->stream_destroy(stream->impl);
        lw_pool_give(&lw_streams, stream);
    }
    cursor = 0;
    for (lw_event *event; (event = lw_pool_retire_owned(&lw_events, is_adopted_event, context, &cursor));) {
        context->backend->event_destroy(event->impl);
        lw_pool_give(&lw_events, event);
    }
}

lw_status lw_memory_adopt(lw_device *device, void *pointer, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!pointer)
        return refuse_null(__func__, context, "pointer");
    if (size == 0 || size - 1 > UINTPTR_MAX - (uintptr_t)pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: size is %zu", __func__, size);
    if (!context->backend->owns_memory)
        return unsupported(__func__, context, "; lw_host_register() takes host memory");
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->owns_memory(context->impl, pointer, size));
    if (status)
        return status;
    lw_range *range = lw_allocate(sizeof *range);
    if (!range)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of a range", __func__);
    range->base = (uintptr_t)pointer;
    range->size = size;
    range->kind = LW_RANGE_ADOPTED;
    range->owner = device;
    if (lw_table_insert_disjoint(&context->ranges, range).kind != LW_RANGE_NONE) {
        free(range);
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p; device %s knows memory in the %zu bytes from there already", __func__,
                         pointer, context->name, size);
    }
    return LW_SUCCESS;
}

lw_status lw_memory_disown(lw_device *device, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    lw_range *range = lw_table_remove(&context->ranges, (uintptr_t)pointer, LW_RANGE_ADOPTED);
    if (!range)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, which is not the start of adopted memory",
                         __func__, pointer);
    lw_message_discard();
    return lw_finish(context, __func__, lw_memory_release(context, range, false));
}
