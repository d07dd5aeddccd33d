/* Copies and sets of boxes: rows of slices of pitched memory. */
#include "dispatch.h"

/* One side of a box: what the caller wrote, and what it comes to. */
typedef struct side {
    const char *function, *name; /* "destination" */
    lw_pitched memory;
    lw_extent at;
    size_t slice;  /* bytes */
    size_t offset; /* of the box */
} side;

static lw_status refuse_room(const lw_context *context, const side *of, const char *what, size_t first, size_t count,
                             size_t most)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the box has %zu %s from %zu on, %s has %zu", of->function,
                     count, what, first, of->name, most);
}

/* The box inside the side's rows and slices; where it starts, and how many bytes from the side's pointer on it reaches
 * over: all of them must be of one allocation, or a box far off could be in another. */
static lw_status find_box(const lw_context *context, side *of, lw_extent box, size_t *reach)
{
    const lw_pitched *memory = &of->memory;
    size_t slices, rows;
    if (!memory->pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", of->function, of->name);
    if (of->at.width > memory->pitch || box.width > memory->pitch - of->at.width)
        return refuse_room(context, of, "bytes", of->at.width, box.width, memory->pitch);
    if (of->at.height > memory->height || box.height > memory->height - of->at.height)
        return refuse_room(context, of, "rows", of->at.height, box.height, memory->height);
    bool overflows = __builtin_mul_overflow(memory->pitch, memory->height, &of->slice) ||
                     __builtin_add_overflow(of->at.depth, box.depth, &slices) ||
                     __builtin_mul_overflow(slices, of->slice, &rows);
    if (overflows)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the slices of %s overflow", of->function, of->name);
    of->offset = of->at.depth * of->slice + of->at.height * memory->pitch + of->at.width;
    *reach = of->offset + (box.depth - 1) * of->slice + (box.height - 1) * memory->pitch + box.width;
    return LW_SUCCESS;
}

static char *begin(const side *of)
{
    return (char *)of->memory.pointer + of->offset;
}

static bool is_empty(lw_extent box)
{
    return box.width == 0 || box.height == 0 || box.depth == 0;
}

static lw_status check_side(lw_context *context, const side *of, size_t reach, lw_memory_space space)
{
    lw_operand operand = {of->function, of->name, of->memory.pointer, reach};
    return lw_operand_check(context, &operand, space);
}

static lw_status find_space(lw_context *context, const side *of, size_t reach, lw_memory_space *space)
{
    lw_operand operand = {of->function, of->name, of->memory.pointer, reach};
    return lw_operand_space(context, &operand, space);
}

/* What the kind says of the two sides; for the default kind what the pointers say. */
static lw_status find_spaces(lw_context *context, const side *to, size_t written, const side *from, size_t read,
                             lw_memcpy_kind kind, lw_memory_space *space_to, lw_memory_space *space_from)
{
    if (kind == LW_MEMCPY_DEFAULT) {
        lw_status status = find_space(context, to, written, space_to);
        return status ? status : find_space(context, from, read, space_from);
    }
    *space_to =
        kind == LW_MEMCPY_HOST_TO_DEVICE || kind == LW_MEMCPY_DEVICE_TO_DEVICE ? LW_SPACE_DEVICE : LW_SPACE_HOST;
    *space_from =
        kind == LW_MEMCPY_DEVICE_TO_HOST || kind == LW_MEMCPY_DEVICE_TO_DEVICE ? LW_SPACE_DEVICE : LW_SPACE_HOST;
    return LW_SUCCESS;
}

static lw_memcpy_kind kind_of(lw_memory_space to, lw_memory_space from)
{
    if (to == LW_SPACE_DEVICE)
        return from == LW_SPACE_DEVICE ? LW_MEMCPY_DEVICE_TO_DEVICE : LW_MEMCPY_HOST_TO_DEVICE;
    return from == LW_SPACE_DEVICE ? LW_MEMCPY_DEVICE_TO_HOST : LW_MEMCPY_HOST_TO_HOST;
}

static lw_status check_and_copy(const char *function, const lw_stream *stream, const lw_copy_3d *asked)
{
    lw_context *context = stream->context;
    if (!asked)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: copy is null", function);
    if ((unsigned)asked->kind > LW_MEMCPY_DEFAULT)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: kind is %d, which is no lw_memcpy_kind", function,
                         (int)asked->kind);
    if (is_empty(asked->extent))
        return LW_SUCCESS;
    side to = {function, "destination", asked->destination, asked->destination_at, 0, 0};
    side from = {function, "source", asked->source, asked->source_at, 0, 0};
    size_t written, read;
    lw_memory_space space_to, space_from;
    lw_status status = find_box(context, &to, asked->extent, &written);
    if (!status)
        status = find_box(context, &from, asked->extent, &read);
    if (!status)
        status = find_spaces(context, &to, written, &from, read, asked->kind, &space_to, &space_from);
    if (!status)
        status = check_side(context, &to, written, space_to);
    if (!status)
        status = check_side(context, &from, read, space_from);
    if (status)
        return status;
    lw_copy slices = {.destination = begin(&to),
                      .source = begin(&from),
                      .destination_pitch = to.memory.pitch,
                      .source_pitch = from.memory.pitch,
                      .width = asked->extent.width,
                      .height = asked->extent.height * asked->extent.depth,
                      .kind = kind_of(space_to, space_from),
                      .slice = asked->extent.height,
                      .destination_slice = to.slice,
                      .source_slice = from.slice};
    lw_message_discard();
    return lw_finish(context, function, context->backend->copy(stream->impl, &slices));
}

static lw_status copy(const char *function, const lw_stream *stream, const lw_copy_3d *asked)
{
    unsigned counted;
    lw_status status = lw_copy_begins(stream->context, &counted);
    if (!status)
        status = check_and_copy(function, stream, asked);
    lw_copy_given(stream->context, counted);
    return status;
}

lw_status lw_memcpy_3d(lw_device *device, const lw_copy_3d *asked)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    return lw_wait(__func__, device->default_stream, copy(__func__, device->default_stream, asked));
}

lw_status lw_memcpy_3d_async(lw_stream *stream, const lw_copy_3d *asked)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : copy(__func__, stream, asked);
}

static lw_status check_and_set(const char *function, const lw_stream *stream, lw_pitched memory, int value,
                               lw_extent box)
{
    lw_context *context = stream->context;
    if (is_empty(box))
        return LW_SUCCESS;
    side to = {function, "memory", memory, {0, 0, 0}, 0, 0};
    size_t written;
    lw_status status = find_box(context, &to, box, &written);
    if (!status)
        status = check_side(context, &to, written, LW_SPACE_DEVICE);
    if (status)
        return status;
    lw_copy slices = {.destination = begin(&to),
                      .destination_pitch = memory.pitch,
                      .width = box.width,
                      .height = box.height * box.depth,
                      .slice = box.height,
                      .destination_slice = to.slice};
    lw_message_discard();
    return lw_finish(context, function, context->backend->set_slices(stream->impl, &slices, value & 0xff));
}

static lw_status set(const char *function, const lw_stream *stream, lw_pitched memory, int value, lw_extent box)
{
    unsigned counted;
    lw_status status = lw_copy_begins(stream->context, &counted);
    if (!status)
        status = check_and_set(function, stream, memory, value, box);
    lw_copy_given(stream->context, counted);
    return status;
}

lw_status lw_memset_3d(lw_device *device, lw_pitched memory, int value, lw_extent extent)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    return lw_wait(__func__, device->default_stream, set(__func__, device->default_stream, memory, value, extent));
}

lw_status lw_memset_3d_async(lw_stream *stream, lw_pitched memory, int value, lw_extent extent)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : set(__func__, stream, memory, value, extent);
}
