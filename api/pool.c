/* Type-stable pools of handles. */
#include "pool.h"

#include <stdlib.h>
#include <string.h>

#include "backend.h"

/* A closed handle's address is used again only after this many others were closed: until then a use of it is
 * detected. */
enum { MIN_FREE = 256, FIRST_CHUNK = 64 };

static bool grow(lw_pool *pool)
{
    unsigned count = atomic_load_explicit(&pool->chunk_count, memory_order_relaxed);
    if (count == LW_POOL_CHUNKS)
        return false;
    size_t slots = (size_t)FIRST_CHUNK << count;
    char *start = calloc(slots, pool->slot_size);
    if (!start)
        return false;
    pool->chunks[count].start = start;
    pool->chunks[count].bytes = slots * pool->slot_size;
    pool->unused = slots;
    /* Release: a thread that sees the count sees the chunk. */
    atomic_store_explicit(&pool->chunk_count, count + 1, memory_order_release);
    return true;
}

void *lw_pool_take(lw_pool *pool)
{
    /* Every handle counts as an allocation, though most come from a chunk. */
    if (lw_allocation_fails())
        return NULL;
    lw_slot *slot = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->free_count <= MIN_FREE && (pool->unused || grow(pool))) {
        unsigned last = atomic_load_explicit(&pool->chunk_count, memory_order_relaxed) - 1;
        slot = (lw_slot *)(pool->chunks[last].start + pool->chunks[last].bytes - pool->unused * pool->slot_size);
        pool->unused--;
    } else if (pool->oldest) {
        slot = pool->oldest;
        pool->oldest = slot->next;
        pool->free_count--;
    }
    pthread_mutex_unlock(&pool->lock);
    if (!slot)
        return NULL;
    atomic_fetch_add_explicit(&pool->taken, 1, memory_order_relaxed);
    /* The header stays: other threads may read whether the slot is alive. */
    memset(slot + 1, 0, pool->slot_size - sizeof *slot);
    return slot;
}

void lw_pool_publish(void *handle)
{
    atomic_store_explicit(&((lw_slot *)handle)->alive, true, memory_order_release);
}

bool lw_pool_retire(void *handle)
{
    return atomic_exchange_explicit(&((lw_slot *)handle)->alive, false, memory_order_acq_rel);
}

void lw_pool_give(lw_pool *pool, void *handle)
{
    lw_slot *slot = handle;
    atomic_fetch_sub_explicit(&pool->taken, 1, memory_order_relaxed);
    slot->next = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->oldest)
        pool->newest->next = slot;
    else
        pool->oldest = slot;
    pool->newest = slot;
    pool->free_count++;
    pthread_mutex_unlock(&pool->lock);
}

void *lw_pool_retire_owned(lw_pool *pool, bool (*owned)(const void *handle, const void *owner), const void *owner,
                           size_t *cursor)
{
    void *found = NULL;
    /* With the lock held no slot is taken, so a live slot keeps its contents even while another thread retires it. */
    pthread_mutex_lock(&pool->lock);
    size_t before = 0;
    unsigned count = atomic_load_explicit(&pool->chunk_count, memory_order_relaxed);
    for (unsigned i = 0; i < count && !found; i++) {
        size_t slots = pool->chunks[i].bytes / pool->slot_size;
        while (*cursor < before + slots && !found) {
            lw_slot *slot = (lw_slot *)(pool->chunks[i].start + (*cursor - before) * pool->slot_size);
            ++*cursor;
            if (atomic_load_explicit(&slot->alive, memory_order_acquire) && owned(slot, owner) && lw_pool_retire(slot))
                found = slot;
        }
        before += slots;
    }
    pthread_mutex_unlock(&pool->lock);
    return found;
}
