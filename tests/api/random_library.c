/* Random calls: libraries; handles for other processes, which this one refuses. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>

#include "random_calls.h"

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
