/* Events: each record has its own mark, so that a later record does not disturb waits for an earlier one. */
#include <stdlib.h>
#include <time.h>

#include "cpu.h"

lw_status lw_cpu_event_create(lw_device_impl *device, unsigned flags, lw_event_impl **created)
{
    lw_event_impl *event = lw_allocate(sizeof *event);
    if (!event)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an event");
    event->device = device;
    event->untimed = flags & LW_EVENT_DISABLE_TIMING;
    event->users = 1;
    if (flags & LW_EVENT_INTERPROCESS && !(event->shared = lw_cpu_shared_event_make(device))) {
        free(event);
        return LW_ERROR_OUT_OF_MEMORY;
    }
    *created = event;
    return LW_SUCCESS;
}

void lw_cpu_event_release(lw_event_impl *event)
{
    if (--event->users)
        return;
    lw_cpu_mark_release(event->mark);
    lw_cpu_event_uncapture(event);
    lw_cpu_shared_event_drop(event->shared);
    free(event);
}

void lw_cpu_event_destroy(lw_event_impl *event)
{
    emu_pool *pool = event->device->pool;
    emu_pool_lock(pool);
    lw_cpu_event_release(event);
    emu_pool_unlock(pool);
}

lw_cpu_operation *lw_cpu_record_make(lw_device_impl *device)
{
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    lw_cpu_mark *mark = operation ? lw_allocate(sizeof *mark) : NULL;
    if (!mark) {
        free(operation);
        lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the record of an event");
        return NULL;
    }
    operation->kind = LW_CPU_RECORD;
    operation->as.mark = mark;
    mark->references = 2; /* the event's and the queue's */
    return operation;
}

void lw_cpu_record_enqueue(lw_cpu_launch *parent, lw_event_impl *event, lw_stream_impl *stream,
                           lw_cpu_operation *operation)
{
    lw_cpu_mark_release(event->mark);
    event->mark = operation->as.mark;
    if (event->shared) {
        event->mark->shared = lw_cpu_shared_event_use(event->shared);
        event->mark->shared_number = lw_cpu_shared_event_record(event->shared);
    }
    lw_cpu_mark_enqueue(parent, stream, operation);
}

void lw_cpu_mark_enqueue(lw_cpu_launch *parent, lw_stream_impl *stream, lw_cpu_operation *operation)
{
    lw_cpu_mark *mark = operation->as.mark;
    mark->stream = stream;
    mark->ticket = stream->device->shared->ticket + 1; /* the ticket that lw_cpu_enqueue_for() assigns next */
    mark->stream_number = stream->number;
    mark->blocking = stream->blocking;
    mark->legacy = stream == stream->device->legacy;
    mark->ordinal = stream->device->ordinal;
    mark->order = stream->order;
    lw_cpu_order_add(&mark->order, stream->number, mark->ticket);
    lw_cpu_enqueue_for(parent, stream, operation);
}

lw_status lw_cpu_event_record(lw_event_impl *event, lw_stream_impl *stream)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cpu_capture_forbids_legacy(stream);
    if (status || lw_cpu_captures(stream))
        return status ? status : lw_cpu_capture_record(stream, event);
    lw_cpu_operation *operation = lw_cpu_record_make(device);
    if (!operation)
        return LW_ERROR_OUT_OF_MEMORY;
    emu_pool_lock(device->pool);
    lw_cpu_event_uncapture(event);
    lw_cpu_record_enqueue(NULL, event, stream, operation);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

static bool is_captured(const lw_event_impl *event)
{
    emu_pool_lock(event->device->pool);
    bool captured = event->captured != 0;
    emu_pool_unlock(event->device->pool);
    return captured;
}

static bool is_pending(const lw_cpu_mark *mark)
{
    return mark && !atomic_load_explicit(&mark->done, memory_order_acquire);
}

lw_cpu_operation *lw_cpu_wait_make(lw_device_impl *device)
{
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    if (operation)
        operation->kind = LW_CPU_WAIT;
    else
        lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a wait in a stream");
    return operation;
}

void lw_cpu_wait_enqueue(lw_cpu_launch *parent, lw_stream_impl *stream, lw_event_impl *event,
                         lw_cpu_operation *operation)
{
    if (emu_checking && event->mark)
        emu_check_stream_waits(stream->check, event->mark->check);
    if (event->mark)
        lw_cpu_order_join(&stream->order, &event->mark->order);
    if (!is_pending(event->mark)) {
        free(operation);
        return;
    }
    operation->as.mark = event->mark;
    event->mark->references++;
    lw_cpu_enqueue_for(parent, stream, operation);
}

/* The stream waits for another process's record, as for a word that has a value; with the lock held. */
static void wait_for_process(lw_stream_impl *stream, lw_event_impl *event, uint64_t number, lw_cpu_operation *operation)
{
    operation->kind = LW_CPU_WAIT_VALUE;
    operation->as.value.wanted.value = number;
    operation->as.value.shared = lw_cpu_shared_event_use(event->shared);
    lw_cpu_enqueue(stream, operation);
}

lw_status lw_cpu_stream_wait_event(lw_stream_impl *stream, lw_event_impl *event)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cpu_capture_forbids_legacy(stream);
    if (!status && event->device != device && (lw_cpu_captures(stream) || is_captured(event)))
        return lw_fail(device, LW_ERROR_CAPTURE_UNSUPPORTED, "a capture cannot have streams of several devices");
    if (status || lw_cpu_captures(stream) || is_captured(event))
        return status ? status : lw_cpu_capture_wait(stream, event);
    lw_cpu_operation *operation = lw_cpu_wait_make(device);
    if (!operation)
        return LW_ERROR_OUT_OF_MEMORY;
    status = event->shared ? lw_cpu_watcher_start(device) : LW_SUCCESS;
    if (status) {
        free(operation);
        return status;
    }
    uint64_t number;
    emu_pool_lock(device->pool);
    if (!lw_cpu_event_foreign(event, &number))
        lw_cpu_wait_enqueue(NULL, stream, event, operation);
    else if (lw_cpu_shared_event_reached(event->shared, number))
        free(operation);
    else
        wait_for_process(stream, event, number, operation);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

/* With the lock held; releases it. */
static void wait_for_mark(lw_device_impl *device, lw_cpu_mark *mark)
{
    emu_waiter waiter = {.help = &mark->stream->running, .next = mark->waiters};
    mark->waiters = &waiter;
    emu_pool_wait(device->pool, &waiter);
}

/* The host waits for the latest record, if it is another process's; else false. */
static bool synchronize_with_process(lw_event_impl *event)
{
    enum { SHORTEST_NS = 20000, LONGEST_NS = 500000 };
    lw_device_impl *device = event->device;
    uint64_t number;
    emu_pool_lock(device->pool);
    bool foreign = lw_cpu_event_foreign(event, &number);
    lw_cpu_shared_event *shared = foreign ? lw_cpu_shared_event_use(event->shared) : NULL;
    bool pending = foreign && !lw_cpu_shared_event_reached(shared, number);
    for (long pause = SHORTEST_NS; pending && !atomic_load_explicit(&device->fault, memory_order_relaxed);
         pause = pause < LONGEST_NS / 2 ? pause * 2 : LONGEST_NS) {
        emu_pool_unlock(device->pool);
        nanosleep(&(struct timespec){0, pause}, NULL);
        emu_pool_lock(device->pool);
        pending = !lw_cpu_shared_event_reached(shared, number);
    }
    lw_cpu_shared_event_drop(shared);
    emu_pool_unlock(device->pool);
    return foreign;
}

lw_status lw_cpu_event_synchronize(lw_event_impl *event)
{
    lw_device_impl *device = event->device;
    lw_status status = lw_cpu_capture_forbids_event(event);
    if (status)
        return status;
    if (event->shared && synchronize_with_process(event))
        return lw_cpu_take_error(device);
    emu_pool_lock(device->pool);
    emu_order *order = emu_checking && event->mark ? emu_order_share(event->mark->check) : NULL;
    lw_cpu_order done = event->mark ? event->mark->order : (lw_cpu_order){0};
    lw_cpu_mark *mark = device->guards_managed ? event->mark : NULL;
    if (mark)
        mark->references++;
    if (is_pending(event->mark) && event->mark->in_graph)
        wait_for_mark(device, event->mark);
    else if (is_pending(event->mark))
        lw_cpu_wait_ticket(event->mark->stream, event->mark->ticket);
    else
        emu_pool_unlock(device->pool);
    if (order)
        emu_check_host_waited(order);
    emu_order_drop(order);
    if (mark) {
        emu_pool_lock(device->pool);
        lw_cpu_managed_reached(device, mark);
        lw_cpu_mark_release(mark);
        emu_pool_unlock(device->pool);
    }
    lw_cpu_pools_synchronised(device, &done);
    return lw_cpu_take_error(device);
}

lw_status lw_cpu_event_query(lw_event_impl *event)
{
    lw_device_impl *device = event->device;
    lw_status status = lw_cpu_capture_forbids_event(event);
    if (status)
        return status;
    emu_pool_lock(device->pool);
    uint64_t number;
    bool foreign = lw_cpu_event_foreign(event, &number);
    bool pending = foreign ? !lw_cpu_shared_event_reached(event->shared, number) : is_pending(event->mark);
    const lw_cpu_mark *mark = foreign ? NULL : event->mark;
    if (emu_checking && mark && !pending)
        emu_check_host_waited(mark->check);
    lw_cpu_order done = mark && !pending ? mark->order : (lw_cpu_order){0};
    if (device->guards_managed && mark && !pending)
        lw_cpu_managed_reached(device, mark);
    emu_pool_unlock(device->pool);
    if (pending)
        return lw_fail(device, LW_ERROR_NOT_READY, "the event's latest record is pending");
    lw_cpu_pools_synchronised(device, &done);
    return lw_cpu_take_error(device);
}

lw_status lw_cpu_event_elapsed(float *milliseconds, lw_event_impl *start, lw_event_impl *stop)
{
    lw_device_impl *device = start->device;
    uint64_t from = 0, to = 0;
    if (start->untimed || stop->untimed)
        return lw_fail(device, LW_ERROR_INVALID_HANDLE, "%s has no time (LW_EVENT_DISABLE_TIMING)",
                       start->untimed ? "start" : "stop");
    emu_pool_lock(device->pool);
    const char *missing = !start->mark ? "start" : !stop->mark ? "stop" : NULL;
    const char *pending = is_pending(start->mark) ? "start" : is_pending(stop->mark) ? "stop" : NULL;
    if (!missing && !pending) {
        from = start->mark->time;
        to = stop->mark->time;
    }
    emu_pool_unlock(device->pool);
    if (missing)
        return lw_fail(device, LW_ERROR_INVALID_HANDLE, "%s was never recorded", missing);
    if (pending)
        return lw_fail(device, LW_ERROR_NOT_READY, "the latest record of %s is pending", pending);
    *milliseconds = (float)((double)(int64_t)(to - from) * 1e-6);
    return LW_SUCCESS;
}
