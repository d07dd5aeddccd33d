/* A grace period, as in read-copy-update. A thread that removes an entry from a table waits for the end of the calls
 * that may have found the entry. Later calls do not find it, and it does not wait for them. */
#ifndef LW_GRACE_H
#define LW_GRACE_H

#include <pthread.h>
#include <stdatomic.h>

/* A call adds to calls[side] when it begins. A waiting thread changes `side`, so that later calls add to the other
 * count and the awaited count reaches 0. */
typedef struct lw_grace {
    pthread_mutex_t lock; /* held by the waiting thread */
    atomic_uint side;
    atomic_uint calls[2];
} lw_grace;

void lw_grace_initialize(lw_grace *grace);
void lw_grace_destroy(lw_grace *grace);

/* A call enters before it searches the table, and leaves when it no longer uses the entry. Returns the argument of
 * lw_grace_leave(). */
static inline unsigned lw_grace_enter(lw_grace *grace)
{
    unsigned side = atomic_load_explicit(&grace->side, memory_order_relaxed);
    /* Before the search: so the call does not find a removed entry, or the removing thread waits for it. The table's
     * lock orders the two. */
    atomic_fetch_add_explicit(&grace->calls[side], 1, memory_order_relaxed);
    return side;
}

static inline void lw_grace_leave(lw_grace *grace, unsigned side)
{
    atomic_fetch_sub_explicit(&grace->calls[side], 1, memory_order_release);
}

/* Waits for the calls that have begun. Called after an entry was removed, without the table's lock. */
void lw_grace_wait(lw_grace *grace);

#endif
