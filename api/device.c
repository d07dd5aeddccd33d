/* Device handles: open, close, properties, synchronise, reset. */
#include "dispatch.h"
#include "enumerate.h"

static lw_status open_handle(const char *function, lw_device **device, const lw_backend *backend, int ordinal)
{
    lw_device *opened = lw_pool_take(&lw_devices);
    if (!opened)
        return lw_refuse(NULL, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a device handle", function);
    lw_message_discard();
    lw_status status = lw_context_open(&opened->context, backend, ordinal);
    if (status) {
        lw_pool_give(&lw_devices, opened);
        return lw_finish(NULL, function, status);
    }
    opened->legacy_stream = NULL;
    status = lw_stream_open(function, opened, &(lw_stream_kind){.flags = LW_STREAM_NON_BLOCKING, .lasting = true},
                            &opened->default_stream);
    if (status) {
        lw_context_close(opened->context);
        lw_pool_give(&lw_devices, opened);
        return status;
    }
    lw_pool_publish(opened);
    *device = opened;
    return LW_SUCCESS;
}

lw_status lw_device_open(lw_device **device, const char *name)
{
    LW_NOTE_CALLER();
    if (lw_in_host_function())
        return lw_refuse_host_function(__func__);
    if (!device)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: device is null", __func__);
    const lw_backend *backend;
    int ordinal;
    lw_status status = lw_device_resolve(__func__, name, &backend, &ordinal);
    return status ? status : open_handle(__func__, device, backend, ordinal);
}

lw_status lw_device_close(lw_device *device)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_handle(__func__, "device", "device", &lw_devices, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!lw_pool_retire(device)) /* another thread was first */
        return lw_refuse_handle(__func__, "device", "device", &lw_devices, device);
    lw_message_discard();
    context->backend->graphs->drop_captures(context->impl, device);
    /* Other handles' captures are none of the program's business here. */
    lw_capture_mode mode = context->backend->graphs->exchange_mode(LW_CAPTURE_RELAXED);
    status = lw_finish(context, __func__, context->backend->graphs->wait_beside_captures(context->impl));
    lw_objects_close_all(context, device);
    lw_array_close_all(context, device);
    lw_graph_exec_close_all(context, device);
    lw_graph_close_all(context, device);
    lw_user_object_close_all(device);
    lw_event_close_all(device);
    lw_thread_streams_lock();
    lw_stream_close_all(device);
    lw_thread_streams_unlock();
    lw_library_close_all(device);
    lw_virtual_close_all(context, device);
    lw_ipc_close_all(context, device);
    lw_graph_memory_release_all(context, device);
    lw_memory_release_all(context, device);
    lw_memory_pool_close_all(device);
    context->backend->graphs->exchange_mode(mode);
    lw_context_close(context);
    lw_pool_give(&lw_devices, device);
    return status;
}

lw_status lw_device_get_properties(lw_device *device, lw_device_properties *properties)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_handle(__func__, "device", "device", &lw_devices, device);
    if (status)
        return status;
    if (!properties)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: properties is null", __func__);
    *properties = device->context->properties;
    return LW_SUCCESS;
}

lw_status lw_device_synchronize(lw_device *device)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (__builtin_expect(lw_misuse_hook != NULL, 0))
        lw_report_unchecked_launch(__func__, NULL);
    lw_message_discard();
    return lw_finish(device->context, __func__, device->context->backend->synchronize(device->context->impl));
}

lw_status lw_device_reset(lw_device *device)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_handle(__func__, "device", "device", &lw_devices, device);
    if (status)
        return status;
    lw_context *context = device->context;
    const char *report;
    if (context->backend->fault(context->impl, &report) != LW_SUCCESS)
        lw_adopted_close_all(context); /* the reset destroys them */
    context->backend->graphs->drop_captures(context->impl, NULL);
    context->backend->synchronize(context->impl); /* what runs may use the objects; its fault is about to end */
    lw_objects_close_all(context, NULL);
    lw_array_close_all(context, NULL);
    lw_graph_exec_close_all(context, NULL);
    lw_graph_close_all(context, NULL);
    lw_virtual_close_all(context, NULL);
    lw_ipc_close_all(context, NULL);
    lw_graph_memory_release_all(context, NULL);
    lw_memory_release_all(context, NULL);
    lw_grace_wait(&context->copies); /* copies between host memory too: a reset may recreate their streams */
    lw_message_discard();
    pthread_mutex_lock(&context->fault_lock);
    status = context->backend->reset(context->impl);
    pthread_mutex_unlock(&context->fault_lock);
    lw_kernel_cache_invalidate(&context->kernels);
    return lw_finish(context, __func__, status);
}

lw_stream *lw_default_stream(lw_device *device)
{
    if (lw_enter_handle(__func__, "device", "device", &lw_devices, device))
        return NULL;
    return device->default_stream;
}
