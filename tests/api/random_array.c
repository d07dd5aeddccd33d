/* Random calls: arrays and copies of them. */
#include "random_calls.h"

enum { WIDTH = 16, HEIGHT = 8, ROW = WIDTH * sizeof(float), ALL = ROW * HEIGHT };

RANDOM_CALL(lw_array_create)
{
    struct thing *thing = room(c, ARRAY);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_array_shape right = {.format = lw_channel(LW_CHANNEL_FLOAT, 32, 1),
                            .width = WIDTH,
                            .height = HEIGHT,
                            .flags = one_in(c, 2) ? LW_ARRAY_SURFACE : 0},
                   shape = right;
    const lw_array_shape *asked = &shape;
    lw_array **array = out(c, "array", sizeof *array);
    if (wrong(c, "shape is null", LW_ERROR_INVALID_VALUE))
        asked = NULL;
    else if (wrong(c, "format.kind is ", LW_ERROR_INVALID_VALUE))
        shape.format.kind = (lw_channel_kind)(3 + (int)below(c, 100));
    else if (wrong(c, "format.x is ", LW_ERROR_INVALID_VALUE))
        shape.format.x = (int)below(c, 8);
    else if (wrong(c, "format has ", LW_ERROR_INVALID_VALUE))
        shape.format.y = 16;
    else if (wrong(c, "shape.width is 0", LW_ERROR_INVALID_VALUE))
        shape.width = 0;
    else if (wrong(c, "shape.height is ", LW_ERROR_INVALID_VALUE))
        shape.height = one_in(c, 2) ? SIZE_MAX : 65537;
    else if (wrong(c, "shape.flags ", LW_ERROR_INVALID_VALUE))
        shape.flags = 16u << below(c, 27);
    if (!finish(c, lw_array_create(handle(c, DEVICE, "device", device), array, asked)))
        return;
    made(c, ARRAY, thing, *array, device, place);
    thing->shape = right;
    thing->shadow = malloc(ALL);
    for (size_t i = 0; i < ALL; i++)
        thing->shadow[i] = (unsigned char)(i + c->made);
    NEED(c, lw_memcpy_2d_to_array(device, *array, 0, 0, thing->shadow, ROW, ROW, HEIGHT, LW_MEMCPY_HOST_TO_DEVICE));
}

static void look_at(struct caller *c, struct thing *array)
{
    unsigned char got[ALL];
    use_last(c, &array->last, NULL, 0);
    if (NEED(c, lw_memcpy_2d_from_array(c->own[array->place], got, ROW, (lw_array *)array->handle, 0, 0, ROW, HEIGHT,
                                        LW_MEMCPY_DEVICE_TO_HOST)) &&
        memcmp(got, array->shadow, ALL) != 0)
        caller_fail(c, __FILE__, __LINE__, "an array holds something else");
}

RANDOM_CALL(lw_array_destroy)
{
    struct thing *thing = pick(c, ARRAY);
    if (!thing)
        return;
    look_at(c, thing);
    for (int kind = TEXTURE; kind <= SURFACE; kind++)
        for (int i = 0; i < THINGS; i++)
            if (c->things[kind][i].of == thing)
                return; /* an object of it must not be used later */
    if (finish(c, lw_array_destroy(handle(c, ARRAY, "array", thing->handle))))
        closed(c, ARRAY, thing);
}

RANDOM_CALL(lw_array_get_shape)
{
    struct thing *thing = pick(c, ARRAY);
    if (!thing)
        return;
    lw_array_shape *shape = out(c, "shape", sizeof *shape);
    unsigned level = wrong(c, "level is ", LW_ERROR_INVALID_VALUE) ? 1 + (unsigned)below(c, 100) : 0;
    if (finish(c, lw_array_get_shape(handle(c, ARRAY, "array", thing->handle), level, shape)) &&
        (shape->width != WIDTH || shape->height != HEIGHT || shape->depth || shape->flags != thing->shape.flags))
        caller_fail(c, __FILE__, __LINE__, "%zu x %zu x %zu", shape->width, shape->height, shape->depth);
}

/* ---- copies of rows ---- */
struct rows {
    struct thing *array;
    struct block *block;
    lw_stream *stream;
    lw_device *device;
    lw_array *handle;
    unsigned char *memory;
    size_t x, y, pitch, width, height;
    lw_memcpy_kind kind;
};

static bool choose_rows(struct caller *c, struct rows *rows, bool waits, bool to_array)
{
    struct thing *array = pick(c, ARRAY);
    struct block *block = array ? pick_block(c, array->place, ANY_SPACE) : NULL;
    if (!block || block->space == IN_SYMBOL)
        return false;
    size_t x = below(c, ROW), y = below(c, HEIGHT), width = below(c, ROW - x + 1), height = 1 + below(c, HEIGHT - y);
    size_t pitch = block->size / height;
    if (width > pitch)
        width = pitch;
    if (c->chosen >= 0 && !width)
        return false;
    lw_memcpy_kind host = to_array ? LW_MEMCPY_HOST_TO_DEVICE : LW_MEMCPY_DEVICE_TO_HOST;
    *rows = (struct rows){.array = array,
                          .block = block,
                          .stream = waits ? NULL : stream_of(c, array->place),
                          .device = device_of(c, array->place),
                          .x = x,
                          .y = y,
                          .pitch = pitch,
                          .width = width,
                          .height = height,
                          .memory = block->base};
    rows->kind = one_in(c, 2) ? LW_MEMCPY_DEFAULT : block->space < MANAGED ? LW_MEMCPY_DEVICE_TO_DEVICE : host;
    use_two(c, &block->last, &array->last, rows->stream, array->place);
    rows->handle = handle(c, ARRAY, "array", array->handle);
    return true;
}

static void spoil_rows(struct caller *c, struct rows *rows, const char *memory)
{
    if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        rows->x = one_in(c, 2) ? SIZE_MAX : ROW - rows->width + 1;
    else if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        rows->y = one_in(c, 2) ? SIZE_MAX : HEIGHT - rows->height + 1;
    else if (wrong(c, memory, LW_ERROR_INVALID_VALUE))
        rows->memory = NULL;
    else if (wrong(c, " is ", LW_ERROR_INVALID_VALUE))
        rows->kind = one_in(c, 2) ? LW_MEMCPY_HOST_TO_HOST : (lw_memcpy_kind)(5 + (int)below(c, 100));
    else if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        rows->pitch = rows->width - 1;
}

static void rows_copied(const struct rows *rows, bool to_array)
{
    for (size_t i = 0; i < rows->height; i++) {
        unsigned char *array = rows->array->shadow + (rows->y + i) * ROW + rows->x,
                      *memory = rows->block->shadow + i * rows->pitch;
        memcpy(to_array ? array : memory, to_array ? memory : array, rows->width);
    }
}

RANDOM_CALL(lw_memcpy_2d_to_array)
{
    struct rows rows;
    if (!choose_rows(c, &rows, true, true))
        return;
    spoil_rows(c, &rows, "source is null");
    if (finish(c, lw_memcpy_2d_to_array(handle(c, DEVICE, "device", rows.device), rows.handle, rows.x, rows.y,
                                        rows.memory, rows.pitch, rows.width, rows.height, rows.kind)))
        rows_copied(&rows, true);
}

RANDOM_CALL(lw_memcpy_2d_to_array_async)
{
    struct rows rows;
    if (!choose_rows(c, &rows, false, true))
        return;
    spoil_rows(c, &rows, "source is null");
    if (finish(c, lw_memcpy_2d_to_array_async(handle(c, STREAM, "stream", rows.stream), rows.handle, rows.x, rows.y,
                                              rows.memory, rows.pitch, rows.width, rows.height, rows.kind)))
        rows_copied(&rows, true);
}

RANDOM_CALL(lw_memcpy_2d_from_array)
{
    struct rows rows;
    if (!choose_rows(c, &rows, true, false))
        return;
    spoil_rows(c, &rows, "destination is null");
    if (finish(c, lw_memcpy_2d_from_array(handle(c, DEVICE, "device", rows.device), rows.memory, rows.pitch,
                                          rows.handle, rows.x, rows.y, rows.width, rows.height, rows.kind)))
        rows_copied(&rows, false);
}

RANDOM_CALL(lw_memcpy_2d_from_array_async)
{
    struct rows rows;
    if (!choose_rows(c, &rows, false, false))
        return;
    spoil_rows(c, &rows, "destination is null");
    if (finish(c, lw_memcpy_2d_from_array_async(handle(c, STREAM, "stream", rows.stream), rows.memory, rows.pitch,
                                                rows.handle, rows.x, rows.y, rows.width, rows.height, rows.kind)))
        rows_copied(&rows, false);
}

/* ---- copies of boxes, between arrays ---- */
struct boxes {
    struct thing *to, *from;
    lw_stream *stream;
    lw_device *device;
    lw_array_copy copy;
    size_t to_at, from_at, width, height; /* bytes */
};

static bool choose_boxes(struct caller *c, struct boxes *boxes, bool waits)
{
    struct thing *to = pick(c, ARRAY), *from = pick(c, ARRAY);
    if (!to || to == from || to->place != from->place)
        return false;
    size_t width = below(c, WIDTH + 1), height = below(c, HEIGHT + 1);
    if (c->chosen >= 0 && !(width && height))
        return false;
    lw_array_copy copy = {
        .destination = {.array = to->handle, .x = below(c, WIDTH - width + 1), .y = below(c, HEIGHT - height + 1)},
        .source = {.array = from->handle, .x = below(c, WIDTH - width + 1), .y = below(c, HEIGHT - height + 1)},
        .width = width,
        .height = height,
        .depth = 1,
        .kind = one_in(c, 2) ? LW_MEMCPY_DEFAULT : LW_MEMCPY_DEVICE_TO_DEVICE};
    *boxes = (struct boxes){.to = to,
                            .from = from,
                            .stream = waits ? NULL : stream_of(c, to->place),
                            .device = device_of(c, to->place),
                            .to_at = copy.destination.y * ROW + copy.destination.x * sizeof(float),
                            .from_at = copy.source.y * ROW + copy.source.x * sizeof(float),
                            .width = width * sizeof(float),
                            .height = height};
    use_two(c, &to->last, &from->last, boxes->stream, to->place);
    copy.destination.array = handle(c, ARRAY, "destination.array", copy.destination.array);
    copy.source.array = handle(c, ARRAY, "source.array", copy.source.array);
    if (!copy.destination.array || !copy.source.array)
        return false; /* null means memory */
    if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        copy.destination.x = WIDTH - width + 1;
    else if (wrong(c, "", LW_ERROR_INVALID_VALUE))
        copy.source.x = SIZE_MAX / 2;
    else if (wrong(c, "", LW_ERROR_INVALID_VALUE))
        copy.width = SIZE_MAX / 4 + 1 + width;
    else if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        copy.source.y = SIZE_MAX;
    else if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        copy.depth = 2 + below(c, 2) * (SIZE_MAX / 2);
    else if (wrong(c, "level of ", LW_ERROR_INVALID_VALUE))
        copy.source.level = 1;
    else if (wrong(c, "kind is ", LW_ERROR_INVALID_VALUE))
        copy.kind = LW_MEMCPY_HOST_TO_DEVICE;
    boxes->copy = copy;
    return true;
}

static void boxes_copied(const struct boxes *boxes)
{
    for (size_t i = 0; i < boxes->height; i++)
        memcpy(boxes->to->shadow + boxes->to_at + i * ROW, boxes->from->shadow + boxes->from_at + i * ROW,
               boxes->width);
}

RANDOM_CALL(lw_memcpy_3d_array)
{
    struct boxes boxes;
    if (!choose_boxes(c, &boxes, true))
        return;
    const lw_array_copy *copy = wrong(c, "copy is null", LW_ERROR_INVALID_VALUE) ? NULL : &boxes.copy;
    if (finish(c, lw_memcpy_3d_array(handle(c, DEVICE, "device", boxes.device), copy)))
        boxes_copied(&boxes);
}

RANDOM_CALL(lw_memcpy_3d_array_async)
{
    struct boxes boxes;
    if (!choose_boxes(c, &boxes, false))
        return;
    const lw_array_copy *copy = wrong(c, "copy is null", LW_ERROR_INVALID_VALUE) ? NULL : &boxes.copy;
    if (finish(c, lw_memcpy_3d_array_async(handle(c, STREAM, "stream", boxes.stream), copy)))
        boxes_copied(&boxes);
}
