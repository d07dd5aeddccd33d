/* Waits for calls that are in progress. */
#include "grace.h"

#include <sched.h>
#include <time.h>

void lw_grace_initialize(lw_grace *grace)
{
    pthread_mutex_init(&grace->lock, NULL);
}

void lw_grace_destroy(lw_grace *grace)
{
    pthread_mutex_destroy(&grace->lock);
}

/* Most calls take less than a microsecond. But a copy of pageable memory to a GPU returns only when it has read it. */
static void wait_for_none(atomic_uint *calls)
{
    enum { YIELDS = 10 };
    const struct timespec nap = {.tv_nsec = 50000};
    for (unsigned i = 0; atomic_load_explicit(calls, memory_order_acquire); i++) {
        if (i < YIELDS)
            sched_yield();
        else
            nanosleep(&nap, NULL);
    }
}

void lw_grace_wait(lw_grace *grace)
{
    pthread_mutex_lock(&grace->lock);
    /* Both sides: a call may have read `side` before it changed, and add to that side's count only now. */
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = atomic_load_explicit(&grace->side, memory_order_relaxed);
        atomic_store_explicit(&grace->side, !side, memory_order_relaxed);
        wait_for_none(&grace->calls[side]);
    }
    pthread_mutex_unlock(&grace->lock);
}
