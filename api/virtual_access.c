/* What devices may do with mapped memory. */
#include "dispatch.h"

static lw_status refuse_unreached(const char *function, const lw_context *context, const lw_context *other)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: device %s does not reach memory of device %s", function,
                     other->name, context->name);
}

static lw_status check(const char *function, const lw_context *context, const lw_virtual_memory_access *accesses,
                       size_t count)
{
    if (!accesses || !count)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s", function,
                         accesses ? "count is 0" : "accesses is null");
    for (size_t i = 0; i < count; i++) {
        lw_memory_access access = accesses[i].access;
        lw_status status = lw_enter_device(function, accesses[i].device);
        if (status)
            return status;
        const lw_context *other = accesses[i].device->context;
        if (access != LW_MEMORY_ACCESS_NONE && access != LW_MEMORY_ACCESS_READ && access != LW_MEMORY_ACCESS_READ_WRITE)
            return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                             "%s: accesses[%zu].access is %d, which is no lw_memory_access", function, i, (int)access);
        if (access == LW_MEMORY_ACCESS_READ)
            return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                             "%s: accesses[%zu].access is LW_MEMORY_ACCESS_READ, which no device has without writing",
                             function, i);
        if (other->backend != context->backend)
            return refuse_unreached(function, context, other);
        int can = 1;
        if (access && other != context) {
            lw_message_discard();
            status = context->backend->peer_attribute(other->impl, context->impl, LW_PEER_ACCESS_SUPPORTED, &can);
        }
        if (status)
            return lw_finish(context, function, status);
        if (!can)
            return refuse_unreached(function, context, other);
    }
    return LW_SUCCESS;
}

/* Sets a mapping's access. With the lock held, which is released while copies are waited for: the mapping is leaving
 * meanwhile. */
static lw_status set(lw_context *context, lw_mapping *mapping, lw_context *other, bool access)
{
    void *pointer = (void *)mapping->base;
    if (mapping->multicast) { /* copies and sets never use it */
        mapping->leaving = true;
        pthread_mutex_unlock(&context->addresses.lock);
        lw_status status = context->backend->multicast->set_access(context->impl, pointer, other->impl, access);
        pthread_mutex_lock(&context->addresses.lock);
        mapping->leaving = false;
        return status;
    }
    bool own = other == context, taken = own && mapping->open && !access;
    if (own && mapping->open == access)
        return LW_SUCCESS;
    mapping->leaving = true;
    pthread_mutex_unlock(&context->addresses.lock);
    if (taken) {
        lw_table_close(&context->ranges, mapping->base, true);
        lw_grace_wait(&context->copies);
    }
    lw_status status =
        context->backend->virtual_memory->set_access(context->impl, pointer, mapping->size, other->impl, access);
    if (own)
        lw_table_close(&context->ranges, mapping->base, status ? !mapping->open : !access);
    pthread_mutex_lock(&context->addresses.lock);
    mapping->leaving = false;
    if (own && !status)
        mapping->open = access;
    return status;
}

/* Only devices that are added get access to a multicast object; with the lock held. */
static lw_status check_members(const char *function, const lw_context *context, const lw_mapping *mapping,
                               uintptr_t end, const lw_virtual_memory_access *accesses, size_t count)
{
    lw_status status = LW_SUCCESS;
    pthread_mutex_lock(&lw_multicast_lock);
    for (; mapping && mapping->base < end && !status; mapping = mapping->next)
        for (size_t i = 0; mapping->multicast && i < count && !status; i++)
            if (accesses[i].access && !lw_multicast_has(mapping->multicast, accesses[i].device->context))
                status = lw_refuse(context, LW_ERROR_INVALID_VALUE,
                                   "%s: accesses[%zu].device is %s, which is not added to the multicast object at %p",
                                   function, i, accesses[i].device->context->name, (void *)mapping->base);
    pthread_mutex_unlock(&lw_multicast_lock);
    return status;
}

lw_status lw_virtual_memory_set_access(lw_device *device, void *pointer, size_t size,
                                       const lw_virtual_memory_access *accesses, size_t count)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    status = check(__func__, context, accesses, count);
    if (status)
        return status;
    uintptr_t begin = (uintptr_t)pointer, at = begin, end = at + size;
    pthread_mutex_lock(&context->addresses.lock);
    lw_mapping *mapping = lw_mappings_of(__func__, context, pointer, size);
    status = mapping ? check_members(__func__, context, mapping, end, accesses, count) : LW_ERROR_INVALID_VALUE;
    if (status) {
        pthread_mutex_unlock(&context->addresses.lock);
        return status;
    }
    lw_message_discard();
    /* The mapping is found again for each access: others may be unmapped while the lock is not held. */
    while (at < end && !status && (mapping = lw_mapping_at(context, at)) && !mapping->leaving) {
        mapping->was_open =
            mapping->multicast
                ? context->backend->multicast->get_access(context->impl, (void *)mapping->base, context->impl)
                : mapping->open;
        for (size_t i = 0; i < count && !status; i++)
            status = set(context, mapping, accesses[i].device->context, accesses[i].access != LW_MEMORY_ACCESS_NONE);
        at = mapping->base + mapping->size;
    }
    for (uintptr_t undo = begin; status && undo < at; undo = mapping->base + mapping->size)
        if (!(mapping = lw_mapping_at(context, undo)) || mapping->leaving ||
            set(context, mapping, context, mapping->was_open))
            break;
    pthread_mutex_unlock(&context->addresses.lock);
    return lw_finish(context, __func__, status);
}

lw_status lw_virtual_memory_get_access(lw_device *device, const void *pointer, lw_device *accessing,
                                       lw_memory_access *access)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (!status)
        status = lw_enter_handle(__func__, "accessing", "device", &lw_devices, accessing);
    if (status)
        return status;
    lw_context *context = device->context, *other = accessing->context;
    if (!access)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: access is null", __func__);
    pthread_mutex_lock(&context->addresses.lock);
    const lw_mapping *mapping = lw_mapping_at(context, (uintptr_t)pointer);
    bool known = mapping && !mapping->leaving, multicast = known && mapping->multicast, open = known && mapping->open;
    pthread_mutex_unlock(&context->addresses.lock);
    if (!known)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, where no physical memory of device %s is mapped", __func__, pointer,
                         context->name);
    if (multicast && other->backend == context->backend) {
        open = context->backend->multicast->get_access(context->impl, pointer, other->impl);
    } else if (other != context && other->backend == context->backend) {
        lw_message_discard();
        status =
            context->backend->virtual_memory->get_access(context->impl, (void *)(uintptr_t)pointer, other->impl, &open);
        if (status)
            return lw_finish(context, __func__, status);
    } else if (other != context) {
        open = false;
    }
    *access = open ? LW_MEMORY_ACCESS_READ_WRITE : LW_MEMORY_ACCESS_NONE;
    return LW_SUCCESS;
}
