/* The library's lock that is biased to its first thread: one thread at a time is inside, while the bias begins and while it ends. */
#include "api/short_lock.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "tests/harness/test.h"

enum { LOCKS = 400, THREADS = 2, TURNS = 2, INSIDE = 20 };

struct guarded {
    lw_short_lock lock;
    unsigned long turns; /* by any thread */
    unsigned first;      /* turns of the first thread; it goes on until the others are done */
    atomic_uint waiting, done;
};

static void turn(struct guarded *guarded)
{
    lw_short_lock_take(&guarded->lock);
    unsigned long turns = guarded->turns;
    for (volatile int i = 0; i < INSIDE; i++)
        ;
    guarded->turns = turns + 1;
    lw_short_lock_give(&guarded->lock);
}

static void *come_later(void *user)
{
    struct guarded *guarded = user;
    atomic_fetch_add(&guarded->waiting, 1);
    while (atomic_load(&guarded->waiting) <= THREADS)
        sched_yield();
    for (int i = 0; i < TURNS; i++)
        turn(guarded);
    atomic_fetch_add(&guarded->done, 1);
    return NULL;
}

TEST(api, short_lock, .host = true)
{
    struct guarded *all = calloc(LOCKS, sizeof *all);
    CHECK(all != NULL);
    for (int i = 0; i < LOCKS; i++) {
        struct guarded *guarded = &all[i];
        pthread_t threads[THREADS];
        for (int k = 0; k < THREADS; k++)
            CHECK(pthread_create(&threads[k], NULL, come_later, guarded) == 0);
        turn(guarded); /* the bias */
        atomic_fetch_add(&guarded->waiting, 1);
        for (guarded->first = 1; atomic_load(&guarded->done) < THREADS; guarded->first++) {
            turn(guarded);
            if (guarded->first % 100 == 0)
                sched_yield(); /* to threads that wait for a processor */
        }
        for (int k = 0; k < THREADS; k++)
            pthread_join(threads[k], NULL);
        CHECK_EQUAL(guarded->turns, guarded->first + THREADS * TURNS);
    }
    free(all);
}
