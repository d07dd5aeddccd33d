/* A lock for work that is shorter than falling asleep: the third mutex of Drepper's "Futexes Are Tricky" (2011), with a
 * spin before the sleep. The C library's adaptive mutex learns how long to spin: it begins with ten iterations, sleeps,
 * and is then woken ten microseconds later. */
#ifndef EMU_LOCK_H
#define EMU_LOCK_H

#include <stdbool.h>

#include "futex.h"

typedef struct emu_lock {
    atomic_uint state; /* 0: free, 1: held, 2: held, and threads may sleep */
} emu_lock;

static inline void emu_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static inline bool emu_lock_try(emu_lock *lock)
{
    unsigned state = 0;
    return atomic_compare_exchange_strong_explicit(&lock->state, &state, 1, memory_order_acquire, memory_order_relaxed);
}

static inline void emu_lock_take(emu_lock *lock)
{
    enum { PAUSES = 200 };
    if (emu_lock_try(lock))
        return;
    for (int i = 0; i < PAUSES; i++) {
        emu_pause();
        if (atomic_load_explicit(&lock->state, memory_order_relaxed) == 0 && emu_lock_try(lock))
            return;
    }
    while (atomic_exchange_explicit(&lock->state, 2, memory_order_acquire) != 0)
        emu_futex_wait(&lock->state, 2);
}

static inline void emu_lock_release(emu_lock *lock)
{
    if (atomic_exchange_explicit(&lock->state, 0, memory_order_release) == 2)
        emu_futex_wake(&lock->state);
}

#endif
