/* Occupancy: how many blocks fit, and with which block size the most lanes do. */
#include "dispatch.h"

/* More lanes than a block can have fit no times at all, which is no error. */
static lw_status active_blocks(const char *function, lw_context *context, const lw_kernel *kernel, unsigned lanes,
                               size_t dynamic_shared, int *blocks)
{
    int found = 0;
    lw_status status = LW_SUCCESS;
    if (lanes <= (unsigned)context->properties.max_threads_per_block) {
        lw_message_discard();
        status = lw_finish(context, function,
                           context->backend->active_blocks(context->impl, kernel, lanes, dynamic_shared, &found));
    }
    if (!status)
        *blocks = found;
    return status;
}

lw_status lw_occupancy_max_active_blocks(lw_device *device, const lw_kernel *kernel, unsigned lanes,
                                         size_t dynamic_shared, int *blocks)
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
    if (!blocks)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: blocks is null", __func__);
    if (lanes == 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: lanes is 0", __func__);
    return active_blocks(__func__, context, kernel, lanes, dynamic_shared, blocks);
}

/* The block size that keeps most lanes resident; where several do, the largest. */
static lw_status search(const char *function, lw_context *context, const lw_kernel *kernel, lw_shared_of_lanes shared,
                        void *user, unsigned limit, unsigned *best_lanes, unsigned *best_blocks)
{
    const lw_device_properties *properties = &context->properties;
    unsigned warp = (unsigned)properties->warp_size, most = 0;
    *best_lanes = *best_blocks = 0;
    for (unsigned aligned = (limit + warp - 1) / warp * warp; aligned > 0; aligned -= warp) {
        unsigned lanes = aligned < limit ? aligned : limit;
        int blocks;
        lw_status status = active_blocks(function, context, kernel, lanes, shared ? shared(lanes, user) : 0, &blocks);
        if (status)
            return status;
        if (lanes * (unsigned)blocks > most) {
            most = lanes * (unsigned)blocks;
            *best_lanes = lanes;
            *best_blocks = (unsigned)blocks;
        }
        if (most == (unsigned)properties->max_threads_per_multiprocessor)
            break;
    }
    return LW_SUCCESS;
}

lw_status lw_occupancy_max_potential_block_size(lw_device *device, const lw_kernel *kernel, lw_shared_of_lanes shared,
                                                void *user, unsigned limit, unsigned *min_blocks, unsigned *lanes)
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
    if (!min_blocks || !lanes)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__,
                         min_blocks ? "lanes" : "min_blocks");
    unsigned most = (unsigned)entry->attributes.max_threads_per_block, best, blocks;
    if (limit == 0 || limit > most)
        limit = most;
    status = search(__func__, context, kernel, shared, user, limit, &best, &blocks);
    if (status)
        return status;
    *lanes = best;
    *min_blocks = blocks * (unsigned)context->properties.multiprocessor_count;
    return LW_SUCCESS;
}

lw_status lw_occupancy_available_dynamic_shared(lw_device *device, const lw_kernel *kernel, int blocks, unsigned lanes,
                                                size_t *dynamic_shared)
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
    if (!dynamic_shared)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: dynamic_shared is null", __func__);
    if (blocks <= 0 || lanes == 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %d", __func__, lanes ? "blocks" : "lanes",
                         lanes ? blocks : 0);
    size_t found;
    lw_message_discard();
    status = lw_finish(context, __func__,
                       context->backend->available_shared(context->impl, kernel, blocks, lanes, &found));
    if (!status)
        *dynamic_shared = found;
    return status;
}

lw_status lw_occupancy_max_active_clusters(lw_device *device, const lw_kernel *kernel, lw_launch_config config,
                                           int *clusters)
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
    if (!clusters)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: clusters is null", __func__);
    if (!config.cluster.x && !config.cluster.y && !config.cluster.z && !kernel->cluster.x)
        config.cluster = (lw_dim3){1, 1, 1};
    status = lw_launch_check(context, kernel, &config);
    if (status)
        return status;
    int found;
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->active_clusters(context->impl, kernel, &config, &found));
    if (!status)
        *clusters = found;
    return status;
}
