/* Texture objects: the checks of what they are made of, and their records. */
#include <stdlib.h>

#include "dispatch.h"

/* Bytes that a resource's memory must be a multiple of, from the start of its allocation on; and its rows. */
enum { ALIGNMENT = 512, PITCH = 32, MOST_WIDTH = 131072, MOST_HEIGHT = 65000, MOST_PITCH = 2097120 };

#define REFUSE(...) lw_refuse(context, LW_ERROR_INVALID_VALUE, __VA_ARGS__)

static lw_status check_array(const lw_context *context, const char *function, const lw_texture_resource *resource,
                             lw_array_shape *shape)
{
    lw_array *array = resource->array;
    lw_status status = lw_enter_handle(function, "resource.array", "array", &lw_arrays, array);
    if (status)
        return status;
    if (array->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: resource.array belongs to device %s, not to %s",
                         function, array->context->name, context->name);
    unsigned levels = array->shape.levels ? array->shape.levels : 1;
    if (resource->kind == LW_TEXTURE_RESOURCE_MIPMAPPED && !array->shape.levels)
        return REFUSE("%s: resource.kind is LW_TEXTURE_RESOURCE_MIPMAPPED, but the array has no levels", function);
    if (resource->kind == LW_TEXTURE_RESOURCE_ARRAY && resource->level >= levels)
        return REFUSE("%s: resource.level is %u; the array has %u", function, resource->level, levels);
    *shape = array->shape;
    return LW_SUCCESS;
}

/* Memory of `bytes` from the resource's pointer on. */
static lw_status check_pointer(lw_context *context, const char *function, const void *pointer, size_t bytes)
{
    if (!pointer)
        return REFUSE("%s: resource.pointer is null", function);
    lw_operand operand = {
        .function = function, .argument = "resource.pointer", .pointer = pointer, .extent = bytes ? bytes : 1};
    lw_status status = lw_operand_check(context, &operand, LW_SPACE_DEVICE);
    if (status)
        return status;
    /* Allocations begin at such multiples. */
    if (operand.offset % ALIGNMENT)
        return REFUSE("%s: resource.pointer is %p, %zu bytes into its allocation; expected a multiple of %d", function,
                      pointer, operand.offset, ALIGNMENT);
    return LW_SUCCESS;
}

static lw_status check_rows(lw_context *context, const char *function, const lw_texture_resource *resource)
{
    size_t row = resource->width * lw_channel_bytes(resource->format);
    if (!resource->width || resource->width > MOST_WIDTH)
        return REFUSE("%s: resource.width is %zu elements; expected 1 to %d", function, resource->width, MOST_WIDTH);
    if (!resource->height || resource->height > MOST_HEIGHT)
        return REFUSE("%s: resource.height is %zu rows; expected 1 to %d", function, resource->height, MOST_HEIGHT);
    if (resource->pitch % PITCH || resource->pitch > MOST_PITCH || resource->pitch < row)
        return REFUSE("%s: resource.pitch is %zu bytes; expected a multiple of %d, from %zu (a row) to %d", function,
                      resource->pitch, PITCH, row, MOST_PITCH);
    return check_pointer(context, function, resource->pointer, (resource->height - 1) * resource->pitch + row);
}

static lw_status check_resource(lw_context *context, const char *function, const lw_texture_resource *resource,
                                lw_array_shape *shape)
{
    switch (resource->kind) {
    case LW_TEXTURE_RESOURCE_ARRAY:
    case LW_TEXTURE_RESOURCE_MIPMAPPED: return check_array(context, function, resource, shape);
    case LW_TEXTURE_RESOURCE_LINEAR:
    case LW_TEXTURE_RESOURCE_PITCH_2D: break;
    default:
        return REFUSE("%s: resource.kind is %d, which is no lw_texture_resource_kind", function, (int)resource->kind);
    }
    *shape = (lw_array_shape){.format = resource->format};
    lw_status status = lw_channel_check(context, function, resource->format);
    if (status)
        return status;
    return resource->kind == LW_TEXTURE_RESOURCE_LINEAR
               ? check_pointer(context, function, resource->pointer, resource->size)
               : check_rows(context, function, resource);
}

static lw_status check_enumerations(const lw_context *context, const char *function,
                                    const lw_texture_description *texture)
{
    for (int i = 0; i < 3; i++)
        if ((unsigned)texture->address[i] > LW_TEXTURE_ADDRESS_BORDER)
            return REFUSE("%s: texture.address[%d] is %d, which is no lw_texture_address", function, i,
                          (int)texture->address[i]);
    if ((unsigned)texture->filter > LW_TEXTURE_FILTER_LINEAR ||
        (unsigned)texture->mip_filter > LW_TEXTURE_FILTER_LINEAR)
        return REFUSE("%s: texture.%s is no lw_texture_filter", function,
                      (unsigned)texture->filter > LW_TEXTURE_FILTER_LINEAR ? "filter" : "mip_filter");
    if ((unsigned)texture->read > LW_TEXTURE_READ_NORMALIZED)
        return REFUSE("%s: texture.read is %d, which is no lw_texture_read", function, (int)texture->read);
    return LW_SUCCESS;
}

static lw_status check_texture(const lw_context *context, const char *function, const lw_texture_resource *resource,
                               const lw_texture_description *texture, const lw_array_shape *shape)
{
    lw_status status = check_enumerations(context, function, texture);
    if (status)
        return status;
    bool real = shape->format.kind == LW_CHANNEL_FLOAT, memory = resource->kind == LW_TEXTURE_RESOURCE_LINEAR;
    if (texture->read == LW_TEXTURE_READ_NORMALIZED && (real || shape->format.x == 32))
        return REFUSE("%s: texture.read is LW_TEXTURE_READ_NORMALIZED, which is for integers of 8 and 16 bits",
                      function);
    if (texture->filter == LW_TEXTURE_FILTER_LINEAR && !memory && !real && texture->read != LW_TEXTURE_READ_NORMALIZED)
        return REFUSE(
            "%s: texture.filter is LW_TEXTURE_FILTER_LINEAR, which is for floats; kernels would read integers",
            function);
    if (texture->seamless && !(shape->flags & LW_ARRAY_CUBEMAP))
        return REFUSE("%s: texture.seamless is set, but the array is no cubemap", function);
    if (resource->kind == LW_TEXTURE_RESOURCE_MIPMAPPED && !texture->normalized)
        return REFUSE("%s: texture.normalized is 0; a mipmapped array needs normalised coordinates", function);
    return LW_SUCCESS;
}

lw_status lw_texture_create(lw_device *device, lw_texture_object *object, const lw_texture_resource *resource,
                            const lw_texture_description *texture)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    lw_array_shape shape = {0};
    if (!object || !resource || !texture)
        return REFUSE("%s: %s is null", __func__, !object ? "object" : resource ? "texture" : "resource");
    status = check_resource(context, __func__, resource, &shape);
    if (!status)
        status = check_texture(context, __func__, resource, texture, &shape);
    if (status)
        return status;
    lw_object *record = lw_allocate(sizeof *record);
    if (!record)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a texture object", __func__);
    *record = (lw_object){.owner = device, .resource = *resource, .texture = *texture};
    bool is_array = resource->kind == LW_TEXTURE_RESOURCE_ARRAY || resource->kind == LW_TEXTURE_RESOURCE_MIPMAPPED;
    lw_message_discard();
    status = context->backend->texture_create(context->impl, is_array ? resource->array->impl : NULL, resource, texture,
                                              &record->object);
    if (status) {
        free(record);
        return lw_finish(context, __func__, status);
    }
    *object = record->object;
    lw_objects_insert(&context->objects, record);
    return LW_SUCCESS;
}

lw_status lw_texture_destroy(lw_device *device, lw_texture_object object)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status || !object)
        return status;
    lw_context *context = device->context;
    lw_object *record = lw_objects_remove(&context->objects, object, false);
    if (!record)
        return lw_misused(NULL, REFUSE("%s: object is %#llx, which is no live texture object of device %s", __func__,
                                       object, context->name));
    free(record);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->texture_destroy(context->impl, object));
}

lw_status lw_texture_get(lw_device *device, lw_texture_object object, lw_texture_resource *resource,
                         lw_texture_description *texture)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    lw_object found;
    if (!lw_objects_find(&context->objects, object, false, &found))
        return REFUSE("%s: object is %#llx, which is no live texture object of device %s", __func__, object,
                      context->name);
    if (resource)
        *resource = found.resource;
    if (texture)
        *texture = found.texture;
    return LW_SUCCESS;
}
