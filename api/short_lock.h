/* A lock for a few dozen instructions. A mutex gives itself back with a locked instruction, because a thread may sleep in the
 * kernel for it; here that is a plain store, and waiting threads look again: at once, then after yielding, then after naps.
 *
 * The lock is biased (Dice, Moir and Scherer, Quickly Reacquirable Locks, 2003): the first thread that takes it does so without a
 * locked instruction from then on. The first other thread ends the bias for good, by a barrier in every running thread, which costs
 * some microseconds. */
#ifndef LW_SHORT_LOCK_H
#define LW_SHORT_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { LW_SHORT_LOCK_NO_BIAS = 1 }; /* no thread's address */

typedef struct lw_short_lock {
    atomic_uintptr_t biased_to; /* lw_thread_address() of a thread; 0: of the next one that takes the lock */
    atomic_uint entered;        /* by the thread of the bias */
    atomic_uint held;           /* by a thread that did not come by the bias */
    bool by_bias;               /* how the lock was taken; the holder's */
} lw_short_lock;

/* Takes the lock without the bias. */
void lw_short_lock_take_slowly(lw_short_lock *lock);

extern __thread char lw_thread_mark __attribute__((tls_model("initial-exec")));

/* Differs between live threads. */
static inline uintptr_t lw_thread_address(void)
{
    return (uintptr_t)&lw_thread_mark;
}

static inline void lw_short_lock_take(lw_short_lock *lock)
{
    uintptr_t self = lw_thread_address();
    if (__builtin_expect(atomic_load_explicit(&lock->biased_to, memory_order_relaxed) == self, 1)) {
        atomic_store_explicit(&lock->entered, 1, memory_order_relaxed);
        /* The thread that ends the bias has the processors order the store before the load. */
        atomic_signal_fence(memory_order_seq_cst);
        if (__builtin_expect(atomic_load_explicit(&lock->biased_to, memory_order_acquire) == self, 1)) {
            lock->by_bias = true;
            return;
        }
        atomic_store_explicit(&lock->entered, 0, memory_order_release);
    }
    lw_short_lock_take_slowly(lock);
}

static inline void lw_short_lock_give(lw_short_lock *lock)
{
    if (lock->by_bias)
        atomic_store_explicit(&lock->entered, 0, memory_order_release);
    else
        atomic_store_explicit(&lock->held, 0, memory_order_release);
}

#endif
