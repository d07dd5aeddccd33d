/* Copies from and to arrays. Every copy is a box of bytes, rows and slices between two sides. */
#include "dispatch.h"

/* One side of a copy, as the caller has it. */
typedef struct box_side {
    const char *function, *name; /* "destination" */
    lw_array *array;             /* null: memory */
    unsigned level;
    size_t x, y, z; /* bytes, rows, slices */
    lw_pitched memory;
    bool flat; /* memory of a 2-D copy: memory.height does not count */
    lw_hold *hold;
} box_side;

static lw_status check_range(const lw_context *context, const box_side *side, const char *what, size_t first,
                             size_t count, size_t most)
{
    if (first <= most && count <= most - first)
        return LW_SUCCESS;
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the box has %zu %s from %zu on, %s has %zu", side->function,
                     count, what, first, side->name, most);
}

static lw_status check_array(const lw_context *context, const box_side *side, const lw_array_box *box,
                             lw_array_part *part)
{
    const lw_array_shape *shape = &side->array->shape;
    unsigned levels = shape->levels ? shape->levels : 1;
    size_t width, height, depth;
    if (side->array->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: the array of %s belongs to device %s, not to %s",
                         side->function, side->name, side->array->context->name, context->name);
    if (side->level >= levels)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the level of %s is %u; the array has %u", side->function,
                         side->name, side->level, levels);
    lw_array_level_size(shape, side->level, &width, &height, &depth);
    lw_status status =
        check_range(context, side, "bytes", side->x, box->width, width * lw_channel_bytes(shape->format));
    if (!status)
        status = check_range(context, side, "rows", side->y, box->height, height ? height : 1);
    if (!status)
        status = check_range(context, side, "slices", side->z, box->depth, depth ? depth : 1);
    *part = (lw_array_part){side->array->impl, side->level, side->x, side->y, side->z, NULL, 0, 0};
    return status;
}

/* The bytes from the pointer to the box's end. */
static lw_status find_reach(const lw_context *context, const box_side *side, const lw_array_box *box, size_t *slice,
                            size_t *offset, size_t *reach)
{
    const lw_pitched *memory = &side->memory;
    size_t rows = side->flat ? side->y + box->height : memory->height, slices, all;
    bool overflows = __builtin_mul_overflow(memory->pitch, rows, slice) ||
                     __builtin_add_overflow(side->z, box->depth, &slices) ||
                     __builtin_mul_overflow(slices, *slice, &all);
    if (overflows)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the slices of %s overflow", side->function, side->name);
    *offset = side->z * *slice + side->y * memory->pitch + side->x;
    *reach = *offset + (box->depth - 1) * *slice + (box->height - 1) * memory->pitch + box->width;
    return LW_SUCCESS;
}

static lw_status check_memory(lw_context *context, const box_side *side, const lw_array_box *box, bool is_default,
                              bool is_device, lw_array_part *part, lw_memory_space *space)
{
    const lw_pitched *memory = &side->memory;
    size_t slice = 0, offset = 0, reach = 0;
    if (!memory->pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", side->function, side->name);
    lw_status status = check_range(context, side, "bytes of a row", side->x, box->width, memory->pitch);
    if (!status && !side->flat)
        status = check_range(context, side, "rows", side->y, box->height, memory->height);
    if (!status)
        status = find_reach(context, side, box, &slice, &offset, &reach);
    if (status)
        return status;
    lw_operand operand = {.function = side->function,
                          .argument = side->name,
                          .pointer = memory->pointer,
                          .extent = reach,
                          .hold = side->hold};
    *space = is_device ? LW_SPACE_DEVICE : LW_SPACE_HOST;
    if (is_default)
        status = lw_operand_space(context, &operand, space);
    if (!status)
        status = lw_operand_check(context, &operand, *space);
    *part = (lw_array_part){NULL, 0, 0, 0, 0, (char *)memory->pointer + offset, memory->pitch, slice};
    return status;
}

static lw_status refuse_kind(const lw_context *context, const box_side *side, lw_memcpy_kind kind)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: kind is %d, but the array of %s is device memory",
                     side->function, (int)kind, side->name);
}

static lw_status check_side(lw_context *context, const box_side *side, const lw_array_box *box, bool is_device,
                            lw_array_part *part, lw_memory_space *space)
{
    bool is_default = box->kind == LW_MEMCPY_DEFAULT;
    if (!side->array)
        return check_memory(context, side, box, is_default, is_device, part, space);
    *space = LW_SPACE_DEVICE;
    if (!is_default && !is_device)
        return refuse_kind(context, side, box->kind);
    return check_array(context, side, box, part);
}

static lw_status check_and_copy(const lw_stream *stream, const box_side *to, const box_side *from, lw_array_box box)
{
    lw_context *context = stream->context;
    lw_memory_space space_to, space_from;
    if ((unsigned)box.kind > LW_MEMCPY_DEFAULT)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: kind is %d, which is no lw_memcpy_kind", to->function,
                         (int)box.kind);
    if (box.width == 0 || box.height == 0 || box.depth == 0)
        return LW_SUCCESS;
    bool writes = box.kind == LW_MEMCPY_HOST_TO_DEVICE || box.kind == LW_MEMCPY_DEVICE_TO_DEVICE;
    bool reads = box.kind == LW_MEMCPY_DEVICE_TO_HOST || box.kind == LW_MEMCPY_DEVICE_TO_DEVICE;
    lw_status status = check_side(context, to, &box, writes, &box.destination, &space_to);
    if (!status)
        status = check_side(context, from, &box, reads, &box.source, &space_from);
    if (status)
        return status;
    bool device_to = space_to == LW_SPACE_DEVICE, device_from = space_from == LW_SPACE_DEVICE;
    box.kind = !device_from ? LW_MEMCPY_HOST_TO_DEVICE
               : device_to  ? LW_MEMCPY_DEVICE_TO_DEVICE
                            : LW_MEMCPY_DEVICE_TO_HOST;
    lw_message_discard();
    return lw_finish(context, to->function, context->backend->array_copy(stream->impl, &box));
}

static lw_status copy(const lw_stream *stream, box_side *to, box_side *from, lw_array_box box)
{
    lw_hold hold;
    to->hold = from->hold = &hold;
    lw_status status = lw_copy_begin(stream->context, &hold);
    if (!status)
        status = check_and_copy(stream, to, from, box);
    lw_copy_end(&hold);
    return status;
}

static lw_status enter_array(const char *function, const lw_array *array)
{
    return lw_enter_handle(function, "array", "array", &lw_arrays, array);
}

static lw_status copy_to(const char *function, lw_stream *stream, lw_array *array, size_t x, size_t y,
                         const void *source, size_t pitch, size_t width, size_t height, lw_memcpy_kind kind)
{
    lw_status status = enter_array(function, array);
    if (status)
        return status;
    box_side to = {function, "array", array, 0, x, y, 0, {0}, false, NULL};
    box_side from = {function, "source", NULL, 0, 0, 0, 0, {(void *)(uintptr_t)source, pitch, 0, 0}, true, NULL};
    return copy(stream, &to, &from, (lw_array_box){.width = width, .height = height, .depth = 1, .kind = kind});
}

lw_status lw_memcpy_2d_to_array(lw_device *device, lw_array *array, size_t x, size_t y, const void *source,
                                size_t pitch, size_t width, size_t height, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_stream *stream = device->default_stream;
    return lw_wait(__func__, stream, copy_to(__func__, stream, array, x, y, source, pitch, width, height, kind));
}

lw_status lw_memcpy_2d_to_array_async(lw_stream *stream, lw_array *array, size_t x, size_t y, const void *source,
                                      size_t pitch, size_t width, size_t height, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : copy_to(__func__, stream, array, x, y, source, pitch, width, height, kind);
}

static lw_status copy_from(const char *function, lw_stream *stream, void *destination, size_t pitch, lw_array *array,
                           size_t x, size_t y, size_t width, size_t height, lw_memcpy_kind kind)
{
    lw_status status = enter_array(function, array);
    if (status)
        return status;
    box_side to = {function, "destination", NULL, 0, 0, 0, 0, {destination, pitch, 0, 0}, true, NULL};
    box_side from = {function, "array", array, 0, x, y, 0, {0}, false, NULL};
    return copy(stream, &to, &from, (lw_array_box){.width = width, .height = height, .depth = 1, .kind = kind});
}

lw_status lw_memcpy_2d_from_array(lw_device *device, void *destination, size_t pitch, lw_array *array, size_t x,
                                  size_t y, size_t width, size_t height, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_stream *stream = device->default_stream;
    return lw_wait(__func__, stream, copy_from(__func__, stream, destination, pitch, array, x, y, width, height, kind));
}

lw_status lw_memcpy_2d_from_array_async(lw_stream *stream, void *destination, size_t pitch, lw_array *array, size_t x,
                                        size_t y, size_t width, size_t height, lw_memcpy_kind kind)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : copy_from(__func__, stream, destination, pitch, array, x, y, width, height, kind);
}

/* The bytes of an element, of the two sides' arrays. */
static lw_status element_of(const char *function, const lw_context *context, const lw_array_copy *request,
                            size_t *element)
{
    lw_array *to = request->destination.array, *from = request->source.array;
    lw_status status = LW_SUCCESS;
    if (!to && !from)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: neither destination nor source has an array; lw_memcpy_3d() copies memory", function);
    if (to)
        status = lw_enter_handle(function, "destination.array", "array", &lw_arrays, to);
    if (!status && from)
        status = lw_enter_handle(function, "source.array", "array", &lw_arrays, from);
    if (status)
        return status;
    *element = lw_channel_bytes(to ? to->shape.format : from->shape.format);
    if (to && from && lw_channel_bytes(from->shape.format) != *element)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: the destination's elements have %zu bytes, the source's %zu; expected one size", function,
                         *element, lw_channel_bytes(from->shape.format));
    return LW_SUCCESS;
}

static lw_status copy_3d(const char *function, const lw_stream *stream, const lw_array_copy *request)
{
    const lw_context *context = stream->context;
    size_t element = 0, width, x_to, x_from;
    if (!request)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: copy is null", function);
    lw_status status = element_of(function, context, request, &element);
    if (status)
        return status;
    const lw_array_side *to = &request->destination, *from = &request->source;
    if (__builtin_mul_overflow(request->width, element, &width) || __builtin_mul_overflow(to->x, element, &x_to) ||
        __builtin_mul_overflow(from->x, element, &x_from))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the rows of %zu elements overflow", function,
                         request->width);
    box_side side_to = {function, "destination", to->array, to->level, x_to, to->y, to->z, to->memory, false, NULL};
    box_side side_from = {function, "source", from->array,  from->level, x_from,
                          from->y,  from->z,  from->memory, false,       NULL};
    lw_array_box box = {.width = width, .height = request->height, .depth = request->depth, .kind = request->kind};
    return copy(stream, &side_to, &side_from, box);
}

lw_status lw_memcpy_3d_array(lw_device *device, const lw_array_copy *request)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    return lw_wait(__func__, device->default_stream, copy_3d(__func__, device->default_stream, request));
}

lw_status lw_memcpy_3d_array_async(lw_stream *stream, const lw_array_copy *request)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : copy_3d(__func__, stream, request);
}
