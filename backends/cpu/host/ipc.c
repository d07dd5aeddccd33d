/* Memory and events of other processes. A handle says which file descriptor of which process has the memory: the other process opens
 * it under /proc. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpu.h"

enum { MEMORY = 0x4d4d574c, EVENT = 0x4d45574c }; /* "LWMM", "LWEM" */

typedef struct handle {
    uint32_t what;
    int32_t files[2]; /* the second one: -1, or of the second page */
    uint32_t offset;  /* bytes of the first page before the memory */
    lw_cpu_process process;
    uint64_t inodes[2];
    uint64_t size; /* bytes of the memory */
} handle;
_Static_assert(sizeof(handle) <= sizeof(lw_ipc_memory_handle) && sizeof(handle) <= sizeof(lw_ipc_event_handle),
               "handles");

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
    default: return true;
    }
}

/* Takes the lock while no kernel, copy or set runs. */
static void lock_idle(lw_device_impl *device)
{
    emu_pool_lock(device->pool);
    for (lw_stream_impl *stream = device->streams; stream;) {
        if (!runs(stream)) {
            stream = stream->next;
            continue;
        }
        lw_cpu_wait_ticket(stream, stream->head->ticket);
        emu_pool_lock(device->pool);
        stream = device->streams;
    }
}

static lw_status get_memory(lw_device_impl *device, lw_ipc_memory_handle *made, void *pointer, size_t size)
{
    lw_status status = lw_cpu_capture_forbids_unsafe(device);
    if (status)
        return status;
    handle own = {.what = MEMORY, .process = lw_cpu_this_process(), .size = size};
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
    memcpy(made, &own, sizeof own);
    return LW_SUCCESS;
}

/* ---- having another process's ---- */
static lw_status check(lw_device_impl *device, const handle *theirs, uint32_t what)
{
    if (theirs->what != what)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "handle is not %s of a CPU device",
                       what == MEMORY ? "of memory" : "of an event");
    if (theirs->process.id == getpid())
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "handle is of this process, which has the %s already",
                       what == MEMORY ? "memory" : "event");
    return LW_SUCCESS;
}

static lw_status refuse_gone(lw_device_impl *device, const handle *theirs, const char *what)
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

static void unmap_files(lw_device_impl *device, char *base)
{
    emu_memory_unmap(device->memory, base);
    emu_memory_unmap(device->memory, base + emu_memory_page(device->memory));
    emu_memory_free(device->memory, base);
}

static lw_status open_files(lw_device_impl *device, const handle *theirs, int files[2])
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
               : refuse_gone(device, theirs, "memory");
}

static lw_status open_memory(lw_device_impl *device, void **pointer, size_t *size, const lw_ipc_memory_handle *given)
{
    handle theirs;
    memcpy(&theirs, given, sizeof theirs);
    size_t page = emu_memory_page(device->memory), whole = theirs.offset + theirs.size;
    int files[2];
    lw_status status = check(device, &theirs, MEMORY);
    if (!status)
        status = open_files(device, &theirs, files);
    if (status)
        return status;
    void *base = NULL;
    whole = (whole + page - 1) / page * page;
    status = emu_memory_reserve(device->memory, &base, whole, page, NULL);
    if (!status)
        status = map_files(device, base, files[1] < 0 ? whole : page, files);
    close(files[0]);
    if (files[1] >= 0)
        close(files[1]);
    char *start = (char *)base + theirs.offset;
    if (!status && device->compare && !lw_cpu_compare_add_memory(device->compare, false, start, theirs.size, lw_caller))
        status = LW_ERROR_OUT_OF_MEMORY;
    if (status) {
        if (base)
            unmap_files(device, base);
        return lw_fail(device, status, "no memory or addresses for another process's memory");
    }
    if (emu_checking)
        emu_check_mapped(start, theirs.size, lw_caller);
    *pointer = start;
    *size = theirs.size;
    return LW_SUCCESS;
}

static lw_status close_memory(lw_device_impl *device, void *pointer)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    size_t page = emu_memory_page(device->memory);
    char *base = (char *)((uintptr_t)pointer & ~(uintptr_t)(page - 1));
    emu_pool_lock(device->pool);
    emu_memory_discount_mapping(device->memory, base);
    emu_memory_discount_mapping(device->memory, base + page);
    emu_pool_unlock(device->pool);
    lw_cpu_wait(device, NULL);
    if (device->compare) {
        lw_cpu_compare_begin(device->compare);
        lw_cpu_compare_remove_memory(device->compare, pointer);
        lw_cpu_compare_end(device->compare);
    }
    if (emu_checking)
        emu_check_freed(pointer, lw_caller);
    unmap_files(device, base);
    return LW_SUCCESS;
}

/* ---- events ---- */
static lw_status get_event(lw_event_impl *event, lw_ipc_event_handle *made)
{
    handle own = {.what = EVENT, .process = lw_cpu_this_process(), .files = {lw_cpu_shared_file(event->shared), -1}};
    own.inodes[0] = lw_cpu_inode(own.files[0]);
    memcpy(made, &own, sizeof own);
    return LW_SUCCESS;
}

static lw_status open_event(lw_device_impl *device, lw_event_impl **opened, const lw_ipc_event_handle *given)
{
    handle theirs;
    memcpy(&theirs, given, sizeof theirs);
    lw_status status = check(device, &theirs, EVENT);
    if (status)
        return status;
    lw_event_impl *event;
    status = lw_cpu_event_create(device, LW_EVENT_DISABLE_TIMING, &event);
    if (status)
        return status;
    int file = lw_cpu_process_file(theirs.process, theirs.files[0], theirs.inodes[0]);
    if (file >= 0)
        event->shared = lw_cpu_shared_open(file);
    if (!event->shared) {
        lw_cpu_event_destroy(event);
        return file == -1 ? refuse_gone(device, &theirs, "event")
                          : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for another process's event");
    }
    *opened = event;
    return LW_SUCCESS;
}

const lw_ipc_backend lw_cpu_ipc = {
    .get_memory = get_memory,
    .open_memory = open_memory,
    .close_memory = close_memory,
    .get_event = get_event,
    .open_event = open_event,
};
