/* Surface objects; and the end of the objects of a device handle. */
#include <stdlib.h>

#include "dispatch.h"

#define REFUSE(...) lw_refuse(context, LW_ERROR_INVALID_VALUE, __VA_ARGS__)

static lw_status create(const char *function, lw_device *device, lw_surface_object *object, lw_array *array,
                        unsigned level, unsigned needed)
{
    lw_status status = lw_enter_device(function, device);
    if (!status)
        status = lw_enter_handle(function, "array", "array", &lw_arrays, array);
    if (status)
        return status;
    lw_context *context = device->context;
    unsigned levels = array->shape.levels ? array->shape.levels : 1;
    if (!object)
        return REFUSE("%s: object is null", function);
    if (array->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: array belongs to device %s, not to %s", function,
                         array->context->name, context->name);
    if (needed & ~array->shape.flags)
        return REFUSE("%s: array was made without LW_ARRAY_SURFACE", function);
    if (level >= levels)
        return REFUSE("%s: level is %u; the array has %u", function, level, levels);
    lw_object *record = lw_allocate(sizeof *record);
    if (!record)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a surface object", function);
    *record = (lw_object){.is_surface = true, .owner = device, .resource = {.array = array, .level = level}};
    lw_message_discard();
    status = context->backend->surface_create(context->impl, array->impl, level, &record->object);
    if (status) {
        free(record);
        return lw_finish(context, function, status);
    }
    *object = record->object;
    lw_objects_insert(&context->objects, record);
    return LW_SUCCESS;
}

lw_status lw_surface_create(lw_device *device, lw_surface_object *object, lw_array *array, unsigned level)
{
    LW_NOTE_CALLER();
    return create(__func__, device, object, array, level, LW_ARRAY_SURFACE);
}

lw_status lw_surface_create_of_any(lw_device *device, lw_surface_object *object, lw_array *array, unsigned level)
{
    LW_NOTE_CALLER();
    return create("lw_surface_create", device, object, array, level, 0);
}

lw_status lw_surface_destroy(lw_device *device, lw_surface_object object)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status || !object)
        return status;
    lw_context *context = device->context;
    lw_object *record = lw_objects_remove(&context->objects, object, true);
    if (!record)
        return lw_misused(NULL, REFUSE("%s: object is %#llx, which is no live surface object of device %s", __func__,
                                       object, context->name));
    free(record);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->surface_destroy(context->impl, object));
}

lw_status lw_surface_get(lw_device *device, lw_surface_object object, lw_array **array, unsigned *level)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    lw_object found;
    if (!array || !level)
        return REFUSE("%s: %s is null", __func__, array ? "level" : "array");
    if (!lw_objects_find(&context->objects, object, true, &found))
        return REFUSE("%s: object is %#llx, which is no live surface object of device %s", __func__, object,
                      context->name);
    *array = found.resource.array;
    *level = found.resource.level;
    return LW_SUCCESS;
}

void lw_objects_close_all(lw_context *context, const lw_device *owner)
{
    for (lw_object *record; (record = lw_objects_remove_owned(&context->objects, owner));) {
        if (record->is_surface)
            context->backend->surface_destroy(context->impl, record->object);
        else
            context->backend->texture_destroy(context->impl, record->object);
        free(record);
    }
}
