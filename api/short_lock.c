#include "short_lock.h"

#include <sched.h>
#include <time.h>

void lw_short_lock_wait(lw_short_lock *lock)
{
    enum { LOOKS = 100, YIELDS = 20 };
    const struct timespec nap = {.tv_nsec = 50000};
    for (unsigned i = 0; atomic_exchange_explicit(&lock->held, 1, memory_order_acquire); i++) {
        for (unsigned look = 0; look < LOOKS && atomic_load_explicit(&lock->held, memory_order_relaxed); look++)
            ;
        if (i < YIELDS)
            sched_yield();
        else
            nanosleep(&nap, NULL);
    }
}
