/* Random calls: devices, peers, other code's memory. */
#include "random_calls.h"

/* ---- devices ---- */
RANDOM_CALL(lw_device_count, .while_faulted = true)
{
    int *count = out(c, "count", sizeof *count);
    if (finish(c, lw_device_count(count)) && *count < 1) /* counted once in a process */
        caller_fail(c, __FILE__, __LINE__, "%d devices", *count);
}

RANDOM_CALL(lw_device_name, .while_faulted = true)
{
    const char **name = out(c, "name", sizeof *name);
    int index = wrong(c, "index is ", LW_ERROR_INVALID_VALUE) ? (one_in(c, 2) ? -1 : 1000) : 0;
    if (finish(c, lw_device_name(index, name)) && strncmp(*name, "cpu", 3) != 0)
        caller_fail(c, __FILE__, __LINE__, "device 0 is %s", *name);
}

/* A handle more, which is closed at once; or, now and then, this thread's handle is closed with all that it owns. */
RANDOM_CALL(lw_device_open, .rarely = true, .never_faulted = true)
{
    int place = place_of(c);
    lw_device **device = out(c, "device", sizeof *device);
    const char *name = c->session->names[place];
    if (wrong(c, "name is ", LW_ERROR_INVALID_VALUE))
        name = one_in(c, 2) ? "" : "gpu";
    else if (wrong(c, "name is ", LW_ERROR_NO_DEVICE))
        name = one_in(c, 2) ? "cpu:77" : "cuda:77";
    if (finish(c, lw_device_open(device, name)))
        NEED(c, lw_device_close(*device));
}

RANDOM_CALL(lw_device_close, .rarely = true, .never_faulted = true)
{
    int place = place_of(c);
    lw_device *own = c->own[place], *device = handle(c, DEVICE, "device", own), *opened = NULL;
    if (!c->expected)
        wait_for_all(c); /* what it frees may be in use on the other device */
    if (!finish(c, lw_device_close(device)))
        return;
    forget(c, own, false);
    device_done(c, place);
    c->closed[DEVICE] = own;
    c->closed_at[DEVICE] = atomic_fetch_add(&c->session->closed[DEVICE], 1) + 1;
    atomic_fetch_add(&c->session->closed[STREAM], 3);
    if (NEED(c, lw_device_open(&opened, c->session->names[place]))) {
        c->own[place] = opened;
        NEED(c, lw_event_create(opened, &c->join[place]));
        NEED(c, lw_event_create(opened, &c->graph_event[place]));
    }
}

/* Only refused ones: a reset ends what all threads have. random_calls.c makes the others. */
RANDOM_CALL(lw_device_reset, .refused_only = true)
{
    lw_device *device = handle(c, DEVICE, "device", c->own[0]);
    if (c->expected)
        finish(c, lw_device_reset(device));
}

RANDOM_CALL(lw_device_get_properties, .while_faulted = true)
{
    static const size_t size = sizeof(lw_device_properties);
    lw_device_properties *properties = out(c, "properties", size);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (finish(c, lw_device_get_properties(device, properties)) && properties->warp_size != 32)
        caller_fail(c, __FILE__, __LINE__, "warps of %d", properties->warp_size);
}

RANDOM_CALL(lw_device_synchronize)
{
    int place = place_of(c);
    if (finish(c, lw_device_synchronize(handle(c, DEVICE, "device", device_of(c, place)))))
        device_done(c, place);
}

RANDOM_CALL(lw_device_get_limit)
{
    static const lw_limit limits[] = {LW_LIMIT_STACK_SIZE,           LW_LIMIT_PRINTF_FIFO_SIZE,
                                      LW_LIMIT_MALLOC_HEAP_SIZE,     LW_LIMIT_PENDING_LAUNCH_COUNT,
                                      LW_LIMIT_L2_FETCH_GRANULARITY, LW_LIMIT_PERSISTING_L2_CACHE_SIZE};
    lw_limit limit = limits[below(c, 6)];
    if (wrong(c, "limit is ", LW_ERROR_INVALID_VALUE))
        limit = (lw_limit)(7 + (int)below(c, 100));
    else if (wrong(c, "limit is ", LW_ERROR_NOT_SUPPORTED))
        limit = LW_LIMIT_SYNC_DEPTH;
    size_t *value = out(c, "value", sizeof *value);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_device_get_limit(device, limit, value));
}

RANDOM_CALL(lw_device_set_limit, .rarely = true)
{
    lw_limit limit = one_in(c, 2) ? LW_LIMIT_PENDING_LAUNCH_COUNT : LW_LIMIT_L2_FETCH_GRANULARITY;
    size_t value = limit == LW_LIMIT_PENDING_LAUNCH_COUNT ? 2048 + below(c, 100) : below(c, 129);
    if (wrong(c, "limit is ", LW_ERROR_INVALID_VALUE))
        limit = (lw_limit)(7 + (int)below(c, 100));
    else if (wrong(c, "limit is ", LW_ERROR_NOT_SUPPORTED))
        limit = LW_LIMIT_SYNC_DEPTH;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_device_set_limit(device, limit, value));
}

RANDOM_CALL(lw_device_native, .lacking = true)
{
    void **native = out(c, "native", sizeof *native);
    allow(c, LW_ERROR_NOT_SUPPORTED);
    finish(c, lw_device_native(handle(c, DEVICE, "device", device_of(c, place_of(c))), native));
}

/* ---- other code's memory: there is none here ---- */
RANDOM_CALL(lw_memory_adopt, .refused_only = true)
{
    struct block *block = pick_block(c, -1, 1 << IN_DEVICE);
    if (!block)
        return;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, block->place));
    if (!c->expected)
        expect(c, "", strncmp(c->session->names[0], "cpu", 3) ? LW_ERROR_INVALID_VALUE : LW_ERROR_NOT_SUPPORTED);
    finish(c, lw_memory_adopt(device, block->base, block->size));
}

RANDOM_CALL(lw_memory_disown, .refused_only = true)
{
    struct block *block = pick_block(c, -1, ANY_SPACE);
    if (!block)
        return;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, block->place));
    if (!c->expected)
        expect(c, "pointer is ", LW_ERROR_INVALID_VALUE);
    finish(c, lw_memory_disown(device, block->base));
}

/* ---- peers ---- */
RANDOM_CALL(lw_device_can_access_peer)
{
    int place = place_of(c), peer = place_of(c);
    int *can = out(c, "can", sizeof *can);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place)),
              *other = handle(c, DEVICE, "peer", device_of(c, peer));
    if (finish(c, lw_device_can_access_peer(device, other, can)) && (*can & ~1 || (place == peer && *can)))
        caller_fail(c, __FILE__, __LINE__, "%d", *can);
}

RANDOM_CALL(lw_device_get_peer_attribute, .lacking = true)
{
    int *value = out(c, "value", sizeof *value), place = place_of(c), peer = c->session->places - 1 - place;
    lw_peer_attribute attribute = (lw_peer_attribute)(1 + below(c, 4));
    if (peer != place && wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_peer_attribute)(5 + (int)below(c, 100));
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place)),
              *other = handle(c, DEVICE, "peer", device_of(c, peer));
    if ((!c->expected || !value) && peer == place)
        expect(c, "the same device", LW_ERROR_INVALID_VALUE);
    finish(c, lw_device_get_peer_attribute(device, other, attribute, value));
}

RANDOM_CALL(lw_device_enable_peer_access, .lacking = true)
{
    int place = place_of(c), peer = c->session->places - 1 - place;
    unsigned flags = peer != place && wrong(c, "flags is ", LW_ERROR_INVALID_VALUE) ? 1u << below(c, 32) : 0;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place)),
              *other = handle(c, DEVICE, "peer", device_of(c, peer));
    if (!c->expected && peer == place)
        expect(c, "the same device", LW_ERROR_INVALID_VALUE);
    allow(c, LW_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    allow(c, LW_ERROR_PEER_ACCESS_UNSUPPORTED);
    finish(c, lw_device_enable_peer_access(device, other, flags));
}

RANDOM_CALL(lw_device_disable_peer_access, .lacking = true)
{
    int place = place_of(c), peer = c->session->places - 1 - place;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place)),
              *other = handle(c, DEVICE, "peer", device_of(c, peer));
    if (!c->expected && peer == place)
        expect(c, "the same device", LW_ERROR_INVALID_VALUE);
    allow(c, LW_ERROR_PEER_ACCESS_NOT_ENABLED);
    finish(c, lw_device_disable_peer_access(device, other));
}
