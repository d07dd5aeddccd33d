/* Copies and sets of boxes in pitched memory: slices of rows. */
#include "dispatch.h"

/* The source or destination of a box: the caller's arguments, and values computed from them. */
typedef struct box_side {
    const char *function, *name; /* "destination" */
    lw_pitched memory;
    lw_extent at;
    lw_hold *hold;
    size_t slice;  /* bytes */
    size_t offset; /* bytes from memory.pointer to the box */
    bool peers;    /* it may be memory of another device */
    bool pooled;   /* check_side() sets it: stream-ordered memory */
    bool apart;    /* likewise this and the next one: as in lw_operand */
    lw_context *peer;
} box_side;

static lw_status refuse_outside(const lw_context *context, const box_side *side, const char *what, size_t first,
                                size_t count, size_t most)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the box has %zu %s from %zu on, %s has %zu", side->function,
                     count, what, first, side->name, most);
}

/* Checks that the box is inside the rows and slices, and computes its offset. `*reach`: bytes from the pointer to the
 * box's end. All of them must be in one allocation, because a distant box could lie in another allocation. */
static lw_status find_box(const lw_context *context, box_side *side, lw_extent box, size_t *reach)
{
    const lw_pitched *memory = &side->memory;
    size_t slices, rows;
    if (!memory->pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", side->function, side->name);
    if (side->at.width > memory->pitch || box.width > memory->pitch - side->at.width)
        return refuse_outside(context, side, "bytes", side->at.width, box.width, memory->pitch);
    if (side->at.height > memory->height || box.height > memory->height - side->at.height)
        return refuse_outside(context, side, "rows", side->at.height, box.height, memory->height);
    bool overflows = __builtin_mul_overflow(memory->pitch, memory->height, &side->slice) ||
                     __builtin_add_overflow(side->at.depth, box.depth, &slices) ||
                     __builtin_mul_overflow(slices, side->slice, &rows);
    if (overflows)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the slices of %s overflow", side->function, side->name);
    side->offset = side->at.depth * side->slice + side->at.height * memory->pitch + side->at.width;
    *reach = side->offset + (box.depth - 1) * side->slice + (box.height - 1) * memory->pitch + box.width;
    return LW_SUCCESS;
}

static char *begin(const box_side *side)
{
    return (char *)side->memory.pointer + side->offset;
}

static bool is_empty(lw_extent box)
{
    return box.width == 0 || box.height == 0 || box.depth == 0;
}

static lw_operand operand_of(const box_side *side, size_t reach)
{
    return (lw_operand){.function = side->function,
                        .argument = side->name,
                        .pointer = side->memory.pointer,
                        .extent = reach,
                        .hold = side->hold,
                        .peers = side->peers};
}

static lw_status check_side(lw_context *context, box_side *side, size_t reach, lw_memory_space space)
{
    lw_operand operand = operand_of(side, reach);
    lw_status status = lw_operand_check(context, &operand, space);
    side->pooled = operand.pooled;
    side->apart = operand.apart;
    side->peer = operand.peer;
    return status;
}

static lw_status find_space(lw_context *context, const box_side *side, size_t reach, lw_memory_space *space)
{
    lw_operand operand = operand_of(side, reach);
    return lw_operand_space(context, &operand, space);
}

/* The memory spaces of the two sides, by the kind, or for the default kind by the pointers. */
static lw_status find_spaces(lw_context *context, const box_side *to, size_t written, const box_side *from, size_t read,
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

static void set_rows(lw_copy *copy, const lw_copy_3d *request, const box_side *to, const box_side *from)
{
    *copy = (lw_copy){.destination = begin(to),
                      .source = begin(from),
                      .destination_pitch = to->memory.pitch,
                      .source_pitch = from->memory.pitch,
                      .width = request->extent.width,
                      .height = request->extent.height * request->extent.depth,
                      .kind = request->kind,
                      .slice = request->extent.height,
                      .destination_slice = to->slice,
                      .source_slice = from->slice};
}

lw_status lw_copy_3d_layout(const char *function, const lw_context *context, const lw_copy_3d *request, lw_copy *copy,
                            size_t *written, size_t *read)
{
    *copy = (lw_copy){0};
    *written = *read = 0;
    if (is_empty(request->extent))
        return LW_SUCCESS;
    box_side to = {
        .function = function, .name = "destination", .memory = request->destination, .at = request->destination_at};
    box_side from = {.function = function, .name = "source", .memory = request->source, .at = request->source_at};
    lw_status status = find_box(context, &to, request->extent, written);
    if (!status)
        status = find_box(context, &from, request->extent, read);
    if (!status)
        set_rows(copy, request, &to, &from);
    return status;
}

/* What the copy says of the other devices that have its sides; the backend learns that the context's device reaches them. */
static lw_status note_peers(lw_context *context, const box_side *to, size_t written, const box_side *from, size_t read,
                            lw_copy *copy)
{
    const box_side *const sides[] = {to, from};
    const size_t reach[] = {written, read};
    for (int i = 0; i < 2; i++) {
        lw_operand side = operand_of(sides[i], reach[i]);
        side.peer = sides[i]->peer;
        side.pooled = sides[i]->pooled;
        side.apart = sides[i]->apart;
        lw_status status = lw_graph_side_check(context, &side, copy->kind);
        if (status)
            return status;
    }
    const lw_graph_backend *graphs = context->backend->graphs;
    if (to->peer)
        graphs->note_reach(context->impl, to->peer->impl);
    if (from->peer)
        graphs->note_reach(context->impl, from->peer->impl);
    copy->to_peer = to->peer ? (unsigned)to->peer->ordinal + 1 : 0;
    copy->from_peer = from->peer ? (unsigned)from->peer->ordinal + 1 : 0;
    return LW_SUCCESS;
}

lw_status lw_copy_3d_check(const char *function, lw_context *context, const lw_copy_3d *request, bool peers,
                           lw_hold *hold, lw_copy *copy)
{
    if ((unsigned)request->kind > LW_MEMCPY_DEFAULT)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: kind is %d, which is no lw_memcpy_kind", function,
                         (int)request->kind);
    *copy = (lw_copy){0};
    if (is_empty(request->extent))
        return LW_SUCCESS;
    box_side to = {.function = function,
                   .name = "destination",
                   .memory = request->destination,
                   .at = request->destination_at,
                   .hold = hold,
                   .peers = peers};
    box_side from = {.function = function,
                     .name = "source",
                     .memory = request->source,
                     .at = request->source_at,
                     .hold = hold,
                     .peers = peers};
    size_t written, read;
    lw_memory_space space_to, space_from;
    lw_status status = find_box(context, &to, request->extent, &written);
    if (!status)
        status = find_box(context, &from, request->extent, &read);
    if (!status)
        status = find_spaces(context, &to, written, &from, read, request->kind, &space_to, &space_from);
    if (!status)
        status = check_side(context, &to, written, space_to);
    if (!status)
        status = check_side(context, &from, read, space_from);
    if (status)
        return status;
    set_rows(copy, request, &to, &from);
    copy->kind = kind_of(space_to, space_from);
    copy->to_pool = to.pooled;
    copy->from_pool = from.pooled;
    return note_peers(context, &to, written, &from, read, copy);
}

static lw_status check_and_copy(const char *function, const lw_stream *stream, const lw_copy_3d *request, lw_hold *hold)
{
    lw_context *context = stream->context;
    if (!request)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: copy is null", function);
    lw_copy slices;
    lw_status status = lw_copy_3d_check(function, context, request, false, hold, &slices);
    if (status || slices.height == 0)
        return status;
    lw_message_discard();
    return lw_finish(context, function, context->backend->copy(stream->impl, &slices));
}

static lw_status copy(const char *function, const lw_stream *stream, const lw_copy_3d *request)
{
    lw_hold hold;
    lw_status status = lw_copy_begin(stream->context, &hold);
    if (!status)
        status = check_and_copy(function, stream, request, &hold);
    lw_copy_end(&hold);
    return status;
}

lw_status lw_memcpy_3d(lw_device *device, const lw_copy_3d *request)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    return lw_wait(__func__, device->default_stream, copy(__func__, device->default_stream, request));
}

lw_status lw_memcpy_3d_async(lw_stream *stream, const lw_copy_3d *request)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : copy(__func__, stream, request);
}

lw_status lw_memset_3d_check(const char *function, lw_context *context, lw_pitched memory, lw_extent box, lw_hold *hold,
                             lw_copy *set)
{
    *set = (lw_copy){0};
    if (is_empty(box))
        return LW_SUCCESS;
    box_side to = {.function = function, .name = "memory", .memory = memory, .hold = hold};
    size_t written;
    lw_status status = find_box(context, &to, box, &written);
    if (!status)
        status = check_side(context, &to, written, LW_SPACE_DEVICE);
    if (status)
        return status;
    *set = (lw_copy){.destination = begin(&to),
                     .destination_pitch = memory.pitch,
                     .width = box.width,
                     .height = box.height * box.depth,
                     .slice = box.height,
                     .destination_slice = to.slice};
    return LW_SUCCESS;
}

static lw_status check_and_set(const char *function, const lw_stream *stream, lw_pitched memory, int value,
                               lw_extent box, lw_hold *hold)
{
    lw_context *context = stream->context;
    lw_copy slices;
    lw_status status = lw_memset_3d_check(function, context, memory, box, hold, &slices);
    if (status || slices.height == 0)
        return status;
    lw_message_discard();
    return lw_finish(context, function, context->backend->set_slices(stream->impl, &slices, value & 0xff));
}

static lw_status set(const char *function, const lw_stream *stream, lw_pitched memory, int value, lw_extent box)
{
    lw_hold hold;
    lw_status status = lw_copy_begin(stream->context, &hold);
    if (!status)
        status = check_and_set(function, stream, memory, value, box, &hold);
    lw_copy_end(&hold);
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
