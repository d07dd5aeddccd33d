/* A grace period, as in read-copy-update: who takes something out of a table waits until the calls that may have found it
 * there are over. Calls that begin later do not find it, and are not waited for. */
#ifndef LW_GRACE_H
#define LW_GRACE_H

#include <pthread.h>
#include <stdatomic.h>

/* Calls are counted on the side that `side` names as they begin. Waiting changes sides, so that calls that go on and on in
 * other threads are counted elsewhere, and each count comes to 0. */
typedef struct lw_grace {
    pthread_mutex_t lock; /* of those that wait */
    atomic_uint side;
    atomic_uint calls[2];
} lw_grace;

void lw_grace_initialize(lw_grace *grace);
void lw_grace_destroy(lw_grace *grace);

/* Around a call, from before it looks at the table until it no longer uses what it found. Returns what lw_grace_leave()
 * takes. */
static inline unsigned lw_grace_enter(lw_grace *grace)
{
    unsigned side = atomic_load_explicit(&grace->side, memory_order_relaxed);
    /* Before the look at the table: either the call does not find what has been taken out, or it is waited for. The order
     * is the table's lock's. */
    atomic_fetch_add_explicit(&grace->calls[side], 1, memory_order_relaxed);
    return side;
}

static inline void lw_grace_leave(lw_grace *grace, unsigned side)
{
    atomic_fetch_sub_explicit(&grace->calls[side], 1, memory_order_release);
}

/* After something has been taken out, without the table's lock: waits for the calls that have begun. */
void lw_grace_wait(lw_grace *grace);

#endif
