/* Gets and sets a kernel's attributes. */
#include "dispatch.h"

lw_status lw_kernel_get_attributes(lw_device *device, const lw_kernel *kernel, lw_kernel_attributes *attributes)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!attributes)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: attributes is null", __func__);
    lw_kernel_entry *entry;
    status = lw_kernel_check(__func__, device->context, kernel, &entry);
    if (status)
        return status;
    *attributes = entry->attributes;
    attributes->max_dynamic_shared = atomic_load_explicit(&entry->max_dynamic_shared, memory_order_relaxed);
    attributes->max_cluster_blocks = atomic_load_explicit(&entry->max_cluster_blocks, memory_order_relaxed);
    return LW_SUCCESS;
}

static lw_status check_value(const char *function, const lw_context *context, const lw_kernel_entry *entry,
                             lw_kernel_attribute attribute, long long value)
{
    size_t limit = context->properties.shared_memory_per_block_optin;
    limit = limit > entry->attributes.static_shared ? limit - entry->attributes.static_shared : 0;
    switch (attribute) {
    case LW_KERNEL_MAX_DYNAMIC_SHARED:
        if ((unsigned long long)value <= limit) /* as unsigned, a negative value is too large */
            return LW_SUCCESS;
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: value is %lld, where kernel %s can have 0 to %zu bytes of dynamic shared memory",
                         function, value, entry->name, limit);
    case LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE:
        if (value == 0 || value == 1)
            return LW_SUCCESS;
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: value is %lld, it must be 0 or 1", function, value);
    case LW_KERNEL_SHARED_CARVEOUT:
        if (value >= -1 && value <= 100)
            return LW_SUCCESS;
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: value is %lld percent, it must be 0 to 100, or -1",
                         function, value);
    }
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: attribute is %d, which is no lw_kernel_attribute", function,
                     (int)attribute);
}

lw_status lw_kernel_set_attribute(lw_device *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                  long long value)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    lw_kernel_entry *entry;
    status = lw_kernel_check(__func__, context, kernel, &entry);
    if (status)
        return status;
    status = check_value(__func__, context, entry, attribute, value);
    if (status)
        return status;
    lw_message_discard();
    status =
        lw_finish(context, __func__, context->backend->kernel_set_attribute(context->impl, kernel, attribute, value));
    return status ? status : lw_kernel_refresh(context, __func__, entry);
}
