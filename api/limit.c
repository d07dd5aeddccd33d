/* The device's limits, and its free memory. */
#include "dispatch.h"

lw_status lw_device_get_memory(lw_device *device, size_t *available, size_t *total)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!available || !total)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__,
                         available ? "total" : "available");
    size_t left, all;
    lw_graph_memory_reap();
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->memory(context->impl, &left, &all));
    if (status)
        return status;
    *available = left;
    *total = all;
    return LW_SUCCESS;
}

static lw_status check_limit(const char *function, const lw_context *context, lw_limit limit)
{
    if ((unsigned)limit > LW_LIMIT_PERSISTING_L2_CACHE_SIZE)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: limit is %d, which is no lw_limit", function,
                         (int)limit);
    if (limit == LW_LIMIT_SYNC_DEPTH)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: limit is LW_LIMIT_SYNC_DEPTH, which device %s does not have", function, context->name);
    return LW_SUCCESS;
}

lw_status lw_device_get_limit(lw_device *device, lw_limit limit, size_t *value)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!value)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: value is null", __func__);
    status = check_limit(__func__, context, limit);
    if (status)
        return status;
    size_t found;
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->get_limit(context->impl, limit, &found));
    if (!status)
        *value = found;
    return status;
}

lw_status lw_device_set_limit(lw_device *device, lw_limit limit, size_t value)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    status = check_limit(__func__, context, limit);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->set_limit(context->impl, limit, value));
}
