/* Streams: create, destroy when the queue is empty, wait. */
#include <stdlib.h>

#include "cpu.h"

enum { GREATEST_PRIORITY = -5 }; /* an H200's */

lw_status lw_cpu_stream_priorities(lw_device_impl *device, int *least, int *greatest)
{
    (void)device;
    *least = 0;
    *greatest = GREATEST_PRIORITY;
    return LW_SUCCESS;
}

lw_status lw_cpu_stream_create(lw_device_impl *device, unsigned flags, int priority, lw_stream_impl **created)
{
    lw_stream_impl *stream = lw_allocate(sizeof *stream);
    if (!stream)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a stream");
    emu_pool_lock(device->pool);
    if (flags & LW_BACKEND_LEGACY && device->legacy) {
        free(stream);
        stream = device->legacy;
    } else {
        stream->blocking = !(flags & (LW_STREAM_NON_BLOCKING | LW_BACKEND_LEGACY));
        stream->priority = priority;
        lw_cpu_stream_add(device, stream);
        if (flags & LW_BACKEND_LEGACY)
            device->legacy = stream;
    }
    stream->users++;
    stream->destroyed = false; /* the legacy stream, where its last handle was closed while it had work */
    emu_pool_unlock(device->pool);
    *created = stream;
    return LW_SUCCESS;
}

void lw_cpu_stream_add(lw_device_impl *device, lw_stream_impl *stream)
{
    stream->device = device;
    stream->number = ++device->shared->stream_count;
    stream->check = emu_checking ? emu_check_stream_open() : NULL;
    stream->next = device->streams;
    if (device->streams)
        device->streams->previous = stream;
    device->streams = stream;
}

void lw_cpu_stream_free(lw_stream_impl *stream)
{
    if (stream->device->guards_managed)
        lw_cpu_managed_forget(stream, true);
    *(stream->previous ? &stream->previous->next : &stream->device->streams) = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
    if (stream == stream->device->legacy)
        stream->device->legacy = NULL;
    if (stream->check && stream->blocking) { /* the legacy stream's later work comes after this stream's */
        lw_device_impl *device = stream->device;
        emu_order *order = emu_check_stream_order(stream->check);
        if (!device->closed_blocking)
            device->closed_blocking = emu_check_stream_open();
        emu_check_stream_waits(device->closed_blocking, order);
        emu_order_drop(order);
    }
    if (stream->check && stream->device->shared->count > 1) { /* a wait for the device comes after it, too */
        lw_device_impl *device = stream->device;
        emu_order *order = emu_check_stream_order(stream->check);
        if (!device->closed)
            device->closed = emu_check_stream_open();
        emu_check_stream_waits(device->closed, order);
        emu_order_drop(order);
    }
    if (stream->check)
        emu_check_stream_close(stream->check);
    free(stream);
}

void lw_cpu_stream_destroy(lw_stream_impl *stream)
{
    emu_pool *pool = stream->device->pool;
    emu_pool_lock(pool);
    if (--stream->users == 0) {
        stream->destroyed = true;
        if (stream->device->guards_managed)
            lw_cpu_managed_forget(stream, false);
        lw_cpu_capture_drop(stream);
        if (!stream->head)
            lw_cpu_stream_free(stream);
    }
    emu_pool_unlock(pool);
}

lw_status lw_cpu_stream_synchronize(lw_stream_impl *stream)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cpu_capture_forbids_wait(device, stream);
    if (status)
        return status;
    lw_cpu_wait(device, stream);
    return lw_cpu_take_error(device);
}

lw_status lw_cpu_stream_query(lw_stream_impl *stream)
{
    lw_status status = lw_cpu_capture_forbids_wait(stream->device, stream);
    if (status)
        return status;
    if (atomic_load_explicit(&stream->pending, memory_order_acquire))
        return lw_fail(stream->device, LW_ERROR_NOT_READY, "the stream has work pending");
    if (emu_checking) {
        emu_order *order = emu_check_stream_order(stream->check);
        emu_check_host_waited(order);
        emu_order_drop(order);
    }
    if (stream->device->guards_managed) {
        emu_pool_lock(stream->device->pool);
        if (!stream->head)
            lw_cpu_managed_waited(stream->device, stream, UINT64_MAX);
        emu_pool_unlock(stream->device->pool);
    }
    if (atomic_load_explicit(&stream->device->pools.free_count, memory_order_relaxed)) {
        emu_pool_lock(stream->device->pool);
        lw_cpu_order done = stream->order;
        lw_cpu_order_add(&done, stream->number, stream->device->shared->ticket);
        emu_pool_unlock(stream->device->pool);
        lw_cpu_pools_synchronised(stream->device, &done);
    }
    return lw_cpu_take_error(stream->device);
}
