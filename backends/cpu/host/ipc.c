/* Handles of memory and events for other processes. */
#include <string.h>
#include <unistd.h>

#include "cpu.h"

_Static_assert(sizeof(lw_cpu_handle) <= sizeof(lw_ipc_memory_handle) &&
                   sizeof(lw_cpu_handle) <= sizeof(lw_ipc_event_handle),
               "handles");

static lw_status check(lw_device_impl *device, const lw_cpu_handle *theirs, uint32_t what)
{
    if (theirs->what != what)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "handle is not of %s of a CPU device",
                       what == LW_CPU_MEMORY_HANDLE ? "memory" : "an event");
    if (theirs->process.id == getpid())
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "handle is of this process, which has the %s already",
                       what == LW_CPU_MEMORY_HANDLE ? "memory" : "event");
    return LW_SUCCESS;
}

/* ---- memory ---- */
static lw_status get_memory(lw_device_impl *device, lw_ipc_memory_handle *made, void *pointer, size_t size)
{
    lw_cpu_handle own;
    lw_status status = lw_cpu_give_memory(device, &own, pointer, size);
    if (!status)
        memcpy(made, &own, sizeof own);
    return status;
}

static lw_status open_memory(lw_device_impl *device, void **pointer, size_t *size, const lw_ipc_memory_handle *given)
{
    lw_cpu_handle theirs;
    memcpy(&theirs, given, sizeof theirs);
    lw_status status = check(device, &theirs, LW_CPU_MEMORY_HANDLE);
    if (!status)
        status = lw_cpu_open_memory(device, pointer, &theirs);
    if (!status)
        *size = theirs.size;
    return status;
}

static lw_status close_memory(lw_device_impl *device, void *pointer)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    emu_pool_lock(device->pool);
    lw_cpu_discount_memory(device, pointer);
    emu_pool_unlock(device->pool);
    lw_cpu_wait(device, NULL);
    lw_cpu_wait_for_reach(device, false);
    if (device->compare) {
        lw_cpu_compare_begin(device->compare);
        lw_cpu_compare_remove_memory(device->compare, pointer);
        lw_cpu_compare_end(device->compare);
    }
    if (emu_checking)
        emu_check_freed(pointer, lw_caller);
    lw_cpu_unmap_memory(device, pointer);
    return LW_SUCCESS;
}

/* ---- events ---- */
static lw_status get_event(lw_event_impl *event, lw_ipc_event_handle *made)
{
    lw_cpu_handle own = {.what = LW_CPU_EVENT_HANDLE,
                         .process = lw_cpu_this_process(),
                         .files = {lw_cpu_shared_event_file(event->shared), -1}};
    own.inodes[0] = lw_cpu_inode(own.files[0]);
    memcpy(made, &own, sizeof own);
    return LW_SUCCESS;
}

static lw_status open_event(lw_device_impl *device, lw_event_impl **opened, const lw_ipc_event_handle *given)
{
    lw_cpu_handle theirs;
    memcpy(&theirs, given, sizeof theirs);
    lw_status status = check(device, &theirs, LW_CPU_EVENT_HANDLE);
    if (status)
        return status;
    lw_event_impl *event;
    status = lw_cpu_event_create(device, LW_EVENT_DISABLE_TIMING, &event);
    if (status)
        return status;
    int file = lw_cpu_process_file(theirs.process, theirs.files[0], theirs.inodes[0]);
    if (file >= 0)
        event->shared = lw_cpu_shared_event_open(file);
    if (!event->shared) {
        lw_cpu_event_destroy(event);
        return file == -1 ? lw_cpu_refuse_gone(device, &theirs, "event")
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
    .create_pool = lw_cpu_pool_create_shared,
    .export_pool = lw_cpu_pool_export,
    .import_pool = lw_cpu_pool_import,
    .export_pointer = lw_cpu_pool_export_pointer,
    .import_pointer = lw_cpu_pool_import_pointer,
};
