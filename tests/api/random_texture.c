/* Random calls: texture and surface objects. They are numbers, kept as handles; of an array that ended they are only
 * destroyed. */
#include "random_calls.h"

static unsigned long long number_of(const struct thing *thing)
{
    return (unsigned long long)(uintptr_t)thing->handle;
}

static unsigned long long object_of(struct caller *c, const struct thing *thing)
{
    return wrong(c, "object is ", LW_ERROR_INVALID_VALUE) ? ~0ull - below(c, 1000) : number_of(thing);
}

RANDOM_CALL(lw_texture_create)
{
    struct thing *thing = room(c, TEXTURE), *array = pick(c, ARRAY);
    if (!thing || !array)
        return;
    lw_device *device = device_of(c, array->place);
    lw_texture_object *object = out(c, "object", sizeof *object);
    lw_texture_resource resource = {.array = handle(c, ARRAY, "resource.array", array->handle)};
    lw_texture_description texture = {.filter = (lw_texture_filter)below(c, 2), .normalized = (int)below(c, 2)};
    const lw_texture_resource *read = &resource;
    const lw_texture_description *how = &texture;
    if (wrong(c, "resource is null", LW_ERROR_INVALID_VALUE))
        read = NULL;
    else if (wrong(c, "texture is null", LW_ERROR_INVALID_VALUE))
        how = NULL;
    else if (wrong(c, "resource.kind is ", LW_ERROR_INVALID_VALUE))
        resource.kind = (lw_texture_resource_kind)(4 + (int)below(c, 100));
    else if (wrong(c, "resource.level is ", LW_ERROR_INVALID_VALUE))
        resource.level = 1 + (unsigned)below(c, 100);
    else if (wrong(c, "texture.address", LW_ERROR_INVALID_VALUE))
        texture.address[below(c, 3)] = (lw_texture_address)(4 + (int)below(c, 100));
    else if (wrong(c, "texture.filter", LW_ERROR_INVALID_VALUE))
        texture.filter = (lw_texture_filter)(2 + (int)below(c, 100));
    else if (wrong(c, "texture.read is ", LW_ERROR_INVALID_VALUE))
        texture.read = one_in(c, 2) ? LW_TEXTURE_READ_NORMALIZED : (lw_texture_read)(2 + (int)below(c, 100));
    else if (wrong(c, "texture.seamless is ", LW_ERROR_INVALID_VALUE))
        texture.seamless = 1;
    if (!finish(c, lw_texture_create(handle(c, DEVICE, "device", device), object, read, how)))
        return;
    made(c, TEXTURE, thing, (void *)(uintptr_t)*object, device, array->place);
    thing->of = array;
}

RANDOM_CALL(lw_texture_get)
{
    struct thing *thing = pick(c, TEXTURE);
    if (!thing)
        return;
    lw_texture_object object = object_of(c, thing);
    lw_texture_description *texture = out_or_null(c, sizeof *texture);
    lw_texture_resource *resource = out_or_null(c, sizeof *resource);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    if (finish(c, lw_texture_get(device, object, resource, texture)) && thing->of && resource &&
        resource->array != thing->of->handle)
        caller_fail(c, __FILE__, __LINE__, "array %p", (void *)resource->array);
}

RANDOM_CALL(lw_texture_destroy)
{
    struct thing *thing = pick(c, TEXTURE);
    if (!thing)
        return;
    bool none = one_in(c, 10); /* 0 is none */
    lw_texture_object object = none ? 0 : object_of(c, thing);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    if (finish(c, lw_texture_destroy(device, object)) && !none)
        closed(c, TEXTURE, thing);
}

RANDOM_CALL(lw_surface_create)
{
    struct thing *thing = room(c, SURFACE), *array = pick(c, ARRAY);
    if (!thing || !array)
        return;
    lw_device *device = device_of(c, array->place);
    lw_surface_object *object = out(c, "object", sizeof *object);
    unsigned level = 0;
    lw_array *of = handle(c, ARRAY, "array", array->handle);
    if (!c->expected && !(array->shape.flags & LW_ARRAY_SURFACE) && object)
        expect(c, "array was made without LW_ARRAY_SURFACE", LW_ERROR_INVALID_VALUE);
    else if (wrong(c, "level is ", LW_ERROR_INVALID_VALUE))
        level = 1 + (unsigned)below(c, 100);
    if (!c->expected)
        device = handle(c, DEVICE, "device", device);
    if (!finish(c, lw_surface_create(device, object, of, level)))
        return;
    made(c, SURFACE, thing, (void *)(uintptr_t)*object, device, array->place);
    thing->of = array;
}

RANDOM_CALL(lw_surface_get)
{
    struct thing *thing = pick(c, SURFACE);
    if (!thing)
        return;
    lw_surface_object object = object_of(c, thing);
    lw_array **array = out(c, "array", sizeof *array);
    unsigned *level = out(c, "level", sizeof *level);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    if (finish(c, lw_surface_get(device, object, array, level)) && thing->of && *array != thing->of->handle)
        caller_fail(c, __FILE__, __LINE__, "array %p", (void *)*array);
}

RANDOM_CALL(lw_surface_destroy)
{
    struct thing *thing = pick(c, SURFACE);
    if (!thing)
        return;
    bool none = one_in(c, 10);
    lw_surface_object object = none ? 0 : object_of(c, thing);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    if (finish(c, lw_surface_destroy(device, object)) && !none)
        closed(c, SURFACE, thing);
}
