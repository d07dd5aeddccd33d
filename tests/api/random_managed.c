/* Random calls: managed memory. */
#include "random_calls.h"

RANDOM_CALL(lw_malloc_managed)
{
    struct block *block = block_room(c);
    if (!block)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    size_t size = one_in(c, 10) ? 0 : 1 + below(c, MOST_BYTES);
    void **base = out(c, "pointer", sizeof *base);
    unsigned flags = 1 + (unsigned)below(c, 2);
    if (wrong(c, "flags is ", LW_ERROR_INVALID_VALUE))
        flags = one_in(c, 2) ? 0 : 3 + (unsigned)below(c, 100);
    size_t asked = wrong(c, "size is ", LW_ERROR_OUT_OF_MEMORY) ? SIZE_MAX - below(c, 100) : size;
    if (finish(c, lw_malloc_managed(handle(c, DEVICE, "device", device), base, asked, flags)) && size)
        block_made(c, block, *base, size, MANAGED, device, place);
}

/* A part of managed memory, and an error of it. */
struct part {
    struct block *block;
    unsigned char *pointer;
    size_t size;
};

static bool choose_part(struct caller *c, struct part *part)
{
    struct block *block = pick_block(c, -1, 1 << MANAGED), *other = pick_block(c, -1, ANY_SPACE & ~(1u << MANAGED));
    if (!block)
        return false;
    size_t at = below(c, block->size);
    *part = (struct part){block, block->base + at, 1 + below(c, block->size - at)};
    if (other && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        part->pointer = other->base, part->size = 1;
    else if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        part->pointer = NULL;
    else if (wrong(c, "size is 0", LW_ERROR_INVALID_VALUE))
        part->size = 0;
    else if (wrong(c, "past the", LW_ERROR_INVALID_VALUE))
        part->size = one_in(c, 2) ? SIZE_MAX : block->size - at + 1;
    return true;
}

static lw_memory_location some_location(struct caller *c)
{
    if (wrong(c, "location is ", LW_ERROR_INVALID_VALUE))
        return (lw_memory_location)(one_in(c, 2) ? 0 : 3 + (int)below(c, 100));
    return one_in(c, 2) ? LW_LOCATION_DEVICE : LW_LOCATION_HOST;
}

RANDOM_CALL(lw_stream_attach_memory)
{
    struct block *block = pick_block(c, -1, 1 << MANAGED);
    if (!block)
        return;
    /* Only this thread's memory in a stream that only it uses; the host may use it afterwards. */
    lw_stream *stream = lw_default_stream(c->own[block->place]);
    use(c, block, NULL, 0);
    void *pointer = block->base;
    size_t size = one_in(c, 2) ? 0 : block->size;
    unsigned flags = 1u << below(c, 3);
    if (block->size > 1 && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = block->base + 1;
    else if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = one_in(c, 2) ? NULL : (void *)c;
    else if (wrong(c, "size is ", LW_ERROR_INVALID_VALUE))
        size = block->size + 1 + below(c, 100);
    else if (wrong(c, "flags is ", LW_ERROR_INVALID_VALUE))
        flags = one_in(c, 2) ? 0 : 8 + (unsigned)below(c, 100);
    if (!finish(c, lw_stream_attach_memory(handle(c, STREAM, "stream", stream), pointer, size, flags)))
        return;
    if (flags != LW_ATTACH_GLOBAL)
        NEED(c, lw_stream_attach_memory(stream, block->base, 0, LW_ATTACH_GLOBAL));
    NEED(c, lw_stream_synchronize(stream));
}

RANDOM_CALL(lw_memory_advise)
{
    struct part part;
    if (!choose_part(c, &part))
        return;
    lw_memory_location location = some_location(c);
    lw_memory_advice advice = (lw_memory_advice)(1 + below(c, 6));
    if (wrong(c, "advice is ", LW_ERROR_INVALID_VALUE))
        advice = (lw_memory_advice)(one_in(c, 2) ? 0 : 7 + (int)below(c, 100));
    lw_device *device = handle(c, DEVICE, "device", device_of(c, part.block->place));
    finish(c, lw_memory_advise(device, part.pointer, part.size, advice, location));
}

RANDOM_CALL(lw_memory_prefetch_async)
{
    struct part part;
    if (!choose_part(c, &part))
        return;
    lw_stream *stream = stream_of(c, part.block->place);
    use(c, part.block, stream, part.block->place);
    lw_memory_location location = some_location(c);
    finish(c, lw_memory_prefetch_async(handle(c, STREAM, "stream", stream), part.pointer, part.size, location));
}

RANDOM_CALL(lw_memory_range_get_attribute)
{
    struct part part;
    if (!choose_part(c, &part))
        return;
    int *value = out(c, "value", sizeof *value);
    lw_memory_range_attribute attribute = (lw_memory_range_attribute)(1 + below(c, 4));
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_memory_range_attribute)(one_in(c, 2) ? 0 : 5 + (int)below(c, 100));
    lw_device *device = handle(c, DEVICE, "device", device_of(c, part.block->place));
    if (finish(c, lw_memory_range_get_attribute(device, part.pointer, part.size, attribute, value)) &&
        (*value < 0 || *value > 3))
        caller_fail(c, __FILE__, __LINE__, "attribute %d is %d", (int)attribute, *value);
}
