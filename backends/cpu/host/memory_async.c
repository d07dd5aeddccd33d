/* Allocating in streams.
 *
 * Memory is there as soon as the call returns. What the stream orders is its use: a free block is given to a stream if
 * the end of its earlier use precedes the stream's next operation, or is known to be over. The end of the use is a mark,
 * like the record of an event, in the stream that freed the block (memory_free.c).
 *
 * Checked mode gives each allocation addresses of its own, so that a stale pointer never meets another allocation. The
 * pools' figures are the same. */
#include <stdlib.h>

#include "cpu.h"

enum { UNIT = 512 };

unsigned lw_cpu_size_class(size_t size)
{
    unsigned log = (unsigned)(63 - __builtin_clzll(size / UNIT));
    return log < LW_CPU_SIZES ? log : LW_CPU_SIZES - 1;
}

static bool follows(const lw_memory_pool_impl *pool, lw_memory_pool_attribute policy)
{
    return pool->reuse[policy - LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES];
}

/* Which blocks a stream may get. */
enum whose {
    OWN,       /* whose use has ended, or ends before the stream's next operation: it waited for the free by an event */
    IN_LEGACY, /* whose free precedes the stream's next operation in the legacy order */
    ANYONE     /* also one whose use the stream has not waited for */
};

static bool may_use(const lw_stream_impl *stream, const lw_cpu_block *block, enum whose whose)
{
    const lw_cpu_mark *freed = block->freed;
    if (!freed || freed->stream_number == stream->number || whose == ANYONE)
        return true;
    bool events = follows(block->pool, LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES);
    if (events && lw_cpu_order_contains(&stream->order, freed->stream_number, freed->ticket))
        return true;
    if (events && whose == IN_LEGACY && freed->ordinal == stream->device->ordinal &&
        ((stream->blocking && freed->legacy) || (freed->blocking && stream == stream->device->legacy)))
        return true;
    return follows(block->pool, LW_MEMORY_POOL_REUSE_ALLOW_OPPORTUNISTIC) &&
           atomic_load_explicit(&freed->done, memory_order_acquire);
}

/* The smallest free block of `size` bytes up to twice as many; null: there is none. */
static lw_cpu_block *find(const lw_memory_pool_impl *pool, const lw_stream_impl *stream, size_t size, enum whose whose)
{
    lw_cpu_block *best = NULL;
    for (unsigned i = lw_cpu_size_class(size), end = i + 2; i < end && i < LW_CPU_SIZES && !best; i++)
        for (lw_cpu_block *block = pool->free[i]; block; block = block->next)
            if (block->capacity >= size && block->capacity / 2 <= size && (!best || block->capacity < best->capacity) &&
                may_use(stream, block, whose))
                best = block;
    return best;
}

/* Puts the block into use; with the lock held. */
static void use(lw_cpu_block *block, size_t bytes)
{
    lw_memory_pool_impl *pool = block->pool;
    block->size = bytes;
    pool->used += bytes;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
}

static void take(lw_cpu_block *block, size_t bytes)
{
    lw_cpu_block_no_longer_pending(block);
    lw_cpu_block_unlink(block);
    atomic_fetch_sub_explicit(&block->pool->device->pools.free_count, 1, memory_order_relaxed);
    use(block, bytes);
}

/* ---- memory of the arena ---- */
static bool allocate_memory(lw_device_impl *device, size_t bytes, size_t capacity, lw_cpu_block *block)
{
    void *memory;
    if (emu_memory_allocate(device->memory, &memory, capacity))
        return false;
    if (device->compare && !lw_cpu_compare_add_memory(device->compare, false, memory, capacity, lw_caller)) {
        emu_memory_free(device->memory, memory);
        return false;
    }
    emu_memory_set_note(device->memory, memory, block);
    emu_memory_reuse(device->memory, memory, bytes);
    block->pointer = memory;
    return true;
}

/* Counts the block as the pool's, which has claimed its bytes, in use; with the lock held. */
static void join(lw_memory_pool_impl *pool, lw_cpu_block *block, size_t bytes)
{
    block->pool = pool;
    pool->blocks++;
    if (pool->reserved > pool->reserved_high)
        pool->reserved_high = pool->reserved;
    use(block, bytes);
}

/* Adds a block to the pool, in use; null: no memory. */
static lw_cpu_block *add_block(lw_memory_pool_impl *pool, size_t bytes, size_t size)
{
    lw_device_impl *device = pool->device;
    size_t capacity = emu_checking ? bytes : size;
    lw_cpu_block *block = lw_allocate(sizeof *block);
    if (!block)
        return NULL;
    emu_pool_lock(device->pool);
    bool claimed = lw_cpu_pool_claim(pool, size);
    emu_pool_unlock(device->pool);
    bool made = claimed && (allocate_memory(device, bytes, capacity, block) ||
                            (lw_cpu_pools_return(device) && allocate_memory(device, bytes, capacity, block)));
    block->capacity = size;
    emu_pool_lock(device->pool);
    if (made)
        join(pool, block, bytes);
    else if (claimed)
        pool->reserved -= size;
    emu_pool_unlock(device->pool);
    if (made)
        return block;
    free(block);
    return NULL;
}

/* Takes the smallest block that fits of those that are leaving: they are free, but their memory is not back yet. Another
 * process's memory is not free. Null: there is none. */
static lw_cpu_block *take_leaving(lw_memory_pool_impl *pool, size_t bytes, size_t size)
{
    lw_device_impl *device = pool->device;
    lw_cpu_block *best = NULL;
    emu_pool_lock(device->pool);
    for (lw_cpu_block *block = device->pools.leaving; block; block = block->next)
        if (!block->imported && block->capacity >= size && (!best || block->capacity < best->capacity))
            best = block;
    if (best && !lw_cpu_pool_claim(pool, best->capacity))
        best = NULL;
    if (best) {
        lw_cpu_block_unlink(best);
        atomic_fetch_sub_explicit(&device->pools.free_count, 1, memory_order_relaxed);
        join(pool, best, bytes);
    }
    emu_pool_unlock(device->pool);
    return best;
}

/* Checked mode: moves the block to addresses that no allocation had lately, as work that is queued may still use the old
 * ones. Without memory for that the block leaves the pool; false. */
static bool move_block(lw_device_impl *device, lw_cpu_block *block, size_t bytes)
{
    lw_cpu_block *old = lw_allocate(sizeof *old);
    if (old)
        *old = (lw_cpu_block){.pointer = block->pointer, .ticket = block->ticket};
    emu_memory_discount(device->memory, block->pointer);
    bool moved = old && allocate_memory(device, bytes, bytes, block);
    emu_memory_set_note(device->memory, moved ? old->pointer : block->pointer, NULL);
    emu_pool_lock(device->pool);
    if (!moved) {
        free(old);
        block->pool->used -= block->size;
        block->pool->reserved -= block->capacity;
        block->pool->blocks--;
        block->pool = NULL;
        old = block;
    }
    lw_cpu_block_link(&device->pools.leaving, old);
    atomic_fetch_add_explicit(&device->pools.free_count, 1, memory_order_relaxed);
    emu_pool_unlock(device->pool);
    return moved;
}

/* ---- allocating ---- */
/* Makes the stream wait for the end of the use of a block that another stream freed; null: no such block, or no memory
 * for the wait. The legacy order alone is not enough: it holds up the stream's next operation, not a host that waits for
 * the stream and then uses the memory elsewhere. */
static lw_cpu_block *take_by_waiting(lw_stream_impl *stream, const lw_memory_pool_impl *pool, size_t bytes, size_t size,
                                     enum whose whose)
{
    lw_device_impl *device = stream->device;
    lw_cpu_operation *wait = lw_cpu_wait_make(device);
    if (!wait)
        return NULL;
    emu_pool_lock(device->pool);
    bool allowed = whose == IN_LEGACY || follows(pool, LW_MEMORY_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES);
    lw_cpu_block *block = allowed ? find(pool, stream, size, whose) : NULL;
    if (block) {
        lw_event_impl event = {.device = device, .mark = block->freed};
        if (event.mark)
            lw_cpu_wait_enqueue(NULL, stream, &event, wait);
        else
            free(wait);
        take(block, bytes);
    }
    emu_pool_unlock(device->pool);
    if (!block)
        free(wait);
    return block;
}

static void note_allocation(lw_stream_impl *stream, const lw_cpu_block *block, size_t bytes)
{
    emu_pool_lock(stream->device->pool);
    unsigned number = lw_cpu_check_place(stream, EMU_CHECK_ALLOCATE);
    emu_pool_unlock(stream->device->pool);
    emu_check_allocated_by(number, block->pointer, bytes, lw_caller);
}

static lw_status fail(const lw_memory_pool_impl *pool, size_t bytes, size_t size)
{
    lw_device_impl *device = pool->device;
    emu_pool_lock(device->pool);
    bool full = pool->most && (size > pool->most || pool->reserved > pool->most - size);
    unsigned long long used = pool->used;
    emu_pool_unlock(device->pool);
    return full ? lw_fail(device, LW_ERROR_OUT_OF_MEMORY,
                          "no %zu bytes are left in the pool, which has at most %llu (max_size of "
                          "lw_memory_pool_properties); %llu are in use",
                          bytes, (unsigned long long)pool->most, used)
                : lw_fail(device, LW_ERROR_OUT_OF_MEMORY,
                          "no %zu bytes of device memory are left of %zu (LANEWISE_MEMORY)", bytes,
                          device->options.memory);
}

lw_status lw_cpu_pool_allocate(lw_stream_impl *stream, lw_memory_pool_impl *pool, void **pointer, size_t bytes)
{
    lw_status refused = lw_cpu_capture_refuses(stream);
    if (refused)
        return refused;
    lw_device_impl *device = pool->device;
    size_t size = (bytes + UNIT - 1) / UNIT * UNIT;
    emu_pool_lock(device->pool);
    lw_cpu_block *block = find(pool, stream, size, OWN);
    if (block)
        take(block, bytes);
    bool in_legacy = !block && find(pool, stream, size, IN_LEGACY);
    emu_pool_unlock(device->pool);
    if (in_legacy)
        block = take_by_waiting(stream, pool, bytes, size, IN_LEGACY);
    bool reused = block;
    if (!block)
        block = add_block(pool, bytes, size);
    if (!block) {
        block = take_leaving(pool, bytes, size);
        if (!block)
            block = take_by_waiting(stream, pool, bytes, size, ANYONE);
        reused = block;
    }
    if (reused && emu_checking && !move_block(device, block, bytes))
        block = NULL;
    if (!block)
        return fail(pool, bytes, size);
    if (reused)
        emu_memory_reuse(device->memory, block->pointer, bytes);
    if (emu_checking)
        note_allocation(stream, block, bytes);
    *pointer = block->pointer;
    return LW_SUCCESS;
}
