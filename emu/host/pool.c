/* The pool's threads: running, spinning, sleeping, waiting. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "affinity.h"
#include "futex.h"
#include "pool_inside.h"

enum { SPIN_NS = 30000, PAUSES = 32, YIELD_PERIOD = 8 /* between calls of sched_yield(), which take longer */ };
enum { AWAKE = 0, ASLEEP = 1, NOTIFIED = 2 }; /* state of a waiter */

static bool fails(void)
{
    return emu_allocation_fails && emu_allocation_fails();
}

static void *allocate(size_t count, size_t size)
{
    return fails() ? NULL : calloc(count, size);
}

static void *allocate_lines(size_t size)
{
    void *lines = fails() ? NULL : aligned_alloc(EMU_CACHE_LINE, size);
    return lines ? memset(lines, 0, size) : NULL;
}

uint64_t emu_pool_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* ---- the pool's threads ---- */
static void serve_posted(struct emu_pool_thread *self, emu_task *task)
{
    emu_pool_serve_slot(self->pool, task, (unsigned)(self - self->pool->threads));
}

/* Runs the tasks that are posted in the thread's slot. True: the thread must take the lock and look for a task. False:
 * nothing was submitted for long.
 *
 * The submitter of a task probably waits for it next, and has its data in the cache. So a task that no thread runs is
 * left to the submitter until the thread sees it a second time.
 */
static bool spin_for_work(struct emu_pool_thread *self)
{
    emu_pool *pool = self->pool;
    uint64_t deadline = emu_pool_now() + SPIN_NS;
    unsigned seen = atomic_load_explicit(&pool->submissions, memory_order_relaxed);
    bool waits = false;
    for (unsigned looks = 1;; looks++) {
        for (int i = 0; i < PAUSES; i++) {
            emu_task *task = emu_pool_take_slot(self);
            if (task) {
                serve_posted(self, task);
                emu_pool_set_ready(self);
                i = PAUSES; /* the next task may be there already */
            }
            emu_pause();
        }
        if (looks % YIELD_PERIOD == 0)
            sched_yield();
        bool waited = waits;
        waits = atomic_load_explicit(&pool->unserved, memory_order_relaxed) != 0;
        if (atomic_load_explicit(&pool->closing, memory_order_relaxed))
            return true;
        if (((waits && waited) || atomic_load_explicit(&pool->places, memory_order_relaxed)) &&
            !atomic_exchange_explicit(&pool->looking, true, memory_order_relaxed)) /* one thread is enough */
            return true;
        if (emu_pool_now() < deadline)
            continue;
        unsigned submissions = atomic_load_explicit(&pool->submissions, memory_order_relaxed);
        if (submissions == seen)
            return false;
        seen = submissions;
        deadline = emu_pool_now() + SPIN_NS;
    }
}

static bool spin_in_ready(struct emu_pool_thread *self)
{
    emu_pool_set_ready(self);
    bool called = spin_for_work(self);
    /* A submitter that has cleared the bit posts a task in the slot, or has taken it back. */
    while (!emu_pool_clear_ready(self)) {
        emu_task *task = emu_pool_take_slot(self);
        if (task) {
            atomic_store_explicit(&self->pool->looking, false, memory_order_relaxed); /* other threads may look */
            serve_posted(self, task);
            return true;
        }
        emu_pause();
    }
    return called;
}

/* The thread was woken only in case no thread runs the task. If there is one such task, its submitter probably waits
 * for it next, and has its data in the cache: it gets PATIENCE_NS to begin. */
static void let_submitter_begin(const emu_pool *pool)
{
    enum { PATIENCE_NS = 10000 };
    uint64_t until = emu_pool_now() + PATIENCE_NS;
    while (atomic_load_explicit(&pool->unserved, memory_order_relaxed) == 1 &&
           atomic_load_explicit(&pool->places, memory_order_relaxed) == 0 &&
           !atomic_load_explicit(&pool->closing, memory_order_relaxed) && emu_pool_now() < until)
        sched_yield(); /* the submitter may need this processor */
}

static void sleep_parked(emu_pool *pool, struct emu_pool_thread *self)
{
    atomic_store_explicit(&self->parked, 1, memory_order_relaxed);
    self->processor = sched_getcpu();
    struct emu_pool_thread **link = &pool->sleepers;
    while (*link && *link < self) /* threads with lower numbers are woken first, so that the same ones spin */
        link = &(*link)->next;
    self->next = *link;
    *link = self;
    emu_pool_unlock(pool);
    while (atomic_load_explicit(&self->parked, memory_order_acquire))
        emu_futex_wait(&self->parked, 1);
    if (self->excluded_processor >= 0)
        emu_affinity_allow(0, (unsigned)self->excluded_processor, true);
    let_submitter_begin(pool);
    emu_pool_lock(pool);
    pool->woken--;
}

static void *run_thread(void *argument)
{
    struct emu_pool_thread *self = argument;
    emu_pool *pool = self->pool;
    unsigned number = (unsigned)(self - pool->threads);
    bool spins = number < pool->may_spin, called = true;
    self->number = (int)syscall(SYS_gettid);
    emu_pool_lock(pool);
    pool->woken--;
    for (;;) {
        emu_task *task = emu_pool_choose(pool);
        if (task) {
            emu_pool_serve(pool, task, number);
        } else if (atomic_load_explicit(&pool->closing, memory_order_relaxed)) {
            emu_pool_unlock(pool);
            return NULL;
        } else if (!spins || !called) {
            sleep_parked(pool, self);
            called = true;
            continue;
        } else {
            emu_pool_call(pool); /* the task that it was called for is taken */
            emu_pool_unlock(pool);
        }
        called = !spins || spin_in_ready(self);
        emu_pool_lock(pool);
        atomic_store_explicit(&pool->looking, false, memory_order_relaxed);
    }
}

/* ---- waiting ---- */
void emu_pool_notify(emu_pool *pool, emu_waiter *waiter)
{
    waiter->help = NULL;
    waiter->next = pool->to_notify;
    pool->to_notify = waiter;
}

static bool is_notified(const emu_waiter *waiter)
{
    return atomic_load_explicit(&waiter->state, memory_order_acquire) == NOTIFIED;
}

/* Spins until the wait has ended or there is a new task. False: the deadline has passed. */
static bool spin_until_notified(const emu_pool *pool, unsigned seen, const emu_waiter *waiter, uint64_t deadline)
{
    do {
        for (int i = 0; i < PAUSES; i++) {
            if (is_notified(waiter) || atomic_load_explicit(&pool->submissions, memory_order_relaxed) != seen)
                return true;
            emu_pause();
        }
    } while (emu_pool_now() < deadline);
    return false;
}

static emu_task *task_to_help(const emu_waiter *waiter)
{
    return waiter->help ? *waiter->help : NULL;
}

/* Helps, and spins, but does not sleep. Called with the lock, which it releases. */
static void help(emu_pool *pool, emu_waiter *waiter)
{
    uint64_t deadline = 0;
    for (;;) {
        unsigned seen = atomic_load_explicit(&pool->submissions, memory_order_relaxed);
        emu_task *task = task_to_help(waiter);
        if (task && emu_pool_may_help(pool, task)) {
            emu_pool_serve(pool, task, pool->worker_count);
            deadline = 0;
        } else {
            emu_pool_unlock(pool);
        }
        if (is_notified(waiter))
            return;
        if (deadline == 0)
            deadline = emu_pool_now() + (pool->waiters_spin ? SPIN_NS : 0);
        if (!spin_until_notified(pool, seen, waiter, deadline) || is_notified(waiter))
            return;
        emu_pool_lock(pool);
    }
}

/* Takes the task back from the slots of threads that the system does not run: these are not waited for. */
static void take_back_tasks(emu_pool *pool, emu_waiter *waiter)
{
    emu_pool_lock(pool);
    emu_task *task = task_to_help(waiter);
    if (task)
        emu_pool_take_all_back(pool, task);
    emu_pool_unlock(pool);
}

void emu_pool_wait(emu_pool *pool, emu_waiter *waiter)
{
    help(pool, waiter);
    if (is_notified(waiter))
        return;
    take_back_tasks(pool, waiter);
    unsigned state = AWAKE;
    if (atomic_compare_exchange_strong_explicit(&waiter->state, &state, ASLEEP, memory_order_acquire,
                                                memory_order_acquire))
        while (atomic_load_explicit(&waiter->state, memory_order_acquire) == ASLEEP)
            emu_futex_wait(&waiter->state, ASLEEP);
}

/* ---- the lock ---- */
void emu_pool_lock(emu_pool *pool)
{
    emu_lock_take(&pool->lock);
}

/* Linux often runs a woken thread on the processor that it ran on last. If the waking thread runs there now, the woken
 * one would begin milliseconds later, while another processor is idle. */
static void exclude_current_processor(const emu_pool *pool, struct emu_pool_thread *thread)
{
    int current = sched_getcpu();
    bool collides = pool->waiters_spin && current >= 0 && thread->processor == current;
    thread->excluded_processor =
        collides && emu_affinity_allow(thread->number, (unsigned)current, false) ? current : -1;
}

void emu_pool_unlock(emu_pool *pool)
{
    emu_waiter *waiter = pool->to_notify;
    struct emu_pool_thread *thread = pool->to_wake;
    pool->to_notify = NULL;
    pool->to_wake = NULL;
    emu_lock_release(&pool->lock);
    while (waiter) {
        emu_waiter *following = waiter->next; /* its memory may be gone after the exchange */
        if (atomic_exchange_explicit(&waiter->state, NOTIFIED, memory_order_acq_rel) == ASLEEP)
            emu_futex_wake(&waiter->state);
        waiter = following;
    }
    while (thread) {
        struct emu_pool_thread *following = thread->next;
        exclude_current_processor(pool, thread);
        atomic_store_explicit(&thread->parked, 0, memory_order_release);
        emu_futex_wake(&thread->parked);
        thread = following;
    }
}

bool emu_pool_set_stack_size(emu_pool *pool, size_t size)
{
    if (pool->first)
        return false;
    for (unsigned i = 0; i < pool->worker_count; i++)
        emu_worker_set_stack_size(pool->workers[i], size);
    return true;
}

/* ---- creating and destroying ---- */
static void stop(emu_pool *pool)
{
    emu_pool_lock(pool);
    atomic_store_explicit(&pool->closing, true, memory_order_relaxed); /* spinning threads read it without the lock */
    while (pool->sleepers) {
        struct emu_pool_thread *thread = pool->sleepers;
        pool->sleepers = thread->next;
        thread->next = pool->to_wake;
        pool->to_wake = thread;
        pool->woken++;
    }
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
    free(pool->workers);
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

void emu_pool_block_signals(sigset_t *old)
{
    sigset_t blocked;
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigfillset(&blocked);
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, old);
}

static lw_status start_threads(emu_pool *pool, const emu_options *options)
{
    sigset_t old;
    emu_pool_block_signals(&old);
    emu_pool_lock(pool); /* no thread decrements `woken` before it is set */
    while (pool->thread_count < options->workers && start_thread(pool, pool->thread_count, options->pinned))
        pool->thread_count++;
    pool->woken = pool->thread_count;
    emu_pool_unlock(pool);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return pool->thread_count == options->workers ? LW_SUCCESS : LW_ERROR_SYSTEM;
}

lw_status emu_pool_create(emu_pool **created, const emu_options *options)
{
    unsigned count = options->workers, processors = emu_processors();
    emu_pool *pool = allocate_lines(sizeof *pool);
    if (!pool)
        return LW_ERROR_OUT_OF_MEMORY;
    pool->shift = count > 1 ? 2 : 0; /* a single thread leaves no rest to others */
    while (count > 1 && (1u << pool->shift_in_order) < 4 * count)
        pool->shift_in_order++;
    /* One processor is left to the thread that submits the work. */
    pool->may_spin = count < processors ? count : processors - 1;
    pool->may_spin = pool->may_spin < EMU_POOL_SLOTS ? pool->may_spin : EMU_POOL_SLOTS;
    pool->waiters_spin = processors > 1;
    pool->fixed_chunks = options->checked;
    pool->workers = allocate(count, sizeof(emu_worker *));
    pool->threads = allocate_lines(count * sizeof *pool->threads);
    lw_status status = pool->workers && pool->threads ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
    while (!status && pool->worker_count < count) {
        emu_worker **worker = &pool->workers[pool->worker_count];
        status = emu_worker_create(worker, options);
        pool->worker_count += !status;
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
