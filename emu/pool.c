/* The pool's threads: who runs, who spins, who sleeps, who waits. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "affinity.h"
#include "futex.h"
#include "pool_inside.h"

enum { SPIN_NS = 30000, PAUSES = 32 };
enum { AWAKE = 0, ASLEEP = 1, TOLD = 2 }; /* a waiter's state */

static bool fails(void)
{
    return emu_allocation_fails && emu_allocation_fails();
}

static void *allocate(size_t count, size_t size)
{
    return fails() ? NULL : calloc(count, size);
}

uint64_t emu_pool_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static inline void pause_cpu(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Until the deadline, a new task, or (with a waiter) its being told; false for the deadline. */
static bool spin(emu_pool *pool, unsigned seen, emu_waiter *waiter, uint64_t deadline)
{
    do {
        for (int i = 0; i < PAUSES; i++) {
            if (waiter && atomic_load_explicit(&waiter->state, memory_order_acquire) == TOLD)
                return true;
            if (atomic_load_explicit(&pool->submissions, memory_order_relaxed) != seen)
                return true;
            pause_cpu();
        }
        if (!waiter)
            sched_yield();
    } while (emu_pool_now() < deadline);
    return false;
}

/* One worker has no use for two threads: whoever gives a task out is likely to wait for it, and has its data in the cache.
 * It has the time from one look to the next to begin. Looks are few, as each takes the line out of its cache. False: nothing
 * was given out for long. */
static bool spin_alone(const emu_pool *pool, unsigned seen)
{
    uint64_t deadline = emu_pool_now() + SPIN_NS;
    bool waits = false;
    do {
        for (int i = 0; i < PAUSES; i++)
            pause_cpu();
        sched_yield();
        bool waited = waits;
        waits = atomic_load_explicit(&pool->unserved, memory_order_relaxed) != 0;
        if (waits && waited)
            return true;
    } while (emu_pool_now() < deadline);
    return atomic_load_explicit(&pool->submissions, memory_order_relaxed) != seen;
}

static void sleep_parked(emu_pool *pool, struct emu_pool_thread *self)
{
    atomic_store_explicit(&self->parked, 1, memory_order_relaxed);
    self->next = pool->sleepers;
    pool->sleepers = self;
    pool->searching--; /* who wakes it counts it again */
    emu_pool_unlock(pool);
    while (atomic_load_explicit(&self->parked, memory_order_acquire))
        emu_futex_wait(&self->parked, 1);
    emu_pool_lock(pool);
}

static void *run_thread(void *argument)
{
    struct emu_pool_thread *self = argument;
    emu_pool *pool = self->pool;
    bool spun = false;
    emu_pool_lock(pool);
    for (;;) {
        emu_task *task = emu_pool_choose(pool);
        if (task) {
            pool->searching--;
            emu_pool_serve(pool, task, (unsigned)(self - pool->threads));
            pool->searching++;
            spun = false;
        } else if (pool->closing) {
            break;
        } else if (!spun && pool->spinning < pool->may_spin) {
            pool->spinning++;
            unsigned seen = atomic_load_explicit(&pool->submissions, memory_order_relaxed);
            emu_pool_unlock(pool);
            spun = pool->worker_count > 1 ? !spin(pool, seen, NULL, emu_pool_now() + SPIN_NS) : !spin_alone(pool, seen);
            emu_pool_lock(pool);
            pool->spinning--;
        } else {
            sleep_parked(pool, self);
            spun = false;
        }
    }
    pool->searching--;
    emu_pool_unlock(pool);
    return NULL;
}

/* ---- waiting ---- */
void emu_pool_tell(emu_pool *pool, emu_waiter *waiter)
{
    waiter->help = NULL;
    waiter->next = pool->to_tell;
    pool->to_tell = waiter;
}

void emu_pool_wait(emu_pool *pool, emu_waiter *waiter)
{
    uint64_t deadline = 0;
    for (;;) {
        emu_task *task = waiter->help ? *waiter->help : NULL;
        if (task && emu_pool_may_help(pool, task)) {
            emu_pool_serve(pool, task, pool->worker_count - 1);
            deadline = 0;
            continue;
        }
        unsigned seen = atomic_load_explicit(&pool->submissions, memory_order_relaxed);
        emu_pool_unlock(pool);
        if (atomic_load_explicit(&waiter->state, memory_order_acquire) == TOLD)
            return;
        if (deadline == 0)
            deadline = emu_pool_now() + (pool->waiters_spin ? SPIN_NS : 0);
        if (!spin(pool, seen, waiter, deadline))
            break;
        if (atomic_load_explicit(&waiter->state, memory_order_acquire) == TOLD)
            return;
        emu_pool_lock(pool);
    }
    unsigned state = AWAKE;
    if (atomic_compare_exchange_strong_explicit(&waiter->state, &state, ASLEEP, memory_order_acquire,
                                                memory_order_acquire))
        while (atomic_load_explicit(&waiter->state, memory_order_acquire) == ASLEEP)
            emu_futex_wait(&waiter->state, ASLEEP);
}

/* ---- the lock ---- */
void emu_pool_lock(emu_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
}

void emu_pool_unlock(emu_pool *pool)
{
    emu_waiter *waiter = pool->to_tell;
    struct emu_pool_thread *thread = pool->to_wake;
    pool->to_tell = NULL;
    pool->to_wake = NULL;
    pthread_mutex_unlock(&pool->lock);
    while (waiter) {
        emu_waiter *following = waiter->next; /* once told, it is gone */
        if (atomic_exchange_explicit(&waiter->state, TOLD, memory_order_acq_rel) == ASLEEP)
            emu_futex_wake(&waiter->state);
        waiter = following;
    }
    while (thread) {
        struct emu_pool_thread *following = thread->next;
        atomic_store_explicit(&thread->parked, 0, memory_order_release);
        emu_futex_wake(&thread->parked);
        thread = following;
    }
}

bool emu_pool_set_stack_size(emu_pool *pool, size_t size)
{
    if (pool->free_count < pool->worker_count)
        return false;
    for (unsigned i = 0; i < pool->worker_count; i++)
        emu_worker_set_stack_size(pool->workers[i], size);
    return true;
}

/* ---- life ---- */
static void stop(emu_pool *pool)
{
    emu_pool_lock(pool);
    pool->closing = true;
    while (pool->sleepers) {
        struct emu_pool_thread *thread = pool->sleepers;
        pool->sleepers = thread->next;
        thread->next = pool->to_wake;
        pool->to_wake = thread;
        pool->searching++;
    }
    atomic_fetch_add_explicit(&pool->submissions, 1, memory_order_relaxed); /* for those that spin */
    emu_pool_unlock(pool);
    for (unsigned i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i].id, NULL);
}

void emu_pool_destroy(emu_pool *pool)
{
    if (!pool)
        return;
    stop(pool);
    for (unsigned i = 0; i < pool->worker_count; i++)
        emu_worker_destroy(pool->workers[i]);
    pthread_mutex_destroy(&pool->lock);
    free(pool->workers);
    free(pool->free);
    free(pool->threads);
    free(pool);
}

/* False: errno says why. */
static bool start_thread(emu_pool *pool, unsigned number, bool pinned)
{
    struct emu_pool_thread *thread = &pool->threads[number];
    pthread_attr_t attributes;
    int error = fails() ? EAGAIN : pthread_attr_init(&attributes);
    if (!error) {
        thread->pool = pool;
        error = pinned ? emu_affinity_pin(&attributes, number) : 0;
        error = error ? error : pthread_create(&thread->id, &attributes, run_thread, thread);
        pthread_attr_destroy(&attributes);
    }
    errno = error;
    return !error;
}

static lw_status start_threads(emu_pool *pool, const emu_options *options)
{
    /* The program's signals are not for these threads; faults come to whoever causes them. */
    sigset_t blocked, old;
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigfillset(&blocked);
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &old);
    emu_pool_lock(pool); /* no thread counts itself before all are counted */
    while (pool->thread_count < options->workers && start_thread(pool, pool->thread_count, options->pinned))
        pool->thread_count++;
    pool->searching = pool->thread_count;
    emu_pool_unlock(pool);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return pool->thread_count == options->workers ? LW_SUCCESS : LW_ERROR_SYSTEM;
}

lw_status emu_pool_create(emu_pool **created, const emu_options *options)
{
    unsigned count = options->workers, processors = emu_processors();
    emu_pool *pool = fails() ? NULL : aligned_alloc(_Alignof(emu_pool), sizeof *pool);
    if (!pool)
        return LW_ERROR_OUT_OF_MEMORY;
    memset(pool, 0, sizeof *pool);
    /* It is held for less time than a sleep takes. */
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(&pool->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pool->shift = count > 1 ? 2 : 0; /* one alone has nobody to leave a rest to */
    while (count > 1 && (1u << pool->shift_in_order) < 4 * count)
        pool->shift_in_order++;
    /* One processor is left to the thread that gives out the work. */
    pool->may_spin = count < processors ? count : processors - 1;
    pool->waiters_spin = processors > 1;
    pool->steady = options->checked;
    pool->workers = allocate(count, sizeof(emu_worker *));
    pool->free = allocate(count, sizeof *pool->free);
    pool->threads = allocate(count, sizeof *pool->threads);
    lw_status status = pool->workers && pool->free && pool->threads ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
    while (!status && pool->worker_count < count) {
        emu_worker **worker = &pool->workers[pool->worker_count];
        status = emu_worker_create(worker, options);
        if (!status) {
            pool->free[pool->worker_count++] = true;
            pool->free_count++;
        }
    }
    if (!status)
        status = start_threads(pool, options);
    if (status) {
        int error = errno;
        emu_pool_destroy(pool);
        errno = error;
        return status;
    }
    *created = pool;
    return LW_SUCCESS;
}
