/* Arrays: handles, and their shapes. */
#include "dispatch.h"

lw_status lw_array_create(lw_device *device, lw_array **array, const lw_array_shape *shape)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!array || !shape)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, array ? "shape" : "array");
    lw_array_shape made = *shape;
    status = lw_array_shape_check(context, __func__, &made);
    if (status)
        return status;
    unsigned most = lw_array_most_levels(&made);
    made.levels = made.levels > most ? most : made.levels;
    lw_array *opened = lw_pool_take(&lw_arrays);
    if (!opened)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an array handle", __func__);
    lw_graph_memory_reap();
    lw_message_discard();
    status = context->backend->array_create(context->impl, &made, &opened->impl);
    if (status) {
        lw_pool_give(&lw_arrays, opened);
        return lw_finish(context, __func__, status);
    }
    opened->context = context;
    opened->device = device;
    opened->shape = made;
    lw_pool_publish(opened);
    *array = opened;
    return LW_SUCCESS;
}

typedef struct owner {
    const lw_context *context;
    const lw_device *device; /* null: any of the context */
} owner;

static bool belongs_to(const void *array, const void *whose)
{
    const owner *of = whose;
    const lw_array *handle = array;
    return handle->context == of->context && (!of->device || handle->device == of->device);
}

/* No copy finds the array any more. Copies that found it earlier are queued when the grace period ends. */
static lw_status release(lw_array *array)
{
    lw_context *context = array->context;
    lw_grace_wait(&context->copies);
    lw_status status = context->backend->array_destroy(context->impl, array->impl);
    if (!status || LW_ERROR_IS_STICKY(status))
        lw_pool_give(&lw_arrays, array);
    return status;
}

void lw_array_close_all(lw_context *context, const lw_device *device)
{
    size_t cursor = 0;
    owner of = {context, device};
    for (lw_array *array; (array = lw_pool_retire_owned(&lw_arrays, belongs_to, &of, &cursor));)
        release(array);
}

lw_status lw_array_destroy(lw_array *array)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_handle(__func__, "array", "array", &lw_arrays, array);
    if (!status)
        status = lw_enter_context(array->context);
    if (status)
        return status;
    lw_context *context = array->context;
    if (!lw_pool_retire(array)) /* another thread was first */
        return lw_refuse_handle(__func__, "array", "array", &lw_arrays, array);
    lw_message_discard();
    status = release(array);
    if (status && !LW_ERROR_IS_STICKY(status))
        lw_pool_publish(array); /* it stays */
    return lw_finish(context, __func__, status);
}

lw_status lw_array_get_shape(lw_array *array, unsigned level, lw_array_shape *shape)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_handle(__func__, "array", "array", &lw_arrays, array);
    if (!status)
        status = lw_enter_context(array->context);
    if (status)
        return status;
    unsigned levels = array->shape.levels ? array->shape.levels : 1;
    if (!shape)
        return lw_refuse(array->context, LW_ERROR_INVALID_VALUE, "%s: shape is null", __func__);
    if (level >= levels)
        return lw_refuse(array->context, LW_ERROR_INVALID_VALUE, "%s: level is %u; the array has %u", __func__, level,
                         levels);
    lw_array_shape found = array->shape;
    if (level) {
        lw_array_level_size(&array->shape, level, &found.width, &found.height, &found.depth);
        found.levels = 0;
    }
    *shape = found;
    return LW_SUCCESS;
}
