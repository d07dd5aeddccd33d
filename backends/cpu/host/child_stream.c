/* Streams and events that kernels make; copies and sets that they queue. A handle belongs to the grid whose thread made
 * it, and ends with the grid. Its memory is kept until then, so that a destroyed handle is recognised. */
#include "../language/child.h"

#include <stdlib.h>

#include "child_inside.h"

static emu_pool *lock(const lw_cpu_launch *parent)
{
    emu_pool *pool = parent->operation.stream->device->pool;
    emu_pool_lock(pool);
    return pool;
}

int lw_cpu_child_stream_create(void **created, unsigned flags)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    if (!created || (flags != cudaStreamNonBlocking && flags != cudaStreamDefault))
        return lw_cpu_child_failed(cudaErrorInvalidValue);
    lw_stream_impl *stream = lw_allocate(sizeof *stream);
    if (!stream)
        return lw_cpu_child_failed(cudaErrorMemoryAllocation);
    emu_pool *pool = lock(parent);
    lw_cpu_stream_add(parent->operation.stream->device, stream);
    stream->role = LW_CPU_NAMED;
    stream->open = true;
    stream->sibling = parent->family.streams;
    parent->family.streams = stream;
    emu_pool_unlock(pool);
    *created = stream;
    return cudaSuccess;
}

/* A stream that a thread made; not the null, tail or fire-and-forget stream. */
static int find_named(lw_cpu_launch *parent, void *handle, lw_stream_impl **found)
{
    if (!handle || handle == (void *)cudaStreamTailLaunch || handle == (void *)cudaStreamFireAndForget)
        return cudaErrorInvalidValue;
    return lw_cpu_find_stream(parent, handle, found);
}

int lw_cpu_child_stream_destroy(void *handle)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    lw_stream_impl *stream;
    emu_pool *pool = lock(parent);
    int error = find_named(parent, handle, &stream);
    if (!error)
        stream->open = false; /* queued operations still run */
    emu_pool_unlock(pool);
    return lw_cpu_child_failed(error);
}

static int find_event(const lw_cpu_launch *parent, const void *handle, lw_event_impl **found)
{
    lw_event_impl *event = parent->family.events;
    while (event && ((void *)event != handle || !event->open))
        event = event->sibling;
    *found = event;
    return event ? cudaSuccess : cudaErrorInvalidValue;
}

int lw_cpu_child_event_create(void **created, unsigned flags)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    if (!created || flags != cudaEventDisableTiming)
        return lw_cpu_child_failed(cudaErrorInvalidValue);
    lw_event_impl *event = lw_allocate(sizeof *event);
    if (!event)
        return lw_cpu_child_failed(cudaErrorMemoryAllocation);
    event->device = parent->operation.stream->device;
    event->open = true;
    emu_pool *pool = lock(parent);
    event->sibling = parent->family.events;
    parent->family.events = event;
    emu_pool_unlock(pool);
    *created = event;
    return cudaSuccess;
}

int lw_cpu_child_event_destroy(void *handle)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    lw_event_impl *event;
    emu_pool *pool = lock(parent);
    int error = find_event(parent, handle, &event);
    if (!error)
        event->open = false;
    emu_pool_unlock(pool);
    return lw_cpu_child_failed(error);
}

/* A stream for records and waits of events. Not the tail stream: it waits for the whole family, so a stream of the
 * family that waits for it would wait for itself. Not fire-and-forget: each use is a stream of its own, without earlier
 * work. */
static int find_ordered(lw_cpu_launch *parent, void *handle, lw_stream_impl **found)
{
    return handle ? find_named(parent, handle, found) : lw_cpu_find_stream(parent, handle, found);
}

/* With the lock held. */
static int find_both(lw_cpu_launch *parent, void *event_handle, void *stream_handle, lw_event_impl **event,
                     lw_stream_impl **stream)
{
    int error = find_event(parent, event_handle, event);
    return error ? error : find_ordered(parent, stream_handle, stream);
}

/* The next three functions find and use the stream under one hold of the lock: in between, an idle null stream could be
 * given to another block. */
int lw_cpu_child_event_record(void *event_handle, void *stream_handle)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    lw_event_impl *event;
    lw_stream_impl *stream;
    lw_cpu_operation *operation = lw_cpu_record_make(parent->operation.stream->device);
    if (!operation)
        return lw_cpu_child_failed(cudaErrorMemoryAllocation);
    emu_pool *pool = lock(parent);
    int error = find_both(parent, event_handle, stream_handle, &event, &stream);
    if (!error)
        lw_cpu_record_enqueue(parent, event, stream, operation);
    emu_pool_unlock(pool);
    if (error) {
        free(operation->as.mark);
        free(operation);
    }
    return lw_cpu_child_failed(error);
}

int lw_cpu_child_stream_wait_event(void *stream_handle, void *event_handle, unsigned flags)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    lw_event_impl *event;
    lw_stream_impl *stream;
    if (flags)
        return lw_cpu_child_failed(cudaErrorInvalidValue);
    lw_cpu_operation *operation = lw_cpu_wait_make(parent->operation.stream->device);
    if (!operation)
        return lw_cpu_child_failed(cudaErrorMemoryAllocation);
    emu_pool *pool = lock(parent);
    int error = find_both(parent, event_handle, stream_handle, &event, &stream);
    if (!error)
        lw_cpu_wait_enqueue(parent, stream, event, operation);
    emu_pool_unlock(pool);
    if (error)
        free(operation);
    return lw_cpu_child_failed(error);
}

/* The memory, of whichever device, that has the address in its range; null: none has. */
static emu_memory *memory_of(const lw_device_impl *device, const void *side)
{
    unsigned owner = lw_cpu_owner_of(device->shared, side);
    return owner < device->shared->count ? device->shared->memory[owner] : NULL;
}

/* Whether the address is in device memory that is freed, or is about to be. */
static bool is_freed(const lw_device_impl *device, const void *side, size_t size)
{
    emu_memory *memory = memory_of(device, side);
    return memory && !emu_memory_covers(memory, side, size);
}

/* Whether an access would not end the process, by the range's first and last byte. `size` is not 0. */
static bool is_reachable(const lw_device_impl *device, const void *side, size_t size)
{
    uintptr_t last;
    if (!side || lw_cpu_is_private(side) || __builtin_add_overflow((uintptr_t)side, size - 1, &last))
        return false;
    if (memory_of(device, side))
        return !is_freed(device, side, size);
    return lw_readable((uintptr_t)side) && lw_readable(last);
}

/* Whether the device may use the side, which is null or reachable. From now on another device that owns it waits for the
 * operations of this one before it frees memory. With the lock held. */
static bool takes_side(const lw_device_impl *device, const void *side, size_t size)
{
    lw_cpu_shared *shared = device->shared;
    unsigned owner = lw_cpu_owner_of(shared, side);
    if (is_freed(device, side, size))
        return false;
    if (owner == shared->count || owner == device->ordinal)
        return true;
    if (!shared->device[owner] || !lw_cpu_may_reach(device->ordinal, owner, side))
        return false;
    lw_cpu_note_reach(device, shared->device[owner]);
    return true;
}

int lw_cpu_child_transfer(void *destination, const void *source, int value, size_t size, int kind, void *handle)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    lw_device_impl *device = parent->operation.stream->device;
    int refused = lw_cpu_child_allowed(parent);
    if (refused)
        return lw_cpu_child_failed(refused);
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return lw_cpu_child_failed(cudaErrorInvalidMemcpyDirection);
    if (lw_cpu_is_private(destination) || (source && lw_cpu_is_private(source)))
        return lw_cpu_child_failed(cudaErrorInvalidValue);
    if (size && (!is_reachable(device, destination, size) || (source && !is_reachable(device, source, size))))
        return lw_cpu_child_failed(cudaErrorInvalidValue);
    lw_copy copy = {.destination = destination,
                    .source = source,
                    .width = size,
                    .height = 1,
                    .destination_pitch = size,
                    .source_pitch = size};
    lw_cpu_operation *operation = size ? lw_cpu_transfer_make(device, &copy, value) : NULL;
    if (size && !operation)
        return lw_cpu_child_failed(cudaErrorMemoryAllocation);
    lw_stream_impl *stream;
    emu_pool *pool = lock(parent);
    int error = lw_cpu_find_stream(parent, handle, &stream);
    /* Checks freed memory again, with the lock: the host retires memory under it, and then waits for queued operations. */
    if (!error && operation && !(takes_side(device, destination, size) && takes_side(device, source, size)))
        error = cudaErrorInvalidValue;
    if (!error && operation)
        lw_cpu_enqueue_for(parent, stream, operation);
    emu_pool_unlock(pool);
    if (error)
        free(operation);
    return lw_cpu_child_failed(error);
}
