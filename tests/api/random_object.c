/* Random calls: user objects; the memory of graphs. */
#include "random_calls.h"

static void count_end(void *user)
{
    struct caller *c = user;
    atomic_fetch_add(&c->destroyed, 1);
}

RANDOM_CALL(lw_user_object_create)
{
    struct thing *thing = room(c, OBJECT);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_user_object **object = out(c, "object", sizeof *object);
    unsigned right = 1 + (unsigned)below(c, 4), references = right, flags = LW_USER_OBJECT_NO_DESTRUCTOR_SYNC;
    lw_host_function destroy = count_end;
    if (wrong(c, "destroy is null", LW_ERROR_INVALID_VALUE))
        destroy = NULL;
    else if (wrong(c, "references is ", LW_ERROR_INVALID_VALUE))
        references = one_in(c, 2) ? 0 : UINT32_MAX;
    else if (wrong(c, "flags is ", LW_ERROR_INVALID_VALUE))
        flags = one_in(c, 2) ? 0 : 2u << below(c, 31);
    if (!finish(c, lw_user_object_create(handle(c, DEVICE, "device", device), object, c, destroy, references, flags)))
        return;
    made(c, OBJECT, thing, *object, device, place);
    thing->references = right;
    c->objects++;
}

RANDOM_CALL(lw_user_object_retain)
{
    struct thing *thing = pick(c, OBJECT);
    if (!thing)
        return;
    unsigned right = 1 + (unsigned)below(c, 3), count = right;
    if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : one_in(c, 2) ? UINT32_MAX : INT32_MAX;
    if (finish(c, lw_user_object_retain(handle(c, OBJECT, "object", thing->handle), count)))
        thing->references += right;
}

RANDOM_CALL(lw_user_object_release)
{
    struct thing *thing = pick(c, OBJECT);
    if (!thing)
        return;
    unsigned right = 1 + (unsigned)below(c, thing->references), count = right;
    if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : thing->references + 1;
    if (!finish(c, lw_user_object_release(handle(c, OBJECT, "object", thing->handle), count)))
        return;
    thing->references -= right;
    if (!thing->references)
        closed(c, OBJECT, thing);
}

RANDOM_CALL(lw_graph_retain_user_object)
{
    struct thing *object = pick(c, OBJECT), *graph = pick(c, GRAPH);
    if (!object || !graph || object->place != graph->place)
        return;
    unsigned count = 1 + (unsigned)below(c, 2), flags = (unsigned)below(c, 2);
    if (object->references <= count)
        flags = 0; /* the program keeps a reference */
    lw_graph *to = handle(c, GRAPH, "graph", graph->handle);
    lw_user_object *given = handle(c, OBJECT, "object", object->handle);
    if (wrong(c, "flags is ", LW_ERROR_INVALID_VALUE))
        flags = 2u << below(c, 31);
    else if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : UINT32_MAX;
    else if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = object->references + 1, flags = LW_GRAPH_USER_OBJECT_MOVE;
    if (!finish(c, lw_graph_retain_user_object(to, given, count, flags)))
        return;
    object->kept = true;
    if (flags)
        object->references -= count;
}

RANDOM_CALL(lw_graph_release_user_object)
{
    struct thing *object = pick(c, OBJECT), *graph = pick(c, GRAPH);
    if (!object || !graph || object->place != graph->place ||
        !NEED(c, lw_graph_retain_user_object((lw_graph *)graph->handle, (lw_user_object *)object->handle, 1, 0)))
        return;
    object->kept = true;
    lw_graph *from = handle(c, GRAPH, "graph", graph->handle);
    lw_user_object *given = handle(c, OBJECT, "object", object->handle);
    unsigned count = 1;
    if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : 1000000000;
    finish(c, lw_graph_release_user_object(from, given, count));
}

/* ---- memory of graphs ---- */
RANDOM_CALL(lw_device_get_graph_memory_attribute)
{
    uint64_t *value = out(c, "value", sizeof *value);
    lw_graph_memory_attribute attribute = (lw_graph_memory_attribute)below(c, 4);
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_graph_memory_attribute)(4 + (int)below(c, 100));
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_device_get_graph_memory_attribute(device, attribute, value));
}

RANDOM_CALL(lw_device_set_graph_memory_attribute)
{
    lw_graph_memory_attribute attribute = one_in(c, 2) ? LW_GRAPH_MEMORY_USED_HIGH : LW_GRAPH_MEMORY_RESERVED_HIGH;
    uint64_t value = 0;
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_graph_memory_attribute)(4 + (int)below(c, 100));
    else if (wrong(c, "can only be read", LW_ERROR_INVALID_VALUE))
        attribute = LW_GRAPH_MEMORY_USED_CURRENT;
    else if (wrong(c, "value is ", LW_ERROR_INVALID_VALUE))
        value = 1 + below(c, 100);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_device_set_graph_memory_attribute(device, attribute, value));
}

RANDOM_CALL(lw_device_trim_graph_memory)
{
    finish(c, lw_device_trim_graph_memory(handle(c, DEVICE, "device", device_of(c, place_of(c)))));
}
