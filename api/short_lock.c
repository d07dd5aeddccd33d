#include "short_lock.h"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
#endif
#endif
#ifdef __SANITIZE_THREAD__
#define THREAD_SANITIZER 1
#endif

__thread char lw_thread_mark __attribute__((tls_model("initial-exec")));

/* Looks at the word for a while, or until it is 0. */
static void look(atomic_uint *word, unsigned turn)
{
    enum { LOOKS = 100, YIELDS = 20 };
    const struct timespec nap = {.tv_nsec = 50000};
    for (unsigned i = 0; i < LOOKS && atomic_load_explicit(word, memory_order_relaxed); i++)
        ;
    if (turn < YIELDS)
        sched_yield();
    else
        nanosleep(&nap, NULL);
}

static bool register_barriers(void)
{
#ifdef THREAD_SANITIZER
    return false; /* it does not know of them */
#else
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
#endif
}

/* Whether the system has barriers in all running threads of a process. */
static bool have_barriers(void)
{
    static atomic_int answer; /* 0: not asked yet */
    int known = atomic_load_explicit(&answer, memory_order_relaxed);
    if (!known) {
        known = register_barriers() ? 1 : -1;
        atomic_store_explicit(&answer, known, memory_order_relaxed);
    }
    return known > 0;
}

/* The caller holds the lock against all but the thread of the bias, which may be inside. */
static void end_bias(lw_short_lock *lock)
{
    atomic_store_explicit(&lock->biased_to, LW_SHORT_LOCK_NO_BIAS, memory_order_relaxed);
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    for (unsigned turn = 0; atomic_load_explicit(&lock->entered, memory_order_acquire); turn++)
        look(&lock->entered, turn);
}

void lw_short_lock_take_slowly(lw_short_lock *lock)
{
    for (unsigned turn = 0; atomic_exchange_explicit(&lock->held, 1, memory_order_acquire); turn++)
        look(&lock->held, turn);
    uintptr_t biased_to = atomic_load_explicit(&lock->biased_to, memory_order_relaxed);
    if (!biased_to)
        atomic_store_explicit(&lock->biased_to, have_barriers() ? lw_thread_address() : LW_SHORT_LOCK_NO_BIAS,
                              memory_order_relaxed);
    else if (biased_to != LW_SHORT_LOCK_NO_BIAS)
        end_bias(lock);
    lock->by_bias = false;
}
