/* Waits for the device, and returns its error. */
#include "cpu.h"

void lw_cpu_wait_ticket(lw_stream_impl *stream, uint64_t ticket)
{
    emu_waiter waiter = {.help = &stream->running, .ticket = ticket, .next = stream->waiters};
    stream->waiters = &waiter;
    emu_pool_wait(stream->device->pool, &waiter);
}

static void wait_stream(lw_stream_impl *stream)
{
    emu_pool *pool = stream->device->pool;
    if (atomic_load_explicit(&stream->pending, memory_order_acquire) == 0)
        return;
    emu_pool_lock(pool);
    if (stream->tail)
        lw_cpu_wait_ticket(stream, stream->tail->ticket);
    else
        emu_pool_unlock(pool);
}

/* A stream with an operation, up to the ticket, that is not done; null: there is none. */
static lw_stream_impl *find_unfinished(const lw_device_impl *device, uint64_t ticket)
{
    lw_stream_impl *stream = device->streams;
    while (stream && (!stream->head || stream->head->ticket > ticket))
        stream = stream->next;
    return stream;
}

static void wait(lw_device_impl *device, lw_stream_impl *stream)
{
    if (stream) {
        wait_stream(stream);
        return;
    }
    if (atomic_load_explicit(&device->pending, memory_order_acquire) == 0)
        return;
    emu_pool_lock(device->pool);
    uint64_t ticket = device->shared->ticket;
    while ((stream = find_unfinished(device, ticket))) {
        lw_cpu_wait_ticket(stream, ticket);
        emu_pool_lock(device->pool);
    }
    emu_pool_unlock(device->pool);
}

void lw_cpu_wait_unordered(lw_device_impl *device)
{
    wait(device, NULL);
}

/* An unfinished operation of the devices with these bits, likewise. */
static lw_stream_impl *find_of(const lw_cpu_shared *shared, unsigned devices, uint64_t ticket)
{
    lw_stream_impl *found = NULL;
    for (unsigned i = 0; i < shared->count && !found; i++)
        if (devices >> i & 1 && shared->device[i])
            found = find_unfinished(shared->device[i], ticket);
    return found;
}

void lw_cpu_wait_for_reach(lw_device_impl *device, bool by_all)
{
    unsigned devices = atomic_load_explicit(&device->reached_by, memory_order_relaxed);
    if (by_all && device->shared->count > 1)
        devices = ~0u;
    if (devices == 0)
        return;
    emu_pool *pool = device->pool;
    emu_pool_lock(pool);
    uint64_t ticket = device->shared->ticket;
    for (lw_stream_impl *stream; (stream = find_of(device->shared, devices, ticket));) {
        lw_cpu_wait_ticket(stream, ticket);
        emu_pool_lock(pool);
    }
    emu_pool_unlock(pool);
}

static void join_order(emu_check_stream *all, const emu_check_stream *stream)
{
    emu_order *order = emu_check_stream_order(stream);
    emu_check_stream_waits(all, order);
    emu_order_drop(order);
}

/* Checked mode: all operations of the device so far. */
static emu_order *order_of(lw_device_impl *device)
{
    emu_check_stream *all = device->shared->count > 1 ? emu_check_stream_open() : NULL;
    if (!all)
        return emu_check_all_order();
    emu_pool_lock(device->pool);
    for (const lw_stream_impl *stream = device->streams; stream; stream = stream->next)
        join_order(all, stream->check);
    if (device->closed)
        join_order(all, device->closed);
    emu_pool_unlock(device->pool);
    emu_order *order = emu_check_stream_order(all);
    emu_check_stream_close(all);
    return order;
}

static void wait_and_order(lw_device_impl *device, lw_stream_impl *stream)
{
    if (!emu_checking) {
        wait(device, stream);
        return;
    }
    emu_order *order = stream ? emu_check_stream_order(stream->check) : order_of(device);
    wait(device, stream);
    emu_check_host_waited(order);
    emu_order_drop(order);
}

void lw_cpu_wait(lw_device_impl *device, lw_stream_impl *stream)
{
    if (!device->guards_managed && atomic_load_explicit(&device->pools.free_count, memory_order_relaxed) == 0) {
        wait_and_order(device, stream);
        return;
    }
    lw_cpu_order done = {0};
    emu_pool_lock(device->pool);
    uint64_t ticket = device->shared->ticket;
    if (stream) {
        done = stream->order;
        lw_cpu_order_add(&done, stream->number, ticket);
    }
    emu_pool_unlock(device->pool);
    wait_and_order(device, stream);
    if (device->guards_managed) {
        emu_pool_lock(device->pool);
        lw_cpu_managed_waited(device, stream, ticket);
        emu_pool_unlock(device->pool);
    }
    lw_cpu_pools_synchronised(device, stream ? &done : NULL);
}

lw_status lw_cpu_take_error(lw_device_impl *device)
{
    emu_print_flush(device->ordinal);
    if (atomic_load_explicit(&device->fault, memory_order_acquire) == LW_SUCCESS &&
        atomic_load_explicit(&device->launch_error, memory_order_acquire) == LW_SUCCESS)
        return LW_SUCCESS;
    emu_pool_lock(device->pool);
    lw_status status = (lw_status)atomic_load_explicit(&device->fault, memory_order_relaxed);
    if (status) {
        lw_fail(device, status, "%s", device->report);
    } else {
        status = (lw_status)atomic_exchange_explicit(&device->launch_error, LW_SUCCESS, memory_order_relaxed);
        if (status)
            lw_fail(device, status, "%s", device->launch_error_report);
    }
    emu_pool_unlock(device->pool);
    return status;
}
