/* A lock for a few dozen instructions. A mutex gives itself back with a locked instruction, because a thread may sleep in the
 * kernel for it; here that is a plain store, and waiting threads look again: at once, then after yielding, then after naps. */
#ifndef LW_SHORT_LOCK_H
#define LW_SHORT_LOCK_H

#include <stdatomic.h>

typedef struct lw_short_lock {
    atomic_uint held;
} lw_short_lock;

void lw_short_lock_wait(lw_short_lock *lock);

static inline void lw_short_lock_take(lw_short_lock *lock)
{
    if (__builtin_expect(atomic_exchange_explicit(&lock->held, 1, memory_order_acquire), 0))
        lw_short_lock_wait(lock);
}

static inline void lw_short_lock_give(lw_short_lock *lock)
{
    atomic_store_explicit(&lock->held, 0, memory_order_release);
}

#endif
