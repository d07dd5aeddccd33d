/* Pools of stream-ordered memory: creating, destroying, attributes. */
#include <stdlib.h>
#include <unistd.h>

#include "cpu.h"

static lw_memory_pool_impl *make(lw_device_impl *device)
{
    lw_memory_pool_impl *pool = lw_allocate(sizeof *pool);
    if (!pool) {
        lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a memory pool");
        return NULL;
    }
    pool->device = device;
    pool->file = -1;
    for (unsigned i = 0; i < LW_CPU_POLICIES; i++)
        pool->reuse[i] = true;
    return pool;
}

lw_status lw_cpu_pool_default(lw_device_impl *device, lw_memory_pool_impl **found)
{
    emu_pool_lock(device->pool);
    lw_memory_pool_impl *pool = device->pools.first;
    emu_pool_unlock(device->pool);
    lw_memory_pool_impl *made = pool ? NULL : make(device);
    if (!pool && !made)
        return LW_ERROR_OUT_OF_MEMORY;
    emu_pool_lock(device->pool);
    if (!device->pools.first) { /* no thread was faster */
        device->pools.first = made;
        made = NULL;
    }
    *found = device->pools.first;
    emu_pool_unlock(device->pool);
    free(made);
    return LW_SUCCESS;
}

lw_status lw_cpu_pool_create(lw_device_impl *device, size_t most, lw_memory_pool_impl **created)
{
    lw_memory_pool_impl *first;
    lw_status status = lw_cpu_pool_default(device, &first);
    lw_memory_pool_impl *pool = status ? NULL : make(device);
    if (!pool)
        return LW_ERROR_OUT_OF_MEMORY;
    pool->most = most;
    emu_pool_lock(device->pool);
    pool->next = first->next;
    first->next = pool;
    emu_pool_unlock(device->pool);
    *created = pool;
    return LW_SUCCESS;
}

void lw_cpu_pool_forget(lw_memory_pool_impl *pool)
{
    if (pool->file >= 0)
        close(pool->file);
    free(pool);
}

void lw_cpu_pools_close(lw_device_impl *device)
{
    lw_cpu_pools_return(device);
    /* Other devices' streams still have to free what is left. */
    if (atomic_load_explicit(&device->pools.free_count, memory_order_relaxed)) {
        lw_cpu_wait_for_reach(device, true);
        lw_cpu_pools_return(device);
    }
    emu_pool_lock(device->pool);
    lw_memory_pool_impl *pool = device->pools.first, *next;
    device->pools.first = NULL;
    emu_pool_unlock(device->pool);
    for (; pool; pool = next) { /* an allocation that is left is the arena's, which goes as a whole */
        next = pool->next;
        lw_cpu_pool_forget(pool);
    }
}

static uint64_t *counter(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute)
{
    switch (attribute) {
    case LW_MEMORY_POOL_RELEASE_THRESHOLD: return &pool->threshold;
    case LW_MEMORY_POOL_RESERVED_CURRENT: return &pool->reserved;
    case LW_MEMORY_POOL_RESERVED_HIGH: return &pool->reserved_high;
    case LW_MEMORY_POOL_USED_CURRENT: return &pool->used;
    default: return &pool->used_high;
    }
}

static bool is_policy(lw_memory_pool_attribute attribute)
{
    return attribute < LW_MEMORY_POOL_RELEASE_THRESHOLD;
}

lw_status lw_cpu_pool_get(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t *value)
{
    emu_pool_lock(pool->device->pool);
    *value = is_policy(attribute) ? pool->reuse[attribute - LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES]
                                  : *counter(pool, attribute);
    emu_pool_unlock(pool->device->pool);
    return LW_SUCCESS;
}

lw_status lw_cpu_pool_set(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t value)
{
    emu_pool_lock(pool->device->pool);
    if (is_policy(attribute))
        pool->reuse[attribute - LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES] = value != 0;
    else if (attribute == LW_MEMORY_POOL_RELEASE_THRESHOLD)
        pool->threshold = value;
    else if (attribute == LW_MEMORY_POOL_RESERVED_HIGH) /* a new high watermark begins at what there is now */
        pool->reserved_high = pool->reserved;
    else
        pool->used_high = pool->used;
    emu_pool_unlock(pool->device->pool);
    return LW_SUCCESS;
}
