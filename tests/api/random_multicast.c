/* Random calls: multicast objects, their devices, and memory bound to them. A thing's `flags` has a bit for each device that is
 * added, and from BOUND on for each whose memory is bound; `references` is how many devices it will have. No call maps an
 * object: accesses reach every copy, and the model has none of them. */
#include "random_calls.h"

enum { BOUND = 8 };

static size_t granularity_of(struct caller *c, int place)
{
    size_t granularity = 4096;
    lw_multicast_properties properties = {.device_count = 1};
    lw_device_properties device;
    if (NEED(c, lw_device_get_properties(c->own[place], &device)) && device.multicast)
        NEED(c, lw_multicast_granularity(c->own[place], &properties, LW_MEMORY_GRANULARITY_MINIMUM, &granularity));
    return granularity;
}

static bool make_wrong(struct caller *c, lw_multicast_properties *properties)
{
    if (wrong(c, "properties.device_count is ", LW_ERROR_INVALID_VALUE))
        properties->device_count = one_in(c, 2) ? 0 : 1000;
    else if (wrong(c, "properties.handle_type is ", LW_ERROR_INVALID_VALUE))
        properties->handle_type = (lw_memory_handle_type)(2 + (int)below(c, 100));
    else
        return false;
    return true;
}

RANDOM_CALL(lw_multicast_granularity, .lacking = true)
{
    size_t *granularity = out(c, "granularity", sizeof *granularity);
    lw_memory_granularity which = (lw_memory_granularity)below(c, 2);
    lw_multicast_properties properties = {.device_count = 1};
    if (!make_wrong(c, &properties) && wrong(c, "which is ", LW_ERROR_INVALID_VALUE))
        which = (lw_memory_granularity)(2 + (int)below(c, 100));
    allow(c, LW_ERROR_NOT_SUPPORTED);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (finish(c, lw_multicast_granularity(device, &properties, which, granularity)) &&
        (!*granularity || *granularity & (*granularity - 1)))
        caller_fail(c, __FILE__, __LINE__, "granularity %zu", *granularity);
}

RANDOM_CALL(lw_multicast_create, .lacking = true)
{
    struct thing *thing = room(c, MULTICAST);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_multicast **multicast = out(c, "multicast", sizeof *multicast);
    lw_multicast_properties right = {.device_count = 1 + (unsigned)below(c, (uint64_t)c->session->places),
                                     .size = granularity_of(c, place) * (1 + below(c, 2))},
                            properties = right;
    if (!make_wrong(c, &properties) && wrong(c, "properties.size is ", LW_ERROR_INVALID_VALUE))
        properties.size = one_in(c, 2) ? 0 : right.size + 1;
    allow(c, LW_ERROR_NOT_SUPPORTED);
    if (!finish(c, lw_multicast_create(handle(c, DEVICE, "device", device), multicast, &properties)))
        return;
    made(c, MULTICAST, thing, *multicast, device, place);
    thing->size = right.size;
    thing->references = right.device_count;
    thing->flags = 0;
}

RANDOM_CALL(lw_multicast_release, .lacking = true)
{
    struct thing *thing = pick(c, MULTICAST);
    if (thing && finish(c, lw_multicast_release(handle(c, MULTICAST, "multicast", thing->handle))))
        closed(c, MULTICAST, thing);
}

static unsigned added(const struct thing *thing)
{
    return (unsigned)__builtin_popcount(thing->flags & ((1u << BOUND) - 1));
}

RANDOM_CALL(lw_multicast_add_device, .lacking = true)
{
    struct thing *thing = pick(c, MULTICAST);
    int place = place_of(c);
    if (!thing)
        return;
    lw_multicast *multicast = handle(c, MULTICAST, "multicast", thing->handle);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place));
    if (!c->expected && (thing->flags >> place & 1 || added(thing) == thing->references))
        expect(c, "device is ", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_multicast_add_device(multicast, device)))
        thing->flags |= 1u << place;
}

RANDOM_CALL(lw_multicast_bind_memory, .lacking = true)
{
    struct thing *thing = pick(c, MULTICAST), *physical = pick(c, PHYSICAL);
    if (!thing || !physical || thing->size > physical->size || added(thing) < thing->references)
        return; /* it would wait for devices */
    int place = physical->place;
    size_t offset = 0, size = thing->size, memory_offset = 0;
    if (wrong(c, "offset is ", LW_ERROR_INVALID_VALUE))
        offset = 1 + below(c, 100);
    else if (wrong(c, "size is ", LW_ERROR_INVALID_VALUE))
        size = one_in(c, 2) ? 0 : size + 1;
    lw_multicast *multicast = handle(c, MULTICAST, "multicast", thing->handle);
    lw_physical_memory *memory = handle(c, PHYSICAL, "memory", physical->handle);
    if (!(thing->flags >> place & 1)) {
        if (c->expected)
            return; /* two errors in a call */
        expect(c, "memory is of device ", LW_ERROR_INVALID_VALUE);
    } else if (thing->flags >> (BOUND + place) & 1) {
        allow(c, LW_ERROR_INVALID_VALUE); /* unless the device was closed meanwhile */
    }
    if (finish(c, lw_multicast_bind_memory(multicast, offset, memory, memory_offset, size)))
        thing->flags |= 1u << (BOUND + place);
}

/* Refused only: what memory of a mapping holds has two addresses then. */
RANDOM_CALL(lw_multicast_bind_address, .refused_only = true, .lacking = true)
{
    struct thing *thing = pick(c, MULTICAST);
    int place = place_of(c);
    if (!thing || added(thing) < thing->references || !(thing->flags >> place & 1))
        return;
    lw_multicast *multicast = handle(c, MULTICAST, "multicast", thing->handle);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place));
    if (!c->expected)
        expect(c, "", LW_ERROR_INVALID_VALUE);
    finish(c, lw_multicast_bind_address(multicast, 0, device, NULL, thing->size));
}

RANDOM_CALL(lw_multicast_unbind, .lacking = true)
{
    struct thing *thing = pick(c, MULTICAST);
    int place = place_of(c);
    if (!thing || !(thing->flags >> place & 1))
        return;
    lw_multicast *multicast = handle(c, MULTICAST, "multicast", thing->handle);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place));
    if (thing->flags >> (BOUND + place) & 1)
        allow(c, LW_ERROR_INVALID_VALUE); /* the device was closed meanwhile */
    else if (!c->expected)
        expect(c, "no memory of device ", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_multicast_unbind(multicast, device, 0, thing->size)))
        thing->flags &= ~(1u << (BOUND + place));
}

/* Refused only: the model has no copies. */
RANDOM_CALL(lw_multicast_map, .refused_only = true, .lacking = true)
{
    struct thing *thing = pick(c, MULTICAST);
    if (!thing || added(thing) < thing->references)
        return;
    lw_multicast *multicast = handle(c, MULTICAST, "multicast", thing->handle);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    if (!c->expected)
        expect(c, "", LW_ERROR_INVALID_VALUE);
    finish(c, lw_multicast_map(device, NULL, thing->size, multicast, 0));
}
