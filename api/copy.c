/* Copies and sets of bytes and rows, and the checks that all of them share. */
#include "dispatch.h"

static bool reads_device(lw_memcpy_kind kind)
{
    return kind == LW_MEMCPY_DEVICE_TO_HOST || kind == LW_MEMCPY_DEVICE_TO_DEVICE;
}

static bool writes_device(lw_memcpy_kind kind)
{
    return kind == LW_MEMCPY_HOST_TO_DEVICE || kind == LW_MEMCPY_DEVICE_TO_DEVICE;
}

static lw_memcpy_kind kind_of(lw_memory_space destination, lw_memory_space source)
{
    if (destination == LW_SPACE_DEVICE)
        return source == LW_SPACE_DEVICE ? LW_MEMCPY_DEVICE_TO_DEVICE : LW_MEMCPY_HOST_TO_DEVICE;
    return source == LW_SPACE_DEVICE ? LW_MEMCPY_DEVICE_TO_HOST : LW_MEMCPY_HOST_TO_HOST;
}

/* Passes the checked copy to the backend. */
static lw_status pass(const lw_stream *stream, const lw_operand *destination, const lw_operand *source,
                      const lw_copy *request)
{
    lw_context *context = stream->context;
    const char *function = destination->function;
    lw_message_discard();
    if (!destination->peer && !source->peer)
        return lw_finish(context, function, context->backend->copy(stream->impl, request));
    if (context->backend->graphs->captures(stream->impl)) {
        lw_status status = lw_graph_side_check(context, destination, request->kind);
        if (!status)
            status = lw_graph_side_check(context, source, request->kind);
        if (status)
            return status;
    }
    return lw_finish(context, function,
                     context->backend->copy_peer(stream->impl, request,
                                                 (destination->peer ? destination->peer : context)->impl,
                                                 (source->peer ? source->peer : context)->impl));
}

static lw_status check_sides(const lw_stream *stream, lw_operand *destination, lw_operand *source, lw_copy *request)
{
    lw_context *context = stream->context;
    const char *function = destination->function;
    lw_memory_space to, from;
    lw_status status = lw_operand_extent(context, function, "destination_pitch", request->destination_pitch,
                                         request->width, request->height, &destination->extent);
    if (!status)
        status = lw_operand_extent(context, function, "source_pitch", request->source_pitch, request->width,
                                   request->height, &source->extent);
    if (!status && request->kind == LW_MEMCPY_DEFAULT) {
        status = lw_operand_space(context, destination, &to);
        if (!status)
            status = lw_operand_space(context, source, &from);
        if (!status)
            request->kind = kind_of(to, from);
    }
    if (!status)
        status = lw_operand_check(context, destination, writes_device(request->kind) ? LW_SPACE_DEVICE : LW_SPACE_HOST);
    if (!status)
        status = lw_operand_check(context, source, reads_device(request->kind) ? LW_SPACE_DEVICE : LW_SPACE_HOST);
    request->to_pool = destination->pooled;
    request->from_pool = source->pooled;
    const lw_operand *apart = destination->apart ? destination : source->apart ? source : NULL;
    if (!status && apart && request->kind != LW_MEMCPY_DEVICE_TO_DEVICE)
        status = lw_refuse(
            context, LW_ERROR_INVALID_VALUE,
            "%s: %s is %p, mapped memory of device %s or memory of its graphs, which device %s reaches in copies "
            "between devices alone",
            function, apart->argument, apart->pointer, apart->peer->name, context->name);
    return status;
}

static lw_status check_and_copy(const char *function, const lw_stream *stream, lw_copy request, lw_hold *hold)
{
    lw_context *context = stream->context;
    if ((unsigned)request.kind > LW_MEMCPY_DEFAULT)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: kind is %d, which is no lw_memcpy_kind", function,
                         (int)request.kind);
    if (request.width == 0 || request.height == 0)
        return LW_SUCCESS;
    if (!request.destination || !request.source)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", function,
                         request.destination ? "source" : "destination");
    lw_operand destination = {
        .function = function, .argument = "destination", .pointer = request.destination, .hold = hold, .peers = true};
    lw_operand source = {
        .function = function, .argument = "source", .pointer = request.source, .hold = hold, .peers = true};
    lw_status status = check_sides(stream, &destination, &source, &request);
    return status ? status : pass(stream, &destination, &source, &request);
}

/* Checks the copy and passes it to the stream. */
static lw_status copy(const char *function, const lw_stream *stream, lw_copy request)
{
    lw_hold hold;
    lw_status status = lw_copy_begin(stream->context, &hold);
    if (!status)
        status = check_and_copy(function, stream, request, &hold);
    lw_copy_end(&hold);
    return status;
}

static lw_copy rows_of(void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
                       size_t width, size_t height, lw_memcpy_kind kind)
{
    return (lw_copy){.destination = destination,
                     .source = source,
                     .destination_pitch = destination_pitch,
                     .source_pitch = source_pitch,
                     .width = width,
                     .height = height,
                     .kind = kind};
}

lw_status lw_memcpy(lw_device *device, void *destination, const void *source, size_t size, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_copy request = rows_of(destination, size, source, size, size, 1, kind);
    return lw_wait(__func__, device->default_stream, copy(__func__, device->default_stream, request));
}

lw_status lw_memcpy_async(lw_stream *stream, void *destination, const void *source, size_t size, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_copy request = rows_of(destination, size, source, size, size, 1, kind);
    return copy(__func__, stream, request);
}

lw_status lw_memcpy_2d(lw_device *device, void *destination, size_t destination_pitch, const void *source,
                       size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_copy request = rows_of(destination, destination_pitch, source, source_pitch, width, height, kind);
    return lw_wait(__func__, device->default_stream, copy(__func__, device->default_stream, request));
}

lw_status lw_memcpy_2d_async(lw_stream *stream, void *destination, size_t destination_pitch, const void *source,
                             size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_copy request = rows_of(destination, destination_pitch, source, source_pitch, width, height, kind);
    return copy(__func__, stream, request);
}

static lw_status check_and_set(const char *function, const lw_stream *stream, void *pointer, size_t pitch, int value,
                               size_t width, size_t height, lw_hold *hold)
{
    lw_context *context = stream->context;
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    if (!pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", function);
    lw_operand operand = {.function = function, .argument = "pointer", .pointer = pointer, .hold = hold};
    lw_status status = lw_operand_extent(context, function, "pitch", pitch, width, height, &operand.extent);
    if (!status)
        status = lw_operand_check(context, &operand, LW_SPACE_DEVICE);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(context, function,
                     context->backend->set(stream->impl, pointer, pitch, value & 0xff, width, height));
}

static lw_status set(const char *function, const lw_stream *stream, void *pointer, size_t pitch, int value,
                     size_t width, size_t height)
{
    lw_hold hold;
    lw_status status = lw_copy_begin(stream->context, &hold);
    if (!status)
        status = check_and_set(function, stream, pointer, pitch, value, width, height, &hold);
    lw_copy_end(&hold);
    return status;
}

lw_status lw_memset(lw_device *device, void *pointer, int value, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    return lw_wait(__func__, device->default_stream,
                   set(__func__, device->default_stream, pointer, size, value, size, 1));
}

lw_status lw_memset_async(lw_stream *stream, void *pointer, int value, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : set(__func__, stream, pointer, size, value, size, 1);
}

lw_status lw_memset_2d(lw_device *device, void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    return lw_wait(__func__, device->default_stream,
                   set(__func__, device->default_stream, pointer, pitch, value, width, height));
}

lw_status lw_memset_2d_async(lw_stream *stream, void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : set(__func__, stream, pointer, pitch, value, width, height);
}
