/* Registered memory: the program's own memory, page-locked; and the device address of page-locked memory. */
#include <stdlib.h>

#include "dispatch.h"

static lw_status check(const char *function, const lw_context *context, const void *pointer, size_t size,
                       unsigned flags)
{
    if (!pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", function);
    if (size == 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: size is 0", function);
    if (size - 1 > UINTPTR_MAX - (uintptr_t)pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, and the %zu bytes from there reach past the end of the address space",
                         function, pointer, size);
    if (flags & ~(unsigned)(LW_HOST_PORTABLE | LW_HOST_MAPPED))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x, which has a flag that is not for registering", function, flags);
    return LW_SUCCESS;
}

static lw_status refuse_overlap(const char *function, const lw_context *context, const void *pointer, size_t size,
                                const lw_range *other)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p; the %zu bytes from there overlap %s",
                     function, pointer, size,
                     other->kind == LW_RANGE_REGISTERED ? "memory that is registered already"
                     : other->kind == LW_RANGE_PINNED   ? "memory that lw_malloc_host() has page-locked already"
                     : other->managed                   ? "managed memory"
                                                        : "device memory");
}

lw_status lw_host_register(lw_device *device, void *pointer, size_t size, unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    status = check(__func__, context, pointer, size, flags);
    if (status)
        return status;
    lw_range *range = lw_allocate(sizeof *range);
    if (!range)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of a range", __func__);
    range->base = (uintptr_t)pointer;
    range->size = size;
    range->kind = LW_RANGE_REGISTERED;
    range->owner = device;
    /* Before the backend, so that of two threads one fails. */
    lw_range other = lw_context_insert_disjoint(context, range);
    if (other.kind != LW_RANGE_NONE) {
        free(range);
        return refuse_overlap(__func__, context, pointer, size, &other);
    }
    lw_message_discard();
    status = context->backend->register_host(context->impl, pointer, size, flags);
    if (status) {
        if (lw_table_remove(&context->ranges, (uintptr_t)pointer, LW_RANGE_REGISTERED)) /* else another thread has */
            lw_table_end_retirement(&context->ranges, range, true);
        return lw_finish(context, __func__, status);
    }
    return LW_SUCCESS;
}

lw_status lw_host_unregister(lw_device *device, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    lw_range *range = lw_table_remove(&context->ranges, (uintptr_t)pointer, LW_RANGE_REGISTERED);
    char name[24];
    if (!range && lw_context_owns_elsewhere(context, (uintptr_t)pointer, true, name))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, which belongs to device %s, not to %s",
                         __func__, pointer, name, context->name);
    if (!range)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, which is not the start of registered memory", __func__, pointer);
    lw_message_discard();
    return lw_finish(context, __func__, lw_memory_release(context, range, false));
}

lw_status lw_host_get_device_pointer(lw_device *device, void **pointer, void *host)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", __func__);
    lw_range_kind kind = lw_range_find(context, (uintptr_t)host, NULL).kind;
    if (kind == LW_RANGE_NONE)
        status = lw_range_refuse(context, __func__, "host", host);
    if (status)
        return status;
    if (kind != LW_RANGE_PINNED && kind != LW_RANGE_REGISTERED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: host is %p, which is not page-locked memory", __func__,
                         host);
    *pointer = host; /* one address space for the host and its devices */
    return LW_SUCCESS;
}
