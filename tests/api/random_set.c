/* Random calls: sets of memory, in one to three dimensions. */
#include <stdio.h>

#include "random_calls.h"

struct set {
    struct block *block;
    lw_stream *stream;
    lw_device *device;
    unsigned char *pointer;
    size_t at, pitch, width, height;
    int value;
};

/* `name`: of the argument. */
static bool choose_set(struct caller *c, struct set *set, bool waits, size_t rows, const char *name)
{
    char is_null[32], is[32];
    snprintf(is_null, sizeof is_null, "%s is null", name);
    snprintf(is, sizeof is, "%s is ", name);
    struct block *block = pick_block(c, -1, SETTABLE), *host = pick_block(c, -1, HOST_SPACES);
    if (!block)
        return false;
    *set = (struct set){.block = block, .value = (int)below(c, 1000) - 500, .height = 1 + below(c, rows)};
    set->device = device_of(c, block->place);
    set->stream = waits ? NULL : stream_of(c, block->place);
    set->pitch = block->size / set->height;
    set->width = below(c, set->pitch + 1);
    if (rows == 1)
        set->at = below(c, block->size - set->width + 1);
    if (c->chosen >= 0 && !set->width)
        return false;
    use(c, block, set->stream, block->place);
    set->pointer = block->base + set->at;
    if (wrong(c, is_null, LW_ERROR_INVALID_VALUE))
        set->pointer = NULL;
    else if (wrong(c, is, LW_ERROR_INVALID_VALUE))
        set->pointer = (unsigned char *)(uintptr_t)(1 + below(c, 4096));
    else if (host && wrong(c, is, LW_ERROR_INVALID_VALUE))
        set->pointer = host->base;
    else if (c->session->places > 1 && wrong(c, is, LW_ERROR_INVALID_VALUE))
        set->pointer = c->session->memory[1 - block->place];
    return true;
}

static void was_set(const struct set *set)
{
    for (size_t i = 0; i < set->height; i++)
        memset(set->block->shadow + set->at + i * set->pitch, set->value & 255, set->width);
}

static size_t set_size(struct caller *c, const struct set *set)
{
    if (!has_end(set->block) || !wrong(c, "past the", LW_ERROR_INVALID_VALUE))
        return set->width;
    return one_in(c, 2) ? SIZE_MAX - below(c, 100) : set->block->size - set->at + 1 + below(c, 100);
}

RANDOM_CALL(lw_memset)
{
    struct set set;
    if (!choose_set(c, &set, true, 1, "pointer"))
        return;
    size_t size = set_size(c, &set);
    if (finish(c, lw_memset(handle(c, DEVICE, "device", set.device), set.pointer, set.value, size)))
        was_set(&set);
}

RANDOM_CALL(lw_memset_async)
{
    struct set set;
    if (!choose_set(c, &set, false, 1, "pointer"))
        return;
    size_t size = set_size(c, &set);
    if (finish(c, lw_memset_async(handle(c, STREAM, "stream", set.stream), set.pointer, set.value, size)))
        was_set(&set);
}

static void wrong_pitch(struct caller *c, struct set *asked)
{
    if (wrong(c, "pitch is ", LW_ERROR_INVALID_VALUE))
        asked->pitch = asked->width - 1;
    else if (wrong(c, " is ", LW_ERROR_INVALID_VALUE))
        asked->height = SIZE_MAX;
}

RANDOM_CALL(lw_memset_2d)
{
    struct set set;
    if (!choose_set(c, &set, true, 4, "pointer"))
        return;
    struct set asked = set;
    wrong_pitch(c, &asked);
    if (finish(c, lw_memset_2d(handle(c, DEVICE, "device", set.device), asked.pointer, asked.pitch, asked.value,
                               asked.width, asked.height)))
        was_set(&set);
}

RANDOM_CALL(lw_memset_2d_async)
{
    struct set set;
    if (!choose_set(c, &set, false, 4, "pointer"))
        return;
    struct set asked = set;
    wrong_pitch(c, &asked);
    if (finish(c, lw_memset_2d_async(handle(c, STREAM, "stream", set.stream), asked.pointer, asked.pitch, asked.value,
                                     asked.width, asked.height)))
        was_set(&set);
}

/* The rows as two slices where that is possible. */
static void slices(const struct set *set, lw_pitched *memory, lw_extent *extent)
{
    size_t depth = set->height % 2 ? 1 : 2, height = set->height / depth;
    *memory = (lw_pitched){set->pointer, set->pitch, set->pitch, height};
    *extent = (lw_extent){set->width, height, depth};
}

RANDOM_CALL(lw_memset_3d)
{
    struct set set;
    lw_pitched memory;
    lw_extent extent;
    if (!choose_set(c, &set, true, 4, "memory"))
        return;
    slices(&set, &memory, &extent);
    if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        extent.width = memory.width + 1;
    if (finish(c, lw_memset_3d(handle(c, DEVICE, "device", set.device), memory, set.value, extent)))
        was_set(&set);
}

RANDOM_CALL(lw_memset_3d_async)
{
    struct set set;
    lw_pitched memory;
    lw_extent extent;
    if (!choose_set(c, &set, false, 4, "memory"))
        return;
    slices(&set, &memory, &extent);
    if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        extent.height = memory.height + 1;
    if (finish(c, lw_memset_3d_async(handle(c, STREAM, "stream", set.stream), memory, set.value, extent)))
        was_set(&set);
}
