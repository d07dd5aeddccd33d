/* Memory and events of other processes. */
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

/* Fails where the device has no such handles, too. */
static lw_status enter(const char *function, lw_device *device)
{
    lw_status status = lw_enter_device(function, device);
    if (!status && !device->context->properties.ipc)
        status = lw_refuse(device->context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no handles for other processes",
                           function, device->context->name);
    return status;
}

lw_status lw_ipc_get_memory_handle(lw_device *device, lw_ipc_memory_handle *handle, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!handle)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: handle is null", __func__);
    lw_range range = lw_table_find(&context->ranges, (uintptr_t)pointer);
    if (range.kind != LW_RANGE_DEVICE || range.base != (uintptr_t)pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, which is not the start of device memory of lw_malloc()", __func__,
                         pointer);
    if (range.managed || range.pooled)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, in %s memory; expected lw_malloc()'s",
                         __func__, pointer, range.managed ? "managed" : "a pool's");
    lw_ipc_memory_handle made;
    memset(&made, 0, sizeof made);
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->ipc->get_memory(context->impl, &made, pointer, range.size));
    if (!status)
        *handle = made;
    return status;
}

/* ---- memory that is open; with the lock of the addresses held ---- */
static lw_opened *find(const lw_context *context, uintptr_t base)
{
    lw_opened *one = context->addresses.opened;
    while (one && one->base != base)
        one = one->next;
    return one;
}

static lw_opened *find_handle(const lw_context *context, const lw_ipc_memory_handle *handle)
{
    lw_opened *one = context->addresses.opened;
    while (one && memcmp(&one->handle, handle, sizeof *handle) != 0)
        one = one->next;
    return one;
}

/* Opens the memory by the backend. CUDA's may be memory that is open, by another handle. */
static lw_status open_new(const char *function, lw_device *device, const lw_ipc_memory_handle *handle, lw_opened *made,
                          lw_range *entry, lw_opened **opened)
{
    lw_context *context = device->context;
    void *pointer = NULL;
    size_t size = 0;
    lw_message_discard();
    lw_status status = context->backend->ipc->open_memory(context->impl, &pointer, &size, handle);
    if (status)
        return lw_finish(context, function, status);
    *opened = find(context, (uintptr_t)pointer);
    if (*opened) {
        (*opened)->opens++;
        return LW_SUCCESS;
    }
    entry->base = (uintptr_t)pointer;
    entry->size = size;
    entry->kind = LW_RANGE_OPENED;
    entry->owner = device;
    if (lw_table_insert_disjoint(&context->ranges, entry).kind != LW_RANGE_NONE) {
        context->backend->ipc->close_memory(context->impl, pointer);
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: handle is of memory that this process has at %p",
                         function, pointer);
    }
    *made = (lw_opened){.base = (uintptr_t)pointer,
                        .size = size,
                        .handle = *handle,
                        .owner = device,
                        .opens = 1,
                        .next = context->addresses.opened};
    context->addresses.opened = *opened = made;
    return LW_SUCCESS;
}

lw_status lw_ipc_open_memory_handle(lw_device *device, void **pointer, const lw_ipc_memory_handle *handle,
                                    unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!pointer || !handle)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, pointer ? "handle" : "pointer");
    if (flags != LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x; expected LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS", __func__, flags);
    lw_opened *made = lw_allocate(sizeof *made);
    lw_range *entry = made ? lw_allocate(sizeof *entry) : NULL;
    if (!entry) {
        free(made);
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of a range", __func__);
    }
    pthread_mutex_lock(&context->addresses.lock);
    lw_opened *opened = find_handle(context, handle);
    if (!opened)
        status = open_new(__func__, device, handle, made, entry, &opened);
    if (!status) {
        opened->users++;
        *pointer = (void *)opened->base;
    }
    pthread_mutex_unlock(&context->addresses.lock);
    if (status || opened != made) {
        free(entry);
        free(made);
    }
    return status;
}

/* Closes memory that has left the list. On failure it returns there, unless `forgotten`. */
static lw_status close_opened(lw_context *context, lw_opened *opened, bool forgotten)
{
    lw_range *entry = lw_table_remove(&context->ranges, opened->base, LW_RANGE_OPENED);
    lw_grace_wait(&context->copies);
    lw_status status = LW_SUCCESS;
    for (; opened->opens && (!status || forgotten); opened->opens -= !status || forgotten)
        status = context->backend->ipc->close_memory(context->impl, (void *)opened->base);
    bool gone = !status || forgotten;
    lw_table_end_retirement(&context->ranges, entry, gone);
    if (gone) {
        free(opened);
        return status;
    }
    pthread_mutex_lock(&context->addresses.lock);
    opened->users++;
    opened->next = context->addresses.opened;
    context->addresses.opened = opened;
    pthread_mutex_unlock(&context->addresses.lock);
    return status;
}

lw_status lw_ipc_close_memory_handle(lw_device *device, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    pthread_mutex_lock(&context->addresses.lock);
    lw_opened **link = &context->addresses.opened;
    while (*link && (*link)->base != (uintptr_t)pointer)
        link = &(*link)->next;
    lw_opened *opened = *link;
    bool last = opened && --opened->users == 0;
    if (last)
        *link = opened->next;
    pthread_mutex_unlock(&context->addresses.lock);
    if (!opened)
        return lw_misused(pointer, lw_refuse(context, LW_ERROR_INVALID_VALUE,
                                             "%s: pointer is %p, which is no open memory of another process", __func__,
                                             pointer));
    if (!last)
        return LW_SUCCESS;
    lw_message_discard();
    return lw_finish(context, __func__, close_opened(context, opened, false));
}

void lw_ipc_close_all(lw_context *context, const lw_device *owner)
{
    lw_caller = 0; /* no call of the program's closes this memory */
    for (;;) {
        pthread_mutex_lock(&context->addresses.lock);
        lw_opened **link = &context->addresses.opened;
        while (*link && owner && (*link)->owner != owner)
            link = &(*link)->next;
        lw_opened *opened = *link;
        if (opened)
            *link = opened->next;
        pthread_mutex_unlock(&context->addresses.lock);
        if (!opened)
            return;
        close_opened(context, opened, true);
    }
}

/* ---- events ---- */
lw_status lw_ipc_get_event_handle(lw_event *event, lw_ipc_event_handle *handle)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_event(__func__, "event", event);
    if (status)
        return status;
    lw_context *context = event->context;
    if (!handle)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: handle is null", __func__);
    if (!event->interprocess || event->adopted)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: event is %s", __func__,
                         event->adopted ? "another process's" : "made without LW_EVENT_INTERPROCESS");
    lw_ipc_event_handle made;
    memset(&made, 0, sizeof made);
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->ipc->get_event(event->impl, &made));
    if (!status)
        *handle = made;
    return status;
}

lw_status lw_ipc_open_event_handle(lw_device *device, lw_event **event, const lw_ipc_event_handle *handle)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!event || !handle)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, event ? "handle" : "event");
    lw_event *opened = lw_pool_take(&lw_events);
    if (!opened)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an event handle", __func__);
    lw_message_discard();
    status = context->backend->ipc->open_event(context->impl, &opened->impl, handle);
    if (status) {
        lw_pool_give(&lw_events, opened);
        return lw_finish(context, __func__, status);
    }
    opened->context = context;
    opened->device = device;
    opened->interprocess = opened->adopted = true;
    lw_pool_publish(opened);
    *event = opened;
    return LW_SUCCESS;
}
