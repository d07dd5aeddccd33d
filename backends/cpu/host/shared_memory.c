/* Memory that other processes can have, and memory of other processes. A handle says which file descriptor of which process has the
 * memory: the other process opens it under /proc. */
#include <time.h>
#include <unistd.h>

#include "graph.h"

/* ---- giving memory away ---- */
/* Whether the stream's head may use memory now. */
static bool runs(const lw_stream_impl *stream)
{
    if (!stream->head || !stream->blocked)
        return false;
    switch (stream->head->kind) {
    case LW_CPU_RECORD:
    case LW_CPU_WAIT:
    case LW_CPU_WAIT_VALUE:
    case LW_CPU_HOST_FUNCTION: return false;
    case LW_CPU_GRAPH: return lw_cpu_graph_runs(stream->head->as.graph.body);
    default: return true;
    }
}

/* A stream that runs, of any device, as they reach each other's memory; null: there is none. */
static lw_stream_impl *find_running(const lw_cpu_shared *shared)
{
    for (unsigned i = 0; i < shared->count; i++)
        for (lw_stream_impl *stream = shared->device[i] ? shared->device[i]->streams : NULL; stream;
             stream = stream->next)
            if (runs(stream))
                return stream;
    return NULL;
}

/* Takes the lock while no kernel, copy or set runs. A graph may stop before its end, at a node that waits: nothing tells when. */
static void lock_idle(lw_device_impl *device)
{
    enum { PAUSE_NS = 50000 };
    emu_pool_lock(device->pool);
    for (lw_stream_impl *stream; (stream = find_running(device->shared));) {
        if (stream->head->kind == LW_CPU_GRAPH) {
            emu_pool_unlock(device->pool);
            nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
        } else {
            lw_cpu_wait_ticket(stream, stream->head->ticket);
        }
        emu_pool_lock(device->pool);
    }
}

lw_status lw_cpu_give_memory(lw_device_impl *device, lw_cpu_handle *made, void *pointer, size_t size)
{
    lw_status status = lw_cpu_capture_forbids_unsafe(device);
    if (status)
        return status;
    lw_cpu_handle own = {.what = LW_CPU_MEMORY_HANDLE, .process = lw_cpu_this_process(), .size = size};
    size_t offset = 0;
    lock_idle(device);
    status = emu_memory_share(device->memory, pointer, own.files, &offset);
    if (!status && emu_checking)
        emu_check_shared(pointer);
    emu_pool_unlock(device->pool);
    if (status)
        return lw_fail(device, status, "no memory, or no file, to move the memory's pages to");
    own.offset = (uint32_t)offset;
    for (int i = 0; i < 2; i++)
        own.inodes[i] = own.files[i] < 0 ? 0 : lw_cpu_inode(own.files[i]);
    *made = own;
    return LW_SUCCESS;
}

/* ---- having another process's ---- */
lw_status lw_cpu_refuse_gone(lw_device_impl *device, const lw_cpu_handle *theirs, const char *what)
{
    return lw_fail(device, LW_ERROR_INVALID_VALUE,
                   "handle is of process %d, which has ended, has no such %s any more, or is another user's",
                   (int)theirs->process.id, what);
}

/* Maps the files one after the other at reserved addresses, accessible. */
static lw_status map_files(lw_device_impl *device, char *base, size_t first, const int files[2])
{
    lw_status status = emu_memory_map(device->memory, base, first, files[0]);
    if (!status && files[1] >= 0)
        status = emu_memory_map(device->memory, base + first, emu_memory_page(device->memory), files[1]);
    if (!status && (!emu_memory_open(device->memory, base, true) ||
                    (files[1] >= 0 && !emu_memory_open(device->memory, base + first, true))))
        status = LW_ERROR_OUT_OF_MEMORY;
    return status;
}

/* The address of the first page. */
static char *base_of(const lw_device_impl *device, void *pointer)
{
    return (char *)((uintptr_t)pointer & ~(uintptr_t)(emu_memory_page(device->memory) - 1));
}

void lw_cpu_unmap_memory(lw_device_impl *device, void *pointer)
{
    char *base = base_of(device, pointer);
    emu_memory_unmap(device->memory, base);
    emu_memory_unmap(device->memory, base + emu_memory_page(device->memory));
    emu_memory_free(device->memory, pointer);
}

void lw_cpu_discount_memory(lw_device_impl *device, void *pointer)
{
    char *base = base_of(device, pointer);
    emu_memory_discount_mapping(device->memory, base);
    emu_memory_discount_mapping(device->memory, base + emu_memory_page(device->memory));
}

static lw_status open_files(lw_device_impl *device, const lw_cpu_handle *theirs, int files[2])
{
    files[0] = lw_cpu_process_file(theirs->process, theirs->files[0], theirs->inodes[0]);
    files[1] = theirs->files[1] < 0 || files[0] < 0
                   ? -1
                   : lw_cpu_process_file(theirs->process, theirs->files[1], theirs->inodes[1]);
    if (files[0] >= 0 && (theirs->files[1] < 0 || files[1] >= 0))
        return LW_SUCCESS;
    if (files[0] >= 0)
        close(files[0]);
    return files[0] == -2 || files[1] == -2
               ? lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no file for another process's memory")
               : lw_cpu_refuse_gone(device, theirs, "memory");
}

lw_status lw_cpu_open_memory(lw_device_impl *device, void **pointer, const lw_cpu_handle *theirs)
{
    size_t page = emu_memory_page(device->memory), whole = theirs->offset + theirs->size;
    int files[2];
    lw_status status = open_files(device, theirs, files);
    if (status)
        return status;
    void *base = NULL;
    whole = (whole + page - 1) / page * page;
    status = emu_memory_reserve(device->memory, &base, whole, page, NULL);
    char *start = (char *)base + theirs->offset;
    if (!status) {
        emu_memory_place(device->memory, base, theirs->offset, theirs->size);
        status = map_files(device, base, files[1] < 0 ? whole : page, files);
    }
    close(files[0]);
    if (files[1] >= 0)
        close(files[1]);
    if (!status && device->compare &&
        !lw_cpu_compare_add_memory(device->compare, false, start, theirs->size, lw_caller))
        status = LW_ERROR_OUT_OF_MEMORY;
    if (status) {
        if (base)
            lw_cpu_unmap_memory(device, start);
        return lw_fail(device, status, "no memory or addresses for another process's memory");
    }
    if (emu_checking)
        emu_check_mapped(start, theirs->size, lw_caller);
    *pointer = start;
    return LW_SUCCESS;
}
