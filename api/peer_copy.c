/* Copies between devices. */
#include "dispatch.h"

typedef struct sides {
    const char *function;
    lw_device *to, *from;
    void *destination;
    const void *source;
    size_t written, read; /* bytes from the pointers to the ends of the sides; 0: nothing is copied */
} sides;

/* Checks the two device handles. */
static lw_status enter(const sides *copy)
{
    lw_status status = lw_enter_handle(copy->function, "destination_device", "device", &lw_devices, copy->to);
    if (!status)
        status = lw_enter_handle(copy->function, "source_device", "device", &lw_devices, copy->from);
    if (!status)
        status = lw_enter_context(copy->to->context);
    if (!status)
        status = lw_enter_context(copy->from->context);
    if (status)
        return status;
    if (copy->to->context->backend != copy->from->context->backend)
        return lw_refuse(copy->to->context, LW_ERROR_INVALID_VALUE,
                         "%s: destination_device is %s and source_device %s: devices of two kinds", copy->function,
                         copy->to->context->name, copy->from->context->name);
    return LW_SUCCESS;
}

/* Whether the device has access to all mappings of the operand, or to the operand's pool. */
static bool reaches(const lw_context *context, const lw_operand *operand)
{
    lw_context *peer = operand->peer;
    uintptr_t at = (uintptr_t)operand->pointer, end = at + operand->extent;
    while (at < end) {
        lw_range range = lw_table_find(&peer->ranges, at);
        if (range.kind == LW_RANGE_NONE || !context->backend->reaches(context->impl, peer->impl, (const void *)at))
            return false;
        at = range.base + range.size;
    }
    return true;
}

lw_status lw_graph_side_check(const lw_context *context, const lw_operand *operand, lw_memcpy_kind kind)
{
    if (!operand->peer || (!operand->pooled && !operand->apart))
        return LW_SUCCESS;
    if (operand->apart && kind != LW_MEMCPY_DEVICE_TO_DEVICE)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: %s is %p, mapped memory of device %s or memory of its graphs, which device %s reaches in "
                         "copies between devices alone",
                         operand->function, operand->argument, operand->pointer, operand->peer->name, context->name);
    if (!reaches(context, operand))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: %s is %p, %s memory of device %s; graphs of device %s copy it only with access (%s)",
                         operand->function, operand->argument, operand->pointer,
                         operand->pooled ? "stream-ordered" : "mapped", operand->peer->name, context->name,
                         operand->pooled ? "lw_memory_pool_set_access" : "lw_virtual_memory_set_access");
    return LW_SUCCESS;
}

static lw_status check_stream(const char *function, const lw_stream *stream, const lw_device *device)
{
    const lw_context *context = stream->context;
    if (context->backend != device->context->backend)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: stream belongs to device %s, the memory to %s",
                         function, context->name, device->context->name);
    if (context->backend->graphs->captures(stream->impl))
        return lw_refuse(context, LW_ERROR_CAPTURE_UNSUPPORTED,
                         "%s: stream captures, and no call that names two devices is captured; lw_memcpy_async() is",
                         function);
    return LW_SUCCESS;
}

static lw_status check_and_copy(const lw_stream *stream, const sides *copy, const lw_copy *rows, lw_hold *hold)
{
    lw_operand destination = {.function = copy->function,
                              .argument = "destination",
                              .pointer = copy->destination,
                              .extent = copy->written,
                              .hold = hold};
    lw_operand source = {
        .function = copy->function, .argument = "source", .pointer = copy->source, .extent = copy->read, .hold = hold};
    lw_context *context = stream->context;
    lw_status status = lw_operand_check(copy->to->context, &destination, LW_SPACE_DEVICE);
    if (!status)
        status = lw_operand_check(copy->from->context, &source, LW_SPACE_DEVICE);
    if (status)
        return status;
    for (unsigned i = 0; i < hold->count; i++)
        lw_context_note_use(context, hold->contexts[i]);
    lw_message_discard();
    return lw_finish(
        context, copy->function,
        context->backend->copy_peer(stream->impl, rows, copy->to->context->impl, copy->from->context->impl));
}

/* Checks the copy and passes it to the stream. */
static lw_status queue(const lw_stream *stream, const sides *copy, const lw_copy *rows)
{
    lw_hold hold;
    lw_context *to = copy->to->context, *from = copy->from->context;
    lw_status status = lw_copy_begin(to, &hold);
    if (from != to)
        lw_hold_add(&hold, from, lw_grace_enter(&from->copies));
    if (!status)
        status = lw_enter_context(from);
    if (!status)
        status = check_and_copy(stream, copy, rows, &hold);
    lw_copy_end(&hold);
    return status;
}

/* The copy comes after all that both devices have to do, and before what they are given later. */
static lw_status copy_now(const sides *copy, const lw_copy *rows)
{
    lw_context *context = copy->to->context;
    lw_message_discard();
    lw_status status = lw_finish(context, copy->function, context->backend->synchronize(context->impl));
    context = copy->from->context;
    if (!status && context != copy->to->context)
        status = lw_finish(context, copy->function, context->backend->synchronize(context->impl));
    if (!status)
        status = queue(copy->from->default_stream, copy, rows);
    return lw_wait(copy->function, copy->from->default_stream, status);
}

/* ---- bytes ---- */
static lw_status check_pointers(const sides *copy)
{
    if (copy->written && (!copy->destination || !copy->source))
        return lw_refuse(copy->to->context, LW_ERROR_INVALID_VALUE, "%s: %s is null", copy->function,
                         copy->destination ? "source" : "destination");
    return LW_SUCCESS;
}

static lw_copy bytes_of(const sides *copy)
{
    return (lw_copy){.destination = copy->destination,
                     .source = copy->source,
                     .destination_pitch = copy->written,
                     .source_pitch = copy->read,
                     .width = copy->written,
                     .height = 1,
                     .kind = LW_MEMCPY_DEVICE_TO_DEVICE};
}

lw_status lw_memcpy_peer(void *destination, lw_device *destination_device, const void *source, lw_device *source_device,
                         size_t size)
{
    LW_NOTE_CALLER();
    sides copy = {__func__, destination_device, source_device, destination, source, size, size};
    lw_status status = enter(&copy);
    if (!status)
        status = check_pointers(&copy);
    lw_copy rows = bytes_of(&copy);
    return status || size == 0 ? status : copy_now(&copy, &rows);
}

lw_status lw_memcpy_peer_async(lw_stream *stream, void *destination, lw_device *destination_device, const void *source,
                               lw_device *source_device, size_t size)
{
    LW_NOTE_CALLER();
    sides copy = {__func__, destination_device, source_device, destination, source, size, size};
    lw_status status = lw_enter_stream(__func__, stream);
    if (!status)
        status = enter(&copy);
    if (!status)
        status = check_stream(__func__, stream, destination_device);
    if (!status)
        status = check_pointers(&copy);
    lw_copy rows = bytes_of(&copy);
    return status || size == 0 ? status : queue(stream, &copy, &rows);
}

/* ---- boxes ---- */
static lw_status find_box(const char *function, const lw_copy_3d_peer *request, sides *copy, lw_copy *rows)
{
    if (!request)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: copy is null", function);
    *copy = (sides){.function = function, .to = request->destination_device, .from = request->source_device};
    lw_status status = enter(copy);
    lw_copy_3d box = {request->destination, request->source, request->destination_at,
                      request->source_at,   request->extent, LW_MEMCPY_DEVICE_TO_DEVICE};
    if (!status)
        status = lw_copy_3d_layout(function, copy->to->context, &box, rows, &copy->written, &copy->read);
    copy->destination = request->destination.pointer;
    copy->source = request->source.pointer;
    return status;
}

lw_status lw_memcpy_3d_peer(const lw_copy_3d_peer *request)
{
    LW_NOTE_CALLER();
    sides copy;
    lw_copy rows;
    lw_status status = find_box(__func__, request, &copy, &rows);
    return status || rows.height == 0 ? status : copy_now(&copy, &rows);
}

lw_status lw_memcpy_3d_peer_async(lw_stream *stream, const lw_copy_3d_peer *request)
{
    LW_NOTE_CALLER();
    sides copy;
    lw_copy rows;
    lw_status status = lw_enter_stream(__func__, stream);
    if (!status)
        status = find_box(__func__, request, &copy, &rows);
    if (!status)
        status = check_stream(__func__, stream, copy.to);
    return status || rows.height == 0 ? status : queue(stream, &copy, &rows);
}
