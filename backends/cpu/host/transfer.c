/* Copies and sets: large ones are split into pieces for the workers. */
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

enum { MAX_WHOLE = 1 << 20, PIECE = 256 << 10 }; /* bytes: the largest copy that is not split; a piece */

/* Bytes from the beginning of the source or destination to a row. */
static size_t row_offset(const lw_copy *copy, size_t row, size_t pitch, size_t slice)
{
    return copy->slice ? row / copy->slice * slice + row % copy->slice * pitch : row * pitch;
}

/* memmove: ranges that overlap are undefined in CUDA, but must not harm the process. */
static void move(const lw_cpu_operation *operation, size_t row, size_t column, size_t bytes)
{
    const lw_copy *copy = &operation->as.transfer.copy;
    char *to =
        (char *)copy->destination + row_offset(copy, row, copy->destination_pitch, copy->destination_slice) + column;
    const char *from = copy->source;
    if (from)
        from += row_offset(copy, row, copy->source_pitch, copy->source_slice) + column;
    if (emu_checking)
        emu_check_transfer(operation->check, to, from, bytes);
    if (from)
        memmove(to, from, bytes);
    else
        memset(to, operation->as.transfer.value, bytes);
    if (emu_checking)
        emu_check_transfer_ends();
}

static void run_pieces(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)worker;
    const lw_cpu_operation *operation = (lw_cpu_operation *)task;
    size_t width = operation->as.transfer.copy.width, height = operation->as.transfer.copy.height;
    size_t rows = operation->as.transfer.rows, bytes = operation->as.transfer.bytes;
    const lw_copy *copy = &operation->as.transfer.copy;
    if (emu_checking && first == 0 && copy->source && !copy->slice)
        emu_check_transfer_begins(operation->check, copy->source, copy->source_pitch, width, height);
    if (rows) {
        size_t row = first * rows, end = count <= (height - row) / rows ? row + count * rows : height;
        for (; row < end; row++)
            move(operation, row, 0, width);
    } else {
        size_t column = first * bytes;
        move(operation, 0, column, count <= (width - column) / bytes ? count * bytes : width - column);
    }
}

static void finish(emu_task *task)
{
    lw_cpu_complete((lw_cpu_operation *)task);
}

/* `to`, `from`: the ordinals of the devices whose variables the copy reaches. */
static lw_cpu_operation *make(lw_device_impl *device, unsigned to, unsigned from, const lw_copy *wanted, int value)
{
    lw_copy copy = *wanted;
    if (!copy.slice && copy.destination_pitch == copy.width && (!copy.source || copy.source_pitch == copy.width)) {
        copy.width *= copy.height; /* rows without gaps are one row */
        copy.height = 1;
    }
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    if (!operation) {
        lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a copy or set in a stream");
        return NULL;
    }
    operation->kind = copy.source ? LW_CPU_COPY : LW_CPU_SET;
    bool writes_variable = lw_cpu_variables_find(to, copy.destination, &operation->as.transfer.to);
    bool reads_variable = copy.source && lw_cpu_variables_find(from, copy.source, &operation->as.transfer.from);
    operation->uses_variables = writes_variable || reads_variable;
    operation->as.transfer.copy = copy;
    operation->as.transfer.value = value;
    size_t piece = copy.width * copy.height > MAX_WHOLE ? PIECE : SIZE_MAX;
    if (copy.height > 1) {
        size_t rows = piece / copy.width;
        rows = rows == 0 ? 1 : rows < copy.height ? rows : copy.height;
        operation->as.transfer.rows = rows;
        operation->task.items = copy.height / rows + (copy.height % rows != 0);
    } else {
        operation->as.transfer.bytes = piece < copy.width ? piece : copy.width;
        operation->task.items =
            copy.width / operation->as.transfer.bytes + (copy.width % operation->as.transfer.bytes != 0);
    }
    operation->task.run = run_pieces;
    operation->task.finish = finish;
    return operation;
}

/* The device that has a side of a copy. */
static unsigned ordinal_of(const lw_device_impl *device, unsigned peer)
{
    return peer ? peer - 1 : device->ordinal;
}

lw_cpu_operation *lw_cpu_transfer_make(lw_device_impl *device, const lw_copy *wanted, int value)
{
    return make(device, ordinal_of(device, wanted->to_peer), ordinal_of(device, wanted->from_peer), wanted, value);
}

static lw_status put(lw_stream_impl *stream, lw_cpu_operation *operation)
{
    if (!operation)
        return LW_ERROR_OUT_OF_MEMORY;
    emu_pool_lock(stream->device->pool);
    lw_cpu_enqueue(stream, operation);
    emu_pool_unlock(stream->device->pool);
    return LW_SUCCESS;
}

static lw_status enqueue(lw_stream_impl *stream, const lw_copy *copy, int value)
{
    lw_device_impl *device = stream->device;
    if (copy->width == 0 || copy->height == 0)
        return LW_SUCCESS;
    lw_status status = lw_cpu_capture_forbids_legacy(stream);
    if (status || lw_cpu_captures(stream))
        return status ? status : lw_cpu_capture_transfer(stream, copy, value);
    return put(stream, lw_cpu_transfer_make(device, copy, value));
}

/* Rejects an address in the device's range outside of all live allocations: an access there would end the process. */
static lw_status check_side(lw_device_impl *device, unsigned owner, const char *side, const void *address, size_t size)
{
    emu_memory *memory = device->shared->memory[owner];
    if (emu_heap_contains(address))
        return lw_fail(device, LW_ERROR_INVALID_VALUE,
                       "%s is %p, in the heap of malloc() in kernels, which only kernels "
                       "reach",
                       side, address);
    if (!emu_memory_contains(memory, address) || emu_memory_covers(memory, address, size))
        return LW_SUCCESS;
    char phrase[256];
    emu_describe_address(address, phrase, sizeof phrase);
    return lw_fail(device, LW_ERROR_INVALID_VALUE, "%s is not all inside one allocation: it begins at %s", side,
                   phrase);
}

lw_status lw_cpu_transfer_check(lw_device_impl *device, const lw_copy *copy)
{
    size_t last = copy->height - 1;
    size_t written = row_offset(copy, last, copy->destination_pitch, copy->destination_slice) + copy->width;
    lw_status status = check_side(device, ordinal_of(device, copy->to_peer), "destination", copy->destination, written);
    if (status || !copy->source)
        return status;
    return check_side(device, ordinal_of(device, copy->from_peer), "source", copy->source,
                      row_offset(copy, last, copy->source_pitch, copy->source_slice) + copy->width);
}

lw_status lw_cpu_value_check(lw_device_impl *device, const lw_value *value)
{
    return check_side(device, device->ordinal, "word", value->word, value->wide ? 8 : 4);
}

lw_status lw_cpu_copy_peer(lw_stream_impl *stream, const lw_copy *wanted, lw_device_impl *to, lw_device_impl *from)
{
    if (wanted->width == 0 || wanted->height == 0)
        return LW_SUCCESS;
    lw_copy copy = *wanted;
    copy.to_peer = to == stream->device ? 0 : to->ordinal + 1;
    copy.from_peer = from == stream->device ? 0 : from->ordinal + 1;
    lw_status status = lw_cpu_capture_forbids_legacy(stream);
    if (!status)
        status = lw_cpu_transfer_check(stream->device, &copy);
    if (status)
        return status;
    lw_cpu_note_reach(stream->device, to);
    lw_cpu_note_reach(stream->device, from);
    if (lw_cpu_captures(stream))
        return lw_cpu_capture_transfer(stream, &copy, 0);
    return put(stream, lw_cpu_transfer_make(stream->device, &copy, 0));
}

lw_status lw_cpu_copy(lw_stream_impl *stream, const lw_copy *copy)
{
    if (copy->width == 0 || copy->height == 0)
        return LW_SUCCESS;
    lw_status status = lw_cpu_transfer_check(stream->device, copy);
    return status ? status : enqueue(stream, copy, 0);
}

lw_status lw_cpu_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    lw_copy set = {.destination = pointer, .destination_pitch = pitch, .width = width, .height = height};
    return enqueue(stream, &set, value);
}

lw_status lw_cpu_set_slices(lw_stream_impl *stream, const lw_copy *set, int value)
{
    return enqueue(stream, set, value);
}
