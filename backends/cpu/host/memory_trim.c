/* Free blocks of pools return to the device: at synchronising calls down to the pool's threshold, when the program trims
 * the pool, and when memory is short.
 *
 * A block leaves its pool at once. But a wrong program may have queued a copy that reaches it, and a copy of memory that
 * is gone would end the process. So its memory is freed when all operations that were queued before the free are done. */
#include <stdlib.h>

#include "cpu.h"

void lw_cpu_block_link(lw_cpu_block **list, lw_cpu_block *block)
{
    block->next = *list;
    if (block->next)
        block->next->link = &block->next;
    block->link = list;
    *list = block;
}

void lw_cpu_block_unlink(lw_cpu_block *block)
{
    *block->link = block->next;
    if (block->next)
        block->next->link = block->link;
}

void lw_cpu_block_no_longer_pending(lw_cpu_block *block)
{
    if (block->link_pending) {
        *block->link_pending = block->next_pending;
        if (block->next_pending)
            block->next_pending->link_pending = block->link_pending;
        block->link_pending = NULL;
    }
    lw_cpu_mark_release(block->freed);
    block->freed = NULL;
}

void lw_cpu_block_leave(lw_cpu_block *block)
{
    lw_cpu_block_no_longer_pending(block);
    lw_cpu_block_unlink(block);
    block->pool->reserved -= block->capacity;
    block->pool->blocks--;
    lw_cpu_block_link(&block->pool->device->pools.leaving, block);
    block->pool = NULL;
}

static bool is_done(const lw_cpu_block *block)
{
    return !block->freed || atomic_load_explicit(&block->freed->done, memory_order_relaxed);
}

/* Free blocks leave until no more than `most` bytes are reserved, and not fewer than `least`. Those of frees that nothing
 * has waited for stay, unless `any`. */
static void shrink(lw_memory_pool_impl *pool, uint64_t most, uint64_t least, bool any)
{
    for (unsigned i = LW_CPU_SIZES; i-- > 0;)
        for (lw_cpu_block *block = pool->free[i], *next; block && pool->reserved > most; block = next) {
            next = block->next;
            if (pool->reserved - block->capacity >= least && (any ? is_done(block) : !block->freed))
                lw_cpu_block_leave(block);
        }
}

bool lw_cpu_pool_claim(lw_memory_pool_impl *pool, size_t size)
{
    if (pool->most && size > pool->most)
        return false;
    if (pool->most)
        shrink(pool, pool->most - size, 0, true);
    if (pool->most && pool->reserved > pool->most - size)
        return false;
    pool->reserved += size;
    return true;
}

/* Of any device. */
uint64_t lw_cpu_oldest_ticket(const lw_device_impl *device)
{
    uint64_t oldest = UINT64_MAX;
    for (unsigned i = 0; i < device->shared->count; i++) {
        const lw_device_impl *other = device->shared->device[i];
        for (const lw_stream_impl *stream = other ? other->streams : NULL; stream; stream = stream->next)
            if (stream->head && stream->head->ticket < oldest)
                oldest = stream->head->ticket;
    }
    return oldest;
}

static void forget_destroyed(lw_device_impl *device)
{
    for (lw_memory_pool_impl **link = &device->pools.first; *link;) {
        lw_memory_pool_impl *pool = *link;
        if (pool->destroyed && pool->blocks == 0) {
            *link = pool->next;
            lw_cpu_pool_forget(pool);
        } else {
            link = &pool->next;
        }
    }
}

/* Takes the leaving blocks that no operation can reach; with the lock held. */
static lw_cpu_block *take_unreachable(lw_device_impl *device)
{
    lw_cpu_block *taken = NULL;
    uint64_t oldest = lw_cpu_oldest_ticket(device);
    forget_destroyed(device);
    for (lw_cpu_block *block = device->pools.leaving, *next; block; block = next) {
        next = block->next;
        if (block->ticket >= oldest)
            continue;
        lw_cpu_block_unlink(block);
        lw_cpu_block_link(&taken, block);
        atomic_fetch_sub_explicit(&device->pools.free_count, 1, memory_order_relaxed);
    }
    return taken;
}

static void release(lw_device_impl *device, lw_cpu_block *block)
{
    while (block) {
        lw_cpu_block *next = block->next;
        if (device->compare) { /* a comparison that began since then can still write to the memory */
            lw_cpu_compare_begin(device->compare);
            lw_cpu_compare_remove_memory(device->compare, block->pointer);
            lw_cpu_compare_end(device->compare);
        }
        if (emu_checking)
            emu_check_released(block->pointer);
        if (block->imported)
            lw_cpu_unmap_memory(device, block->pointer);
        else
            emu_memory_free(device->memory, block->pointer);
        free(block);
        block = next;
    }
}

void lw_cpu_pools_synchronised(lw_device_impl *device, const lw_cpu_order *done)
{
    if (atomic_load_explicit(&device->pools.free_count, memory_order_relaxed) == 0)
        return;
    emu_pool_lock(device->pool);
    for (lw_cpu_block *block = device->pools.pending, *next; block; block = next) {
        next = block->next_pending;
        if (is_done(block) && (!done || lw_cpu_order_contains(done, block->freed->stream_number, block->freed->ticket)))
            lw_cpu_block_no_longer_pending(block);
    }
    for (lw_memory_pool_impl *pool = device->pools.first; pool; pool = pool->next)
        if (pool->reserved > pool->threshold)
            shrink(pool, pool->threshold, 0, pool->destroyed);
    lw_cpu_block *taken = take_unreachable(device);
    emu_pool_unlock(device->pool);
    release(device, taken);
}

lw_status lw_cpu_pool_trim(lw_memory_pool_impl *pool, size_t keep)
{
    lw_device_impl *device = pool->device;
    emu_pool_lock(device->pool);
    shrink(pool, keep, keep, true);
    lw_cpu_block *taken = take_unreachable(device);
    emu_pool_unlock(device->pool);
    release(device, taken);
    return LW_SUCCESS;
}

/* In one step: once it is unlocked, another thread may free a pool that was destroyed. */
void lw_cpu_pool_destroy(lw_memory_pool_impl *pool)
{
    lw_device_impl *device = pool->device;
    emu_pool_lock(device->pool);
    pool->destroyed = true;
    pool->threshold = 0;
    shrink(pool, 0, 0, true);
    lw_cpu_block *taken = take_unreachable(device);
    emu_pool_unlock(device->pool);
    release(device, taken);
}

bool lw_cpu_pools_return(lw_device_impl *device)
{
    emu_pool_lock(device->pool);
    for (lw_memory_pool_impl *pool = device->pools.first; pool; pool = pool->next)
        shrink(pool, 0, 0, true);
    lw_cpu_block *taken = take_unreachable(device);
    emu_pool_unlock(device->pool);
    bool any = taken;
    release(device, taken);
    return any;
}
