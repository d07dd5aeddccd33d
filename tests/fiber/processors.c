/* Processors on which the pool's threads run: pinned to one each, kept off one, woken on another. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

#include <emu/host/affinity.h>
#include <emu/host/pool_inside.h>

#include "pool.h"

/* Attributes for as many threads as processors name each of these once, and go around. */
static void pinning(pool_count *count)
{
    static cpu_set_t mine, mask;
    unsigned processors = emu_affinity_count();
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) {
        printf("ok %d - pool/pinning # SKIP more processors than a cpu_set_t holds\n", ++count->number);
        return;
    }
    bool good = processors == (unsigned)CPU_COUNT(&mine);
    for (unsigned i = 0; i <= processors; i++) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        good = good && emu_affinity_pin(&attributes, i) == 0;
        good = good && pthread_attr_getaffinity_np(&attributes, sizeof mask, &mask) == 0;
        good = good && CPU_COUNT(&mask) == 1;
        if (i == processors) /* all had their turn: it is the first's again */
            good = good && CPU_COUNT(&mine) == 0;
        CPU_XOR(&mine, &mine, &mask); /* what is named twice comes back */
        pthread_attr_destroy(&attributes);
    }
    pool_say(count, good && CPU_COUNT(&mine) == 1, "pinning");
}

/* A thread leaves a processor that is not allowed any more at once, unless it is its only one; then all is as before. */
static void leaving_a_processor(pool_count *count)
{
    static cpu_set_t mine, mask;
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) {
        printf("ok %d - pool/leaving_a_processor # SKIP more processors than a cpu_set_t holds\n", ++count->number);
        return;
    }
    int here = sched_getcpu(), others = CPU_COUNT(&mine) - 1;
    errno = 0;
    bool left = emu_affinity_allow(0, (unsigned)here, false), good = left == (others > 0) && errno == 0;
    good = good && sched_getaffinity(0, sizeof mask, &mask) == 0 && CPU_ISSET(here, &mask) == !left;
    good = good && (!left || sched_getcpu() != here);
    good = good && emu_affinity_allow(0, (unsigned)here, true) && sched_getaffinity(0, sizeof mask, &mask) == 0;
    good = good && CPU_EQUAL(&mask, &mine) && !emu_affinity_allow(0, CPU_SETSIZE, false) && errno == 0;
    pool_say(count, good, "leaving_a_processor");
}

typedef struct errand {
    emu_task task;
    emu_pool *pool;
    emu_waiter *waiter;
    int processor; /* on which it was run */
} errand;

static void note_processor(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)worker;
    (void)first;
    (void)count;
    ((errand *)task)->processor = sched_getcpu();
}

static void finish(emu_task *task)
{
    emu_pool_notify(((errand *)task)->pool, ((errand *)task)->waiter);
}

/* The pool's one thread does. */
static void fall_asleep(emu_pool *pool)
{
    struct timespec pause = {0, 1000000};
    while (!atomic_load(&pool->threads[0].parked))
        nanosleep(&pause, NULL);
}

/* Where the pool's one thread ran a task that the calling one did not help with. */
static int processor_of_task(emu_pool *pool)
{
    static errand errand_;
    emu_waiter waiter = {0};
    fall_asleep(pool);
    errand_ = (errand){.task = {.run = note_processor, .finish = finish, .items = 1}, .pool = pool, .waiter = &waiter};
    emu_pool_lock(pool);
    emu_pool_submit(pool, &errand_.task);
    emu_pool_wait(pool, &waiter);
    return errand_.processor;
}

/* A thread that fell asleep on the processor of the one who wakes it wakes on another, and may run there again. The
 * system might have woken it elsewhere by itself. */
static void waking_elsewhere(pool_count *count)
{
    enum { MOST = 8 };
    static cpu_set_t mine, one, mask;
    if (sched_getaffinity(0, sizeof mine, &mine) != 0 || CPU_COUNT(&mine) < 2) {
        printf("ok %d - pool/waking_elsewhere # SKIP one processor, or too many\n", ++count->number);
        return;
    }
    emu_pool *pool = pool_make(count, 1);
    if (!pool)
        return;
    processor_of_task(pool); /* the thread has its number */
    int number = pool->threads[0].number;
    bool good = true;
    for (int here = 0, tried = 0; here < CPU_SETSIZE && tried < MOST; here++) {
        if (!CPU_ISSET(here, &mine))
            continue;
        tried++;
        CPU_ZERO(&one);
        CPU_SET(here, &one);
        good = good && sched_setaffinity(0, sizeof one, &one) == 0 && sched_setaffinity(number, sizeof one, &one) == 0;
        good = good && processor_of_task(pool) == here;
        fall_asleep(pool);
        good = good && sched_setaffinity(number, sizeof mine, &mine) == 0 && processor_of_task(pool) != here;
        good = good && pool->threads[0].excluded_processor == here;
        good = good && sched_getaffinity(number, sizeof mask, &mask) == 0 && CPU_EQUAL(&mask, &mine);
    }
    sched_setaffinity(0, sizeof mine, &mine);
    pool_say(count, good, "waking_elsewhere");
    emu_pool_destroy(pool);
}

void test_processors(pool_count *count)
{
    pinning(count);
    leaving_a_processor(count);
    waking_elsewhere(count);
}
