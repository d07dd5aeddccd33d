/* Waiting for the device, and what there is to say afterwards. */
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

static lw_stream_impl *find_behind(const lw_device_impl *device, uint64_t ticket)
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
    uint64_t ticket = device->ticket;
    while ((stream = find_behind(device, ticket))) {
        lw_cpu_wait_ticket(stream, ticket);
        emu_pool_lock(device->pool);
    }
    emu_pool_unlock(device->pool);
}

void lw_cpu_wait(lw_device_impl *device, lw_stream_impl *stream)
{
    if (!emu_checking) {
        wait(device, stream);
        return;
    }
    emu_order *order = stream ? emu_check_stream_order(stream->check) : emu_check_all_order();
    wait(device, stream);
    emu_check_host_waited(order);
    emu_order_drop(order);
}

lw_status lw_cpu_verdict(lw_device_impl *device)
{
    emu_print_flush();
    if (atomic_load_explicit(&device->fault, memory_order_acquire) == LW_SUCCESS &&
        atomic_load_explicit(&device->refused, memory_order_acquire) == LW_SUCCESS)
        return LW_SUCCESS;
    emu_pool_lock(device->pool);
    lw_status status = (lw_status)atomic_load_explicit(&device->fault, memory_order_relaxed);
    if (status) {
        lw_fail(device, status, "%s", device->report);
    } else {
        status = (lw_status)atomic_exchange_explicit(&device->refused, LW_SUCCESS, memory_order_relaxed);
        if (status)
            lw_fail(device, status, "%s", device->refusal);
    }
    emu_pool_unlock(device->pool);
    return status;
}
