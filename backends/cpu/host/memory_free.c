/* Freeing in streams: a mark in the stream ends the use of the memory, and its pool has the block at once. */
#include <stdlib.h>

#include "cpu.h"

static void run_free(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)worker, (void)first, (void)count;
    lw_cpu_operation *operation = (lw_cpu_operation *)task;
    emu_check_ordered_free(operation->check, operation->as.freed);
}

static void finish_free(emu_task *task)
{
    lw_cpu_complete((lw_cpu_operation *)task);
}

/* The operation by which checked mode learns of a free; null: no memory. */
static lw_cpu_operation *make_check(void *pointer)
{
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    if (operation) {
        operation->kind = LW_CPU_FREE;
        operation->as.freed = pointer;
        operation->task.run = run_free;
        operation->task.finish = finish_free;
        operation->task.items = 1;
    }
    return operation;
}

/* Puts the block on its list of free blocks; with the lock held, after the operations that end its use were queued. */
static void put(lw_device_impl *device, lw_cpu_block *block, lw_cpu_mark *freed)
{
    lw_memory_pool_impl *pool = block->pool;
    block->ticket = device->shared->ticket;
    emu_memory_retire(device->memory, block->pointer);
    atomic_fetch_add_explicit(&device->pools.free_count, 1, memory_order_relaxed);
    if (!pool) { /* of lw_malloc() */
        lw_cpu_block_link(&device->pools.leaving, block);
        lw_cpu_mark_release(freed);
        return;
    }
    if (block->imported) {
        pool->blocks--;
        block->pool = NULL;
        lw_cpu_block_unlink(block);
        lw_cpu_block_link(&device->pools.leaving, block);
        lw_cpu_mark_release(freed);
        return;
    }
    pool->used -= block->size;
    lw_cpu_block_link(&pool->free[lw_cpu_size_class(block->capacity)], block);
    block->freed = freed;
    if (!freed)
        return;
    block->next_pending = device->pools.pending;
    if (block->next_pending)
        block->next_pending->link_pending = &block->next_pending;
    block->link_pending = &device->pools.pending;
    device->pools.pending = block;
}

lw_status lw_cpu_pool_free(lw_stream_impl *stream, lw_device_impl *owner, void *pointer)
{
    lw_status refused = lw_cpu_capture_refuses(stream);
    if (refused)
        return refused;
    lw_device_impl *device = stream->device;
    lw_cpu_operation *record = lw_cpu_record_make(device);
    if (!record)
        return LW_ERROR_OUT_OF_MEMORY;
    lw_cpu_operation *check = emu_checking ? make_check(pointer) : NULL;
    lw_cpu_block *block = emu_memory_note(owner->memory, pointer);
    if (!block && (block = lw_allocate(sizeof *block)))
        block->pointer = pointer;
    if (!block || (emu_checking && !check)) {
        if (block && !block->pool)
            free(block);
        free(check);
        free(record->as.mark);
        free(record);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a free in a stream");
    }
    lw_cpu_mark *mark = record->as.mark;
    emu_pool_lock(device->pool);
    if (check)
        lw_cpu_enqueue(stream, check);
    lw_cpu_mark_enqueue(NULL, stream, record);
    put(owner, block, mark);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

lw_stream_impl *lw_cpu_stream_of_frees(lw_device_impl *device)
{
    lw_stream_impl *stream = device->pools.host_frees;
    if (!stream && (stream = lw_allocate(sizeof *stream))) {
        lw_cpu_stream_add(device, stream);
        stream->users = 1;
        device->pools.host_frees = stream;
    }
    return stream;
}

/* Checked mode: a free that no stream orders comes after what the host has waited for. It has a stream of its own. */
static lw_status check_free_now(lw_device_impl *device, void *pointer)
{
    lw_cpu_operation *check = make_check(pointer);
    if (!check)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a free");
    emu_pool_lock(device->pool);
    lw_stream_impl *stream = lw_cpu_stream_of_frees(device);
    if (stream)
        lw_cpu_enqueue(stream, check);
    else
        free(check);
    emu_pool_unlock(device->pool);
    return stream ? LW_SUCCESS : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a free");
}

lw_status lw_cpu_block_free_now(lw_device_impl *device, lw_cpu_block *block)
{
    if (emu_checking && !lw_caller)
        emu_check_freed(block->pointer, 0); /* the device closes or is reset */
    else if (emu_checking) {
        lw_status status = check_free_now(device, block->pointer);
        if (status)
            return status;
    }
    emu_pool_lock(device->pool);
    put(device, block, NULL);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}
