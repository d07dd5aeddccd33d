/* Work of libraries over this one on device memory: a task of one item. It needs no fibers, so a worker's OS thread calls it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

enum { ALIGNMENT = 64 }; /* of scratch memory: a cache line, and a vector */

typedef struct running {
    lw_host_work_run run; /* first member */
    const lw_cpu_operation *operation;
} running;

/* The bytes of row `i`, which begin at `*offset`. */
static size_t row_of(const lw_host_work_range *range, size_t i, size_t *offset)
{
    size_t skipped = range->triangle == 'L' ? i * range->element : 0;
    size_t end = range->triangle == 'U' ? (i + 1) * range->element : range->width;
    *offset = i * range->pitch + skipped;
    if (end > range->width)
        end = range->width;
    return end > skipped ? end - skipped : 0;
}

/* To the checker each row is a copy's source, or the destination of a set. */
static void note_access(const lw_cpu_operation *operation, const lw_host_work_range *range)
{
    unsigned number = operation->check;
    if (range->reads)
        emu_check_transfer_begins(number, range->pointer, range->pitch, range->width, range->height);
    for (size_t i = 0, offset; i < range->height; i++) {
        size_t bytes = row_of(range, i, &offset);
        char *row = (char *)range->pointer + offset;
        if (bytes && range->reads) {
            emu_check_transfer(number, NULL, row, bytes);
            emu_check_transfer_ends();
        }
        if (bytes && range->writes) {
            emu_check_transfer(number, row, NULL, bytes);
            emu_check_transfer_ends();
        }
    }
}

static bool is_accessible(const lw_device_impl *device, const void *pointer, size_t size)
{
    uintptr_t address = (uintptr_t)pointer;
    if (emu_memory_contains(device->memory, pointer))
        return emu_memory_covers(device->memory, pointer, size);
    return lw_readable(address) && lw_readable(address + size - 1);
}

static bool use(lw_host_work_run *run, const lw_host_work_range *range)
{
    const lw_cpu_operation *operation = ((running *)run)->operation;
    lw_device_impl *device = operation->stream->device;
    size_t size = (range->height - 1) * range->pitch + range->width;
    if (is_accessible(device, range->pointer, size)) {
        if (emu_checking)
            note_access(operation, range);
        return true;
    }
    char sentence[400];
    snprintf(sentence, sizeof sentence,
             "%s: %s of the batch is at %p, and the %zu bytes from there are not all memory of the device",
             operation->as.host_work.work.function, range->argument, range->pointer, size);
    if (emu_checking)
        emu_check_api_misuse(sentence, range->pointer, operation->as.host_work.by, false);
    emu_pool_lock(device->pool);
    lw_cpu_set_fault(device, LW_ERROR_ILLEGAL_ADDRESS, sentence);
    emu_pool_unlock(device->pool);
    return false;
}

static void run_item(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)worker, (void)first, (void)count;
    const lw_cpu_operation *operation = (lw_cpu_operation *)task;
    const lw_host_work *work = &operation->as.host_work.work;
    running now = {.run = {.alone = emu_checking, .use = use}, .operation = operation};
    for (unsigned i = 0; i < work->count && emu_checking; i++)
        note_access(operation, &work->ranges[i]);
    if (emu_checking)
        emu_check_transfer(operation->check, NULL, NULL, 0); /* opens the memory to this OS thread */
    lw_host_function_enter();
    work->run((void *)work->arguments, (char *)work->arguments + work->size, &now.run);
    lw_host_function_leave();
    if (emu_checking)
        emu_check_transfer_ends();
}

static void finish(emu_task *task)
{
    lw_cpu_complete((lw_cpu_operation *)task);
}

static size_t align(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

/* One allocation: the operation, the ranges, the arguments and the scratch memory. */
static lw_cpu_operation *make(const lw_host_work *work)
{
    size_t ranges = align(sizeof(lw_cpu_operation), _Alignof(lw_host_work_range)), size = align(work->size, ALIGNMENT);
    size_t arguments = align(ranges + work->count * sizeof *work->ranges, ALIGNMENT) + ALIGNMENT, whole;
    if (__builtin_add_overflow(arguments + size, work->scratch, &whole))
        return NULL;
    char *memory = lw_allocate(whole);
    if (!memory)
        return NULL;
    lw_cpu_operation *operation = (lw_cpu_operation *)(void *)memory;
    lw_host_work *kept = &operation->as.host_work.work;
    *kept = *work;
    char *copy = (char *)align((uintptr_t)memory + arguments - ALIGNMENT, ALIGNMENT);
    if (work->count)
        memcpy(memory + ranges, work->ranges, work->count * sizeof *work->ranges);
    memcpy(copy, work->arguments, work->size);
    kept->ranges = (lw_host_work_range *)(void *)(memory + ranges);
    kept->arguments = copy;
    kept->size = size;
    operation->kind = LW_CPU_HOST_WORK;
    operation->as.host_work.by = lw_caller;
    operation->task.items = 1;
    operation->task.run = run_item;
    operation->task.finish = finish;
    return operation;
}

lw_status lw_cpu_host_work(lw_stream_impl *stream, const lw_host_work *work)
{
    lw_device_impl *device = stream->device;
    lw_cpu_variable variable;
    for (unsigned i = 0; i < work->count; i++) {
        const lw_host_work_range *range = &work->ranges[i];
        if (lw_cpu_variables_find(device->ordinal, range->pointer, &variable))
            return lw_fail(
                device, LW_ERROR_NOT_SUPPORTED,
                "%s is %p, a variable of kernels; with several CPU devices such calls take allocations alone",
                range->argument, range->pointer);
    }
    lw_status status = lw_cpu_capture_refuses(stream);
    if (status)
        return status;
    lw_cpu_operation *operation = make(work);
    if (!operation)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the work of %s", work->function);
    emu_pool_lock(device->pool);
    lw_cpu_enqueue(stream, operation);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}
