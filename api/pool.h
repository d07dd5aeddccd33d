/* Pools of handles. A pool's memory is never freed, so any pointer can be tested: it is a live handle if it points to
 * the start of a slot, and the slot is alive. */
#ifndef LW_POOL_H
#define LW_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lw_slot { /* the first member of every handle's structure */
    atomic_bool alive;
    struct lw_slot *next; /* in the list of free slots */
} lw_slot;

enum { LW_POOL_CHUNKS = 40 }; /* chunks double in size */

typedef struct lw_pool {
    size_t slot_size; /* a power of two */
    pthread_mutex_t lock;
    atomic_uint chunk_count;
    struct {
        char *start;
        size_t bytes;
    } chunks[LW_POOL_CHUNKS];
    size_t unused;            /* slots of the last chunk that were never used */
    lw_slot *oldest, *newest; /* list of free slots; the oldest is used first */
    size_t free_count;
    atomic_long taken; /* slots in use */
} lw_pool;

#define LW_POOL_INITIALIZER(size) {.slot_size = (size), .lock = PTHREAD_MUTEX_INITIALIZER}

/* A slot's state; reads no memory outside the pool. Acquire: a thread that sees a handle alive sees its fields. */
typedef enum lw_slot_state { LW_SLOT_FOREIGN, LW_SLOT_DEAD, LW_SLOT_ALIVE } lw_slot_state;

static inline lw_slot_state lw_pool_state(lw_pool *pool, const void *handle)
{
    unsigned count = atomic_load_explicit(&pool->chunk_count, memory_order_acquire);
    for (unsigned i = 0; i < count; i++) {
        size_t offset = (uintptr_t)handle - (uintptr_t)pool->chunks[i].start;
        if (offset < pool->chunks[i].bytes) {
            if (offset & (pool->slot_size - 1))
                return LW_SLOT_FOREIGN;
            return atomic_load_explicit(&((lw_slot *)handle)->alive, memory_order_acquire) ? LW_SLOT_ALIVE
                                                                                           : LW_SLOT_DEAD;
        }
    }
    return LW_SLOT_FOREIGN;
}

/* Takes a slot that is not alive yet, zeroed after its header; null when out of memory. */
void *lw_pool_take(lw_pool *pool);
void lw_pool_publish(void *handle); /* makes the slot alive */
/* Ends the handle's life. True for one caller only, which then cleans up and calls lw_pool_give(). */
bool lw_pool_retire(void *handle);
void lw_pool_give(lw_pool *pool, void *handle);

/* Retires and returns the next live handle with owned(handle, owner), or null. `*cursor` is 0 at the first call; pass
 * it again for the next handle. */
void *lw_pool_retire_owned(lw_pool *pool, bool (*owned)(const void *handle, const void *owner), const void *owner,
                           size_t *cursor);

#endif
