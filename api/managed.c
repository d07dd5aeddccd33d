/* Managed memory: allocation, attaching, advice, prefetches, attributes of ranges. */
#include <stdlib.h>

#include "dispatch.h"

static lw_status check_flags(const char *function, const lw_context *context, unsigned flags, bool single)
{
    if (flags == LW_ATTACH_GLOBAL || flags == LW_ATTACH_HOST || (single && flags == LW_ATTACH_SINGLE))
        return LW_SUCCESS;
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: flags is %#x; expected LW_ATTACH_GLOBAL%s LW_ATTACH_HOST%s",
                     function, flags, single ? "," : " or", single ? " or LW_ATTACH_SINGLE" : "");
}

lw_status lw_malloc_managed(lw_device *device, void **pointer, size_t size, unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", __func__);
    status = check_flags(__func__, context, flags, false);
    if (status)
        return status;
    if (!context->properties.managed_memory)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no managed memory", __func__,
                         context->name);
    if (size)
        return lw_memory_allocate(__func__, device, pointer, size, LW_RANGE_DEVICE, flags, true);
    *pointer = NULL;
    return LW_SUCCESS;
}

/* Finds the managed range that holds all `size` bytes; an empty part is refused. */
static lw_status find_part(const char *function, lw_context *context, const void *pointer, size_t size, lw_hold *hold,
                           lw_range *range)
{
    uintptr_t address = (uintptr_t)pointer;
    *range = lw_range_find(context, address, hold);
    lw_status status =
        range->kind == LW_RANGE_NONE ? lw_range_refuse(context, function, "pointer", pointer) : LW_SUCCESS;
    if (status)
        return status;
    if (range->kind == LW_RANGE_NONE || !range->managed)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, which is not managed memory", function,
                         pointer);
    if (size == 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: size is 0", function);
    size_t left = range->size - (size_t)(address - range->base);
    if (size > left)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, and the %zu bytes from there end %zu past the %zu-byte %s at %p", function,
                         pointer, size, size - left, range->size,
                         range->kind == LW_RANGE_SYMBOL ? "symbol" : "allocation", (void *)range->base);
    return LW_SUCCESS;
}

static lw_status check_location(const char *function, const lw_context *context, lw_memory_location location)
{
    if (location == LW_LOCATION_DEVICE || location == LW_LOCATION_HOST)
        return LW_SUCCESS;
    return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                     "%s: location is %d; expected LW_LOCATION_DEVICE or LW_LOCATION_HOST", function, (int)location);
}

static lw_status attach(const char *function, const lw_stream *stream, void *pointer, size_t size, unsigned flags,
                        lw_hold *hold)
{
    lw_context *context = stream->context;
    lw_range range = lw_range_find(context, (uintptr_t)pointer, hold);
    lw_status status =
        range.kind == LW_RANGE_NONE ? lw_range_refuse(context, function, "pointer", pointer) : LW_SUCCESS;
    if (status)
        return status;
    if (range.kind != LW_RANGE_DEVICE || !range.managed || range.base != (uintptr_t)pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, which is not the start of memory of lw_malloc_managed()", function,
                         pointer);
    if (size && size != range.size)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: size is %zu; expected 0 or the allocation's %zu bytes: parts cannot be attached",
                         function, size, range.size);
    if (flags == LW_ATTACH_SINGLE && stream == atomic_load(&stream->device->legacy_stream))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: stream is a legacy stream, to which memory cannot be attached", function);
    lw_message_discard();
    return lw_finish(context, function, context->backend->attach(stream->impl, pointer, range.size, flags));
}

lw_status lw_stream_attach_memory(lw_stream *stream, void *pointer, size_t size, unsigned flags)
{
    LW_NOTE_CALLER();
    lw_hold hold;
    lw_status status = lw_enter_stream(__func__, stream);
    if (!status)
        status = check_flags(__func__, stream->context, flags, true);
    if (status)
        return status;
    status = lw_copy_begin(stream->context, &hold);
    if (!status)
        status = attach(__func__, stream, pointer, size, flags, &hold);
    lw_copy_end(&hold);
    return status;
}

lw_status lw_memory_advise(lw_device *device, const void *pointer, size_t size, lw_memory_advice advice,
                           lw_memory_location location)
{
    LW_NOTE_CALLER();
    lw_range range;
    lw_hold hold;
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (advice < LW_ADVISE_SET_READ_MOSTLY || advice > LW_ADVISE_UNSET_ACCESSED_BY)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: advice is %d, which is no lw_memory_advice", __func__,
                         (int)advice);
    status = check_location(__func__, context, location);
    if (status)
        return status;
    status = lw_copy_begin(context, &hold);
    if (!status)
        status = find_part(__func__, context, pointer, size, &hold, &range);
    if (!status) {
        lw_message_discard();
        lw_part part = {(void *)range.base, range.size, (size_t)((uintptr_t)pointer - range.base), size};
        status = lw_finish(context, __func__, context->backend->advise(context->impl, &part, advice, location));
    }
    lw_copy_end(&hold);
    return status;
}

lw_status lw_memory_prefetch_async(lw_stream *stream, const void *pointer, size_t size, lw_memory_location location)
{
    LW_NOTE_CALLER();
    lw_range range;
    lw_hold hold;
    lw_status status = lw_enter_stream(__func__, stream);
    if (!status)
        status = check_location(__func__, stream->context, location);
    if (status)
        return status;
    lw_context *context = stream->context;
    status = lw_copy_begin(context, &hold);
    if (!status)
        status = find_part(__func__, context, pointer, size, &hold, &range);
    if (!status) {
        lw_message_discard();
        lw_part part = {(void *)range.base, range.size, (size_t)((uintptr_t)pointer - range.base), size};
        status = lw_finish(context, __func__, context->backend->prefetch(stream->impl, &part, location));
    }
    lw_copy_end(&hold);
    return status;
}

lw_status lw_memory_range_get_attribute(lw_device *device, const void *pointer, size_t size,
                                        lw_memory_range_attribute attribute, int *value)
{
    LW_NOTE_CALLER();
    lw_range range;
    lw_hold hold;
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!value)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: value is null", __func__);
    if (attribute < LW_MEMORY_RANGE_READ_MOSTLY || attribute > LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: attribute is %d, which is no lw_memory_range_attribute",
                         __func__, (int)attribute);
    status = lw_copy_begin(context, &hold);
    if (!status)
        status = find_part(__func__, context, pointer, size, &hold, &range);
    if (!status) {
        lw_message_discard();
        lw_part part = {(void *)range.base, range.size, (size_t)((uintptr_t)pointer - range.base), size};
        status =
            lw_finish(context, __func__, context->backend->range_attribute(context->impl, &part, attribute, value));
    }
    lw_copy_end(&hold);
    return status;
}
