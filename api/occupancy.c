/* Occupancy: how many blocks a multiprocessor holds, and the block size for the most resident threads. */
#include "dispatch.h"

/* 0 blocks, and no error, for more threads than a block can have. */
static lw_status active_blocks(const char *function, lw_context *context, const lw_kernel *kernel, unsigned threads,
                               size_t dynamic_shared, int *blocks)
{
    int found = 0;
    lw_status status = LW_SUCCESS;
    if (threads <= (unsigned)context->properties.max_threads_per_block) {
        lw_message_discard();
        status = lw_finish(context, function,
                           context->backend->active_blocks(context->impl, kernel, threads, dynamic_shared, &found));
    }
    if (!status)
        *blocks = found;
    return status;
}

lw_status lw_occupancy_max_active_blocks(lw_device *device, const lw_kernel *kernel, unsigned threads,
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
    if (threads == 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: threads is 0", __func__);
    return active_blocks(__func__, context, kernel, threads, dynamic_shared, blocks);
}

/* Finds the block size with the most resident threads; of equal ones, the largest. */
static lw_status search(const char *function, lw_context *context, const lw_kernel *kernel, lw_shared_of_threads shared,
                        void *user, unsigned limit, unsigned *best_threads, unsigned *best_blocks)
{
    const lw_device_properties *properties = &context->properties;
    unsigned warp = (unsigned)properties->warp_size, most = 0;
    *best_threads = *best_blocks = 0;
    for (unsigned aligned = (limit + warp - 1) / warp * warp; aligned > 0; aligned -= warp) {
        unsigned threads = aligned < limit ? aligned : limit;
        int blocks;
        lw_status status =
            active_blocks(function, context, kernel, threads, shared ? shared(threads, user) : 0, &blocks);
        if (status)
            return status;
        if (threads * (unsigned)blocks > most) {
            most = threads * (unsigned)blocks;
            *best_threads = threads;
            *best_blocks = (unsigned)blocks;
        }
        if (most == (unsigned)properties->max_threads_per_multiprocessor)
            break;
    }
    return LW_SUCCESS;
}

lw_status lw_occupancy_max_potential_block_size(lw_device *device, const lw_kernel *kernel, lw_shared_of_threads shared,
                                                void *user, unsigned limit, unsigned *min_blocks, unsigned *threads)
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
    if (!min_blocks || !threads)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__,
                         min_blocks ? "threads" : "min_blocks");
    unsigned most = (unsigned)entry->attributes.max_threads_per_block, best, blocks;
    if (limit == 0 || limit > most)
        limit = most;
    status = search(__func__, context, kernel, shared, user, limit, &best, &blocks);
    if (status)
        return status;
    *threads = best;
    *min_blocks = blocks * (unsigned)context->properties.multiprocessor_count;
    return LW_SUCCESS;
}

lw_status lw_occupancy_available_dynamic_shared(lw_device *device, const lw_kernel *kernel, int blocks,
                                                unsigned threads, size_t *dynamic_shared)
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
    if (blocks <= 0 || threads == 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %d", __func__, threads ? "blocks" : "threads",
                         threads ? blocks : 0);
    size_t found;
    lw_message_discard();
    status = lw_finish(context, __func__,
                       context->backend->available_shared(context->impl, kernel, blocks, threads, &found));
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
    status = lw_launch_check(__func__, context, kernel, &config);
    if (status)
        return status;
    int found;
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->active_clusters(context->impl, kernel, &config, &found));
    if (!status)
        *clusters = found;
    return status;
}
