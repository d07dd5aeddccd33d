/* Waiting until nothing runs: so a checked run executes the operations of several streams in the order of the calls
 * (emu_check_in_order()). */
#include <sched.h>
#include <time.h>

#include "pool_inside.h"

void emu_pool_wait_until_idle(emu_pool *pool, uint64_t limit_ns)
{
    enum { YIELDING_NS = 200000, PAUSE_NS = 100000 };
    uint64_t began = emu_pool_now(), passed = 0;
    for (;;) {
        emu_pool_lock(pool);
        bool runs = pool->first != NULL;
        emu_pool_unlock(pool);
        if (!runs || passed >= limit_ns)
            return;
        struct timespec pause = {0, PAUSE_NS};
        if (passed < YIELDING_NS)
            sched_yield();
        else
            nanosleep(&pause, 0);
        passed = emu_pool_now() - began;
    }
}
