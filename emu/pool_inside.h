/* The pool's inside, shared by its two halves: pool.c (threads that run, spin, sleep and wait) and task.c (what they
 * run). */
#ifndef EMU_POOL_INSIDE_H
#define EMU_POOL_INSIDE_H

#include <pthread.h>

#include "pool.h"

enum { EMU_CACHE_LINE = 64 };

struct emu_pool_thread {
    emu_pool *pool;
    pthread_t id;
    atomic_uint parked;           /* 1 while it sleeps, or is about to */
    struct emu_pool_thread *next; /* in the stack of sleepers, then in the list to wake */
};

struct emu_pool {
    pthread_mutex_t lock;
    emu_task *first, *last;       /* tasks with items to take */
    bool *free;                   /* which workers are, by number */
    unsigned free_count, latest;  /* how many; which was used last */
    struct emu_pool_thread *sleepers;
    unsigned searching;           /* threads that look for work: spinning, or being woken to */
    unsigned spinning, may_spin;
    struct emu_pool_thread *to_wake;       /* by the next unlock */
    emu_waiter *to_tell;
    bool closing;
    unsigned shift, shift_in_order; /* a task's, by what it is */
    bool waiters_spin;
    bool steady;                  /* chunks do not depend on the time they take */
    unsigned worker_count, thread_count;
    emu_worker **workers;
    struct emu_pool_thread *threads;

    /* Read without the lock, as hints: what they lead to is decided under it. Threads that spin read them: what shared
     * their cache lines would be slow to write. */
    _Alignas(EMU_CACHE_LINE) atomic_uint submissions; /* changes with each */
    _Alignas(EMU_CACHE_LINE) atomic_uint unserved;    /* listed tasks that no thread runs */
};

uint64_t emu_pool_now(void); /* ns of the monotonic clock */

/* ---- task.c; with the lock held ---- */
/* A task to run now, if there is one and a worker is free: one that no thread runs, else the one chosen longest ago. */
emu_task *emu_pool_choose(emu_pool *pool);
/* Whether a thread that waits for this task may run it, without keeping a worker from one that nobody runs. */
bool emu_pool_may_help(emu_pool *pool, emu_task *task);
/* Runs a task so chosen until nothing is left to take, or another one has no thread, on worker number `home` if that is
 * free and there is a part for each. Releases the lock meanwhile. */
void emu_pool_serve(emu_pool *pool, emu_task *task, unsigned home);

#endif
