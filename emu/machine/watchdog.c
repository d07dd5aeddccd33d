/* The watchdog: an OS thread that looks at each busy worker periodically.
 *
 * If the same thread runs as at the last look, the watchdog sends its OS thread a signal, so that others run: on a GPU,
 * too, a thread that spins on a volatile variable does not keep others from running. It ends a block that outlasts the
 * time limit. Workers only count blocks, with plain stores; the watchdog reads everything else from outside.
 */
#include "machine.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "debugger_table.h"

/* It looks every 10 ms. Once it has to preempt threads of a block, each thread gets 0.2 ms; each round doubles that, up
 * to 10 ms. It sleeps after a second without work. */
enum { LOOK_NS = 10000000, TURN_NS = 200000, IDLE_LOOKS = 100, PATIENT_LOOKS = 100 };

atomic_int emu_watchdog_asleep;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed; /* on the monotonic clock */
static pthread_t watchdog;
static bool stopping;
emu_worker *emu_watched_workers;

/* ThreadSanitizer delivers signals late, on other stacks; under it no thread is preempted. */
extern void __tsan_init(void) __attribute__((weak));

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Looks at a busy worker. Returns the ns until the next look. */
static uint64_t look(emu_worker *worker, uint64_t time)
{
    struct emu_watch *watch = &worker->watch;
    unsigned blocks_begun = atomic_load_explicit(&worker->blocks_begun, memory_order_relaxed);
    const void *thread = __atomic_load_n(&worker->place->thread, __ATOMIC_RELAXED);
    if (watch->blocks_begun != blocks_begun) {
        watch->blocks_begun = blocks_begun;
        watch->since = time;
        watch->thread = 0;
        atomic_store_explicit(&worker->preemptions, 0, memory_order_relaxed);
    }
    /* In a debugger a block has no time limit; how long a thread has run counts from the latest stop. */
    unsigned stops = atomic_load_explicit(&emu_debugger_stops, memory_order_relaxed);
    if (watch->stops != stops) {
        watch->stops = stops;
        watch->thread = 0;
    }
    uint64_t limit = stops ? 0 : worker->options.timeout_ns;
    if (limit && time - watch->since >= limit)
        atomic_store_explicit(&worker->expired_block, blocks_begun, memory_order_relaxed);
    bool expired = atomic_load_explicit(&worker->expired_block, memory_order_relaxed) == blocks_begun;
    watch->looks = watch->thread == thread ? watch->looks + 1 : 0;
    /* Checked copies yield at atomics and volatile accesses, so that a run can be repeated. Only a thread that executes
     * none for long is preempted. The same in a debugger, whose steps would else end in another thread. */
    bool spins = watch->looks >= (worker->options.checked || stops ? PATIENT_LOOKS : 1);
    if ((spins || expired) && !__tsan_init)
        syscall(SYS_tgkill, getpid(), worker->thread_id, SIGURG);
    watch->thread = thread;

    unsigned preemptions = atomic_load_explicit(&worker->preemptions, memory_order_relaxed);
    if (preemptions == 0)
        return LOOK_NS;
    unsigned threads = __atomic_load_n(&worker->threads, __ATOMIC_RELAXED),
             blocks = __atomic_load_n(&worker->own.size, __ATOMIC_RELAXED),
             rounds = preemptions / ((threads ? threads : 1) * blocks);
    return rounds < 6 ? (uint64_t)TURN_NS << rounds : LOOK_NS;
}

static void wait_until(uint64_t time)
{
    struct timespec when = {(time_t)(time / 1000000000u), (long)(time % 1000000000u)};
    pthread_cond_timedwait(&changed, &lock, &when);
}

static bool any_busy(void)
{
    for (emu_worker *worker = emu_watched_workers; worker; worker = worker->next)
        if (atomic_load_explicit(&worker->busy, memory_order_seq_cst))
            return true;
    return false;
}

static void *watch_workers(void *unused)
{
    (void)unused;
    unsigned idle = 0;
    pthread_mutex_lock(&lock);
    while (!stopping) {
        uint64_t time = now(), pause = LOOK_NS;
        bool busy = false;
        for (emu_worker *worker = emu_watched_workers; worker; worker = worker->next) {
            /* Either this sees that the worker is idle, or its OS thread waits in emu_worker_leave()
             * until the look is over. */
            atomic_store_explicit(&worker->being_watched, 1, memory_order_seq_cst);
            if (atomic_load_explicit(&worker->busy, memory_order_seq_cst)) {
                busy = true;
                uint64_t soon = look(worker, time);
                pause = soon < pause ? soon : pause;
            }
            atomic_store_explicit(&worker->being_watched, 0, memory_order_release);
        }
        idle = busy ? 0 : idle + 1;
        if (idle <= IDLE_LOOKS) {
            wait_until(time + pause);
            continue;
        }
        atomic_store_explicit(&emu_watchdog_asleep, 1, memory_order_seq_cst);
        while (!stopping && !any_busy() && atomic_load(&emu_watchdog_asleep))
            pthread_cond_wait(&changed, &lock);
        atomic_store(&emu_watchdog_asleep, 0);
        idle = 0;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

void emu_watchdog_wake(void)
{
    pthread_mutex_lock(&lock);
    atomic_store(&emu_watchdog_asleep, 0);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

void emu_watchdog_add(emu_worker *worker)
{
    pthread_mutex_lock(&lock);
    worker->next = emu_watched_workers;
    emu_watched_workers = worker;
    pthread_mutex_unlock(&lock);
}

void emu_watchdog_remove(emu_worker *worker)
{
    pthread_mutex_lock(&lock);
    for (emu_worker **link = &emu_watched_workers; *link; link = &(*link)->next) {
        if (*link == worker) {
            *link = worker->next;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

static bool start_thread(void)
{
    pthread_condattr_t attributes;
    sigset_t all, old;
    stopping = false;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    bool made = pthread_cond_init(&changed, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (!made)
        return false;
    sigfillset(&all); /* this thread takes no signals of the program */
    pthread_sigmask(SIG_SETMASK, &all, &old);
    made = pthread_create(&watchdog, 0, watch_workers, 0) == 0;
    pthread_sigmask(SIG_SETMASK, &old, 0);
    if (!made)
        pthread_cond_destroy(&changed);
    return made;
}

lw_status emu_watchdog_start(void)
{
    return start_thread() ? LW_SUCCESS : LW_ERROR_SYSTEM;
}

void emu_watchdog_stop(void)
{
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(watchdog, 0);
    pthread_cond_destroy(&changed);
    atomic_store(&emu_watchdog_asleep, 0);
}
