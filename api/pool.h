/* Handles live in pools whose memory is never given back, so that any pointer at all can be asked whether it is a live
 * handle: it is one if it is the start of a slot of the pool and the slot says so. */
#ifndef LW_POOL_H
#define LW_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lw_slot { /* the first member of every handle's structure */
    atomic_bool alive;
    struct lw_slot *next; /* among the free ones */
} lw_slot;

enum { LW_POOL_CHUNKS = 40 }; /* each twice as large as the one before */

typedef struct lw_pool {
    size_t slot_size; /* a power of two */
    pthread_mutex_t lock;
    atomic_uint chunk_count;
    struct {
        char *start;
        size_t bytes;
    } chunks[LW_POOL_CHUNKS];
    size_t fresh;             /* slots of the last chunk never used yet */
    lw_slot *oldest, *newest; /* free slots; the longest free is used again first */
    size_t free_count;
    atomic_long taken; /* and not given back */
} lw_pool;

#define LW_POOL_INITIALIZER(size) {.slot_size = (size), .lock = PTHREAD_MUTEX_INITIALIZER}

/* The slot's state, without touching memory outside the pool. Acquire: a handle seen alive is seen complete. */
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

/* A slot that is not alive yet, zero after its header; null when out of memory. */
void *lw_pool_take(lw_pool *pool);
void lw_pool_publish(void *handle); /* alive from here on */
/* True for the one caller that ended its life; only that one then cleans up and gives the slot back. */
bool lw_pool_retire(void *handle);
void lw_pool_give(lw_pool *pool, void *handle);

/* Retires and returns a live handle for which `owned(handle, owner)` holds, or null. `cursor` starts at 0; to find all,
 * keep calling with the same one. */
void *lw_pool_retire_owned(lw_pool *pool, bool (*owned)(const void *handle, const void *owner), const void *owner,
                           size_t *cursor);

#endif
