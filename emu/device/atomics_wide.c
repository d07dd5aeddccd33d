/* Atomics on 16 bytes: exchange, and compare and exchange.
 *
 * For 16 bytes compilers call a library that a program may lack, so the instructions are written here. On other
 * processors these operations take a lock.
 */
#include "atomics.h"

#include <string.h>

typedef struct wide {
    uint64_t low, high;
} wide;

/* If *word equals *expected, stores `next` and returns true; else *expected gets the value of *word. */
#if defined(__x86_64__)
static bool replace(wide *word, wide *expected, wide next)
{
    bool done;
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(*word), "+a"(expected->low), "+d"(expected->high)
                     : "b"(next.low), "c"(next.high)
                     : "memory");
    return done;
}
#elif defined(__aarch64__)
static bool replace(wide *word, wide *expected, wide next)
{
    wide seen, stored;
    unsigned failed;
    /* The two loads are one atomic load only if the store succeeds, so without a match it stores the loaded value. */
    do {
        __asm__ volatile("ldxp %0, %1, %2" : "=&r"(seen.low), "=&r"(seen.high) : "Q"(*word) : "memory");
        stored = seen.low == expected->low && seen.high == expected->high ? next : seen;
        __asm__ volatile("stxp %w0, %2, %3, %1"
                         : "=&r"(failed), "=Q"(*word)
                         : "r"(stored.low), "r"(stored.high)
                         : "memory");
    } while (failed);
    bool done = seen.low == expected->low && seen.high == expected->high;
    *expected = seen;
    return done;
}
#else
static bool replace(wide *word, wide *expected, wide next)
{
    static atomic_flag lock = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    wide seen = *word;
    bool done = seen.low == expected->low && seen.high == expected->high;
    if (done)
        *word = next;
    atomic_flag_clear_explicit(&lock, memory_order_release);
    *expected = seen;
    return done;
}
#endif

static inline void exchange(void *address, const void *value, void *old, bool exclusive)
{
    wide *word = address, seen, next;
    memcpy(&seen, word, sizeof seen); /* not atomic: a guess that replace() checks */
    memcpy(&next, value, sizeof next);
    if (exclusive)
        *word = next;
    else
        while (!replace(word, &seen, next))
            ;
    memcpy(old, &seen, sizeof seen);
}

static inline void compare_exchange(void *address, const void *compare, const void *value, void *old, bool exclusive)
{
    wide *word = address, expected, next;
    memcpy(&expected, compare, sizeof expected);
    memcpy(&next, value, sizeof next);
    if (exclusive) {
        wide seen = *word;
        if (seen.low == expected.low && seen.high == expected.high)
            *word = next;
        expected = seen;
    } else {
        replace(word, &expected, next);
    }
    memcpy(old, &expected, sizeof expected);
}

#define SCOPE(suffix, block)                                                                                           \
    void emu_atomic_exch##suffix##_128(void *address, const void *value, void *old)                                    \
    {                                                                                                                  \
        emu_atomic_check(address, sizeof(wide));                                                                       \
        exchange(address, value, old, block || emu_in_shared(address));                                                \
        emu_spend_yield_budget_on(address, sizeof(wide));                                                              \
    }                                                                                                                  \
    void emu_atomic_cas##suffix##_128(void *address, const void *compare, const void *value, void *old)                \
    {                                                                                                                  \
        emu_atomic_check(address, sizeof(wide));                                                                       \
        compare_exchange(address, compare, value, old, block || emu_in_shared(address));                               \
        emu_spend_yield_budget_on(address, sizeof(wide));                                                              \
    }
SCOPE(, false)
SCOPE(_block, true)
