/* Memory of devices that is bound to a multicast object. An entry is busy while a thread binds or unbinds it, without the lock:
 * the backend waits for devices. */
#include <stdlib.h>

#include "dispatch.h"

static pthread_cond_t settled = PTHREAD_COND_INITIALIZER; /* an entry is no longer busy, or is gone */

/* ---- the list; with the lock held ---- */
static void unlink_entry(lw_multicast_object *object, const lw_bound *entry)
{
    lw_bound **link = &object->bound;
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    pthread_cond_broadcast(&settled);
}

static const lw_bound *overlapping(const lw_multicast_object *object, const lw_context *context, size_t offset,
                                   size_t size)
{
    const lw_bound *one = object->bound;
    while (one && (one->context != context || one->offset >= offset + size || offset >= one->offset + one->size))
        one = one->next;
    return one;
}

/* ---- binding ---- */
/* Checks a part of the object: `offset` and `size` of the call. */
static lw_status check_part(const char *function, const lw_context *context, const lw_multicast_object *object,
                            size_t offset, size_t size)
{
    if (offset % object->granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: offset is %zu bytes; expected a multiple of %zu (lw_multicast_granularity)", function,
                         offset, object->granularity);
    if (size == 0 || size % object->granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: size is %zu bytes; expected a multiple of %zu (lw_multicast_granularity)", function, size,
                         object->granularity);
    if (offset > object->size || size > object->size - offset)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: offset is %zu and size %zu bytes, past the end of the object's %zu bytes", function,
                         offset, size, object->size);
    return LW_SUCCESS;
}

/* Enters the busy entry in the list; with the lock held. */
static lw_status enter_entry(const char *function, lw_multicast_object *object, const char *argument, lw_bound *entry)
{
    const lw_context *context = entry->context;
    if (!lw_multicast_has(object, context))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is of device %s, which is not added", function,
                         argument, context->name);
    const lw_bound *other = overlapping(object, context, entry->offset, entry->size);
    if (other)
        return lw_refuse(
            context, LW_ERROR_INVALID_VALUE,
            "%s: offset is %zu, and in the %zu bytes from there memory of device %s is bound already, at %zu", function,
            entry->offset, entry->size, context->name, other->offset);
    entry->next = object->bound;
    object->bound = entry;
    return LW_SUCCESS;
}

/* Binds memory of which the caller has a reference, which the object takes; on failure the caller keeps it. */
static lw_status bind(const char *function, lw_multicast_object *object, const char *argument, size_t offset,
                      lw_physical *physical, size_t memory_offset, size_t size)
{
    lw_context *context = physical->context;
    lw_status status = lw_multicast_wait(function, context, object);
    if (status)
        return status;
    lw_bound *entry = lw_allocate(sizeof *entry);
    if (!entry)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of bound memory", function);
    *entry = (lw_bound){.context = context, .physical = physical, .offset = offset, .size = size, .busy = true};
    pthread_mutex_lock(&lw_multicast_lock);
    status = enter_entry(function, object, argument, entry);
    pthread_mutex_unlock(&lw_multicast_lock);
    if (status) {
        free(entry);
        return status;
    }
    lw_message_discard();
    status = object->backend->multicast->bind(object->impl, context->impl, offset, physical->impl, memory_offset, size);
    pthread_mutex_lock(&lw_multicast_lock);
    entry->busy = false;
    if (status)
        unlink_entry(object, entry);
    pthread_cond_broadcast(&settled);
    pthread_mutex_unlock(&lw_multicast_lock);
    if (status)
        free(entry);
    return lw_finish(context, function, status);
}

static lw_status enter(const char *function, const lw_multicast *multicast)
{
    lw_status status = lw_enter_handle(function, "multicast", "multicast object", &lw_multicasts, multicast);
    return status ? status : lw_enter_context(multicast->context);
}

lw_status lw_multicast_bind_memory(lw_multicast *multicast, size_t offset, lw_physical_memory *memory,
                                   size_t memory_offset, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, multicast);
    if (!status)
        status = lw_enter_handle(__func__, "memory", "physical memory", &lw_physical_memories, memory);
    if (!status)
        status = lw_enter_context(memory->context);
    if (status)
        return status;
    lw_multicast_object *object = multicast->object;
    lw_physical *physical = memory->physical;
    const lw_context *context = memory->context;
    status = check_part(__func__, context, object, offset, size);
    if (status)
        return status;
    if (memory_offset % object->granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: memory_offset is %zu bytes; expected a multiple of %zu (lw_multicast_granularity)",
                         __func__, memory_offset, object->granularity);
    if (memory_offset > physical->size || size > physical->size - memory_offset)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: memory_offset is %zu and size %zu bytes, past the end of the memory's %zu bytes",
                         __func__, memory_offset, size, physical->size);
    lw_physical_keep(physical);
    status = bind(__func__, object, "memory", offset, physical, memory_offset, size);
    if (status)
        lw_physical_drop(physical);
    return status;
}

/* The physical memory that is mapped at the address, with a reference more, or null with a message. */
static lw_physical *find(const char *function, lw_context *context, const void *pointer, size_t size, size_t *offset,
                         lw_status *status)
{
    uintptr_t address = (uintptr_t)pointer;
    lw_physical *physical = NULL;
    size_t left = 0;
    pthread_mutex_lock(&context->addresses.lock);
    const lw_mapping *mapping = lw_mapping_at(context, address);
    if (mapping && !mapping->leaving && mapping->physical) {
        *offset = address - mapping->base;
        left = mapping->size - *offset;
        if (size <= left) {
            physical = mapping->physical;
            physical->references++;
        }
    }
    pthread_mutex_unlock(&context->addresses.lock);
    if (physical)
        return physical;
    if (left)
        *status = lw_refuse(context, LW_ERROR_INVALID_VALUE,
                            "%s: size is %zu bytes, but the mapping has only %zu from pointer %p on", function, size,
                            left, pointer);
    else if (lw_table_find(&context->ranges, address).pooled)
        *status = lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                            "%s: pointer is %p, which is memory of lw_malloc_async(); expected physical memory that "
                            "lw_virtual_memory_map() has mapped",
                            function, pointer);
    else
        *status = lw_refuse(context, LW_ERROR_INVALID_VALUE,
                            "%s: pointer is %p, where no physical memory of device %s is mapped", function, pointer,
                            context->name);
    return NULL;
}

lw_status lw_multicast_bind_address(lw_multicast *multicast, size_t offset, lw_device *device, void *pointer,
                                    size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, multicast);
    if (!status)
        status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_multicast_object *object = multicast->object;
    lw_context *context = device->context;
    status = check_part(__func__, context, object, offset, size);
    if (status)
        return status;
    if ((uintptr_t)pointer % object->granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p; expected a multiple of %zu (lw_multicast_granularity)", __func__, pointer,
                         object->granularity);
    size_t memory_offset;
    lw_physical *physical = find(__func__, context, pointer, size, &memory_offset, &status);
    if (!physical)
        return status;
    status = bind(__func__, object, "pointer", offset, physical, memory_offset, size);
    if (status)
        lw_physical_drop(physical);
    return status;
}

/* ---- unbinding ---- */
/* Unbinds a busy entry and frees it. */
static void unbind(lw_multicast_object *object, lw_bound *entry)
{
    object->backend->multicast->unbind(object->impl, entry->context->impl, entry->offset);
    lw_physical_drop(entry->physical); /* while the entry is there: until then its device is not closed */
    pthread_mutex_lock(&lw_multicast_lock);
    unlink_entry(object, entry);
    pthread_mutex_unlock(&lw_multicast_lock);
    free(entry);
}

lw_status lw_multicast_unbind(lw_multicast *multicast, lw_device *device, size_t offset, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, multicast);
    if (!status)
        status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_multicast_object *object = multicast->object;
    pthread_mutex_lock(&lw_multicast_lock);
    lw_bound *entry = object->bound;
    while (entry &&
           (entry->context != device->context || entry->offset != offset || entry->size != size || entry->busy))
        entry = entry->next;
    if (entry)
        entry->busy = true;
    pthread_mutex_unlock(&lw_multicast_lock);
    if (!entry)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE,
                         "%s: no memory of device %s was bound with offset %zu and size %zu", __func__,
                         device->context->name, offset, size);
    unbind(object, entry);
    return LW_SUCCESS;
}

/* The next entry, and its object; waits for those that are busy. With the lock held. */
static lw_bound *next_of(lw_multicast_object *only, const lw_context *context, lw_multicast_object **of)
{
    for (;;) {
        bool busy = false;
        for (lw_multicast_object *object = only ? only : lw_multicast_objects; object;
             object = only ? NULL : object->next)
            for (lw_bound *entry = object->bound; entry; entry = entry->next) {
                if (context && entry->context != context)
                    continue;
                if (!entry->busy) {
                    *of = object;
                    return entry;
                }
                busy = true;
            }
        if (!busy)
            return NULL;
        pthread_cond_wait(&settled, &lw_multicast_lock);
    }
}

void lw_multicast_unbind_all(lw_multicast_object *object, const lw_context *context)
{
    lw_multicast_object *of;
    pthread_mutex_lock(&lw_multicast_lock);
    for (lw_bound *entry; (entry = next_of(object, context, &of));) {
        entry->busy = true; /* keeps the object, too: its last reference waits for the entry */
        pthread_mutex_unlock(&lw_multicast_lock);
        unbind(of, entry);
        pthread_mutex_lock(&lw_multicast_lock);
    }
    pthread_mutex_unlock(&lw_multicast_lock);
}
