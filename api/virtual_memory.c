/* Reserved addresses: reserving, freeing, and what is left at the end of a device handle. */
#include <stdlib.h>

#include "dispatch.h"

/* ---- lookups; with the lock of the addresses held ---- */
lw_reservation *lw_reservation_at(const lw_context *context, uintptr_t address)
{
    lw_reservation *one = context->addresses.reservations;
    while (one && address - one->base >= one->size)
        one = one->next;
    return one;
}

lw_mapping *lw_mapping_at(const lw_context *context, uintptr_t address)
{
    const lw_reservation *range = lw_reservation_at(context, address);
    lw_mapping *mapping = range ? range->mappings : NULL;
    while (mapping && address - mapping->base >= mapping->size)
        mapping = mapping->next;
    return mapping;
}

lw_mapping *lw_mappings_of(const char *function, lw_context *context, const void *pointer, size_t size)
{
    uintptr_t begin = (uintptr_t)pointer, end = begin;
    lw_mapping *first = lw_mapping_at(context, begin);
    if (!first || first->leaving) {
        lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, where nothing is mapped by device %s", function,
                  pointer, context->name);
        return NULL;
    }
    if (first->base != begin) {
        lw_refuse(context, LW_ERROR_INVALID_VALUE,
                  "%s: pointer is %p, %zu bytes into the mapping at %p; expected a mapping's start", function, pointer,
                  (size_t)(begin - first->base), (void *)first->base);
        return NULL;
    }
    const lw_mapping *last = first;
    for (; last && last->base == end && !last->leaving && end - begin < size; last = last->next)
        end += last->size;
    if (end - begin != size) {
        lw_refuse(context, LW_ERROR_INVALID_VALUE,
                  "%s: size is %zu bytes, but the mappings from %p on have %zu; expected whole mappings", function,
                  size, pointer, (size_t)(end - begin));
        return NULL;
    }
    return first;
}

/* ---- calls ---- */
lw_status lw_virtual_memory_reserve(lw_device *device, void **pointer, size_t size, size_t alignment, void *wanted)
{
    LW_NOTE_CALLER();
    size_t granularity;
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", __func__);
    status = lw_virtual_enter(__func__, context, &granularity);
    if (!status)
        status = lw_virtual_check_size(__func__, context, size, granularity);
    if (status)
        return status;
    if (alignment & (alignment - 1))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: alignment is %zu, which is no power of two", __func__,
                         alignment);
    if ((uintptr_t)wanted % granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: wanted is %p; expected a multiple of %zu (lw_physical_memory_granularity)", __func__,
                         wanted, granularity);
    lw_reservation *range = lw_allocate(sizeof *range);
    if (!range)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of a range", __func__);
    void *memory = NULL;
    lw_message_discard();
    status = context->backend->virtual_memory->reserve(context->impl, &memory, size,
                                                       alignment < granularity ? granularity : alignment, wanted);
    if (status) {
        free(range);
        return lw_finish(context, __func__, status);
    }
    range->base = (uintptr_t)memory;
    range->size = size;
    range->owner = device;
    pthread_mutex_lock(&context->addresses.lock);
    range->next = context->addresses.reservations;
    context->addresses.reservations = range;
    pthread_mutex_unlock(&context->addresses.lock);
    *pointer = memory;
    return LW_SUCCESS;
}

/* Takes the range out of the list, or sets the message that says why not; with the lock held. */
static lw_reservation *take(const char *function, lw_context *context, const void *pointer, size_t size)
{
    lw_reservation **link = &context->addresses.reservations;
    while (*link && (uintptr_t)pointer - (*link)->base >= (*link)->size)
        link = &(*link)->next;
    lw_reservation *range = *link;
    if (!range) {
        lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, which device %s has not reserved", function,
                  pointer, context->name);
    } else if (range->base != (uintptr_t)pointer || range->size != size) {
        lw_refuse(context, LW_ERROR_INVALID_VALUE,
                  "%s: pointer is %p, size %zu; expected all of a range: its %zu bytes at %p", function, pointer, size,
                  range->size, (void *)range->base);
    } else if (range->mappings) {
        lw_refuse(context, LW_ERROR_INVALID_VALUE,
                  "%s: pointer is %p, a range in which memory is mapped, at %p; call lw_virtual_memory_unmap() first",
                  function, pointer, (void *)range->mappings->base);
    } else {
        *link = range->next;
        return range;
    }
    return NULL;
}

lw_status lw_virtual_memory_free(lw_device *device, void *pointer, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    pthread_mutex_lock(&context->addresses.lock);
    lw_reservation *range = take(__func__, context, pointer, size);
    pthread_mutex_unlock(&context->addresses.lock);
    if (!range)
        return LW_ERROR_INVALID_VALUE;
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->virtual_memory->unreserve(context->impl, pointer, size));
    if (status) {
        pthread_mutex_lock(&context->addresses.lock);
        range->next = context->addresses.reservations;
        context->addresses.reservations = range;
        pthread_mutex_unlock(&context->addresses.lock);
    } else {
        free(range);
    }
    return status;
}
