/* Random calls: devices, peers, libraries, other processes, other code. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>

#include "device/kernels.h"
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

/* ---- libraries: the mathematics library of the system, which has no kernels ---- */
static const char *some_library(void)
{
    static _Thread_local char path[512];
    Dl_info info;
    if (!*path && dladdr((void *)(uintptr_t)cbrt, &info))
        snprintf(path, sizeof path, "%s", info.dli_fname);
    return path;
}

RANDOM_CALL(lw_library_load, .rarely = true)
{
    struct thing *thing = room(c, LIBRARY);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_library **library = out(c, "library", sizeof *library);
    const char *path = some_library();
    if (wrong(c, "path is null", LW_ERROR_INVALID_VALUE))
        path = NULL;
    else if (wrong(c, "/nowhere/none.so", LW_ERROR_FILE_NOT_FOUND))
        path = "/nowhere/none.so";
    else if (wrong(c, "neither a shared library nor", LW_ERROR_INVALID_VALUE))
        path = "/etc/passwd";
    if (finish(c, lw_library_load(handle(c, DEVICE, "device", device), library, path)))
        made(c, LIBRARY, thing, *library, device, place);
}

/* Refused ones: what a compiled library is, others test. */
RANDOM_CALL(lw_library_load_data, .refused_only = true, .rarely = true)
{
    static const char data[] = "no library";
    lw_library **library = out(c, "library", sizeof *library);
    const char *given = data;
    size_t size = sizeof data;
    if (wrong(c, "data is null", LW_ERROR_INVALID_VALUE))
        given = NULL;
    else if (wrong(c, "size is 0", LW_ERROR_INVALID_VALUE))
        size = 0;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (!c->expected)
        expect(c, "neither a shared library nor", LW_ERROR_INVALID_VALUE);
    finish(c, lw_library_load_data(device, library, given, size));
}

/* Refused ones: a compiler takes long. */
RANDOM_CALL(lw_library_compile, .refused_only = true)
{
    lw_library **library = out(c, "library", sizeof *library);
    const char *source = wrong(c, "source is null", LW_ERROR_INVALID_VALUE) ? NULL : "";
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (c->expected)
        finish(c, lw_library_compile(device, library, source, NULL, NULL, NULL, 0));
}

RANDOM_CALL(lw_library_get_kernel, .refused_only = true)
{
    struct thing *thing = pick(c, LIBRARY);
    if (!thing)
        return;
    const lw_kernel **kernel = out(c, "kernel", sizeof *kernel);
    const char *name = wrong(c, "name is null", LW_ERROR_INVALID_VALUE) ? NULL : "none";
    lw_library *library = handle(c, LIBRARY, "library", thing->handle);
    if (!c->expected)
        expect(c, "has no kernel none", LW_ERROR_INVALID_SYMBOL);
    finish(c, lw_library_get_kernel(library, name, kernel));
}

RANDOM_CALL(lw_library_get_symbol, .refused_only = true)
{
    struct thing *thing = pick(c, LIBRARY);
    if (!thing)
        return;
    const lw_symbol **symbol = out(c, "symbol", sizeof *symbol);
    const char *name = wrong(c, "name is null", LW_ERROR_INVALID_VALUE) ? NULL : "none";
    lw_library *library = handle(c, LIBRARY, "library", thing->handle);
    if (!c->expected)
        expect(c, "has no variable none", LW_ERROR_INVALID_SYMBOL);
    finish(c, lw_library_get_symbol(library, name, symbol));
}

RANDOM_CALL(lw_library_unload, .rarely = true)
{
    struct thing *thing = pick(c, LIBRARY);
    if (thing && finish(c, lw_library_unload(handle(c, LIBRARY, "library", thing->handle))))
        closed(c, LIBRARY, thing);
}

/* ---- other processes: handles of this one are refused ---- */
RANDOM_CALL(lw_ipc_get_memory_handle, .rarely = true, .lacking = true)
{
    struct block *block = pick_block(c, -1, 1 << IN_DEVICE), *other = pick_block(c, -1, HOST_SPACES | 1 << MANAGED);
    if (!block)
        return;
    verify(c, block);
    lw_ipc_memory_handle *made = out(c, "handle", sizeof *made);
    void *pointer = block->base;
    if (other && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = other->base;
    else if (block->size > 1 && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = block->base + 1;
    else
        allow(c, LW_ERROR_NOT_SUPPORTED);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, block->place));
    if (finish(c, lw_ipc_get_memory_handle(device, made, pointer)))
        verify(c, block); /* its pages have moved */
}

RANDOM_CALL(lw_ipc_open_memory_handle, .refused_only = true, .rarely = true)
{
    struct block *block = pick_block(c, -1, 1 << IN_DEVICE);
    lw_ipc_memory_handle made;
    if (!block || lw_ipc_get_memory_handle(c->own[block->place], &made, block->base))
        return;
    void **pointer = out(c, "pointer", sizeof *pointer);
    const lw_ipc_memory_handle *given = wrong(c, "handle is null", LW_ERROR_INVALID_VALUE) ? NULL : &made;
    unsigned flags = wrong(c, "flags is ", LW_ERROR_INVALID_VALUE) ? 2u << below(c, 31) : 1;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, block->place));
    if (!c->expected)
        expect(c, "handle is of memory that this process has", LW_ERROR_INVALID_VALUE);
    finish(c, lw_ipc_open_memory_handle(device, pointer, given, flags));
}

RANDOM_CALL(lw_ipc_close_memory_handle, .refused_only = true)
{
    struct block *block = pick_block(c, -1, ANY_SPACE);
    if (!block)
        return;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, block->place));
    if (!c->expected)
        expect(c, "pointer is ", LW_ERROR_INVALID_VALUE);
    finish(c, lw_ipc_close_memory_handle(device, block->base));
}

/* An event that has handles, or null. */
static lw_event *shared_event(struct caller *c, int place)
{
    lw_event *event = NULL;
    lw_status status = lw_event_create_with(c->own[place], &event, LW_EVENT_INTERPROCESS | LW_EVENT_DISABLE_TIMING);
    if (status && status != LW_ERROR_NOT_SUPPORTED && status != c->session->fault)
        caller_fail(c, __FILE__, __LINE__, "%s: %s", lw_status_string(status), lw_last_error_message(NULL));
    return event;
}

RANDOM_CALL(lw_ipc_get_event_handle, .rarely = true, .lacking = true)
{
    lw_event *event = shared_event(c, place_of(c)), *asked = event;
    if (!event)
        return;
    lw_ipc_event_handle *made = out(c, "handle", sizeof *made);
    if (wrong(c, "event is made without LW_EVENT_INTERPROCESS", LW_ERROR_INVALID_HANDLE))
        asked = c->session->event[0];
    finish(c, lw_ipc_get_event_handle(handle(c, EVENT, "event", asked), made));
    NEED(c, lw_event_destroy(event));
    atomic_fetch_add(&c->session->closed[EVENT], 1);
}

RANDOM_CALL(lw_ipc_open_event_handle, .refused_only = true, .rarely = true)
{
    int place = place_of(c);
    lw_event *event = shared_event(c, place), **opened = out(c, "event", sizeof *opened);
    lw_ipc_event_handle made;
    if (!event)
        return;
    if (NEED(c, lw_ipc_get_event_handle(event, &made))) {
        const lw_ipc_event_handle *given = wrong(c, "handle is null", LW_ERROR_INVALID_VALUE) ? NULL : &made;
        lw_device *device = handle(c, DEVICE, "device", device_of(c, place));
        if (!c->expected)
            expect(c, "handle is ", LW_ERROR_INVALID_VALUE);
        finish(c, lw_ipc_open_event_handle(device, opened, given));
    }
    NEED(c, lw_event_destroy(event));
    atomic_fetch_add(&c->session->closed[EVENT], 1);
}
