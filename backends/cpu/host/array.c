/* Arrays: device memory with the rows of each level one after another; and copies from and to them. */
#include <stdlib.h>

#include "array.h"
#include "cpu.h"

/* Rows begin at multiples of the largest access of a surface. */
enum { ROW = 16 };

static size_t row_of(const lw_array_shape *shape, size_t width)
{
    const lw_channel_format *format = &shape->format;
    size_t bytes = width * (size_t)(format->x + format->y + format->z + format->w) / 8;
    return (bytes + ROW - 1) / ROW * ROW;
}

static size_t halved(size_t size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

static void lay_out(lw_array_impl *array, unsigned level, size_t offset)
{
    const lw_array_shape *shape = &array->shape;
    bool slices = shape->flags & (LW_ARRAY_LAYERED | LW_ARRAY_CUBEMAP);
    lw_cpu_level *at = &array->level[level];
    at->offset = offset;
    at->width = halved(shape->width, level);
    at->height = halved(shape->height, level);
    at->depth = slices ? shape->depth : halved(shape->depth, level);
    at->row = row_of(shape, at->width);
    at->slice = at->row * at->height;
}

lw_status lw_cpu_array_create(lw_device_impl *device, const lw_array_shape *shape, lw_array_impl **array)
{
    void *memory;
    lw_array_impl *made = lw_allocate(sizeof *made);
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an array");
    made->shape = *shape;
    made->levels = shape->levels ? shape->levels : 1;
    size_t size = 0;
    for (unsigned level = 0; level < made->levels; level++) {
        lay_out(made, level, size);
        size += made->level[level].slice * made->level[level].depth;
    }
    lw_status status = lw_cpu_allocate(device, &memory, size);
    if (status) {
        free(made);
        return status;
    }
    made->memory = memory;
    *array = made;
    return LW_SUCCESS;
}

lw_status lw_cpu_array_destroy(lw_device_impl *device, lw_array_impl *array)
{
    lw_status status = lw_cpu_capture_forbids_unsafe(device);
    if (status)
        return status; /* the array stays */
    status = lw_cpu_retire(device, array->memory);
    if (!status)
        status = lw_cpu_release(device, array->memory);
    free(array);
    return status;
}

typedef struct side {
    char *pointer;
    size_t pitch, slice;
} side;

static side find(const lw_array_part *part)
{
    if (!part->array)
        return (side){part->pointer, part->pitch, part->slice};
    const lw_cpu_level *level = &part->array->level[part->level];
    char *memory = part->array->memory + level->offset;
    return (side){memory + part->z * level->slice + part->y * level->row + part->x, level->row, level->slice};
}

lw_status lw_cpu_array_copy(lw_stream_impl *stream, const lw_array_box *box)
{
    side to = find(&box->destination), from = find(&box->source);
    lw_copy copy = {.destination = to.pointer,
                    .source = from.pointer,
                    .destination_pitch = to.pitch,
                    .source_pitch = from.pitch,
                    .width = box->width,
                    .height = box->height * box->depth,
                    .kind = box->kind,
                    .slice = box->height,
                    .destination_slice = to.slice,
                    .source_slice = from.slice,
                    .of_array = true};
    return lw_cpu_copy(stream, &copy);
}
