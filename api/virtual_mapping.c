/* Mappings of physical memory at reserved addresses. Each open or closed mapping is also a range of the device's table, where
 * copies and sets find it. */
#include <stdlib.h>

#include "dispatch.h"

/* The link where a mapping of these addresses goes, or null with a message; with the lock held. */
static lw_mapping **find_place(const char *function, lw_context *context, const void *pointer, size_t size,
                               lw_reservation **range)
{
    uintptr_t begin = (uintptr_t)pointer;
    *range = lw_reservation_at(context, begin);
    if (!*range || size > (*range)->size - (begin - (*range)->base)) {
        lw_refuse(
            context, LW_ERROR_INVALID_VALUE,
            "%s: pointer is %p, and the %zu bytes from there are not all in one range that device %s has reserved",
            function, pointer, size, context->name);
        return NULL;
    }
    lw_mapping **link = &(*range)->mappings;
    while (*link && (*link)->base + (*link)->size <= begin)
        link = &(*link)->next;
    if (*link && (*link)->base < begin + size) {
        lw_refuse(context, LW_ERROR_INVALID_VALUE,
                  "%s: pointer is %p, and in the %zu bytes from there memory is mapped already, at %p", function,
                  pointer, size, (void *)(*link)->base);
        return NULL;
    }
    return link;
}

/* Maps what the mapping names: physical memory or a multicast object. */
static lw_status map(const char *function, lw_context *context, void *pointer, size_t size, lw_mapping *mapping,
                     lw_range *entry)
{
    lw_reservation *range;
    const lw_backend *backend = context->backend;
    pthread_mutex_lock(&context->addresses.lock);
    lw_mapping **link = find_place(function, context, pointer, size, &range);
    if (!link) {
        pthread_mutex_unlock(&context->addresses.lock);
        return LW_ERROR_INVALID_VALUE;
    }
    lw_message_discard();
    lw_status status = mapping->multicast
                           ? backend->multicast->map(context->impl, pointer, size, mapping->multicast->impl)
                           : backend->virtual_memory->map(context->impl, pointer, size, mapping->physical->impl);
    if (!status) {
        mapping->base = (uintptr_t)pointer;
        mapping->size = size;
        mapping->next = *link;
        if (mapping->physical)
            mapping->physical->references++;
        *link = mapping;
        entry->base = (uintptr_t)pointer;
        entry->size = size;
        entry->kind = LW_RANGE_MAPPED;
        entry->closed = true;
        entry->multicast = mapping->multicast != NULL;
        entry->owner = range->owner;
        lw_table_insert(&context->ranges, entry);
    }
    pthread_mutex_unlock(&context->addresses.lock);
    return lw_finish(context, function, status);
}

/* Checks a mapping's place, and maps what is not null. On success a multicast object's reference is the mapping's. */
static lw_status check_and_map(const char *function, lw_context *context, void *pointer, size_t size, size_t offset,
                               lw_physical *physical, lw_multicast_object *multicast)
{
    size_t granularity, most = multicast ? multicast->size : physical->size;
    lw_status status = lw_virtual_enter(function, context, &granularity);
    if (!status && multicast && multicast->granularity > granularity)
        granularity = multicast->granularity;
    if (!status)
        status = lw_virtual_check_size(function, context, size, granularity);
    if (status)
        return status;
    if ((uintptr_t)pointer % granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p; expected a multiple of %zu (lw_physical_memory_granularity)", function,
                         pointer, granularity);
    if (offset)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: offset is %zu; expected 0", function, offset);
    if (most && size > most)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: size is %zu bytes; the %s has %zu", function, size,
                         multicast ? "object" : "memory", most);
    lw_mapping *mapping = lw_allocate(sizeof *mapping);
    lw_range *entry = mapping ? lw_allocate(sizeof *entry) : NULL;
    if (entry) {
        *mapping = (lw_mapping){.physical = physical, .multicast = multicast};
        status = map(function, context, pointer, size, mapping, entry);
    } else {
        status = lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of a mapping", function);
    }
    if (status) {
        free(entry);
        free(mapping);
    }
    return status;
}

lw_status lw_virtual_memory_map(void *pointer, size_t size, lw_physical_memory *memory, size_t offset)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_handle(__func__, "memory", "physical memory", &lw_physical_memories, memory);
    if (!status)
        status = lw_enter_context(memory->context);
    return status ? status : check_and_map(__func__, memory->context, pointer, size, offset, memory->physical, NULL);
}

lw_status lw_multicast_map(lw_device *device, void *pointer, size_t size, lw_multicast *multicast, size_t offset)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (!status)
        status = lw_enter_handle(__func__, "multicast", "multicast object", &lw_multicasts, multicast);
    if (!status)
        status = lw_enter_context(multicast->context);
    if (status)
        return status;
    lw_context *context = device->context;
    lw_multicast_object *object = multicast->object;
    if (context->backend != object->backend)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: device is %s; expected a %s device", __func__,
                         context->name, object->backend->kind);
    pthread_mutex_lock(&lw_multicast_lock);
    object->references++;
    pthread_mutex_unlock(&lw_multicast_lock);
    status = lw_multicast_wait(__func__, context, object);
    if (!status)
        status = check_and_map(__func__, context, pointer, size, offset, NULL, object);
    if (status)
        lw_multicast_drop(object);
    return status;
}

/* Takes a mapping that is leaving out of the list. */
static void forget(lw_context *context, lw_mapping *mapping)
{
    pthread_mutex_lock(&context->addresses.lock);
    lw_mapping **link = &lw_reservation_at(context, mapping->base)->mappings;
    while (*link != mapping)
        link = &(*link)->next;
    *link = mapping->next;
    pthread_mutex_unlock(&context->addresses.lock);
    if (mapping->multicast)
        lw_multicast_drop(mapping->multicast);
    else
        lw_physical_drop(mapping->physical);
    free(mapping);
}

/* Unmaps a mapping that is leaving. On failure it stays, unless `forgotten`. */
static lw_status unmap(lw_context *context, lw_mapping *mapping, bool forgotten)
{
    lw_range *entry = lw_table_remove(&context->ranges, mapping->base, LW_RANGE_MAPPED);
    lw_grace_wait(&context->copies);
    const lw_backend *backend = context->backend;
    void *pointer = (void *)mapping->base;
    lw_status status = mapping->multicast ? backend->multicast->unmap(context->impl, pointer, forgotten)
                                          : backend->virtual_memory->unmap(context->impl, pointer, mapping->size);
    bool gone = !status || forgotten;
    lw_table_end_retirement(&context->ranges, entry, gone);
    if (gone)
        forget(context, mapping);
    return status;
}

lw_status lw_virtual_memory_unmap(lw_device *device, void *pointer, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    pthread_mutex_lock(&context->addresses.lock);
    lw_mapping *mapping = lw_mappings_of(__func__, context, pointer, size);
    uintptr_t end = (uintptr_t)pointer + size;
    for (lw_mapping *one = mapping; one && one->base < end; one = one->next)
        one->leaving = true;
    pthread_mutex_unlock(&context->addresses.lock);
    if (!mapping)
        return LW_ERROR_INVALID_VALUE;
    lw_message_discard();
    /* The first one that fails leaves the rest mapped. */
    while (mapping && !status) {
        lw_mapping *next = mapping->base + mapping->size < end ? mapping->next : NULL;
        status = unmap(context, mapping, false);
        mapping = status ? mapping : next;
    }
    pthread_mutex_lock(&context->addresses.lock);
    for (; mapping && mapping->base < end; mapping = mapping->next)
        mapping->leaving = false;
    pthread_mutex_unlock(&context->addresses.lock);
    return lw_finish(context, __func__, status);
}

/* Takes a mapping that nobody unmaps, in a range of the owner or, with null, in any. */
static lw_mapping *next_of(lw_context *context, const lw_device *owner)
{
    lw_mapping *found = NULL;
    pthread_mutex_lock(&context->addresses.lock);
    for (const lw_reservation *range = context->addresses.reservations; range && !found; range = range->next)
        if (!owner || range->owner == owner)
            for (found = range->mappings; found && found->leaving;)
                found = found->next;
    if (found)
        found->leaving = true;
    pthread_mutex_unlock(&context->addresses.lock);
    return found;
}

void lw_virtual_close_all(lw_context *context, const lw_device *owner)
{
    lw_caller = 0; /* no call of the program's unmaps this memory */
    for (lw_mapping *mapping; (mapping = next_of(context, owner));)
        unmap(context, mapping, true);
    pthread_mutex_lock(&context->addresses.lock);
    lw_reservation *freed = NULL;
    for (lw_reservation **link = &context->addresses.reservations; *link;) {
        lw_reservation *range = *link;
        if ((owner && range->owner != owner) || range->mappings) {
            link = &range->next;
            continue;
        }
        *link = range->next;
        range->next = freed;
        freed = range;
    }
    pthread_mutex_unlock(&context->addresses.lock);
    while (freed) {
        lw_reservation *next = freed->next;
        context->backend->virtual_memory->unreserve(context->impl, (void *)freed->base, freed->size);
        free(freed);
        freed = next;
    }
    lw_multicast_close_all(context, owner);
    if (!owner)
        lw_multicast_unbind_all(NULL, context);
    lw_physical_close_all(context, owner);
}
