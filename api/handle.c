/* The start and end of a call: checks of handles, and their messages. */
#include "dispatch.h"
#include "test_hook.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(lw_device) <= 64 && sizeof(lw_stream) <= 64 && sizeof(lw_event) <= 64 &&
                   sizeof(lw_memory_pool) <= 64,
               "pool slots");

lw_pool lw_devices = LW_POOL_INITIALIZER(64);
lw_pool lw_streams = LW_POOL_INITIALIZER(64);
lw_pool lw_events = LW_POOL_INITIALIZER(64);
lw_pool lw_memory_pools = LW_POOL_INITIALIZER(64);
_Static_assert(sizeof(lw_array) <= 128, "pool slots");
lw_pool lw_arrays = LW_POOL_INITIALIZER(128);
lw_pool lw_physical_memories = LW_POOL_INITIALIZER(64);
lw_pool lw_multicasts = LW_POOL_INITIALIZER(64);

__thread int lw_host_function_depth __attribute__((tls_model("initial-exec")));

void lw_host_function_enter(void)
{
    lw_host_function_depth++;
}

void lw_host_function_leave(void)
{
    lw_host_function_depth--;
}

bool lw_in_host_function(void)
{
    return lw_host_function_depth != 0;
}

lw_status lw_refuse_host_function(const char *function)
{
    return lw_refuse(NULL, LW_ERROR_NOT_PERMITTED,
                     "%s: called from inside a host function, which must not call Lanewise", function);
}

lw_status lw_refuse_handle(const char *function, const char *argument, const char *kind, lw_pool *pool,
                           const void *handle)
{
    if (!handle)
        return lw_refuse(NULL, LW_ERROR_INVALID_HANDLE, "%s: %s is null", function, argument);
    const char *article = strchr("ae", kind[0]) ? "an" : "a";
    if (lw_pool_state(pool, handle) == LW_SLOT_FOREIGN)
        return lw_refuse(NULL, LW_ERROR_INVALID_HANDLE, "%s: %s is %p, which is not the handle of %s %s", function,
                         argument, handle, article, kind);
    return lw_misused(NULL, lw_refuse(NULL, LW_ERROR_INVALID_HANDLE, "%s: %s is %p, %s %s that was closed", function,
                                      argument, handle, article, kind));
}

lw_status lw_refuse_fault(const lw_context *context)
{
    /* The lock prevents a reset of the report while it is copied. */
    pthread_mutex_t *lock = (pthread_mutex_t *)&context->fault_lock;
    const char *report = NULL;
    pthread_mutex_lock(lock);
    lw_status status = context->backend->fault(context->impl, &report);
    if (status != LW_SUCCESS)
        lw_message_format(context->number, "%s", report && report[0] ? report : lw_status_string(status));
    pthread_mutex_unlock(lock);
    return lw_log_failure(status);
}

lw_status lw_finish_failure(const lw_context *context, const char *function, lw_status status)
{
    if (LW_ERROR_IS_STICKY(status) && context && lw_refuse_fault(context) != LW_SUCCESS) {
        lw_message_discard();
        return status;
    }
    char fallback[96];
    if (status == LW_ERROR_NOT_READY)
        snprintf(fallback, sizeof fallback, "work is still pending");
    else
        snprintf(fallback, sizeof fallback, "the %s device returned %s", context ? context->name : "",
                 lw_status_string(status));
    lw_message_set_from_backend(context ? context->number : 0, function, fallback);
    return lw_log_failure(status);
}

const char *lw_last_error_message(lw_device *device)
{
    lw_launch_status_checked();
    if (!device)
        return lw_message_latest(0, true);
    if (lw_pool_state(&lw_devices, device) != LW_SLOT_ALIVE)
        return "";
    return lw_message_latest(device->context->number, false);
}

void lw_test_count(lw_test_counts *counts)
{
    counts->devices = atomic_load(&lw_devices.taken);
    counts->streams = atomic_load(&lw_streams.taken);
    counts->events = atomic_load(&lw_events.taken);
    counts->libraries = atomic_load(&lw_libraries.taken);
    counts->memory_pools = atomic_load(&lw_memory_pools.taken);
    counts->graphs = atomic_load(&lw_graphs.taken);
    counts->nodes = atomic_load(&lw_graph_nodes.taken);
    counts->execs = atomic_load(&lw_graph_execs.taken);
    counts->contexts = lw_context_count();
    counts->ranges = lw_context_range_count();
    counts->arrays = atomic_load(&lw_arrays.taken);
    counts->physical_memories = atomic_load(&lw_physical_memories.taken);
    counts->multicasts = atomic_load(&lw_multicasts.taken);
    counts->user_objects = atomic_load(&lw_user_objects.taken);
}
